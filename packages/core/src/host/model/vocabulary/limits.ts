import { scalarTable } from '../fields/table.ts';

/** Numbers that the kernel knows by name. */
export const limits = scalarTable(`
  MAXVAL      f64  1e10    positions, velocities and accelerations beyond this are bad
  MINMU       f64  1e-5    least friction coefficient
  MINIMP      f64  0.0001  least constraint impedance
  MAXIMP      f64  0.9999  greatest constraint impedance
  MAXCONPAIR  i32  50      most contacts of one geom pair
  MINAWAKE    i32  10      steps that a tree must be quiet before it may sleep
  NEQDATA     i32  11      numbers in a row of eq_data
  NDYN        i32  10      numbers in a row of actuator_dynprm
  NGAIN       i32  10      numbers in a row of actuator_gainprm
  NBIAS       i32  10      numbers in a row of actuator_biasprm
  NFLUID      i32  12      numbers in a row of geom_fluid
  NREF        i32  2       numbers in a solver reference
  NIMP        i32  5       numbers in a solver impedance
  NSENS       i32  3       numbers in a row of sensor_intprm
  NCONDATA    i32  7       fields of a contact sensor (ContactData)
  NTIMER      i32  15      parts of a step that are timed (Timer)
`);
