import { type Data, forward, type Model, makeData, step } from '@qpos/core';
import { compile, parseMjcf } from '@qpos/spec';
import { makeContactList } from '@qpos/viewer';
import { describe, expect, test } from 'vitest';
import { bindExpressions, prepare } from '../src/instruments/expression.ts';
import { presetsOf } from '../src/instruments/presets.ts';
import { nearest, Samples, valueAt } from '../src/instruments/samples.ts';
import { toCsv } from '../src/instruments/table.ts';
import { keyElement, withKeyframe } from '../src/keyframes.ts';
import { History } from '../src/worker/history.ts';
import { Sampler } from '../src/worker/sampler.ts';

const model: Model = compile(
  parseMjcf(`<mujoco>
    <worldbody>
      <geom name="floor" type="plane" size="2 2 .1"/>
      <body name="left/arm" pos="0 0 1.5">
        <joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/>
      </body>
      <body name="ball" pos="1 0 .2"><freejoint name="free"/><geom size=".1" mass="2"/></body>
      <body name="cart" pos="0 1 1"><joint name="rail" type="slide" axis="1 0 0"/><geom size=".1"/></body>
    </worldbody>
    <actuator><motor name="push" joint="hinge"/></actuator>
    <sensor><jointpos name="angle" joint="hinge"/><framepos name="place" objtype="body" objname="ball"/></sensor>
  </mujoco>`),
);

const posed = (): Data => {
  const data = makeData(model);
  data.qpos[0] = 0.3;
  data.qvel.set([1, 2, 3, 4, 5, 6, 7, 8]);
  forward(model, data);
  return data;
};

/** The numbers of expressions, with their labels and units. */
function evaluate(text: string, data = posed()): { values: number[]; labels: string[]; units: string[] } {
  const contacts = makeContactList();
  const bound = bindExpressions(text, model, data, contacts);
  prepare(model, data, bound.needs, contacts);
  const out = new Float64Array(bound.curves.length);
  bound.evaluate(out, 0);
  return { values: [...out], labels: bound.curves.map((c) => c.label), units: bound.curves.map((c) => c.unit) };
}

describe('expressions', () => {
  test.each([
    ['1 + 2 * 3 ^ 2 ^ 0.5 - -4 / 2', 1 + 2 * 3 ** (2 ** 0.5) + 2],
    ['-2 ^ 2', -4],
    ['(1 + 2) * 3', 9],
    ['atan2(1, 1) * 4 - pi', 0],
    ['max(qvel) - min(qvel[2:4])', 5],
    ['norm(qvel[0:2])', Math.sqrt(5)],
    ['dot(qvel[0:3], qvel[0:3])', 14],
    ['mean(qvel)', 4.5],
    ['deg(joint(hinge).qpos)', (0.3 * 180) / Math.PI],
    ['body(ball).xpos.z', 0.2],
    ['body("left/arm").xpos[2]', 1.5],
    ['body(left/arm).xpos.z', 1.5],
    ['sensor(angle)', 0.3],
    ['sensor(1).z', 0.2],
    ['ncon', 0],
  ])('%s', (text, expected) => {
    expect(evaluate(text).values[0]).toBeCloseTo(expected, 12);
  });

  test('vectors are combined element by element, and numbers with each of them', () => {
    expect(evaluate('2 * body(ball).xpos - body(ball).xpos + 1').values).toEqual([2, 1, 1.2]);
    expect(evaluate('1 - qvel[0:3]').values).toEqual([0, -1, -2]);
  });

  test.each([
    ['qpos[0', "']' is missing at 7"],
    ['nothing', "there is no 'nothing'"],
    ['constructor', "there is no 'constructor'"],
    ['efc_force', "there is no 'efc_force'"],
    ['body(ball)', 'what of body(ball) is meant?'],
    ['body(nobody).xpos', "no body 'nobody'"],
    ['body(ball).mass', "a body has no 'mass'"],
    ['qpos[99]', '[99] is outside of 9 values'],
    ['qpos + qvel', '9 and 8 values cannot be combined'],
    ['frobnicate(1)', "there is no function 'frobnicate'"],
    ['sin(1, 2)', 'sin takes 1 value, not 2'],
    ['1 +', 'a value is missing at 4'],
    ['1 § 2', "'§' at"],
    ['qpos.q', "'.q' is not a part of it"],
  ])('%s is refused by an error that says why', (text, message) => {
    expect(() => evaluate(text)).toThrow(message);
  });

  test('what is too deep or too long is refused', () => {
    expect(() => evaluate(`${'('.repeat(100)}1`)).toThrow('nested too deeply');
    expect(() => evaluate(`${'-'.repeat(100)}1`)).toThrow('nested too deeply');
    expect(() => evaluate(`1${' + 1'.repeat(600)}`)).toThrow('at most 2000 characters');
  });

  test('units and labels', () => {
    expect(evaluate('joint(hinge).qvel, joint(rail).qvel').units).toEqual(['rad/s', 'm/s']);
    expect(evaluate('qfrc_bias[0], qfrc_bias[7]').units).toEqual(['N·m', 'N']);
    expect(evaluate('sensor(place)')).toMatchObject({ labels: ['x', 'y', 'z'], units: ['m', 'm', 'm'] });
    expect(evaluate('height = body(ball).xpos.z, sum(energy)')).toMatchObject({
      labels: ['height', 'sum(energy)'],
      units: ['m', 'J'],
    });
    expect(evaluate('actuator(push).force').units).toEqual(['N·m']);
    expect(evaluate('qpos[0] + qpos[8]').units).toEqual(['']); // an angle and a length
  });

  test('everything that is offered can be evaluated', () => {
    for (const { text } of presetsOf(model)) expect(evaluate(text).values.every(Number.isFinite), text).toBe(true);
  });
});

