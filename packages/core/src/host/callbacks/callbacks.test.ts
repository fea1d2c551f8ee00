import { loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  CallbackError,
  type Callbacks,
  type Data,
  enums,
  forward,
  getState,
  inverse,
  inverseSkip,
  type Model,
  stateSize,
  step,
  step1,
  step2,
} from '../../index.ts';

const xml = (
  integrator: string,
) => `<mujoco><option integrator="${integrator}"/><worldbody><geom type="plane" size="1 1 .1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 .5"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/><motor joint="j" delay=".004" nsample="3"/></actuator>
  <sensor><user dim="1" needstage="pos"/><user dim="1" needstage="vel"/><user dim="1" needstage="acc"/><jointpos joint="j" nsample="3"/></sensor></mujoco>`;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

function load(integrator = 'Euler'): { model: Model; data: Data } {
  const { model, data } = makeTwin(oracle, xml(integrator));
  return { model, data };
}

const state = (model: Model, data: Data): number[] => {
  const numbers = new Float64Array(stateSize(model, enums.StateBit.INTEGRATION));
  getState(model, data, numbers, enums.StateBit.INTEGRATION);
  return [...numbers];
};

/** Callbacks that work, but the one that counts down to zero throws. */
function failing(name: keyof Callbacks, after: number): Callbacks {
  let left = after;
  const run = <T>(who: keyof Callbacks, result: T): T => {
    if (who === name && left-- === 0) throw new Error('no more');
    return result;
  };
  return {
    control: (_m, d) => {
      d.ctrl[0] = 0.5 + d.time;
      d.ctrl[1] = 1;
      run('control', 0);
    },
    passive: (_m, d) => {
      d.qfrc_passive[6] -= 0.1;
      run('passive', 0);
    },
    sensor: () => run('sensor', undefined),
    actDyn: (_m, d) => run('actDyn', d.ctrl[0] as number),
    actGain: () => run('actGain', 2),
    actBias: () => run('actBias', 0.1),
    contactFilter: () => run('contactFilter', false),
  };
}

const stages: readonly (readonly [keyof Callbacks, string])[] = [
  ['control', 'actuation'],
  ['passive', 'velocity'],
  ['sensor', 'position'],
  ['actDyn', 'actuation'],
  ['actGain', 'actuation'],
  ['actBias', 'actuation'],
  ['contactFilter', 'position'],
];

function caught(run: () => void): CallbackError {
  try {
    run();
  } catch (error) {
    return error as CallbackError;
  }
  throw new Error('nothing was thrown');
}

describe.each(['Euler', 'RK4'])('callbacks, %s', (integrator) => {
  test.each(stages)('a %s callback that throws names its stage and leaves the state as it was', (name, stage) => {
    const { model, data } = load(integrator);
    model.callbacks = failing('control', -1);
    step(model, data, 5);
    const before = state(model, data);
    model.callbacks = failing(name, 0);
    const error = caught(() => step(model, data));
    expect(error).toBeInstanceOf(CallbackError);
    expect(error).toMatchObject({ code: 'callback', callback: name, stage, cause: new Error('no more') });
    expect(state(model, data)).toEqual(before);

    // and it can go on as if nothing had happened
    model.callbacks = failing('control', -1);
    step(model, data, 3);
    const { model: model2, data: data2 } = load(integrator);
    model2.callbacks = failing('control', -1);
    step(model2, data2, 8);
    expect(state(model, data)).toEqual(state(model2, data2));
  });

  test('of many steps, those before the failure count', () => {
    const { model, data } = load(integrator);
    const evaluations = integrator === 'RK4' ? 4 : 1;
    model.callbacks = failing('passive', 3 * evaluations + evaluations - 1);
    expect(caught(() => step(model, data, 10)).stage).toBe('velocity');
    expect(data.time).toBeCloseTo(3 * model.opt.timestep, 12);
  });
});

describe('callbacks', () => {
  test('forward and the halves of a step are undone too', () => {
    const { model, data } = load();
    const before = state(model, data);
    for (const run of [() => forward(model, data), () => step1(model, data)]) {
      model.callbacks = failing('control', 0);
      expect(caught(run).callback).toBe('control');
      expect(state(model, data)).toEqual(before);
    }
    model.callbacks = failing('actGain', 0);
    step1(model, data);
    const middle = state(model, data);
    expect(caught(() => step2(model, data)).callback).toBe('actGain');
    expect(state(model, data)).toEqual(middle);
  });

  test('inverse dynamics is undone too, with the acceleration that it was asked about', () => {
    const { model, data } = load();
    model.callbacks = failing('control', -1);
    step(model, data, 5);
    forward(model, data);
    model.opt.enableflags |= enums.EnableBit.INVDISCRETE;
    const before = [...state(model, data), ...data.qacc];
    let sensed = 0;
    const last: Callbacks = {
      passive: (_m, d) => {
        d.ctrl[0] += 1;
        d.qpos[7] += 0.1;
      },
      sensor: () => {
        if (++sensed === 3) throw new Error('no more');
      },
    };
    for (const run of [() => inverse(model, data), () => inverseSkip(model, data, enums.Stage.NONE)]) {
      sensed = 0;
      model.callbacks = last;
      expect(caught(run)).toMatchObject({ callback: 'sensor', stage: 'acceleration' });
      expect([...state(model, data), ...data.qacc]).toEqual(before);
    }
  });

  test.each([
    [1, 'position'],
    [2, 'velocity'],
    [3, 'acceleration'],
  ])('a sensor callback fails in the stage it was called for, %i', (wanted, stage) => {
    const { model, data } = load();
    model.callbacks = {
      sensor(_m, _d, at) {
        if (at === wanted) throw new TypeError('sensor');
      },
    };
    expect(caught(() => step(model, data))).toMatchObject({ callback: 'sensor', stage });
  });

  test('what is thrown need not be an Error', () => {
    const { model, data } = load();
    model.callbacks = {
      control() {
        throw 'plain text';
      },
    };
    expect(caught(() => step(model, data)).message).toContain('plain text');
  });

  test('a contact filter that says yes drops the contact', () => {
    const { model, data } = load();
    forward(model, data);
    expect(data.ncon).toBeGreaterThan(0);
    model.callbacks = { contactFilter: () => true };
    forward(model, data);
    expect(data.ncon).toBe(0);
  });
});
