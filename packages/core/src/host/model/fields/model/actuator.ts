import { fieldTable } from '../table.ts';

/** Actuators. */
export const actuatorFields = fieldTable(`
  actuator_trntype       i32 TransmissionType  nactuator  1               what it acts on
  actuator_dyntype       i32 DynamicsType      nactuator  1               activation dynamics
  actuator_gaintype      i32 GainType          nactuator  1               gain
  actuator_biastype      i32 BiasType          nactuator  1               bias
  actuator_ctrladr       i32                   nactuator  1               first control {@actuator_ctrlnum nu}
  actuator_ctrlnum       i32                   nactuator  1               number of controls {>=0}
  actuator_ctrlspec      i32                   nactuator  1               which inputs the controls are (CtrlInput) {is actuator}
  actuator_outadr        i32                   nactuator  1               first force output {@actuator_outnum nout}
  actuator_outnum        i32                   nactuator  1               number of force outputs {>=1}
  actuator_actadr        i32                   nactuator  1               first activation, or -1 {@actuator_actnum na|-1}
  actuator_actnum        i32                   nactuator  1               number of activations {>=0}
  actuator_trnid         i32                   nactuator  2               objects it acts on {is actuator}
  actuator_cranklength   f64                   nactuator  1               length of the connecting rod of a slider-crank
  actuator_dynprm        f64                   nactuator  10              parameters of the dynamics
  actuator_gainprm       f64                   nactuator  10              parameters of the gain
  actuator_biasprm       f64                   nactuator  10              parameters of the bias
  actuator_actlimited    u8                    nactuator  1               activation is limited {flag}
  actuator_actrange      f64                   nactuator  2               limits of the activation
  actuator_actearly      u8                    nactuator  1               force uses the activation of the end of the step {flag}
  actuator_history       i32                   nactuator  2               samples kept, and how they are interpolated {is history}
  actuator_historyadr    i32                   nactuator  1               address in history, or -1 {is history}
  actuator_delay         f64                   nactuator  1               age of the control that acts, s
  actuator_damping       f64                   nactuator  1               viscous damping of the output
  actuator_dampingpoly   f64                   nactuator  2               higher damping coefficients
  actuator_armature      f64                   nactuator  1               inertia of the drive
  actuator_group         i32                   nactuator  1               group that can be switched off {any}
  actuator_user          f64                   nactuator  nuser_actuator  user numbers
  actuator_plugin        i32                   nactuator  1               plugin instance, or -1 {<nplugin|-1}
  actuator_forcelimited  u8                    nactuator  1               force is limited {flag}
  actuator_forcerange    f64                   nactuator  2               limits of the force
  actuator_ctrllimited   u8                    nu         1               controls are limited {flag}
  actuator_ctrlrange     f64                   nu         2               limits of the controls
  actuator_gear          f64                   nout       6               scale of length and force, per axis
  actuator_acc0          f64                   nout       1               acceleration at qpos0 by a unit force
  actuator_length0       f64                   nout       1               length at qpos0
  actuator_lengthrange   f64                   nout       2               least and greatest feasible length
`);
