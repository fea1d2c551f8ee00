import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { chooseCapacities, roomsOf } from '../capacities.ts';
import { GpuError } from '../errors.ts';
import { kernels as generated } from '../generated/kernels.ts';
import { Assembly } from './assemble.ts';
import { type Condition, evaluate, type Facts, select } from './conditions.ts';
import { geomPairs, unusedPairs } from './geom-pairs.ts';
import type { Kernels } from './kernels.ts';
import { prelude } from './prelude.ts';
import { makeProgram, type Program } from './program.ts';
import { unusedFunctions } from './unused.ts';

const facts: Facts = {
  scalar: (name) => ({ nv: 3, flags: 5 })[name] ?? 0,
  has: (field, value) => field === 'geom_type' && value === 2,
};

describe('conditions', () => {
  test.each<[Condition, number | boolean]>([
    [['==', 'nv', 3], true],
    [['!=', ['&', 'flags', 4], 0], true],
    [['&&', ['<', 'nv', 3], ['has', 'geom_type', 2]], false],
    [['||', ['<', 'nv', 3], ['has', 'geom_type', 2]], true],
    [['!', ['has', 'geom_type', 3]], true],
    [['?', ['>', 'nv', 2], ['neg', 'nv'], 1], -3],
    [['>>>', -1, 31], 1],
  ])('%j', (condition, value) => {
    expect(evaluate(condition, facts)).toBe(value);
  });

  test('lines that a model does not need are left out, also within others', () => {
    const text = 'a\n#if ["==","nv",3]\nb\n#if ["==","nv",4]\nc\n#else\nd\n#end\n#else\n#if true\ne\n#end\n#end\nf';
    expect(select(text, facts)).toBe('a\nb\nd\nf');
  });
});

describe('assembly', () => {
  const kernels = (functions: Record<string, string>, refusals: Record<string, string> = {}): Kernels =>
    ({ functions, refusals }) as unknown as Kernels;

  test('takes what the entry reaches, once, and nothing else', () => {
    const all = kernels({
      a_: 'fn a_() {\nb_D(1);\nb_D(2);\n#if ["==","nv",4]\nc_();\n#end\n}',
      b_D: 'fn b_D(x_: i32) {\n}',
      c_: 'fn c_() {\n}',
    });
    expect([...new Assembly(all, facts, new Set()).reach('a_').values()]).toEqual([
      'fn a_() {\nb_D(1);\nb_D(2);\n}',
      'fn b_D(x_: i32) {\n}',
    ]);
  });

  test('what is unused becomes a function that does nothing', () => {
    const all = kernels({ a_: 'fn a_() {\nlet t0 = b_D(1);\n}', b_D: 'fn b_D(x_: i32) -> f32 {\nreturn c_();\n}' });
    expect(new Assembly(all, facts, new Set(['b'])).reach('a_').get('b_D')).toBe(
      'fn b_D(x_: i32) -> f32 { return f32(); }',
    );
  });

  test('what has no translation, or calls itself, is refused by name', () => {
    const all = kernels(
      { a_: 'fn a_() {\nb_();\n}', c_: 'fn c_() {\nd_();\n}', d_: 'fn d_() {\nc_();\n}' },
      { b_: 'x.ts:3: no' },
    );
    const assembly = new Assembly(all, facts, new Set());
    expect(() => assembly.reach('a_')).toThrow(GpuError);
    expect(() => assembly.reach('a_')).toThrow(/needs b,/);
    expect(() => assembly.reach('c_')).toThrow(/recursion of c/);
  });
});

/** The programs of a model. */
function programOf(xml: string, isShared = false): Program {
  const model = loadModel(xml);
  const { rooms } = roomsOf(model, chooseCapacities(model, {}));
  return makeProgram(model, rooms, 64, { fields: {}, kernels: {} }, isShared);
}

const ball = (more = ''): string =>
  `<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 1"><freejoint/><geom size=".1"/></body>${more}</worldbody></mujoco>`;
const textOf = ({ dispatches }: Program, name: string): string => dispatches.find((d) => d.name === name)?.text ?? '';

