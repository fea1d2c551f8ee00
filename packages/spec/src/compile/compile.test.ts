import { loadOracle, loadOracleXml, modelFromOracle, type Oracle } from '@qpos/conformance';
import type { Model } from '@qpos/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { modelFields } from '../../../core/src/host/model/fields/index.ts';
import { parseMjcf } from '../mjcf/parse.ts';
import { createSpec } from '../spec/create.ts';
import type { Body, Spec } from '../spec/types.ts';
import { processorTime } from '../testing.ts';
import { compile } from './compile.ts';
import { differences, FEATURE_MODELS, fieldOf } from './testing.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

function compileInOracle(xml: string, files: Record<string, string> = {}): Model {
  const { model, data } = loadOracleXml(oracle, xml, files);
  const copy = modelFromOracle(model);
  data.delete();
  model.delete();
  return copy;
}

describe('compile: every size and array equals the oracle', () => {
  test.each(Object.entries(FEATURE_MODELS))('%s', (_, xml) => {
    const ours = compile(parseMjcf(xml));
    expect(differences(ours, compileInOracle(xml))).toEqual([]);
  });

  test('keyframes of an attached model', () => {
    const child = `<mujoco><worldbody><body name="z"><joint name="zj"/><geom size=".1"/></body>
      <body name="b"><joint name="f" ref="10"/><joint type="slide"/><geom size=".1"/></body></worldbody>
      <actuator><general joint="zj" dyntype="filter"/><general joint="f" dyntype="filter"/></actuator>
      <keyframe><key name="k" time="2" qpos="1 2 3" qvel="4 5 6" act="7 8" ctrl="9 10"/><key qvel="1 2 3"/></keyframe></mujoco>`;
    const xml = `<mujoco><asset><model name="c" file="child.xml"/></asset><worldbody><body><joint name="q" ref="20"/>
      <geom size=".1"/></body><attach model="c" body="b" prefix="p_"/></worldbody><actuator><motor joint="q"/></actuator>
      <keyframe><key name="own" qpos="7"/></keyframe></mujoco>`;
    const files = { 'child.xml': child };
    const ours = compile(parseMjcf(xml, { files }));
    expect(differences(ours, compileInOracle(xml, files))).toEqual([]);
  });

  test('the values themselves are equal to the bit in most arrays of a robot-like model', () => {
    const xml = FEATURE_MODELS['actuators'] as string;
    const [ours, theirs] = [compile(parseMjcf(xml)), compileInOracle(xml)];
    const equal = modelFields.filter(([name]) => {
      const [a, b] = [fieldOf(ours, name), fieldOf(theirs, name)];
      return Array.from(a).every((x, i) => x === b[i]);
    });
    expect(equal.length / modelFields.length).toBeGreaterThan(0.97);
  });
});

function chain(n: number, child: 'body' | 'frame', joints: boolean): Spec {
  const spec = createSpec();
  let at: { children: Body['children'] } = spec.worldbody;
  for (let i = 0; i < n; i++) {
    const next = { kind: child, pos: [0, 0, 0.1], children: [] } as unknown as Body;
    if (joints) next.children.push({ kind: 'joint', axis: [1, 0, 0] }, { kind: 'geom', size: [0.05] });
    at.children.push(next);
    at = next;
  }
  at.children.push({ kind: 'geom', size: [0.05] });
  return spec;
}

test('a texture that is looked at later is that of the Spec at the time of its compilation', () => {
  const spec = parseMjcf(`<mujoco><asset>
    <texture name="t" type="2d" builtin="checker" width="4" height="4" rgb1="1 0 0" rgb2="0 1 0" mark="edge" markrgb="0 0 1"/>
    <texture type="skybox" builtin="gradient" width="8" rgb1=".5 .5 .5"/></asset></mujoco>`);
  const [seen, unseen] = [compile(spec), compile(spec)];
  const before = seen.tex_data.slice();
  for (const { rgb1, rgb2, markrgb } of spec.textures) for (const rgb of [rgb1, rgb2, markrgb]) rgb?.fill(0.2);
  expect(unseen.tex_data).toEqual(before);
  expect(compile(spec).tex_data).not.toEqual(before);
});

describe('compile: depth and number', () => {
  test('10,000 nested bodies', () => {
    expect(compile(chain(10_000, 'body', false)).nbody).toBe(10_001);
  });

  test('10,000 nested frames', () => {
    const m = compile(chain(10_000, 'frame', false));
    expect(m.geom_pos[2]).toBeCloseTo(1000);
  });

  test('a chain of 300 hinges', () => {
    const m = compile(chain(300, 'body', true));
    expect(m.nM).toBe((300 * 301) / 2);
    expect(m.nC).toBe(m.nM);
    expect([...m.dof_invweight0].every(Number.isFinite)).toBe(true);
  });

  test('time per body does not grow', () => {
    const model = (n: number): string => `<mujoco><worldbody><replicate count="${n}" offset="1 0 0">
      <body name="b"><joint type="slide"/><joint axis="1 0 0"/><geom name="g" type="box" size=".1 .2 .3"/>
      <geom size=".1" pos=".3 0 0"/></body></replicate></worldbody></mujoco>`;
    const perBody = (n: number): number => {
      const start = process.cpuUsage();
      compile(parseMjcf(model(n)));
      return process.cpuUsage(start).user / n;
    };
    perBody(1000);
    const small = perBody(1000);
    expect(perBody(8000) / small).toBeLessThan(2);
  });
});

describe('many objects', () => {
  const text = (element: string, n: number): string =>
    `<mujoco><worldbody><body><freejoint/><geom size=".1"/>${Array.from({ length: n }, (_, i) => `<${element} size=".1" pos="${i} 0 0"/>`).join('')}</body></worldbody></mujoco>`;
  const time = (call: () => unknown): number => {
    const start = processorTime();
    call();
    return processorTime() - start;
  };

  test.each(['geom', 'site'])(
    '%ss compile in time linear in their number, and not much longer than they are read',
    (element) => {
      compile(parseMjcf(text(element, 2000)));
      const [few, many] = [8000, 64_000].map((n) => {
        const xml = text(element, n);
        let spec: Spec = createSpec();
        const reading = time(() => {
          spec = parseMjcf(xml);
        });
        return { reading, compiling: time(() => compile(spec)) };
      }) as [{ reading: number; compiling: number }, { reading: number; compiling: number }];
      expect(many.compiling).toBeLessThan(3 * 8 * few.compiling);
      expect(many.compiling).toBeLessThan(5 * many.reading); // ten times when each draft is put together of parts
    },
  );
});
