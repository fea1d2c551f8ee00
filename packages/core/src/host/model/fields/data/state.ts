import { fieldTable } from '../table.ts';

/** State and inputs of Data, and what integration writes. */
export const stateFields = fieldTable(`
  qpos            f64  nq            1  generalised positions
  qvel            f64  nv            1  generalised velocities
  act             f64  na            1  activations
  history         f64  nhistory      1  delay buffers of actuators and sensors
  qacc_warmstart  f64  nv            1  acceleration from which the solver starts
  plugin_state    f64  npluginstate  1  states of the plugins
  ctrl            f64  nu            1  controls
  qfrc_applied    f64  nv            1  generalised forces of the user
  xfrc_applied    f64  nbody         6  forces and torques of the user on bodies, at the centre of mass, world axes
  eq_active       u8   neq           1  equality constraints that are switched on
  mocap_pos       f64  nmocap        3  positions of mocap bodies
  mocap_quat      f64  nmocap        4  orientations of mocap bodies
  qacc            f64  nv            1  generalised accelerations
  act_dot         f64  na            1  rates of the activations
  userdata        f64  nuserdata     1  numbers of the user; the engine leaves them alone
  sensordata      f64  nsensordata   1  readings of all sensors
  tree_asleep     i32  ntree         1  below 0: awake, counting up to sleep; else next tree of the sleeping cycle
  plugin          i32  nplugin       1  plugin slot of each instance
  plugin_data     i32  nplugin       1  private data of each plugin instance
`);
