import { loadOracle, loadOracleXml, modelFromOracle } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import {
  ArgumentError,
  BinaryError,
  backendName,
  cloneData,
  cloneModel,
  copyData,
  type Model,
  makeData,
  makeModel,
  resetDataKeyframe,
  restoreModel,
  saveModel,
  setKeyframe,
} from '../../index.ts';

const xml = `<mujoco><option timestep=".003"/><worldbody>
  <body name="torso" pos="1 2 3"><freejoint name="root"/><geom name="__proto__" mass="2" size=".1"/>
    <body name="shin"><joint name="knee" axis="0 1 0"/><geom size=".1" mass="1"/><site name="imu"/></body></body></worldbody>
  <actuator><motor name="m" joint="knee"/></actuator>
  <sensor><gyro name="gyro" site="imu"/></sensor>
  <keyframe><key name="home" qpos="0 0 1 1 0 0 0 .5" ctrl=".2" time="4"/></keyframe></mujoco>`;

async function example() {
  const oracle = await loadOracle();
  return modelFromOracle(loadOracleXml(oracle, xml).model);
}

describe('named access', () => {
  test('fields without their prefix, as numbers and as views', async () => {
    const model = await example();
    const data = makeData(model);
    expect(model.body('torso').mass).toBe(2);
    expect([...model.body('torso').pos]).toEqual([1, 2, 3]);
    model.body('torso').mass = 5;
    expect(model.body_mass[1]).toBe(5);
    expect(data.joint('root').qpos.length).toBe(7);
    data.joint('knee').qpos[0] = 0.7;
    expect(data.qpos[7]).toBe(0.7);
    expect(data.sensor('gyro').data.length).toBe(3);
    expect(data.actuator('m').ctrl).toBe(0);
    expect(model.joint(1).name).toBe('knee');
  });

  test('names of the prototype chain are names like others', async () => {
    const model = await example();
    expect(model.geom('__proto__').id).toBe(0);
    expect(() => model.geom('constructor')).toThrow(/no geom 'constructor'.*__proto__/);
    expect(() => model.body(99)).toThrow(ArgumentError);
  });
});

test('every scalar of Model and Data is one that MuJoCo has, but for the extensions', async () => {
  const { model: theirModel, data: theirData } = loadOracleXml(await loadOracle(), xml);
  const model = modelFromOracle(theirModel);
  const scalars = (object: object): string[] => {
    const accessors = Object.getPrototypeOf(Object.getPrototypeOf(object)) as object;
    return Object.getOwnPropertyNames(accessors).filter(
      (n) => typeof (object as Record<string, unknown>)[n] === 'number',
    );
  };
  const missing = (ours: object, theirs: object): string[] => scalars(ours).filter((name) => !(name in theirs));
  expect(missing(makeData(model), theirData)).toEqual([]);
  expect(missing(model, theirModel)).toEqual([
    'frictionSmoothing',
    'regularization',
    'maxConstraintVel',
    'maxConstraintAngvel',
    'extensionFlags',
  ]);
});

describe('keyframes and copies', () => {
  test('a reset to a keyframe takes its values; setting one stores them', async () => {
    const model = await example();
    const data = makeData(model);
    resetDataKeyframe(model, data, 0);
    expect(data.time).toBe(4);
    expect(data.qpos[7]).toBe(0.5);
    expect(data.ctrl[0]).toBe(0.2);
    data.qpos[7] = 0.9;
    setKeyframe(model, data, 0);
    expect(model.key('home').qpos[7]).toBe(0.9);
    expect(() => resetDataKeyframe(model, data, 1)).toThrow(/keyframe 1 does not exist/);
  });

  test('a copy is equal and independent', async () => {
    const model = await example();
    const a = makeData(model);
    a.qpos[2] = 7;
    const b = cloneData(a);
    expect([...b.qpos]).toEqual([...a.qpos]);
    b.qpos[2] = 1;
    expect(a.qpos[2]).toBe(7);
    copyData(b, a);
    expect(b.qpos[2]).toBe(7);
  });
});

