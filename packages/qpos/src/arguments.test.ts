import { describe, expect, test } from 'vitest';
import './js.ts';
import {
  ArgumentError,
  castRay,
  cloneModel,
  compile,
  constraintUpdate,
  contactForce,
  type Data,
  definePlugin,
  enums,
  forward,
  fullM,
  getState,
  inverse,
  jacBody,
  loadModel,
  type Model,
  makeData,
  makeModel,
  mulJacTVec,
  mulJacVec,
  nameToId,
  openArchive,
  QposError,
  resetData,
  resetDataKeyframe,
  restoreModel,
  saveModel,
  setBackend,
  setState,
  step,
  writeMjcf,
} from './index.ts';

const FALL = 10;
const boxes = (count: number): string =>
  `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${Array.from(
    { length: count },
    (_, k) => `<body pos="0 0 ${0.1 + k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  ).join('')}</worldbody><keyframe><key/></keyframe></mujoco>`;

function scene(count = 1): { model: Model; data: Data } {
  const model = loadModel(boxes(count));
  const data = makeData(model);
  step(model, data, FALL);
  return { model, data };
}

describe('what is not of its type is an ArgumentError', () => {
  const { model, data } = scene();
  const bits = enums.StateBit.QPOS;
  test.each<[string, () => unknown]>([
    ['makeData', () => makeData({} as never)],
    ['makeModel', () => makeModel({ foo: 5 } as never)],
    ['saveModel', () => saveModel({} as never)],
    ['restoreModel', () => restoreModel('bytes' as never)],
    ['setState', () => setState(model, data, null as never, bits)],
    ['getState', () => getState(model, data, {} as never, bits)],
    ['loadModel, files', () => loadModel(boxes(1), { files: null as never })],
    ['loadModel, options', () => loadModel(boxes(1), 5 as never)],
    ['compile', () => compile({} as never)],
    ['writeMjcf', () => writeMjcf(5 as never)],
    ['openArchive', () => openArchive(5 as never)],
    ['definePlugin', () => definePlugin(undefined as never)],
    ['nameToId', () => nameToId(model, 'bodies', 'a')],
    ['callbacks', () => Object.assign(model, { callbacks: 5 })],
    ['callbacks that are no functions', () => Object.assign(model, { callbacks: { control: 5 } })],
    ['plugins', () => Object.assign(model, { plugins: 5 })],
    ['a plugin that is none', () => Object.assign(model, { plugins: [5] })],
    ['opt', () => Object.assign(model, { opt: 5 })],
    ['contact', () => Object.assign(data, { contact: 5 })],
    ['setTexturePainter', () => model.setTexturePainter(5 as never)],
    ['body', () => model.body({} as never)],
    ['body of Data', () => data.body(undefined as never)],
  ])('%s', (_, call) => {
    expect(call).toThrow(ArgumentError);
    expect(call).toThrow(QposError);
  });
});

test('an empty model has a Data', () => {
  const data = makeData(makeModel({ nbody: 2 }));
  expect(data.xpos.length).toBe(6);
});

describe('a Data of another model', () => {
  const { model, data } = scene();
  const other = scene(20);
  const state = new Float64Array(1000);

  test.each<[string, () => void]>([
    ['step', () => step(other.model, data)],
    ['forward', () => forward(other.model, data)],
    ['inverse', () => inverse(other.model, data)],
    ['jacBody', () => jacBody(other.model, data, new Float64Array(3 * other.model.nv), null, 20)],
    ['resetData', () => resetData(other.model, data)],
    ['resetDataKeyframe', () => resetDataKeyframe(other.model, data, 0)],
    ['getState', () => getState(other.model, data, state, enums.StateBit.FULLPHYSICS)],
    ['setState', () => setState(other.model, data, state, enums.StateBit.FULLPHYSICS)],
  ])('is refused by %s', (_, use) => {
    const before = data.qpos.slice();
    expect(use).toThrow(ArgumentError);
    expect(use).toThrow('another model');
    expect(data.qpos).toEqual(before);
  });

  test('serves a clone of its model', () => {
    const clone = cloneModel(model);
    clone.body_mass[1] = 3;
    expect(() => step(clone, data)).not.toThrow();
  });

  test('is refused if it lives in another back end', () => {
    const here = model.backendName;
    setBackend(here === 'wasm' ? 'js' : 'wasm');
    const there = scene();
    setBackend(here);
    expect(() => step(model, there.data)).toThrow('another model');
    expect(() => step(there.model, data)).toThrow('another model');
  });
});