describe('samples of a run', () => {
  const texts = ['energy[0], energy[1]', 'joint(hinge).qpos', 'contact_normal', 'ncon'];

  /** A run of `steps` steps, and what is known of each of them from a Data that was put into its state. */
  function run(steps: number): { history: History; data: Data; expected: number[][] } {
    const data = makeData(model);
    const history = new History(model);
    history.record(model, data);
    for (let k = 0; k < steps; k++) {
      step(model, data);
      history.record(model, data);
    }
    const probe = makeData(model);
    const expected = Array.from({ length: history.count }, (_, k) => {
      history.read(model, probe, k);
      forward(model, probe);
      return texts.flatMap((text) => evaluate(text, probe).values);
    });
    return { history, data, expected };
  }

  test('every step has its value, to the bit that of a Data in its state; also of steps before it was asked', () => {
    const { history, expected } = run(700);
    const sampler = new Sampler(model, history);
    sampler.ask(texts);
    const samples = new Samples(5);
    for (let found = sampler.sample(1); found !== undefined; found = sampler.sample(1))
      samples.add(found.rows, found.first, found.count);
    const { times, steps, values } = samples.curves();
    expect(times.length).toBe(701);
    expect([...steps]).toEqual(Array.from({ length: 701 }, (_, k) => k));
    expect(times[500]).toBeCloseTo(1, 12);
    for (const [k, row] of expected.entries())
      expect(
        values.map((list) => list[k]),
        `step ${k}`,
      ).toEqual(row);
    expect(Math.max(...(values[4] ?? []))).toBeGreaterThan(0); // the ball has reached the floor
  });

  test('the state at a time is the last one up to it', () => {
    const { history } = run(50); // 2 ms each
    expect([-1, 0, 0.0019, 0.002, 0.05, 0.1, 7].map((t) => history.indexAt(t))).toEqual([0, 0, 0, 1, 25, 50, 50]);
  });

  test('steps that are made anew have new values', () => {
    const { history, data } = run(50);
    const sampler = new Sampler(model, history);
    sampler.ask(['joint(hinge).qvel']);
    const samples = new Samples(1);
    const take = (): void => {
      for (let found = sampler.sample(5); found !== undefined; found = sampler.sample(5))
        samples.add(found.rows, found.first, found.count);
    };
    take();
    history.restore(model, data, 20);
    data.qvel[0] = 9;
    for (let k = 0; k < 3; k++) {
      step(model, data);
      history.record(model, data);
      sampler.changed();
    }
    take();
    expect(samples.count).toBe(24);
    expect(samples.at(23, 0)).toBe(data.qvel[0]);
    expect(samples.at(24, 0)).toBeUndefined();
    expect(samples.curves().times.length).toBe(24);
  });

  test('a history that forgets leaves the latest steps', () => {
    const samples = new Samples(1);
    for (let first = 0; first < 5000; first += 100) {
      const rows = Float64Array.from(
        Array.from({ length: 100 }, (_, k) => [first + k, (first + k) / 10, first + k]).flat(),
      );
      samples.add(rows, Math.max(0, first - 900), Math.min(1000, first + 100));
    }
    const { steps, values } = samples.curves();
    expect([steps[0], steps.at(-1), steps.length]).toEqual([4000, 4999, 1000]);
    expect([...(values[0] ?? [])]).toEqual([...steps]);
  });

  test('the nearest sample and the value between two', () => {
    const times = [0, 1, 2, 4];
    expect([-1, 0.4, 0.6, 3.5, 9].map((t) => nearest(times, t))).toEqual([0, 0, 1, 3, 3]);
    expect(nearest([], 1)).toBe(-1);
    expect(valueAt(times, [0, 10, 20, 40], 3)).toBe(30);
    expect(valueAt(times, [0, 10, 20, 40], 4)).toBe(40);
    expect(valueAt(times, [0, 10, 20, 40], 4.1)).toBeUndefined();
  });

  test('tables have a row for each step, with all digits', () => {
    const curves = {
      times: Float64Array.of(0, 0.1),
      steps: Float64Array.of(0, 1),
      values: [Float64Array.of(1 / 3, 2)],
    };
    expect(toCsv(['a, "b" [m]'], curves)).toBe('time [s],"a, ""b"" [m]"\n0,0.3333333333333333\n0.1,2\n');
    expect(toCsv(['a'], curves, curves).split('\n')[3]).toBe('0,0.3333333333333333,reference');
  });
});

test('a state becomes a keyframe, which is read as that state', () => {
  const data = posed();
  data.time = 1.5;
  const key = keyElement(data, 'here');
  const text = '<mujoco><worldbody/></mujoco>';
  const once = withKeyframe(text, key) ?? '';
  const twice = withKeyframe(once, key.replace('here', 'there')) ?? '';
  expect(twice.match(/<keyframe>/g)).toHaveLength(1);
  expect(twice.match(/<key /g)).toHaveLength(2);
  expect(withKeyframe('<robot/>', key)).toBeUndefined();
  const values = (name: string): number[] =>
    new RegExp(` ${name}="([^"]*)"`).exec(key)?.[1]?.split(' ').map(Number) ?? [];
  expect(values('time')).toEqual([1.5]);
  expect(values('qpos')).toEqual([...data.qpos]);
  expect(values('qvel')).toEqual([...data.qvel]);
});