describe('programs', () => {
  test('have the parts that a model needs', () => {
    const program = programOf(ball());
    expect(program.dispatches.map(({ name }) => name)).toEqual([
      'dispatchCheck',
      'dispatchKinematics',
      'dispatchInertia',
      'dispatchCollision',
      'dispatchRows',
      'dispatchVelocity',
      'dispatchActuation',
      'dispatchConstraint',
      'dispatchIntegration',
    ]);
    const collision = textOf(program, 'dispatchCollision');
    expect(collision).toContain('fn planeBall_');
    expect(collision).toContain('fn sphereSphere_() {'.replace('() {', '('));
    expect(collision).not.toContain('fn gjk_');
    expect(collision).toContain('const m_ngeom: i32 = 2;');
  });

  test("a workgroup that runs Newton's method has a program between two of threads", () => {
    const { dispatches, order } = programOf(ball(), true);
    const names = dispatches.map(({ name }) => name);
    expect(names).not.toContain('dispatchConstraint');
    expect(names.slice(names.indexOf('dispatchNewtonStart')).slice(0, 3)).toEqual([
      'dispatchNewtonStart',
      'dispatchNewton',
      'dispatchNewtonEnd',
    ]);
    expect(dispatches.filter(({ isShared }) => isShared).map(({ name }) => name)).toEqual(['dispatchNewton']);
    expect(order).toEqual(dispatches.map((_, k) => k));
  });

  test('what is left out has the name of a function', () => {
    const known = new Set(Object.keys(generated.functions).map((name) => name.replace(/_[DMSX]*$/, '')));
    const model = loadModel(ball().replace('<mujoco>', '<mujoco><option><flag multiccd="disable"/></option>'));
    const names = [false, true].flatMap((isShared) => [...unusedFunctions(model, isShared)]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  test('those of the humanoid have at most 150 kB when packed', () => {
    const { dispatches } = programOf(
      fs.readFileSync(path.join(import.meta.dirname, '../../../../models/humanoid.xml'), 'utf8'),
    );
    const text = dispatches.map((part) => part.text).join('\n');
    expect(gzipSync(text).length).toBeLessThan(150_000);
  });

  test('states, controls and warnings come first', () => {
    const { data, carried, words } = programOf(ball());
    expect(data.get('qpos')?.address).toBe(0);
    expect(data.get('qvel')?.address).toBe(7);
    expect(data.get('act')?.address).toBe(13);
    expect(data.get('warning_number')?.address).toBeLessThan(carried);
    expect(words).toBeGreaterThan(carried);
  });

  test('writes outside of the data go to the last word of the environment', () => {
    const program = programOf(ball());
    expect(textOf(program, 'dispatchRows')).toContain(
      `data[i32(min(u32(i), ${program.words - 1}u)) * size.n + environment]`,
    );
  });

  test('a sensor brings its stage', () => {
    const program = programOf(
      `<mujoco><worldbody><body><freejoint/><geom size=".1"/><site name="s"/></body></worldbody>
       <sensor><accelerometer site="s"/><velocimeter site="s"/></sensor></mujoco>`,
    );
    expect(textOf(program, 'dispatchForceSensors')).toContain('fn rnePostConstraint_');
    expect(textOf(program, 'dispatchVelocitySensors')).not.toContain('fn rnePostConstraint_');
    expect(textOf(program, 'dispatchVelocitySensors')).toContain('fn velocimeter_');
    expect(textOf(program, 'dispatchForceSensors')).not.toContain('fn velocimeter_');
    expect(textOf(program, 'dispatchPositionSensors')).toBe('');
  });

  const convex = (type: string): string =>
    `<mujoco><worldbody><geom type="${type}" size="1 1 1"/><body pos="0 0 2"><freejoint/><geom type="ellipsoid" size=".1 .2 .3"/></body></worldbody></mujoco>`;

  test('the search for contacts of convex shapes has subroutines, what has a closed form does without', () => {
    expect(textOf(programOf(convex('box')), 'dispatchCollision')).toContain('fn run_()');
    expect(textOf(programOf(convex('plane')), 'dispatchCollision')).not.toContain('fn run_()');
  });

  test('working memory is private to a thread, or words of the data', () => {
    expect(prelude(5000, { words: 90 }, 64)).toContain('var<private> scratch: array<i32, 90>;');
    const inData = prelude(5000, { words: 3000, address: 2000 }, 64);
    expect(inData).not.toContain('var<private> scratch');
    expect(inData).toContain('fn si(i: i32) -> i32 { return di(i + 2000); }');
  });

  test('Runge-Kutta evaluates four times, with sensors and the check of the state once', () => {
    const { dispatches, order } = programOf(ball().replace('<mujoco>', '<mujoco><option integrator="RK4"/>'));
    const steps = order.map((k) => dispatches[k]?.name);
    expect(steps.filter((name) => name === 'dispatchConstraint')).toHaveLength(4);
    expect(steps.filter((name) => name === 'dispatchRungeKutta')).toHaveLength(4);
    expect(steps.filter((name) => name === 'dispatchCheck')).toHaveLength(1);
    expect(steps).not.toContain('dispatchIntegration');
    expect(steps.at(-1)).toBe('dispatchRungeKutta');
  });
});

describe('pairs of geoms', () => {
  test('are those that can touch: not of one body, not parent and child, not both immovable', () => {
    const model = loadModel(
      `<mujoco><worldbody><geom type="plane" size="1 1 1"/><geom type="box" size="1 1 1" pos="3 0 0"/><body><joint/><geom type="capsule" size=".1 .1"/>
       <geom type="sphere" size=".1"/><body><joint/><geom type="cylinder" size=".1 .1"/></body></body></worldbody></mujoco>`,
    );
    expect([...geomPairs(model)].sort()).toEqual(['0 2', '0 3', '0 5', '2 6', '3 6', '5 6']);
    const unused = unusedPairs(geomPairs(model));
    expect(unused).toContain('sphereSphere');
    expect(unused).not.toContain('planeCylinder');
    expect(unused).not.toContain('searchedContacts'); // cylinder and box
  });

  test('explicit pairs count though their bits do not meet', () => {
    const model = loadModel(
      `<mujoco><worldbody><geom name="a" type="plane" size="1 1 1" contype="0" conaffinity="0"/><body><freejoint/><geom name="b" size=".1" contype="0"
       conaffinity="0"/></body></worldbody><contact><pair geom1="a" geom2="b"/></contact></mujoco>`,
    );
    expect([...geomPairs(model)]).toEqual(['0 2']);
  });
});
