import { fieldTable } from '../table.ts';

/** Joints. */
export const jointFields = fieldTable(`
  jnt_type           i32 JointType  njnt  1          kind of joint
  jnt_qposadr        i32            njnt  1          first position in qpos {is tree}
  jnt_dofadr         i32            njnt  1          first dof {is tree}
  jnt_bodyid         i32            njnt  1          body that it moves {is tree}
  jnt_actuatorid     i32            njnt  1          an actuator that drives it, or -1 {<nactuator|-1|-2}
  jnt_group          i32            njnt  1          group for visibility {any}
  jnt_limited        u8             njnt  1          has limits {flag}
  jnt_actfrclimited  u8             njnt  1          total actuator force is limited {flag}
  jnt_actgravcomp    u8             njnt  1          gravity compensation counts as actuator force {flag}
  jnt_solref         f64            njnt  2          reference of the limit
  jnt_solimp         f64            njnt  5          impedance of the limit
  jnt_pos            f64            njnt  3          anchor in the body frame
  jnt_axis           f64            njnt  3          axis in the body frame
  jnt_stiffness      f64            njnt  1          spring stiffness
  jnt_stiffnesspoly  f64            njnt  2          higher stiffness coefficients
  jnt_range          f64            njnt  2          limits
  jnt_actfrcrange    f64            njnt  2          range of the total actuator force
  jnt_margin         f64            njnt  1          distance from a limit at which it becomes active
  jnt_user           f64            njnt  nuser_jnt  user numbers
`);
