import type { Model } from '@qpos/core';
import { MujocoError } from '../errors.ts';
import { eyesOf, frameOf, frustumOf } from './cameras.ts';
import type { RecordOf } from './record.ts';
import type { MjvScene } from './scene.ts';
import { cross, dot, inAxes, plus, product, rotation, unit } from './vectors.ts';

type Camera = RecordOf<'MjvCamera'>;
type Numbers = ArrayLike<number>;

/** Values of `mjtMouse`. */
export const MOUSE = {
  rotateV: 1,
  rotateH: 2,
  moveV: 3,
  moveH: 4,
  zoom: 5,
  moveVRel: 6,
  moveHRel: 7,
  turnV: 8,
  turnH: 9,
};
const FIXED = 2;
const MOST_ELEVATION = 89;
const ORTHOGRAPHIC_SCALE = 0.15; // of the picture, for each unit of distance

const clip = (x: number, least: number, most: number): number => Math.min(most, Math.max(least, x));

/** What a move of the mouse means to right, forward and up: a way, or a turn about these axes; a relative move is to forward, right and up. */
export function motionOf(action: number, dx: number, dy: number): readonly [number, number, number] {
  const ways = [[], [dy, 0, dx], [dy, dx, 0], [dx, 0, -dy], [dx, -dy, 0], [0, 0, 0], [0, dx, dy], [dy, dx, 0]];
  const way = ways[action];
  if (way?.length !== 3)
    throw new MujocoError('mujoco', `MuJoCo Error: convert2D: unexpected mouse action ${action} in convert2D`);
  return way as unknown as readonly [number, number, number];
}

/** A vector turned about z so that y goes the horizontal way of `forward`. */
export function alignTo(vec: Numbers, forward: Numbers): Float64Array {
  const [y = 0, x = 0] = unit([forward[0] as number, forward[1] as number, 0]);
  const [a, b, c] = vec as unknown as [number, number, number];
  return Float64Array.of(x * a + y * b, x * b - y * a, c);
}

function refuseAction(name: string, action: number): never {
  throw new MujocoError('mujoco', `MuJoCo Error: ${name}: unexpected action ${action}`);
}

/** Moves a camera that is not one of the model's. */
export function moveCamera(m: Model, action: number, dx: number, dy: number, cam: Camera): void {
  if (cam.type === FIXED) return;
  const isTurn = action === MOUSE.turnV || action === MOUSE.turnH;
  if (action === MOUSE.rotateV || action === MOUSE.rotateH) {
    cam.azimuth -= dx * 180;
    cam.elevation -= dy * 180;
  } else if (action === MOUSE.zoom) {
    const { extent } = m.stat;
    const way = Math.log(1 + cam.distance / extent / 3) * dy * 9 * extent;
    cam.distance = clip(cam.distance - way, 0.01 * extent, 100 * extent);
  } else if (!(action >= MOUSE.moveV && action <= MOUSE.turnH)) refuseAction('mjv_moveCamera', action);
  else if (cam.type !== 1) {
    const { pos, forward, up } = frameOf(m, undefined, cam);
    const right = cross(forward, up);
    if (isTurn) {
      if (action === MOUSE.turnV) cam.elevation -= dy * 180;
      else cam.azimuth -= dx * 180;
      cam.lookat.set(plus(pos, frameOf(m, undefined, cam).forward, cam.distance));
    } else if (action === MOUSE.moveV || action === MOUSE.moveH) {
      const { vertical, clip: planes } = frustumOf(m, cam);
      const scale = cam.orthographic ? ORTHOGRAPHIC_SCALE : 1 / planes[0];
      const height = (vertical[0] + vertical[1]) * scale * cam.distance;
      cam.lookat.set(plus(cam.lookat, alignTo(motionOf(action, dx, dy), forward), -height));
    } else cam.lookat.set(plus(cam.lookat, inAxes(motionOf(action, dx, dy), forward, right, up)));
  }
  cam.elevation = clip(cam.elevation, -MOST_ELEVATION, MOST_ELEVATION);
  if (cam.azimuth > 180) cam.azimuth -= 360;
  if (cam.azimuth < -180) cam.azimuth += 360;
}

/** Moves the model in the room, where a scene has such a transformation. */
export function moveModel(m: Model, action: number, dx: number, dy: number, up: Numbers, scene: MjvScene): void {
  if (!scene.enabletransform) return;
  if (action === MOUSE.zoom) {
    scene.scale = clip(Math.fround(scene.scale + Math.log(1 + scene.scale / 3) * dy * 3), 0.01, 100);
    return;
  }
  if (!(action >= MOUSE.rotateV && action <= MOUSE.moveHRel)) refuseAction('mjv_moveModel', action);
  const { forward } = eyesOf(scene);
  const y = unit(plus(forward, up, -dot(forward, up)));
  const way = inAxes(motionOf(action > MOUSE.zoom ? action - 3 : action, dx, dy), unit(cross(y, up)), y, up);
  if (action < MOUSE.moveV) scene.rotate.set(product(rotation(way.map((x) => x * Math.PI)), scene.rotate));
  else scene.translate.set(plus(scene.translate, way, m.stat.extent));
}
