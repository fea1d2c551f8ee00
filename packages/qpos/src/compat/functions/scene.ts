import type { Data, Model } from '@qpos/core';
import { eyesOf, makeLights, updateCamera } from '../scene/cameras.ts';
import { addAll, connect, spread } from '../scene/geoms.ts';
import { type RecordName, type RecordOf, resetRecord } from '../scene/record.ts';
import type { MjvScene } from '../scene/scene.ts';
import { row } from './row.ts';

type Camera = RecordOf<'MjvCamera'>;
type Geom = RecordOf<'MjvGeom'>;
type Option = RecordOf<'MjvOption'>;
type Perturb = RecordOf<'MjvPerturb'>;
type Maybe = Float64Array | null;

const FREE = 0;
const ALL = 7;

const builtin = <R extends RecordName>(name: R) =>
  row(`@${name}`, (record: RecordOf<R>): void => resetRecord(record, name));

/** Position and axes of the eyes of a scene. */
function inRoom(headpos: Maybe, forward: Maybe, up: Maybe, scene: MjvScene): void {
  const eyes = eyesOf(scene);
  headpos?.set(eyes.pos);
  forward?.set(eyes.forward);
  up?.set(eyes.up);
}

/** Functions of the abstract scene. */
export const sceneFunctions = {
  mjv_defaultCamera: builtin('MjvCamera'),
  mjv_defaultOption: builtin('MjvOption'),
  mjv_defaultPerturb: builtin('MjvPerturb'),
  mjv_defaultFigure: builtin('MjvFigure'),
  mjv_defaultFreeCamera: row('m @MjvCamera', (m: Model, camera: Camera): void => {
    const { fovy: _, azimuth, elevation, orthographic } = m.vis.global;
    Object.assign(camera, { type: FREE, fixedcamid: -1, trackbodyid: -1, azimuth, elevation, orthographic });
    camera.lookat.set(m.stat.center);
    camera.distance = 1.5 * m.stat.extent;
  }),
  mjv_initGeom: row(
    '@MjvGeom #type ?<size ?<pos ?<mat ?<rgba',
    (geom: Geom, type: number, size: Maybe, pos: Maybe, mat: Maybe, rgba: Maybe): void => {
      resetRecord(geom, 'MjvGeom');
      geom.type = type;
      if (size !== null) {
        geom.size.set(size);
        spread(geom);
      }
      if (pos !== null) geom.pos.set(pos);
      if (mat !== null) geom.mat.set(mat);
      if (rgba !== null) geom.rgba.set(rgba);
    },
  ),
  mjv_connector: row('@MjvGeom #type #width <from[~3] <to[~3]', connect),
  mjv_makeLights: row('m d @MjvScene', makeLights),
  mjv_updateCamera: row('m d @MjvCamera @MjvScene', updateCamera),
  mjv_addGeoms: row(
    'm d @MjvOption ?@MjvPerturb #catmask @MjvScene',
    (m: Model, d: Data, option: Option, _: Perturb | null, mask: number, scene: MjvScene): void =>
      addAll(m, d, option, mask, scene),
  ),
  mjv_updateScene: row(
    'm d @MjvOption ?@MjvPerturb @MjvCamera #catmask @MjvScene',
    (m: Model, d: Data, option: Option, _: Perturb | null, camera: Camera, mask: number, scene: MjvScene): void => {
      scene.ngeom = 0;
      scene.status = 0;
      addAll(m, d, option, mask & ALL, scene);
      updateCamera(m, d, camera, scene);
      makeLights(m, d, scene);
    },
  ),
  mjv_cameraInModel: row('>headpos[3] >forward[3] >up[3] @MjvScene', inRoom),
  mjv_cameraInRoom: row('>headpos[3] >forward[3] >up[3] @MjvScene', inRoom),
  /** The height of the part of the room that a pixel row at the near plane shows, at distance one. */
  mjv_frustumHeight: row('@MjvScene', (scene: MjvScene): number => {
    const { frustum_top, frustum_bottom, frustum_near, orthographic } = scene.camera.get(0) as RecordOf<'MjvGLCamera'>;
    return (frustum_top - frustum_bottom) / (orthographic ? 1 : frustum_near);
  }),
};
