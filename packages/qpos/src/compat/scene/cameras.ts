import type { Data, Model } from '@qpos/core';
import { cos, sin, tan } from '@qpos/core/numerics';
import { MujocoError } from '../errors.ts';
import type { RecordOf } from './record.ts';
import type { MjvScene } from './scene.ts';

type Camera = RecordOf<'MjvCamera'>;

const FREE = 0;
const TRACKING = 1;
const FIXED = 2;
const RADIANS = Math.PI / 180;

interface View {
  readonly pos: number[];
  readonly forward: number[];
  readonly up: number[];
  readonly fovy: number;
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
    fovy: m.vis.global.fovy,
    ipd: m.vis.global.ipd,
    orthographic: camera.orthographic !== 0,
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
    fovy: m.cam_fovy[id] as number,
    ipd: m.cam_ipd[id] as number,
    orthographic: m.cam_projection[id] === 1,
  };
}

const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return (a[i] as number) * (b[j] as number) - (a[j] as number) * (b[i] as number);
  });

/** Sets both eyes of a scene to what a camera sees. */
export function updateCamera(m: Model, d: Data, camera: Camera, scene: MjvScene): void {
  if (camera.type !== FREE && camera.type !== TRACKING && camera.type !== FIXED) return;
  if (camera.type === TRACKING) {
    if (!(camera.trackbodyid >= 0 && camera.trackbodyid < m.nbody))
      throw new MujocoError('mujoco', 'MuJoCo Error: track body id is outside valid range');
    camera.lookat.set(d.subtree_com.subarray(3 * camera.trackbodyid, 3 * camera.trackbodyid + 3));
  }
  const view = camera.type === FIXED ? ofModel(m, d, camera.fixedcamid) : orbit(m, camera);
  const right = cross(view.forward, view.up);
  const near = Math.fround(m.vis.map.znear * m.stat.extent);
  const top = Math.fround(view.orthographic ? view.fovy / 2 : near * tan(view.fovy * RADIANS * 0.5));
  for (const [eye, side] of [-0.5, 0.5].entries()) {
    const to = scene.camera.get(eye) as RecordOf<'MjvGLCamera'>;
    to.pos.set(view.pos.map((x, k) => x + side * view.ipd * (right[k] as number)));
    to.forward.set(view.forward);
    to.up.set(view.up);
    to.frustum_near = near;
    to.frustum_far = Math.fround(m.vis.map.zfar * m.stat.extent);
    to.frustum_top = top;
    to.frustum_bottom = -top;
    to.frustum_center = 0;
    to.frustum_width = 0;
    to.orthographic = Number(view.orthographic);
  }
}

/** The middle between both eyes. */
export function eyesOf(scene: MjvScene): { pos: number[]; forward: Float32Array; up: Float32Array } {
  const [left, right] = [scene.camera.get(0), scene.camera.get(1)] as [
    RecordOf<'MjvGLCamera'>,
    RecordOf<'MjvGLCamera'>,
  ];
  const pos = [0, 1, 2].map((k) => ((left.pos[k] as number) + (right.pos[k] as number)) / 2);
  return { pos, forward: left.forward, up: left.up };
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
