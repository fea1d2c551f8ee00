import { afterEach, describe, expect, test } from 'vitest';
import { failureOf } from './failure.testing.ts';
import {
  ArgumentError,
  BackendError,
  type Data,
  EngineError,
  FieldError,
  forward,
  loadModel,
  type Model,
  makeData,
  mulJacVec,
  resetDataDebug,
  setChecks,
  setMemoryLimit,
  step,
  step2,
} from './index.ts';

const xml = `
<mujoco model="arm and boxes">
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 0 .31"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 2 1"><joint name="j" damping="1" range="-1 1" limited="true"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/>
      <body pos=".5 0 0"><joint name="k"/><geom size=".1"/><site name="s"/></body></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="j" coef="1"/><joint joint="k" coef="-1"/></fixed></tendon>
  <actuator><motor joint="j"/><position tendon="t" kp="2"/></actuator>
  <sensor><gyro site="s"/><actuatorfrc actuator="motor"/></sensor>
</mujoco>`.replace('<motor joint="j"/>', '<motor name="motor" joint="j"/>');

const FAR = 2e8;

function scene(): { model: Model; data: Data } {
  const model = loadModel(xml);
  const data = makeData(model);
  step(model, data, 20);
  return { model, data };
}

/** Positions after a run that nothing has disturbed. */
function reference(): number[] {
  const { model, data } = scene();
  step(model, data, 50);
  return [...data.qpos, ...data.sensordata];
}
const expected = reference();

afterEach(() => {
  setChecks(false);
  setMemoryLimit(2 ** 31);
});

describe('a trap', () => {
  // indices whose addresses lie beyond the memory in use, and below 4 GiB, where they would start over
  test.each<[stage: string, field: keyof Model & string, index: number]>([
    ['kinematics', 'jnt_qposadr', FAR],
    ['crb', 'M_rowadr', FAR],
    ['transmission', 'actuator_trnid', FAR],
    ['objectVelocity', 'sensor_objid', 5e8],
  ])('in %s is an EngineError, and the engine goes on', (stage, field, index) => {
    const { model, data } = scene();
    (model[field] as Int32Array).fill(index);
    const error = failureOf(() => step(model, data));
    expect(error).toBeInstanceOf(EngineError);
    const { code, stage: where, model: name, hint, cause } = error as EngineError;
    expect({ code, where, name }).toEqual({ code: 'trap', where: stage, name: 'arm and boxes' });
    expect(hint).toContain('setChecks');
    expect(cause).toBeInstanceOf(Error);
    expect(reference()).toEqual(expected);
  });
});

test('a callback that steps its own Data for ever overflows the stack, with a type', () => {
  const { model, data } = scene();
  model.callbacks = { control: (m, d) => forward(m, d) };
  let error = failureOf(() => step(model, data));
  const codes: string[] = [];
  for (; error instanceof Error; error = error.cause) codes.push((error as EngineError).code ?? error.name);
  expect(codes[0]).toBe('callback');
  expect(codes.join(' ')).toMatch(/RangeError|stack-overflow/); // the engine's own, where handling it overflows once more
  model.callbacks = {};
  expect(reference()).toEqual(expected);
});

describe('setChecks', () => {
  test('lets a sound model pass, with the same results, also after resetDataDebug', () => {
    setChecks(true);
    expect(reference()).toEqual(expected);
    const { model, data } = scene();
    resetDataDebug(model, data, 0x11);
    step(model, data);
    expect(data.time).toBe(model.opt.timestep);
  });

  test.each<[field: string, spoil: (data: Data) => void]>([
    ['contact_geom', (data) => data.contact.geom.fill(FAR)],
    ['contact_efc_address', (data) => data.contact.efc_address.fill(-5)],
    ['efc_J_colind', (data) => data.efc_J_colind.fill(-1)],
    ['efc_J_rowadr', (data) => data.efc_J_rowadr.fill(FAR)],
    ['efc_J_rownnz', (data) => data.efc_J_rownnz.fill(FAR)],
    ['efc_id', (data) => data.efc_id.fill(FAR)],
    ['efc_type', (data) => data.efc_type.fill(99)],
    ['moment_colind', (data) => data.moment_colind.fill(FAR)],
    ['tree_asleep', (data) => data.tree_asleep.fill(FAR)],
  ])('finds a wrong %s before a stage uses it', (field, spoil) => {
    const { model, data } = scene();
    model.opt.jacobian = 1; // sparse
    forward(model, data);
    spoil(data);
    setChecks(true);
    for (const use of [
      () => step2(model, data),
      () => mulJacVec(model, data, new Float64Array(data.nefc), data.qvel),
    ]) {
      const error = failureOf(use);
      expect(error).toBeInstanceOf(FieldError);
      expect(error).toMatchObject({ code: 'out-of-range', field });
    }
  });

  test.each(['jnt_qposadr', 'geom_bodyid', 'body_parentid', 'M_colind', 'actuator_trnid', 'sensor_objid'] as const)(
    'finds a wrong %s of the model',
    (field) => {
      const { model, data } = scene();
      model[field][0] = FAR;
      setChecks(true);
      expect(failureOf(() => step(model, data))).toMatchObject({ name: 'FieldError', field });
    },
  );

  test('looks again after a callback', () => {
    const { model, data } = scene();
    setChecks(true);
    model.callbacks = { control: (_, d) => void d.efc_type.fill(99) };
    expect(failureOf(() => step(model, data))).toMatchObject({
      code: 'callback',
      cause: { code: 'out-of-range', field: 'efc_type' },
    });
  });

  test.each([undefined, null, 1, 'true'])('takes no %s', (on) => {
    expect(() => setChecks(on as never)).toThrow(ArgumentError);
  });
});

describe('memory', () => {
  test('a loop that drops Data ends with an error that says what to do', () => {
    const model = loadModel(xml);
    setMemoryLimit(2 ** 26);
    const error = failureOf(() => {
      for (let k = 0; k < 20_000; k++) step(model, makeData(model));
    });
    expect(error).toBeInstanceOf(BackendError);
    const { code, hint } = error as BackendError;
    expect(code).toBe('out-of-memory');
    for (const way of ['resetData', 'using', 'setMemoryLimit']) expect(hint).toContain(way);
  });

  test('the same loop with `using` runs to its end', () => {
    const model = loadModel(xml);
    setMemoryLimit(model.backend.heap?.memory.buffer.byteLength ?? 0);
    for (let k = 0; k < 2000; k++) {
      using data = makeData(model);
      step(model, data);
    }
  });

  test('what was collected is reclaimed before the memory grows', async () => {
    const model = loadModel(xml);
    const { heap } = model.backend;
    if (heap === undefined || globalThis.gc === undefined) throw new Error('needs --expose-gc');
    // made in a task of its own, which keeps what it has made until it ends
    setTimeout(() => {
      for (let k = 0; k < 200; k++) makeData(model);
    });
    await new Promise((done) => setTimeout(done, 50));
    let freed = 0;
    const { free } = heap;
    heap.free = (address) => {
      freed++;
      free.call(heap, address);
    };
    globalThis.gc();
    heap.reclaim();
    Reflect.deleteProperty(heap, 'free');
    expect(freed).toBeGreaterThan(199);
  });

  test.each([undefined, Number.NaN, -1, 2 ** 33, '1'])('a limit of %s is refused', (bytes) => {
    expect(() => setMemoryLimit(bytes as never)).toThrow(ArgumentError);
  });
});
