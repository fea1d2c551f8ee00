import { fieldTable } from '../table.ts';

/** Bodies. */
export const bodyFields = fieldTable(`
  body_parentid     i32           nbody  1           parent body {<row}
  body_rootid       i32           nbody  1           ancestor that is a child of the world {is tree}
  body_weldid       i32           nbody  1           topmost body that this one is rigidly fixed to {is tree}
  body_mocapid      i32           nbody  1           number among mocap bodies, or -1 {<nmocap|-1}
  body_jntnum       i32           nbody  1           number of joints {>=0}
  body_jntadr       i32           nbody  1           first joint, or -1 {@body_jntnum njnt|-1}
  body_dofnum       i32           nbody  1           number of dofs {>=0}
  body_dofadr       i32           nbody  1           first dof, or -1 {@body_dofnum nv|-1}
  body_treeid       i32           nbody  1           kinematic tree, or -1 if static {is tree}
  body_geomnum      i32           nbody  1           number of geoms {>=0}
  body_geomadr      i32           nbody  1           first geom, or -1 {@body_geomnum ngeom|-1}
  body_simple       u8            nbody  1           1: diagonal M block; 2: and only slides; 0: neither {0..2}
  body_sameframe    u8 SameFrame  nbody  1           how the inertial frame coincides with the body frame
  body_pos          f64           nbody  3           position in the parent's frame
  body_quat         f64           nbody  4           orientation in the parent's frame
  body_ipos         f64           nbody  3           centre of mass in the body frame
  body_iquat        f64           nbody  4           orientation of the principal axes in the body frame
  body_mass         f64           nbody  1           mass
  body_subtreemass  f64           nbody  1           mass of the body and all its descendants
  body_inertia      f64           nbody  3           principal moments of inertia
  body_invweight0   f64           nbody  2           mean inverse inertia at qpos0: translation, rotation
  body_gravcomp     f64           nbody  1           share of gravity that is compensated
  body_margin       f64           nbody  1           largest margin plus gap of its geoms
  body_user         f64           nbody  nuser_body  user numbers
  body_plugin       i32           nbody  1           plugin instance, or -1 {<nplugin|-1}
  body_contype      i32           nbody  1           union of the contact types of its geoms {any}
  body_conaffinity  i32           nbody  1           union of the contact affinities of its geoms {any}
  body_bvhadr       i32           nbody  1           first bounding volume, or -1 {@body_bvhnum nbvhstatic|-1}
  body_bvhnum       i32           nbody  1           number of bounding volumes {>=0}
`);
