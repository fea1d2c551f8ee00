// @cold

import type { i32 } from '../../dialect.ts';
import type { Model } from '../../model/classes.ts';
import { ENBL_IPC, GEOM_BOX, GEOM_CAPSULE, GEOM_MESH, GEOM_PLANE, GEOM_SPHERE } from '../../model/constants.ts';

/** Dimension of a flex that is a sheet. */
const SHEET: i32 = 2;

/** Whether contacts of flex `f` never penetrate: it is a sheet, and the flag `ipc` is on. */
export function isSheet(m: Model, f: i32): boolean {
  return (m.opt_enableflags & ENBL_IPC) !== 0 && m.flex_dim[f] === SHEET;
}

/** Whether contacts of some flex never penetrate. */
export function hasSheets(m: Model): boolean {
  for (let f = 0; f < m.nflex; f++) if (isSheet(m, f)) return true;
  return false;
}

/** Whether contacts of two flexes never penetrate; they are then none of the constraint solver. @see mjc_ipcOwnsFlexFlex */
export function areSheets(m: Model, f1: i32, f2: i32): boolean {
  return isSheet(m, f1) && isSheet(m, f2);
}

/** Whether geom `g` is fixed to the world and of a type whose distance from a point is known. */
export function isFixedShape(m: Model, g: i32): boolean {
  if (m.body_weldid[m.geom_bodyid[g]] !== 0) return false;
  const type = m.geom_type[g];
  if (type === GEOM_MESH) return m.mesh_graphadr[m.geom_dataid[g]] >= 0;
  return type === GEOM_PLANE || type === GEOM_SPHERE || type === GEOM_CAPSULE || type === GEOM_BOX;
}

/** Whether contacts of flex `f` with geom `g` never penetrate. @see mjc_ipcOwnsFlexGeom */
export function sheetMeetsGeom(m: Model, f: i32, g: i32): boolean {
  return isSheet(m, f) && isFixedShape(m, g);
}