test('what was disposed of refuses every use, and may be disposed of again', () => {
  const { model, data } = scene();
  const { contact } = data;
  data[Symbol.dispose]();
  for (const use of [
    () => step(model, data),
    () => data.qpos,
    () => data.time,
    () => {
      data.time = 1;
    },
    () => contact.dist,
    () => resetData(model, data),
  ])
    expect(use).toThrow('disposed');
  model[Symbol.dispose]();
  for (const use of [() => makeData(model), () => model.nq, () => model.body(1), () => cloneModel(model)])
    expect(use).toThrow('disposed');
  expect(() => data[Symbol.dispose]()).not.toThrow();
});

describe('arguments', () => {
  const { model, data } = scene();

  test('a back end that does not exist', () => {
    expect(() => setBackend('wsam' as never)).toThrow("no back end 'wsam'");
    expect(scene().model.backendName).toBe(model.backendName);
  });
  test('a callback that does not exist', () => {
    const before = model.callbacks;
    expect(() => {
      model.callbacks = { controller() {} } as never;
    }).toThrow("no callback 'controller': it is one of control, passive");
    expect(model.callbacks).toBe(before);
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 32 + 1])('step refuses to take %d steps', (n) => {
    const { time } = data;
    expect(() => step(model, data, n)).toThrow(ArgumentError);
    expect(data.time).toBe(time);
  });
  test.each<[string, () => void]>([
    ['swapped', () => step(data as never, model as never)],
    ['without a Data', () => step(model, undefined as never)],
    ['without both', () => forward(undefined as never, undefined as never)],
  ])('model and data, %s', (_, call) => {
    expect(call).toThrow(ArgumentError);
    expect(call).toThrow('a Model and its Data');
  });
  test('no steps are none', () => {
    const { time } = data;
    step(model, data, 0);
    expect(data.time).toBe(time);
  });
  test.each([-1, 0.5, 1000])('there is no contact %d', (contact) => {
    expect(() => contactForce(model, data, contact, new Float64Array(6))).toThrow('contact');
  });

  const short = new Float64Array(2);
  test.each<[string, () => void]>([
    ['mulJacVec', () => mulJacVec(model, data, new Float64Array(data.nefc), short)],
    ['mulJacVec, its result', () => mulJacVec(model, data, short, data.qvel)],
    ['mulJacTVec', () => mulJacTVec(model, data, new Float64Array(model.nv), short)],
    ['mulJacTVec, its result', () => mulJacTVec(model, data, short, data.efc_force)],
    ['constraintUpdate', () => constraintUpdate(model, data, short)],
    ['castRay', () => castRay(model, data, new Float64Array(3), short)],
  ])('%s refuses an array that is too short', (_, call) => {
    expect(call).toThrow('has 2 numbers');
  });
  test('points and directions may be plain arrays', () => {
    expect(castRay(model, data, [0, 0, 5], [0, 0, -1]).distance).toBeGreaterThan(0);
  });
  test('longer arrays are read as far as needed', () => {
    const long = new Float64Array(1000).fill(1);
    const res = new Float64Array(data.nefc);
    const expected = new Float64Array(data.nefc);
    mulJacVec(model, data, expected, new Float64Array(model.nv).fill(1));
    mulJacVec(model, data, res, long);
    expect(res).toEqual(expected);
  });

  test('results need arrays of double precision', () => {
    const single = new Float32Array(model.nv ** 2) as unknown as Float64Array;
    expect(() => fullM(model, data, single)).toThrow(ArgumentError);
    expect(() => fullM(model, data, Array.from(single) as unknown as Float64Array)).toThrow(ArgumentError);
  });

  test('what was given beside a refused array is not written to later', () => {
    const jacp = new Float64Array(3 * model.nv);
    const jacr = new Float32Array(3 * model.nv) as unknown as Float64Array;
    expect(() => jacBody(model, data, jacp, jacr, 1)).toThrow(ArgumentError);
    jacp.fill(9);
    fullM(model, data, new Float64Array(model.nv ** 2));
    expect(new Set(jacp)).toEqual(new Set([9]));
  });
});
