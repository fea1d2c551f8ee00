import type { Data, Model } from '@qpos/core';
import { cos, sin, tan } from '@qpos/core/numerics';
import { MujocoError } from '../errors.ts';
import { type RecordOf, recordClasses } from './record.ts';
import type { MjvScene } from './scene.ts';
import { conjugate, cross, plus, times, turn, unit } from './vectors.ts';

type Camera = RecordOf<'MjvCamera'>;
type Eye = RecordOf<'MjvGLCamera'>;

const FREE = 0;
const TRACKING = 1;
const FIXED = 2;
const USER = 3;
const single = Math.fround;
const RADIANS = Math.PI / 180;

interface View {
  readonly pos: number[];
  readonly forward: number[];
  readonly up: number[];
  readonly ipd: number;
  readonly orthographic: boolean;
}

function orbit(m: Model, camera: Camera): View {
  const [az, el] = [camera.azimuth * RADIANS, camera.elevation * RADIANS];
  const [ca, sa, ce, se] = [cos(az), sin(az), cos(el), sin(el)];
  const forward = [ce * ca, ce * sa, se];
  return {
    pos: forward.map((x, k) => (camera.lookat[k] as number) - camera.distance * x),
    forward,
    up: [-se * ca, -se * sa, ce],
    ipd: m.vis.global.ipd,
    orthographic: m.vis.global.orthographic !== 0,
  };
}

function ofModel(m: Model, d: Data, id: number): View {
  if (!(id >= 0 && id < m.ncam))
    throw new MujocoError('mujoco', 'MuJoCo Error: fixed camera id is outside valid range');
  const mat = d.cam_xmat.subarray(9 * id, 9 * id + 9);
  return {
    pos: Array.from(d.cam_xpos.subarray(3 * id, 3 * id + 3)),
    forward: [2, 5, 8].map((k) => -(mat[k] as number)),
    up: [1, 4, 7].map((k) => mat[k] as number),
    ipd: m.cam_ipd[id] as number,
    orthographic: m.cam_projection[id] === 1,
  };
}

/** What a camera sees of a model; the picture of a camera that follows a body is about its subtree. */
function viewOf(m: Model, d: Data | undefined, camera: Camera, name: string): View {
  if (camera.type === TRACKING && d !== undefined) {
    if (!(camera.trackbodyid >= 0 && camera.trackbodyid < m.nbody))
      throw new MujocoError('mujoco', 'MuJoCo Error: track body id is outside valid range');
    camera.lookat.set(d.subtree_com.subarray(3 * camera.trackbodyid, 3 * camera.trackbodyid + 3));
  }
  if (camera.type === FIXED && d !== undefined) return ofModel(m, d, camera.fixedcamid);
  if (camera.type === FREE || camera.type === TRACKING) return orbit(m, camera);
  throw new MujocoError('mujoco', `MuJoCo Error: ${name}: unknown camera type`);
}

/** Where a camera is, and its axes. */
export const frameOf = (m: Model, d: Data | undefined, camera: Camera): View => viewOf(m, d, camera, 'mjv_cameraFrame');

/** What a picture shows at the near plane, to the top, bottom, left and right, and the distances that it shows. */
interface Frustum {
  readonly vertical: readonly [top: number, bottom: number];
  /** Zero where the width of the picture decides. */
  readonly horizontal: readonly [left: number, right: number];
  readonly clip: readonly [near: number, far: number];
}

/** The frustum of a camera. */
export function frustumOf(m: Model, camera: Camera): Frustum {
  const { fixedcamid: id } = camera;
  const isFixed = camera.type === FIXED;
  if (!isFixed && camera.type !== FREE && camera.type !== TRACKING)
    throw new MujocoError('mujoco', 'MuJoCo Error: mjv_cameraFrustum: unknown camera type');
  const clip = [m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent] as const;
  const [near] = clip;
  const isFlat = isFixed ? m.cam_projection[id] === 1 : m.vis.global.orthographic !== 0;
  const fovy = isFixed ? (m.cam_fovy[id] as number) : m.vis.global.fovy;
  const [width = 0, height = 0] = isFixed ? m.cam_sensorsize.subarray(2 * id, 2 * id + 2) : [];
  if (width > 0 && height > 0) {
    const [fx = 1, fy = 1, cx = 0, cy = 0] = m.cam_intrinsic.subarray(4 * id, 4 * id + 4);
    return {
      vertical: [(near / fy) * (height / 2 - cy), (near / fy) * (height / 2 + cy)],
      horizontal: [(near / fx) * (width / 2 - cx), (near / fx) * (width / 2 + cx)],
      clip,
    };
  }
  const top = isFlat ? fovy / 2 : near * tan(fovy * RADIANS * 0.5);
  return { vertical: [top, top], horizontal: [0, 0], clip };
}

