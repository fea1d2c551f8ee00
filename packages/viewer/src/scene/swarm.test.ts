import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import type { InstancedMesh } from 'three';
import { expect, test } from 'vitest';
import { Swarm } from './swarm.ts';

const model = loadModel(`<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <geom type="box" size=".1 .1 .1" group="3"/>
    <body pos="0 0 1">
      <freejoint/>
      <geom type="capsule" size=".05 .2" rgba="1 0 0 1"/>
      <geom type="sphere" size=".1" pos="0 0 .3"/>
    </body>
  </worldbody>
</mujoco>`);
const CAPSULE_PARTS = 3;

/** Poses of three copies: the second is a metre to the right of the first, the third two. */
function poses(geoms: Int32Array): [Float64Array, Float64Array] {
  using data = makeData(model);
  forward(model, data);
  const pos: number[] = [];
  const mat: number[] = [];
  for (let e = 0; e < 3; e++)
    for (const g of geoms) {
      pos.push(data.geom_xpos[3 * g] + e, data.geom_xpos[3 * g + 1], data.geom_xpos[3 * g + 2]);
      mat.push(...data.geom_xmat.subarray(9 * g, 9 * g + 9));
    }
  return [Float64Array.from(pos), Float64Array.from(mat)];
}

test('copies are drawn with as many calls as one of them, without planes and hidden groups', () => {
  const swarm = new Swarm(model, 3);
  expect([...swarm.geoms]).toEqual([2, 3]);
  const instances = (s: Swarm) => s.group.children.map((mesh) => (mesh as InstancedMesh).count);
  const one = new Swarm(model, 1);
  expect(instances(swarm)).toEqual(instances(one).map((n) => 3 * n));
  expect(instances(one).reduce((a, b) => a + b)).toBe(CAPSULE_PARTS + 1);
  swarm.dispose();
  one.dispose();
});

test('each copy is where its poses say', () => {
  const swarm = new Swarm(model, 3);
  swarm.place(...poses(swarm.geoms));
  const sphere = swarm.group.children.at(-1) as InstancedMesh;
  const at = [0, 1, 2].map((e) => [...sphere.instanceMatrix.array.slice(16 * e + 12, 16 * e + 15)]);
  expect(at.map(([x, y, z]) => [x, y, Number(z?.toFixed(6))])).toEqual([
    [0, 0, 1.3],
    [1, 0, 1.3],
    [2, 0, 1.3],
  ]);
  swarm.dispose();
});