describe('saved models', () => {
  test('a round trip keeps every byte', async () => {
    const model = await example();
    const again = restoreModel(saveModel(model));
    expect(Buffer.compare(saveModel(again), saveModel(model))).toBe(0);
    expect(again.opt.timestep).toBe(0.003);
    expect(again.body('torso').mass).toBe(2);
  });

  test('damage of any kind is found before a view is made', async () => {
    const bytes = saveModel(await example());
    const damaged = (edit: (b: Uint8Array) => void): Uint8Array => {
      const copy = bytes.slice();
      edit(copy);
      return copy;
    };
    const codes: [Uint8Array, string][] = [
      [bytes.subarray(0, 10), 'truncated'],
      [bytes.subarray(0, bytes.length - 1), 'truncated'],
      [damaged((b) => b.set([0], 0)), 'not-a-model'],
      [damaged((b) => b.set([99], 4)), 'version'],
      [damaged((b) => b.set([(b[500] as number) ^ 1], 500)), 'checksum'],
    ];
    for (const [b, code] of codes) {
      try {
        restoreModel(b);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(BinaryError);
        expect((error as BinaryError).code).toBe(code);
      }
    }
  });
});

describe('pixels that are painted later', () => {
  const unpainted = (): { model: Model; painted: () => number } => {
    const model = makeModel({ nbody: 1, nnames: 1, ntex: 1, ntexdata: 6 });
    model.tex_nchannel[0] = 3;
    for (const none of [model.body_jntadr, model.body_dofadr, model.body_geomadr, model.body_bvhadr]) none[0] = -1;
    for (const none of [model.body_mocapid, model.body_treeid, model.body_plugin, model.tex_pathadr]) none[0] = -1;
    let count = 0;
    model.tex_data[5] = 9;
    model.setTexturePainter((pixels) => {
      count++;
      pixels.set([1, 2, 3]);
    });
    return { model, painted: () => count };
  };

  test('are painted once, when they are asked for', () => {
    const { model, painted } = unpainted();
    expect(model.ntexdata).toBe(6);
    expect(painted()).toBe(0);
    expect([...model.tex_data]).toEqual([1, 2, 3, 0, 0, 9]);
    model.tex_data[0] = 7;
    expect(model.tex_data[0]).toBe(7);
    expect(painted()).toBe(1);
  });

  test.each<[string, (model: Model) => Model]>([
    ['a clone', cloneModel],
    ['a saved model', (model) => restoreModel(saveModel(model))],
  ])('are part of %s', (_, copy) => {
    const { model, painted } = unpainted();
    expect([...copy(model).tex_data]).toEqual([1, 2, 3, 0, 0, 9]);
    expect(painted()).toBe(1);
    expect([...model.tex_data]).toEqual([1, 2, 3, 0, 0, 9]);
    expect(painted()).toBe(1);
  });
});

describe('memory', () => {
  test('views stay valid while the heap grows', () => {
    const small = makeModel({ nbody: 2, nq: 3, nv: 3 });
    small.body_mocapid.fill(-1);
    const data = makeData(small);
    const { qpos } = data;
    qpos[0] = 42;
    for (let k = 0; k < 20; k++) makeModel({ nhfielddata: 1_000_000 });
    expect(qpos[0]).toBe(42);
    expect(data.qpos).toBe(qpos);
  });

  test('a view keeps its memory when the Data is dropped', async () => {
    const model = makeModel({ nq: 3, nv: 3 });
    const { qpos } = makeData(model);
    qpos.fill(5);
    for (let k = 0; k < 200; k++) {
      makeData(model).qpos.fill(k);
      if (k % 50 === 0) {
        globalThis.gc?.();
        await new Promise((r) => setTimeout(r, 0));
      }
    }
    expect([...qpos]).toEqual([5, 5, 5]);
  });

  test('2,000 models with data, made and dropped, keep memory bounded', async () => {
    const start = process.memoryUsage();
    for (let k = 0; k < 2000; k++) {
      const model = makeModel({ nbody: 200, nq: 200, nv: 200 });
      model.body_mocapid.fill(-1);
      makeData(model).qpos[0] = k;
      if (k % 100 === 0) {
        globalThis.gc?.();
        await new Promise((r) => setTimeout(r, 0));
      }
    }
    const end = process.memoryUsage();
    const grown = end.rss - start.rss;
    expect(grown, `${backendName()} grew by ${grown} bytes`).toBeLessThan(600e6);
  });
});
