import fs from 'node:fs';
import path from 'node:path';
import { hasCorpus, loadOracle, loadOracleXml, OracleError, readManifest } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { decodeMesh } from '../formats/mesh-file.ts';
import { codeOf, makeRandom, meshDifferences, tetrahedronObj, tetrahedronStl, using } from '../testing.ts';
import type { FitType, MeshBuiltin, MeshInertia, MeshOptions } from '../types.ts';
import { builtinMesh } from './builtin.ts';
import { fitGeom } from './fit.ts';
import { inlineMesh } from './inline.ts';
import { processMesh } from './mesh.ts';

const oracle = await loadOracle();
let count = 0;

/** The oracle's model of one mesh and one geom; each file name is used once, as the oracle caches by name. */
function oracleMesh(attributes: string, file?: { bytes: Uint8Array; ext: string }, geom = 'type="mesh"') {
  const name = `mesh${count++}${file?.ext ?? ''}`;
  const source = file ? `file="${name}"` : '';
  const xml = `<mujoco><asset><mesh name="m" ${source} ${attributes}/></asset><worldbody><geom mesh="m" ${geom}/></worldbody></mujoco>`;
  return loadOracleXml(oracle, xml, file ? { [name]: file.bytes } : {});
}

const HALF = [0.3, 0.5, 0.8];
const BOX: number[] = [];
for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) BOX.push(i & (1 << k) ? HALF[k] : -HALF[k]);

describe('processMesh', () => {
  test.each<MeshInertia>(['legacy', 'exact', 'convex'])('a box has the inertia of a box (%s)', (inertia) => {
    const mesh = processMesh(inlineMesh({ vertex: BOX.map((x) => x + 1) }), { inertia, needHull: true });
    expect(mesh.volume).toBeCloseTo(8 * HALF[0] * HALF[1] * HALF[2], 6);
    expect([...mesh.pos]).toEqual([1, 1, 1].map((x) => expect.closeTo(x, 6)));
    // principal axes are sorted by falling moment: the longest side comes last
    expect([...mesh.boxsz]).toEqual(HALF.map((x) => expect.closeTo(x, 6)));
    expect(mesh.polyvertnum).toEqual(new Int32Array(6).fill(4));
  });

  test('a fine sphere has the volume and area of a sphere', () => {
    const raw = builtinMesh('sphere', [4]);
    expect(processMesh(raw).volume).toBeCloseTo((4 / 3) * Math.PI, 1);
    expect(processMesh(raw, { inertia: 'shell' }).volume).toBeCloseTo(4 * Math.PI, 1);
  });

  const OPTIONS: [string, Partial<MeshOptions>][] = [
    ['scale="2 1 .5"', { scale: [2, 1, 0.5] }],
    ['scale="-1 1 1"', { scale: [-1, 1, 1] }],
    ['refpos=".1 .2 .3" refquat="1 .2 .3 .4"', { refpos: [0.1, 0.2, 0.3], refquat: [1, 0.2, 0.3, 0.4] }],
    ['smoothnormal="true"', { smoothnormal: true }],
    ['inertia="convex"', { inertia: 'convex' }],
    ['inertia="exact"', { inertia: 'exact' }],
    ['inertia="shell"', { inertia: 'shell' }],
    ['maxhullvert="12"', { maxhullvert: 12 }],
  ];
  test.each(OPTIONS)('equals the oracle to the bit: supertorus, %s', (attributes, options) => {
    const model = oracleMesh(`builtin="supertorus" params="12 .4 .7 1.5" ${attributes}`);
    const mesh = processMesh(builtinMesh('supertorus', [12, 0.4, 0.7, 1.5]), { ...options, needHull: true });
    expect(using(model, (m) => meshDifferences(m, mesh))).toEqual([]);
  });

  const BUILTINS: [MeshBuiltin, number[]][] = [
    ['sphere', [0]],
    ['sphere', [3]],
    ['hemisphere', [4]],
    ['cone', [6, 0.5]],
    ['cone', [20, 0]],
    ['supersphere', [9, 0.5, 1.5]],
    ['wedge', [7, 5, 90, 45, 0.3]],
  ];
  test.each(BUILTINS)('equals the oracle to the bit: builtin %s %j', (kind, params) => {
    const model = oracleMesh(`builtin="${kind}" params="${params.join(' ')}"`);
    expect(using(model, (m) => meshDifferences(m, processMesh(builtinMesh(kind, params), { needHull: true })))).toEqual(
      [],
    );
  });

  test('equals the oracle to the bit: octree of a signed distance field', () => {
    const model = oracleMesh('builtin="sphere" params="1"', undefined, 'type="sdf"');
    const mesh = processMesh(builtinMesh('sphere', [1]), { needHull: true, needSdf: true });
    expect(mesh.octree?.depth.length).toBeGreaterThan(10_000);
    expect(using(model, (m) => meshDifferences(m, mesh))).toEqual([]);
  });

  test.each(['.obj', '.stl'])('equals the oracle to the bit: %s file', (ext) => {
    const bytes = ext === '.obj' ? tetrahedronObj() : tetrahedronStl();
    const model = oracleMesh('', { bytes, ext });
    expect(
      using(model, (m) => meshDifferences(m, processMesh(decodeMesh(bytes, `a${ext}`), { needHull: true }))),
    ).toEqual([]);
  });

  // registered when the corpus is beside this checkout
  const inCorpus = hasCorpus ? test : () => {};
  inCorpus('equals the oracle to the bit on every tenth mesh of the corpus', () => {
    const files = new Map<string, string>();
    for (const { files: names, folder } of readManifest()) {
      for (const f of names) if (/\.(obj|stl|msh)$/i.test(f)) files.set(f, path.join(folder, f));
    }
    const wrong: string[] = [];
    [...files].forEach(([name, file], i) => {
      const bytes = fs.readFileSync(file);
      if (i % 10 !== 0 || bytes.length > 1_000_000) return;
      const ours = () => processMesh(decodeMesh(new Uint8Array(bytes), name), { needHull: true });
      let fields: string[];
      try {
        const model = oracleMesh('', { bytes, ext: path.extname(name) });
        fields = using(model, (m) => meshDifferences(m, ours()));
      } catch (error) {
        // what the oracle refuses (GMSH files share the extension), we refuse too
        if (!(error instanceof OracleError)) throw error;
        fields = codeOf(ours) ? [] : ['accepted'];
      }
      if (fields.length > 0) wrong.push(`${name}: ${fields.join(' ')}`);
    });
    expect(wrong).toEqual([]);
  });

  const BAD: [string, Parameters<typeof inlineMesh>[0], Partial<MeshOptions>, string][] = [
    ['three vertices', { vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0] }, {}, 'mesh-vertices'],
    ['a partial vertex', { vertex: [...BOX, 1] }, {}, 'mesh-vertices'],
    ['NaN', { vertex: [...BOX, 0, 0, Number.NaN] }, {}, 'mesh-vertices'],
    ['infinity', { vertex: [...BOX, 0, 0, 1e39] }, {}, 'mesh-vertices'],
    ['a face out of range', { vertex: BOX, face: [0, 1, 8] }, {}, 'mesh-faces'],
    ['a negative face', { vertex: BOX, face: [0, 1, -1] }, {}, 'mesh-faces'],
    ['a partial face', { vertex: BOX, face: [0, 1] }, {}, 'mesh-faces'],
    ['one place', { vertex: new Float32Array(12) }, {}, 'mesh-hull'],
    ['a line', { vertex: [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0] }, {}, 'mesh-hull'],
    ['a plane', { vertex: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] }, {}, 'mesh-hull'],
    ['a flat body', { vertex: BOX, face: [0, 1, 2] }, { scale: [1, 1, 0] }, 'mesh-volume'],
    ['texcoords', { vertex: BOX, texcoord: [0, 0] }, {}, 'mesh-texcoords'],
    ['normals', { vertex: BOX, normal: [0, 0] }, {}, 'mesh-normals'],
    ['faces turned over', { vertex: BOX, face: [0, 1, 2, 0, 1, 3] }, { inertia: 'exact' }, 'mesh-orientation'],
  ];
  test.each(BAD)('refuses %s', (_what, attributes, options, code) => {
    expect(codeOf(() => processMesh(inlineMesh(attributes), options))).toBe(code);
  });

  test('an octree beyond the limit is refused', () => {
    const raw = builtinMesh('sphere', [1]);
    expect(codeOf(() => processMesh(raw, { needSdf: true }, { octreeNodes: 1000 }))).toBe('asset-limit');
  });
});

