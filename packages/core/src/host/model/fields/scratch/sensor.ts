import { fieldTable } from '../table.ts';

/** Working memory of `sensor` whose size depends on the model. */
export const sensorScratch = fieldTable(`
  contactMatch   i32  ncon     1  contacts that a contact sensor asks for
  contactFlip    i32  ncon     1  whether it sees their normals reversed
  contactRank    f64  ncon     1  what it ranks them by, least first
  tactileGeom    i32  ncon     1  geoms that touch the body of a tactile sensor
  tendonTension  f64  ntendon  1  force of each tendon along its length
`);
