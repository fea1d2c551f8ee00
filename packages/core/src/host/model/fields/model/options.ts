import { fieldTable, scalarTable } from '../table.ts';

/** `model.opt`: single numbers. */
export const optionScalars = scalarTable(`
  opt_timestep           f64               0.002     simulation time step, s
  opt_impratio           f64               1         ratio of friction to normal contact impedance
  opt_tolerance          f64               1e-8      main solver stops below this scaled improvement or gradient
  opt_ls_tolerance       f64               0.01      line search tolerance, relative to the solver tolerance
  opt_noslip_tolerance   f64               1e-6      noslip solver tolerance
  opt_ccd_tolerance      f64               1e-6      convex collision tolerance
  opt_sleep_tolerance    f64               1e-3      velocity below which a tree may fall asleep
  opt_density            f64               0         density of the medium
  opt_viscosity          f64               0         viscosity of the medium
  opt_o_margin           f64               0         contact margin under the override flag
  opt_integrator         i32 Integrator    0         integrator
  opt_cone               i32 Cone          0         friction cone
  opt_jacobian           i32 JacobianType  2         constraint Jacobian storage
  opt_solver             i32 Solver        2         constraint solver
  opt_iterations         i32               100       most iterations of the main solver {..iterations}
  opt_ls_iterations      i32               50        most iterations of the line search {..iterations}
  opt_noslip_iterations  i32               0         most iterations of the noslip solver {..iterations}
  opt_ccd_iterations     i32               35        most iterations of convex collision {..iterations}
  opt_disableflags       i32               0         bit set of disabled features (DisableBit) {any}
  opt_enableflags        i32               0         bit set of enabled features (EnableBit) {any}
  opt_disableactuator    i32               0         bit set of disabled actuator groups {any}
  opt_sdf_initpoints     i32               40        starting points of signed distance collision {..iterations}
  opt_sdf_iterations     i32               10        iterations of signed distance collision {..iterations}
`);

/** `model.opt`: vectors. */
export const optionFields = fieldTable(`
  opt_gravity     f64  1  3  gravitational acceleration
  opt_wind        f64  1  3  velocity of the medium
  opt_magnetic    f64  1  3  global magnetic flux
  opt_o_solref    f64  1  2  contact solref under the override flag
  opt_o_solimp    f64  1  5  contact solimp under the override flag
  opt_o_friction  f64  1  5  contact friction under the override flag
`);

/** Defaults of the vectors of `model.opt`. */
export const optionVectorDefaults: Readonly<Record<string, readonly number[]>> = {
  opt_gravity: [0, 0, -9.81],
  opt_magnetic: [0, -0.5, 0],
  opt_o_solref: [0.02, 1],
  opt_o_solimp: [0.9, 0.95, 0.001, 0.5, 2],
  opt_o_friction: [1, 1, 0.005, 0.0001, 0.0001],
};

/** `model.stat`: single numbers. */
export const statisticScalars = scalarTable(`
  stat_meaninertia  f64  1    mean diagonal of M at qpos0
  stat_meanmass     f64  1    mean body mass
  stat_meansize     f64  0.2  mean body size
  stat_extent       f64  2    spatial extent
`);

/** `model.stat`: vectors. */
export const statisticFields = fieldTable(`
  stat_center  f64  1  3  centre of the model
`);

/** Numbers of Model beside options and statistics. MuJoCo has `narena` alone: our memory grows, and binary files keep the number. */
export const modelScalars = scalarTable(`
  narena               f64  0     bytes that MuJoCo sets aside for contacts, rows and the stack
  callbackMask         i32  0     bit set of the callbacks that are set (CALLBACK_*) {any}
  extensionFlags       i32  0     bit set of opt-in extensions (EXT_*) {any}
  frictionSmoothing    f64  1000  slope of friction loss at rest, if it is a smooth force
  regularization       f64  0     added to the regularisation R of every constraint row
  maxConstraintVel     f64  0     bound on the speed at which violations are corrected; 0: none
  maxConstraintAngvel  f64  0     the same for rotations; 0: none
`);
