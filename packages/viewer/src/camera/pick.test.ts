import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { defaultOptions } from '../options.ts';
import { CameraRig } from './camera-rig.ts';
import { pick } from './pick.ts';

const model = loadModel(`<mujoco><worldbody>
  <body name="near" pos="0 -1 0" euler="0 0 90"><freejoint/><geom name="ball" size=".2"/></body>
  <body name="far" pos="0 1 0"><freejoint/><geom name="crate" type="box" size=".5 .5 .5"/></body>
</worldbody></mujoco>`);
const data = makeData(model);
forward(model, data);
const rig = new CameraRig(model);
Object.assign(rig, { azimuth: 90, elevation: 0, distance: 5 });
rig.lookat.set(0, 0, 0);
rig.update(data);

/** What is seen where a point of the world is in the picture. */
function pickAt(x: number, y: number, z: number) {
  const at = new Vector3(x, y, z).project(rig.camera);
  return pick(model, data, rig.camera, at, defaultOptions());
}

test('the nearest geom along the line of sight is picked', () => {
  const picked = pickAt(0, 0, 0);
  expect([picked?.geom, picked?.body]).toEqual([model.geom('ball').id, model.body('near').id]);
  expect(pickAt(0.45, 0.5, 0.45)?.geom).toBe(model.geom('crate').id);
  expect(pickAt(3, 0, 3)).toBeUndefined();
});

test('the point is on the surface, also in the frame of the body', () => {
  const picked = pickAt(0, -1.2, 0);
  [0, -1.2, 0].forEach((x, k) => {
    expect(picked?.point[k]).toBeCloseTo(x, 6);
  });
  // the body is turned by 90 degrees about z: what is at -y in the world is at -x in its frame
  [-0.2, 0, 0].forEach((x, k) => {
    expect(picked?.local[k]).toBeCloseTo(x, 6);
  });
});

test('hidden groups are not picked', () => {
  const options = defaultOptions();
  options.geomGroup[0] = false;
  expect(pick(model, data, rig.camera, { x: 0, y: 0 }, options)).toBeUndefined();
});

describe('flexes', () => {
  const soft = loadModel(`<mujoco><worldbody>
    <flexcomp name="sheet" type="grid" dim="2" count="5 5 1" spacing=".1 .1 .1" radius=".01" euler="90 0 0"/>
    <flexcomp name="jelly" type="grid" dim="3" dof="trilinear" count="4 4 4" spacing=".1 .1 .1" radius=".01" pos="1 0 0"><contact selfcollide="none" internal="false"/></flexcomp>
    <geom type="sphere" size=".3" pos="0 1 0"/>
  </worldbody></mujoco>`);
  const state = makeData(soft);
  forward(soft, state);
  const at = (x: number, y: number, z: number, options = defaultOptions()) =>
    pick(soft, state, rig.camera, new Vector3(x, y, z).project(rig.camera), options);

  test('are picked by their nearest vertex, in front of geoms', () => {
    const picked = at(0.19, 0, 0.11);
    expect([picked?.geom, picked?.flex]).toEqual([-1, 0]);
    const x = state.flexvert_xpos.subarray(3 * (picked?.vertex ?? 0), 3 * (picked?.vertex ?? 0) + 3);
    expect([x[0], x[2]].map((v) => Number(v?.toFixed(6)))).toEqual([0.2, 0.1]);
    expect(picked?.body).toBe(soft.flex_vertbodyid[picked?.vertex ?? 0]);
    expect([...(picked?.local ?? [])]).toEqual([0, 0, 0]);
  });

  test('between control nodes have the body of the nearest one', () => {
    const picked = at(0.86, -0.15, 0.14);
    expect(picked?.flex).toBe(1);
    expect([...soft.flex_nodebodyid]).toContain(picked?.body);
    const body = 3 * (picked?.body ?? 0);
    expect(state.xpos[body]).toBeLessThan(1);
    expect(state.xpos[body + 2]).toBeGreaterThan(0);
  });

  test('of a hidden group are looked through', () => {
    const options = defaultOptions();
    options.flexGroup[0] = false;
    expect(at(0, 0, 0, options)?.geom).toBe(0);
  });
});
