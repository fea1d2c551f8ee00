import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
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