describe('fitGeom', () => {
  const raw = builtinMesh('supersphere', [10, 0.6, 1.3]);
  const options = { scale: [1, 2, 3] };
  const TYPES: [FitType, number][] = [
    ['sphere', 1],
    ['capsule', 2],
    ['cylinder', 2],
    ['ellipsoid', 3],
    ['box', 3],
  ];
  test.each(TYPES)('equals the oracle: %s', (type, used) => {
    for (const fitaabb of [false, true]) {
      const xml = `<mujoco><compiler fitaabb="${fitaabb}"/><asset><mesh name="m" builtin="supersphere" params="10 .6 1.3" scale="1 2 3"/></asset>
        <worldbody><geom type="${type}" mesh="m" fitscale="1.1"/></worldbody></mujoco>`;
      const size = using(loadOracleXml(oracle, xml), (m) => (m['geom_size'] as Float64Array).slice());
      const fit = fitGeom(processMesh(raw, options), type, { fitaabb, fitscale: 1.1 });
      expect(fit.size.slice(0, used)).toEqual([...size.slice(0, used)]);
    }
  });
});

describe('random clouds', () => {
  test('hull, polygons and hierarchy equal the oracle to the bit', () => {
    const random = makeRandom(7);
    const shapes: ((p: number[], i: number) => number[])[] = [
      (p) => p,
      (p) => p.map((x) => Math.round(4 * x) / 4),
      (p) => p.map((x) => x / Math.hypot(...p)),
      (p) => [p[0], p[1], 1e-4 * p[2]],
      (_p, i) => [Math.cos(0.1 * i) * (1 + (i % 2)), Math.sin(0.1 * i) * (1 + (i % 2)), 0.1 * (i % 3)],
    ];
    for (let trial = 0; trial < 50; trial++) {
      const shape = shapes[trial % shapes.length];
      const vertex: number[] = [];
      const n = 8 + Math.floor(300 * Math.abs(random()));
      for (let i = 0; i < n; i++) vertex.push(...shape([random(), random(), random()], i).map(Math.fround));
      const model = oracleMesh(`vertex="${vertex.join(' ')}"`);
      expect(using(model, (m) => meshDifferences(m, processMesh(inlineMesh({ vertex }), { needHull: true })))).toEqual(
        [],
      );
    }
  });
});
