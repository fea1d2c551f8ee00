import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { type InstancedMesh, Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Textures } from '../materials/textures.ts';
import { defaultOptions } from '../options.ts';
import { Tendons } from './tendons.ts';

/** Instances are stored in 32 bits. */
const ROUNDING = 6;
const WIDTH = 0.02;

function tendons(spatial: string) {
  const m = loadModel(`<mujoco><worldbody>
    <site name="a" pos="0 0 1"/><site name="b" pos="1 0 1"/><site name="c" pos="1 1 1"/><site name="d" pos="3 1 2"/>
    <geom name="drum" type="sphere" size=".2" pos=".5 0 1"/>
    </worldbody><tendon><spatial width="${WIDTH}" rgba="1 0 0 1">${spatial}</spatial></tendon></mujoco>`);
  const d = makeData(m);
  forward(m, d);
  const drawn = new Tendons(m, new Textures(m, 1), 'high');
  return { m, d, drawn, options: defaultOptions() };
}

/** The ends of each drawn rod. */
function rods({ group }: Tendons): [Vector3, Vector3][] {
  const mesh = group.children[0] as InstancedMesh;
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return [new Vector3(0, 0, -1).applyMatrix4(matrix), new Vector3(0, 0, 1).applyMatrix4(matrix)];
  });
}

const site = (name: string): string => `<site site="${name}"/>`;

test('rods lead from site to site', () => {
  const { d, drawn, options } = tendons(site('a') + site('b') + site('c'));
  drawn.update(d, options);
  const expected = [
    [0, 0, 1, 1, 0, 1],
    [1, 0, 1, 1, 1, 1],
  ];
  const found = rods(drawn).flatMap(([from, to]) => [...from.toArray(), ...to.toArray()]);
  found.forEach((x, k) => {
    expect(x).toBeCloseTo(expected.flat()[k] ?? Number.NaN, ROUNDING);
  });
  expect(rods(drawn)).toHaveLength(2);
});

test('nothing is drawn across a pulley', () => {
  const { d, drawn, options } = tendons(`${site('a')}${site('b')}<pulley divisor="2"/>${site('c')}${site('d')}`);
  drawn.update(d, options);
  expect(rods(drawn)).toHaveLength(2);
  expect(rods(drawn)[1]?.[0].toArray()).toEqual([1, 1, 1]);
});

test('around a geom the rods join, and are as long as the path but for the arc', () => {
  const { d, drawn, options } = tendons(`${site('a')}<geom geom="drum"/>${site('b')}`);
  drawn.update(d, options);
  const all = rods(drawn);
  expect(all).toHaveLength(3);
  all.slice(1).forEach(([from], i) => {
    expect(from.distanceTo(all[i]?.[1] ?? new Vector3())).toBeLessThan(1e-6);
  });
  const straight = all.reduce((sum, [from, to]) => sum + from.distanceTo(to), 0);
  expect(straight).toBeLessThan(d.ten_length[0]);
  expect(straight).toBeGreaterThan(1);
});

test('hidden tendons have no rods: the flag, their group, their colour', () => {
  const { m, d, drawn, options } = tendons(site('a') + site('b'));
  drawn.update(d, { ...options, tendon: false });
  expect(rods(drawn)).toEqual([]);
  m.tendon_group[0] = 4;
  drawn.update(d, options);
  expect(rods(drawn)).toEqual([]);
  m.tendon_group[0] = 0;
  m.tendon_rgba[3] = 0;
  drawn.update(d, options);
  expect(rods(drawn)).toEqual([]);
});
