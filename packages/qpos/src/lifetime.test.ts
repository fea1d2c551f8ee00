import { describe, expect, test } from 'vitest';
import { failureOf } from './failure.testing.ts';
import {
  ArgumentError,
  CallbackError,
  type Callbacks,
  cloneData,
  copyData,
  type Data,
  definePlugin,
  enums,
  loadModel,
  type Model,
  makeData,
  resetData,
  saveModel,
  step,
} from './index.ts';

const xml = `
<mujoco model="busy">
  <extension><plugin plugin="test.nosy"/></extension>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="box" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="0 2 1"><joint name="j" damping="1"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body>
  </worldbody>
  <actuator><general name="a" joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/>
    <plugin joint="j" plugin="test.nosy"/></actuator>
  <sensor><user dim="1" needstage="vel"/></sensor>
</mujoco>`;

type Hook = 'init' | 'reset' | 'activation' | 'actuator' | 'passive' | 'advance';

/** A model whose plugin runs `act` in one of its hooks. */
function busyModel(hook: Hook | undefined, act: (data: Data | undefined) => void): Model {
  const run = (wanted: Hook) => (_model: Model, data: Data) => {
    if (hook === wanted) act(data);
  };
  const nosy = definePlugin({
    name: 'test.nosy',
    init: run('init'),
    reset: () => {
      if (hook === 'reset') act(undefined);
    },
    activation: run('activation'),
    actuator: run('actuator'),
    passive: run('passive'),
    advance: run('advance'),
  });
  return loadModel(xml, { plugins: [nosy] });
}

/** What an error and those behind it are called. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let e = error; e instanceof Error; e = e.cause) codes.push((e as { code?: string }).code ?? e.name);
  return codes;
}

const callbacks: readonly (keyof Callbacks)[] = [
  'control',
  'passive',
  'sensor',
  'actDyn',
  'actGain',
  'actBias',
  'contactFilter',
];

describe('a Data in use by a step', () => {
  test.each(callbacks)('is not disposed of in the callback %s, nor is its model', (name) => {
    const model = busyModel(undefined, () => {});
    const data = makeData(model);
    const neighbour = makeData(model);
    const before = neighbour.block.bytes.slice();
    for (const victim of [data, model]) {
      model.callbacks = {
        [name]: () => {
          victim[Symbol.dispose]();
          return 0;
        },
      };
      const error = failureOf(() => step(model, data));
      expect(error).toBeInstanceOf(CallbackError);
      expect(codesOf(error)).toEqual(['callback', 'in-use']);
    }
    model.callbacks = {};
    expect(neighbour.block.bytes).toEqual(before);
    step(model, data);
    data[Symbol.dispose]();
    expect(() => data.qpos).toThrow('disposed');
  });

  test.each(['activation', 'actuator', 'passive', 'advance'] as const)('nor in the plugin hook %s', (hook) => {
    const model = busyModel(hook, (data) => data?.[Symbol.dispose]());
    const data = makeData(model);
    expect(codesOf(failureOf(() => step(model, data)))).toEqual(['plugin', 'in-use']);
    data[Symbol.dispose]();
  });

  test('nor while it is made or reset', () => {
    const atInit = busyModel('init', (data) => data?.[Symbol.dispose]());
    expect(codesOf(failureOf(() => makeData(atInit)))).toEqual(['plugin', 'in-use']);
    let data: Data | undefined;
    const atReset = busyModel('reset', () => data?.[Symbol.dispose]());
    data = makeData(atReset);
    expect(codesOf(failureOf(() => resetData(atReset, data as Data)))).toEqual(['plugin', 'in-use']);
  });

  test('nor by the handler of its warnings', () => {
    const model = busyModel(undefined, () => {});
    const data = makeData(model);
    data.qvel[0] = Number.NaN;
    data.onWarning = () => data[Symbol.dispose]();
    expect(codesOf(failureOf(() => step(model, data)))).toEqual(['in-use']);
    data.onWarning = () => {
      throw new Error('mine');
    };
    data.qvel[0] = Number.NaN;
    const error = failureOf(() => step(model, data));
    expect(error).toBeInstanceOf(CallbackError);
    expect((error as CallbackError).callback).toBe('onWarning');
    expect((error as CallbackError).stage).toBe('velocity');
    expect(data.warning.number[enums.Warning.BADQVEL]).toBe(2);
  });

  test('is not moved in a callback either', () => {
    const model = busyModel(undefined, () => {});
    const data = makeData(model);
    const full = cloneData(data);
    model.callbacks = { control: () => void copyData(data, full) };
    expect(codesOf(failureOf(() => step(model, data)))).toEqual(['callback', 'in-use']);
    model.callbacks = {};
    expect(copyData(data, full)).toBe(data);
  });

  test('others may be made and disposed of there', () => {
    const model = busyModel(undefined, () => {});
    const [plain, busy] = [makeData(model), makeData(model)];
    step(model, plain, 50);
    model.callbacks = {
      control: () => {
        using short = makeData(model);
        expect(short.time).toBe(0);
      },
    };
    step(model, busy, 50);
    expect(busy.qpos).toEqual(plain.qpos);
  });
});

test('a Data that cannot be made leaves nothing behind', () => {
  const { heap } = loadModel('<mujoco/>').backend;
  if (heap === undefined) return;
  const model = busyModel('init', () => {
    throw new Error('no');
  });
  const failing = failureOf(() => makeData(model));
  expect(failing).toBeInstanceOf(CallbackError);
  const top = heap.allocate(16);
  heap.free(top);
  for (let k = 0; k < 50; k++) expect(() => makeData(model)).toThrow(CallbackError);
  const again = heap.allocate(16);
  heap.free(again);
  expect(again).toBe(top);
  expect(saveModel(model).length).toBeGreaterThan(0);
});

describe('what the engine counts', () => {
  const model = loadModel('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
  const data = makeData(model);
  test.each(['ncon', 'nefc', 'ne', 'nf', 'nl', 'nJ', 'nisland', 'nidof', 'flg_rnepost'])('%s is read-only', (name) => {
    const fields = data as unknown as Record<string, unknown>;
    const error = failureOf(() => {
      fields[name] = 5;
    });
    expect(error).toBeInstanceOf(ArgumentError);
    expect((error as ArgumentError).code).toBe('read-only');
    expect(fields[name]).toBe(0);
  });
  test('sizes and arrays cannot be assigned', () => {
    for (const set of [
      () => Object.assign(model, { nq: 5 }),
      () => Object.assign(data, { qpos: [1] }),
      () => Object.assign(model, { body_mass: 5 }),
    ])
      expect(codesOf(failureOf(set))).toEqual(['read-only']);
  });
});
