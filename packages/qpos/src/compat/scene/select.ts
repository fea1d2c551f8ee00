import * as engine from '@qpos/core';
import { eyesInModel } from './cameras.ts';
import type { RecordOf } from './record.ts';
import type { MjvScene } from './scene.ts';
import { cross, plus, unit } from './vectors.ts';

type Option = RecordOf<'MjvOption'>;

/** Places of flags in `MjvOption.flags`. */
const FLAG = { static: 22, flexVertex: 24, flexEdge: 25, flexFace: 26, flexSkin: 27 };

/** What is at a place of the picture; all numbers are -1 where nothing is. */
interface Selection {
  readonly body: number;
  readonly geom: number;
  readonly flex: number;
  readonly point: ArrayLike<number>;
}

/** Where the ray of a place of the picture starts, and its direction. */
function rayAt(scene: MjvScene, aspect: number, x: number, y: number): readonly [ArrayLike<number>, ArrayLike<number>] {
  const { pos, forward, up } = eyesInModel(scene);
  const right = cross(forward, up);
  const { frustum_bottom, frustum_top, frustum_center, frustum_width, frustum_near, orthographic } = scene.camera.get(
    0,
  ) as RecordOf<'MjvGLCamera'>;
  const height = frustum_top - frustum_bottom;
  const half = frustum_width > 0 ? frustum_width : (aspect * height) / 2;
  const side = plus(plus([0, 0, 0], right, frustum_center + half * (2 * x - 1)), up, frustum_bottom + height * y);
  if (orthographic) return [plus(pos, side), forward];
  return [pos, unit(plus(side, forward, frustum_near))];
}

/** The first geom or flex along the ray of a place of the picture. */
export function selectAt(
  m: engine.Model,
  d: engine.Data,
  option: Option,
  [aspect, x, y]: readonly [number, number, number],
  scene: MjvScene,
): Selection {
  const [from, direction] = rayAt(scene, aspect, x, y);
  const { flags } = option;
  const groups = Array.from(option.geomgroup, Boolean);
  const hit = engine.castRay(m, d, from, direction, { groups, withStatic: flags[FLAG.static] !== 0 });
  let { distance } = hit;
  let found = { body: hit.geom < 0 ? -1 : (m.geom_bodyid[hit.geom] as number), geom: hit.geom, flex: -1 };
  for (let f = 0; f < m.nflex; f++) {
    if (!option.flexgroup[Math.min(5, Math.max(0, m.flex_group[f] as number))]) continue;
    const on = engine.castRayFlex(m, d, f, from, direction, {
      layer: option.flex_layer,
      vertices: flags[FLAG.flexVertex] !== 0,
      edges: flags[FLAG.flexEdge] !== 0,
      faces: flags[FLAG.flexFace] !== 0,
      skin: flags[FLAG.flexSkin] !== 0,
    });
    if (on.distance < 0 || (distance >= 0 && on.distance >= distance)) continue;
    distance = on.distance;
    found = { body: m.flex_vertbodyid[(m.flex_vertadr[f] as number) + on.vertex] as number, geom: -1, flex: f };
  }
  return { ...found, point: distance < 0 ? [0, 0, 0] : plus(from, direction, distance) };
}
