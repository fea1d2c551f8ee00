import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import type { InstancedMesh, Mesh, MeshLambertMaterial, Object3D } from 'three';
import { describe, expect, test } from 'vitest';
import { Textures } from '../../materials/textures.ts';
import { defaultOptions, type ViewOptions } from '../../options.ts';
import { Flexes, flexParts } from './flexes.ts';

const RADIUS = 0.02;

function scene(attributes: string, change: Partial<ViewOptions> = {}) {
  const model = loadModel(
    `<mujoco><worldbody><flexcomp name="f" type="grid" spacing=".1 .1 .1" radius="${RADIUS}" rgba=".2 .4 .6 1" pos="0 0 1" ${attributes}/></worldbody></mujoco>`,
  );
  const data = makeData(model);
  forward(model, data);
  const flexes = new Flexes(model, new Textures(model, 1), 'low', true);
  const options = Object.assign(defaultOptions(), change);
  flexes.update(data, options, -1);
  const shown: Object3D[] = [];
  flexes.group.traverseVisible((o) => void ('isMesh' in o && shown.push(o)));
  return { model, data, flexes, options, shown };
}

const positions = (object: Object3D | undefined): Float32Array =>
  (object as Mesh).geometry.getAttribute('position').array as Float32Array;

describe('the flags are those of simulate', () => {
  const given = (change: Partial<ViewOptions>) => Object.assign(defaultOptions(), change);

  test('a skin replaces everything else; that of a rope is its edges', () => {
    const all = given({ flexFace: true, flexVertex: true });
    expect(flexParts(2, all)).toEqual({ skin: true, faces: false, edges: false, vertices: false });
    expect(flexParts(1, all)).toEqual({ skin: false, faces: false, edges: true, vertices: false });
  });

  test('without it faces, edges and vertices are shown as chosen; a rope has no faces', () => {
    const parts = given({ flexSkin: false, flexFace: true, flexEdge: false, flexVertex: true });
    expect(flexParts(3, parts)).toEqual({ skin: false, faces: true, edges: false, vertices: true });
    expect(flexParts(1, parts).faces).toBe(false);
  });
});

describe('a sheet', () => {
  test('has two sides, a radius off its vertices', () => {
    const { shown } = scene('dim="2" count="3 3 1"');
    expect(shown).toHaveLength(1);
    const x = positions(shown[0]);
    expect(x).toHaveLength(2 * 3 * 9);
    const heights = new Set(Array.from({ length: 18 }, (_, k) => (x[3 * k + 2] as number).toFixed(5)));
    expect(heights).toEqual(new Set([(1 + RADIUS).toFixed(5), (1 - RADIUS).toFixed(5)]));
  });

  test('has faces at its vertices, rods along its edges', () => {
    const { shown, model } = scene('dim="2" count="3 3 1"', { flexSkin: false, flexFace: true });
    const [faces, rods, balls] = shown as [Mesh, InstancedMesh, InstancedMesh];
    expect([...positions(faces)].filter((_, k) => k % 3 === 2).every((z) => z === 1)).toBe(true);
    expect(rods.count).toBe(model.flex_edgenum[0]);
    expect(balls.count).toBe(9);
  });

  test('is smooth unless the model asks for flat faces', () => {
    const flat = (attributes: string): boolean =>
      ((scene(attributes).shown[0] as Mesh).material as MeshLambertMaterial).flatShading;
    expect(flat('dim="2" count="3 3 1"')).toBe(false);
    expect(flat('dim="2" count="3 3 1" flatskin="true"')).toBe(true);
  });

  test('has texture coordinates where the model has them', () => {
    expect((scene('dim="2" count="3 3 1"').shown[0] as Mesh).geometry.hasAttribute('uv')).toBe(false);
    const uv = (scene('dim="2" count="3 3 1" texcoord="0 0 0 .5 0 1 .5 0 .5 .5 .5 1 1 0 1 .5 1 1"').shown[0] as Mesh)
      .geometry;
    expect(uv.getAttribute('uv').count).toBe(18);
  });
});

test('a solid is larger than its vertices by its radius', () => {
  const { shown } = scene('dim="3" count="2 2 2"');
  const x = positions(shown[0]);
  const reach = Math.max(...x.filter((_, k) => k % 3 === 0)) - 0.05;
  expect(reach).toBeGreaterThan(0.3 * RADIUS);
  expect(reach).toBeLessThan(RADIUS);
});

test('a rope is drawn by rods between its vertices', () => {
  const { shown } = scene('dim="1" count="5 1 1"');
  const [rods, balls] = shown as [InstancedMesh, InstancedMesh];
  expect([rods.count, balls.count]).toEqual([4, 5]);
  const middle = rods.instanceMatrix.array.slice(12, 15);
  const [a, b] = [0, 1].map((k) => balls.instanceMatrix.array.slice(16 * k + 12, 16 * k + 15));
  for (let k = 0; k < 3; k++) expect(middle[k]).toBeCloseTo(0.5 * ((a?.[k] ?? 0) + (b?.[k] ?? 0)), 6);
});

test('groups are hidden, a selected flex is brighter', () => {
  const { flexes, data, options, shown } = scene('dim="2" count="3 3 1"');
  const { color } = (shown[0] as Mesh).material as MeshLambertMaterial;
  const before = color.r;
  flexes.update(data, options, 0);
  expect(color.r).toBeGreaterThan(before);
  options.flexGroup[0] = false;
  flexes.update(data, options, -1);
  expect(flexes.group.children[0]?.visible).toBe(false);
});