/** Gives an eye what a camera sees, at a distance to its right. */
function setEye(to: Eye, view: View, { vertical, horizontal, clip }: Frustum, side: number): void {
  to.pos.set(plus(view.pos, cross(view.forward, view.up), side));
  to.forward.set(view.forward);
  to.up.set(view.up);
  const [left, right] = horizontal;
  Object.assign(to, {
    frustum_near: single(clip[0]),
    frustum_far: single(clip[1]),
    frustum_top: single(vertical[0]),
    frustum_bottom: -single(vertical[1]),
    frustum_center: (single(right) - single(left)) / 2,
    frustum_width: (single(right) + single(left)) / 2,
    orthographic: Number(view.orthographic),
  });
}

/** The eye of a camera. */
export function eyeOf(m: Model, d: Data, camera: Camera): Eye {
  const eye = new recordClasses.MjvGLCamera();
  setEye(eye, frameOf(m, d, camera), frustumOf(m, camera), 0);
  return eye;
}

/** Sets both eyes of a scene to what a camera sees; a camera of the program's own leaves them as they are. */
export function updateCamera(m: Model, d: Data, camera: Camera, scene: MjvScene): void {
  if (camera.type === USER) return;
  const view = frameOf(m, d, camera);
  const frustum = frustumOf(m, camera);
  for (const [eye, side] of [-0.5, 0.5].entries()) setEye(scene.camera.get(eye) as Eye, view, frustum, side * view.ipd);
}

interface Eyes {
  readonly pos: ArrayLike<number>;
  readonly forward: ArrayLike<number>;
  readonly up: ArrayLike<number>;
}

/** The middle between both eyes, in the room. */
export function eyesOf(scene: MjvScene): Eyes {
  const [left, right] = [scene.camera.get(0), scene.camera.get(1)] as [Eye, Eye];
  const middle = (name: 'pos' | 'forward' | 'up') => plus(times(left[name], 0.5), right[name], 0.5);
  return { pos: middle('pos'), forward: unit(middle('forward')), up: unit(middle('up')) };
}

/** The middle between both eyes, in the model. */
export function eyesInModel(scene: MjvScene): Eyes {
  const { pos, forward, up } = eyesOf(scene);
  if (!scene.enabletransform) return { pos, forward, up };
  const back = conjugate(scene.rotate);
  return { pos: pointInModel(pos, scene), forward: turn(forward, back), up: turn(up, back) };
}

/** A point of the room in the model. */
export const pointInModel = (pos: ArrayLike<number>, { translate, rotate, scale }: MjvScene): Float64Array =>
  turn(times(plus(pos, translate, -1), 1 / scale), conjugate(rotate));

/** The height of the picture at a distance of one, or at any if it is orthographic. */
export function frustumHeight(scene: MjvScene): number {
  const { frustum_top, frustum_bottom, frustum_near, orthographic } = scene.camera.get(0) as Eye;
  return (frustum_top - frustum_bottom) / (orthographic ? 1 : frustum_near);
}

const DIRECTIONAL = 1;

/** The headlight, which is where the eyes are, and the lights of the model. */
export function makeLights(m: Model, d: Data, scene: MjvScene): void {
  scene.nlight = 0;
  const next = (): RecordOf<'MjvLight'> | undefined => scene.lights.get(scene.nlight++);
  const { headlight } = m.vis;
  if (headlight.active) {
    const light = next() as RecordOf<'MjvLight'>;
    const { pos, forward } = eyesOf(scene);
    Object.assign(light, {
      id: -1,
      type: DIRECTIONAL,
      texid: -1,
      headlight: 1,
      castshadow: 0,
      bulbradius: Math.fround(0.02),
      range: 10,
    });
    Object.assign(light, { intensity: 0, cutoff: 0, exponent: 0, softness: 0 });
    light.pos.set(pos);
    light.dir.set(forward);
    light.attenuation.fill(0);
    for (const name of ['ambient', 'diffuse', 'specular'] as const) light[name].set(headlight[name]);
  }
  for (let k = 0; k < m.nlight && scene.nlight < scene.lights.size(); k++) {
    if (!m.light_active[k]) continue;
    const light = next() as RecordOf<'MjvLight'>;
    Object.assign(light, {
      id: k,
      type: m.light_type[k],
      texid: m.light_texid[k],
      headlight: 0,
      castshadow: m.light_castshadow[k],
    });
    for (const name of ['bulbradius', 'intensity', 'range', 'cutoff', 'exponent', 'softness'] as const)
      light[name] = m[`light_${name}`][k] as number;
    light.pos.set(d.light_xpos.subarray(3 * k, 3 * k + 3));
    light.dir.set(d.light_xdir.subarray(3 * k, 3 * k + 3));
    for (const name of ['attenuation', 'ambient', 'diffuse', 'specular'] as const)
      light[name].set(m[`light_${name}`].subarray(3 * k, 3 * k + 3));
    if (light.type === DIRECTIONAL) {
      light.attenuation.fill(0);
      Object.assign(light, { cutoff: 0, exponent: 0, softness: 0 });
    }
  }
}
