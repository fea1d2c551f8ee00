import type { Data, Model } from '@qpos/core';
import {
  eyeOf,
  eyesInModel,
  eyesOf,
  frameOf,
  frustumHeight,
  frustumOf,
  makeLights,
  pointInModel,
  updateCamera,
} from '../scene/cameras.ts';
import { addAll, connect, spread } from '../scene/geoms.ts';
import { alignTo, moveCamera, moveModel } from '../scene/mouse.ts';
import { applyForce, applyPose, initPerturb, movePerturb } from '../scene/perturb.ts';
import { type RecordName, type RecordOf, resetRecord } from '../scene/record.ts';
import type { MjvScene } from '../scene/scene.ts';
import { selectAt } from '../scene/select.ts';
import { conjugate, cross, plus, product, times, turn } from '../scene/vectors.ts';
import { row } from './row.ts';

type Camera = RecordOf<'MjvCamera'>;
type Geom = RecordOf<'MjvGeom'>;
type Option = RecordOf<'MjvOption'>;
type Perturb = RecordOf<'MjvPerturb'>;
type F = Float64Array;
type Maybe = F | null;

const FREE = 0;
const ALL = 7;

const builtin = <R extends RecordName>(name: R) =>
  row(`@${name}`, (record: RecordOf<R>): void => resetRecord(record, name));

/** Position and axes of the eyes of a scene. */
const eyesBy =
  (eyes: typeof eyesOf) =>
  (headpos: F, forward: F, up: F, scene: MjvScene): void => {
    const found = eyes(scene);
    headpos.set(found.pos);
    forward.set(found.forward);
    up.set(found.up);
  };

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
  mjv_cameraInModel: row('>headpos[3] >forward[3] >up[3] @MjvScene', eyesBy(eyesInModel)),
  mjv_cameraInRoom: row('>headpos[3] >forward[3] >up[3] @MjvScene', eyesBy(eyesOf)),
  /** The height of the part of the room that a pixel row at the near plane shows, at distance one. */
  mjv_frustumHeight: row('@MjvScene', frustumHeight),
  mjv_cameraFrame: row(
    '?>headpos[3] ?>forward[3] ?>up[3] ?>right[3] d @MjvCamera',
    (headpos: Maybe, forward: Maybe, up: Maybe, right: Maybe, d: Data, camera: Camera): void => {
      const frame = frameOf(d.model, d, camera);
      headpos?.set(frame.pos);
      forward?.set(frame.forward);
      up?.set(frame.up);
      right?.set(cross(frame.forward, frame.up));
    },
  ),
  mjv_cameraFrustum: row(
    '?>zver[2] ?>zhor[2] ?>zclip[2] m @MjvCamera',
    (zver: Maybe, zhor: Maybe, zclip: Maybe, m: Model, camera: Camera): void => {
      const { vertical, horizontal, clip } = frustumOf(m, camera);
      zver?.set(vertical);
      zhor?.set(horizontal);
      zclip?.set(clip);
    },
  ),
  mjv_camera2GLCamera: row('m d @MjvCamera', eyeOf),
  mjv_alignToCamera: row('>res[3] <vec[3] <forward[3]', (res: F, vec: F, forward: F): void =>
    res.set(alignTo(vec, forward)),
  ),
  mjv_moveCamera: row('m #action #reldx #reldy @MjvCamera', moveCamera),
  mjv_moveModel: row('m #action #reldx #reldy <roomup[3] @MjvScene', moveModel),
  mjv_room2model: row(
    '>modelpos[3] >modelquat[4] <roompos[3] <roomquat[4] @MjvScene',
    (modelpos: F, modelquat: F, pos: F, quat: F, scene: MjvScene): void => {
      modelpos.set(scene.enabletransform ? pointInModel(pos, scene) : pos);
      modelquat.set(scene.enabletransform ? product(conjugate(scene.rotate), quat) : quat);
    },
  ),
  mjv_model2room: row(
    '>roompos[3] >roomquat[4] <modelpos[3] <modelquat[4] @MjvScene',
    (roompos: F, roomquat: F, pos: F, quat: F, scene: MjvScene): void => {
      const { enabletransform, rotate, translate, scale } = scene;
      roompos.set(enabletransform ? times(plus(turn(pos, rotate), translate), scale) : pos);
      roomquat.set(enabletransform ? product(rotate, quat) : quat);
    },
  ),
  mjv_initPerturb: row('m d @MjvScene @MjvPerturb', initPerturb),
  mjv_movePerturb: row('m d #action #reldx #reldy @MjvScene @MjvPerturb', movePerturb),
  mjv_applyPerturbPose: row('m d @MjvPerturb !flg_paused', applyPose),
  mjv_applyPerturbForce: row('m d @MjvPerturb', applyForce),
  /** Skins are not part of a scene here: the last number is always -1. */
  mjv_select: row(
    'm d @MjvOption #aspectratio #relx #rely @MjvScene >selpnt[3] >geomid[1] >flexid[1] >skinid[1]',
    (
      m: Model,
      d: Data,
      option: Option,
      aspect: number,
      x: number,
      y: number,
      scene: MjvScene,
      selpnt: F,
      ...ids: Int32Array[]
    ): number => {
      const { body, geom, flex, point } = selectAt(m, d, option, [aspect, x, y], scene);
      selpnt.set(point);
      for (const [k, id] of [geom, flex, -1].entries()) ids[k]?.fill(id);
      return body;
    },
  ),
};
