import { type Data, forward, type Model, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { type Mesh, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { Textures } from '../materials/textures.ts';
import { defaultOptions } from '../options.ts';
import { Skins } from './skins.ts';

/** Vertices are stored in 32 bits. */
const ROUNDING = 5;
const VERTICES = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0];

/** A strip on two bodies, bound where they start: the first vertices to the first, the last to the second, one to both. */
function strip(): { m: Model; d: Data; skins: Skins } {
  const m = loadModel(`<mujoco><worldbody>
    <body name="a"><freejoint/><geom size=".1"/></body><body name="b" pos="2 0 0"><freejoint/><geom size=".1"/></body>
    </worldbody><deformable><skin vertex="${VERTICES.join(' ')}" face="0 1 3 1 2 3">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 3" vertweight="1 .25 1"/>
      <bone body="b" bindpos="2 0 0" bindquat="1 0 0 0" vertid="1 2" vertweight=".75 1"/>
    </skin></deformable></mujoco>`);
  const d = makeData(m);
  return { m, d, skins: new Skins(m, new Textures(m, 1), 'high') };
}

function vertices({ m, d, skins }: ReturnType<typeof strip>): number[] {
  forward(m, d);
  skins.update(d, defaultOptions());
  return [...((skins.group.children[0] as Mesh).geometry.getAttribute('position').array as Float32Array)];
}

const expectNear = (found: readonly number[], wanted: readonly number[]): void =>
  wanted.forEach((x, k) => {
    expect(found[k]).toBeCloseTo(x, ROUNDING);
  });

describe('skins', () => {
  test('have the shape of binding while the bones are there', () => {
    expectNear(vertices(strip()), VERTICES);
  });

  test('move rigidly with bones that move alike', () => {
    const scene = strip();
    const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 0.8);
    const shift = new Vector3(0.3, -1, 2);
    const moved = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z).applyQuaternion(turn).add(shift);
    [moved(0, 0, 0), moved(2, 0, 0)].forEach((origin, b) => {
      scene.d.qpos.set([...origin.toArray(), turn.w, turn.x, turn.y, turn.z], 7 * b);
    });
    const wanted = [0, 1, 2, 3].flatMap((v) =>
      moved(...(VERTICES.slice(3 * v, 3 * v + 3) as [number, number, number])).toArray(),
    );
    expectNear(vertices(scene), wanted);
  });

  test('a vertex of two bones moves by its weights', () => {
    const scene = strip();
    scene.d.qpos[7 + 2] += 4; // lifts the second
    expectNear(vertices(scene), [0, 0, 0, 1, 0, 3, 2, 0, 4, 0, 1, 0]);
  });

  test('normals are those of the moved surface', () => {
    const scene = strip();
    vertices(scene);
    const normal = (scene.skins.group.children[0] as Mesh).geometry.getAttribute('normal');
    for (let i = 0; i < normal.count; i++) expectNear([normal.getX(i), normal.getY(i), normal.getZ(i)], [0, 0, 1]);
  });

  test('a hidden group is not drawn', () => {
    const { m, d, skins } = strip();
    m.skin_group[0] = 5;
    skins.update(d, defaultOptions());
    expect(skins.group.children[0]?.visible).toBe(false);
  });
});
