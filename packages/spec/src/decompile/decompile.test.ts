import fs from 'node:fs';
import path from 'node:path';
import { everyNth } from '@qpos/conformance';
import { type Model, makeData, resetDataKeyframe, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import { loadModel } from '../compile/load.ts';
import { ModelError } from '../errors.ts';
import { parseMjcf } from '../mjcf/parse.ts';
import { writeMjcf } from '../mjcf/write.ts';
import type { Body } from '../spec/types.ts';
import { specFromModel } from './index.ts';

const models = path.resolve(import.meta.dirname, '../../../../models');
const bundled = fs.readdirSync(models).filter((f) => f.endsWith('.xml'));
const read = (file: string): string => fs.readFileSync(path.join(models, file), 'utf8');

const features = path.resolve(import.meta.dirname, '../../../../conformance/models');
const feature = fs
  .readdirSync(features, { recursive: true })
  .map(String)
  .filter((f) => f.endsWith('.xml'));

/** Textures come back as files: names that they had to get, and paths, take room. */
const OF_FILES = new Set(['nnames', 'npaths']);

function sizes(m: Model): Record<string, number> {
  const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Object.getPrototypeOf(m)));
  const names = Object.keys(own).filter((name) => /^n[a-zA-Z_]*$/.test(name) && !OF_FILES.has(name));
  const values = names.map((name) => [name, (m as unknown as Record<string, unknown>)[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** Largest difference of positions in a run from each start, relative to their size. */
function drift(a: Model, b: Model, steps: number): number {
  let most = 0;
  for (let key = -1; key < a.nkey; key++) {
    const [da, db] = [a, b].map((m) => {
      const d = makeData(m);
      if (key >= 0) resetDataKeyframe(m, d, key);
      d.ctrl.forEach((x, k) => {
        d.ctrl[k] = x + 0.1 * Math.sin(k);
      });
      step(m, d, steps);
      return d;
    });
    for (const name of ['qpos', 'qvel', 'act', 'sensordata'] as const) {
      const [x, y] = [da[name], db[name]];
      for (let k = 0; k < x.length; k++) most = Math.max(most, Math.abs(x[k] - y[k]) / Math.max(1, Math.abs(x[k])));
    }
  }
  return most;
}

describe('specFromModel', () => {
  test.each(bundled)('%s comes back with equal sizes and runs the same', (file) => {
    const model = loadModel(read(file));
    const { spec, files } = specFromModel(model);
    const again = compile(spec);
    expect(sizes(again)).toEqual(sizes(model));
    expect(drift(model, again, 100)).toBeLessThan(1e-9);
    const text = writeMjcf(spec);
    expect(drift(again, compile(parseMjcf(text, { files })), 20)).toBeLessThan(1e-9);
  });

  test('models of every feature run the same', () => {
    const wrong: string[] = [];
    for (const file of everyNth(4, feature)) {
      const text = fs.readFileSync(path.join(features, file), 'utf8');
      let model: Model;
      try {
        model = loadModel(text);
      } catch (error) {
        if (error instanceof ModelError) continue; // one that must be rejected, or with files
        throw error;
      }
      const { spec, files } = specFromModel(model);
      const difference = drift(model, compile(parseMjcf(writeMjcf(spec), { files })), 20);
      // vertices that are no decimal numbers come back to the last of their 32 bits
      const bound = file.includes('tactile') ? 1e-6 : 1e-9;
      if (!(difference < bound)) wrong.push(`${file}: ${difference}`);
    }
    expect(wrong).toEqual([]);
  });

  test('texts, tuples, numbers and user data come back', () => {
    const model = loadModel(CUSTOM);
    const again = compile(specFromModel(model).spec);
    for (const name of ['numeric_data', 'text_data', 'tuple_objid', 'tuple_objprm', 'geom_user', 'jnt_user'] as const)
      expect(again[name]).toEqual(model[name]);
  });

  test('what has no name gets one where it is needed, and no other does', () => {
    const model = loadModel(
      '<mujoco><worldbody><body name="a"><geom size="1"/><site name="s"/></body></worldbody></mujoco>',
    );
    const { worldbody } = specFromModel(model).spec;
    const [body] = worldbody.children as Body[];
    expect(body?.name).toBe('a');
    expect(body?.children.map((e) => (e as { name?: string }).name)).toEqual([undefined, undefined, 's']);
  });

  test('a mesh with normals and coordinates of its own becomes an OBJ file', () => {
    const obj =
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 3/2 2/3\nf 1/1 2/2 4/3\nf 1/1 4/2 3/3\nf 2/1 3/2 4/3\n';
    const xml =
      '<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>';
    const model = loadModel(xml, { files: { 'm.obj': obj } });
    const { spec, files } = specFromModel(model);
    expect(Object.keys(files)).toEqual(['m-0.obj']);
    const again = compile(spec);
    for (const name of ['mesh_vert', 'mesh_face', 'mesh_facetexcoord', 'mesh_texcoord'] as const)
      expect(again[name]).toEqual(model[name]);
  });
});

const CUSTOM = `<mujoco>
  <size nuser_geom="2" nuser_jnt="1"/>
  <custom>
    <numeric name="n" size="4" data="1 2 3"/>
    <text name="t" data="grüße"/>
    <tuple name="all"><element objtype="geom" objname="g" prm="0.5"/><element objtype="numeric" objname="n"/></tuple>
  </custom>
  <worldbody><body><joint name="j" user="7"/><geom name="g" size="1" user="3 4"/></body></worldbody>
</mujoco>`;
