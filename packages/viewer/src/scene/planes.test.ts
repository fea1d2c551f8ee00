import { makeModel } from '@qpos/core';
import { expect, test } from 'vitest';
import { bounds } from '../geometry/solid-measures.testing.ts';
import { planeGeometry, planeReach } from './planes.ts';

const model = makeModel({ nbody: 1 });
model.stat.extent = 2;
model.vis.map.zfar = 50;

test('a plane with sizes has them, and one texture', () => {
  const plane = planeGeometry(model, 3, 4);
  expect(bounds(plane)).toEqual({ min: [-3, -4, 0], max: [3, 4, 0] });
  expect([...plane.getAttribute('uv').array]).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
});

test('an endless one reaches to the far plane, with a texture every two lengths', () => {
  expect(planeReach(model)).toBe(100);
  const plane = planeGeometry(model, 0, 0);
  expect(bounds(plane)).toEqual({ min: [-100, -100, 0], max: [100, 100, 0] });
  const uv = plane.getAttribute('uv');
  expect(uv.getX(1) - uv.getX(0)).toBe(100);
});

test('it is drawn neither too near nor too far', () => {
  model.vis.map.zfar = 1;
  expect(planeReach(model)).toBe(40);
  model.vis.map.zfar = 1e6;
  expect(planeReach(model)).toBe(120);
});
