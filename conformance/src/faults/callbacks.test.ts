/** Functions of the user that misbehave at every place where the engine calls one. */
import {
  BackendError,
  CallbackError,
  type Callbacks,
  cloneData,
  type Data,
  definePlugin,
  enums,
  forward,
  loadModel,
  type Model,
  makeData,
  QposError,
  resetData,
  step,
} from 'qpos';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../packages/qpos/src/failure.testing.ts';
import { damage } from './reference.ts';

const XML = `
<mujoco model="called back">
  <option integrator="INTEGRATOR"/>
  <extension><plugin plugin="test.any"/></extension>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos=".15 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 2 1"><joint name="j" damping="1"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/><site name="s"/></body>
  </worldbody>
  <actuator>
    <general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/>
    <plugin joint="j" plugin="test.any"/>
  </actuator>
  <sensor><user dim="1" needstage="pos"/><user dim="1" needstage="vel"/><user dim="1" needstage="acc"/><framelinacc objtype="site" objname="s"/></sensor>
</mujoco>`;
const STEPS = 40;

/** Places where functions of the user run. */
const PLACES = [
  'control',
  'passive',
  'sensor',
  'actDyn',
  'actGain',
  'actBias',
  'contactFilter',
  'plugin activation',
  'plugin actuator',
  'plugin passive',
  'plugin sensor',
  'plugin advance',
  'onWarning',
] as const;
type Place = (typeof PLACES)[number];
type Act = (model: Model, data: Data) => void;

/** A model that runs `act` in one place, and harmless functions in all the others. */
function makeCalled(place: Place, act: Act, integrator = 'Euler'): { model: Model; data: Data } {
  const at = (here: Place) => (model: Model, data: Data) => {
    if (here === place) act(model, data);
  };
  const plugin = definePlugin({
    name: 'test.any',
    stateSize: () => 1,
    activation: at('plugin activation'),
    actuator: at('plugin actuator'),
    passive: at('plugin passive'),
    advance: at('plugin advance'),
  });
  const model = loadModel(XML.replace('INTEGRATOR', integrator), { plugins: [plugin] });
  const data = makeData(model);
  const number =
    (here: Place, value: number) =>
    (m: Model, d: Data): number => {
      at(here)(m, d);
      return value;
    };
  const callbacks: Callbacks = {
    control: at('control'),
    passive: at('passive'),
    sensor: at('sensor'),
    actDyn: number('actDyn', 0.5),
    actGain: number('actGain', 1.5),
    actBias: number('actBias', 0.25),
    contactFilter: (m, d) => {
      at('contactFilter')(m, d);
      return false;
    },
  };
  model.callbacks = callbacks;
  if (place === 'onWarning') data.onWarning = () => act(model, data);
  return { model, data };
}

/** Steps; where a warning is wanted, its cause is there in the middle. */
function run({ model, data }: { model: Model; data: Data }, place: Place): void {
  for (let k = 0; k < STEPS; k++) {
    if (place === 'onWarning' && k === STEPS / 2) data.ctrl[0] = Number.NaN;
    step(model, data);
  }
}

const state = ({ data }: { data: Data }): number[] => [
  data.time,
  ...data.qpos,
  ...data.qvel,
  ...data.act,
  ...data.sensordata,
];

const OTHER = `<mujoco><worldbody><geom type="plane" size="3 3 1"/>${'<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'.repeat(5)}</worldbody></mujoco>`;

const isPlugin = (place: Place): boolean => place.startsWith('plugin');
/** Places that the model of this test never comes to; the plugin has no sensor here. */
const HAPPENING = PLACES.filter((place) => place !== 'plugin sensor');

describe.each(['Euler', 'RK4', 'implicitfast'])('integrator %s', (integrator) => {
  test.each(HAPPENING)('what is thrown in %s is a typed error, and the state is that before the step', (place) => {
    let isArmed = false;
    const called = makeCalled(
      place,
      () => {
        if (isArmed) throw new Error('thrown');
      },
      integrator,
    );
    step(called.model, called.data, 10);
    const before = state(called);
    isArmed = true;
    if (place === 'onWarning') called.data.ctrl[0] = Number.NaN;
    const error = failureOf(() => step(called.model, called.data));
    expect(error).toBeInstanceOf(CallbackError);
    const { callback, cause } = error as CallbackError;
    expect(callback).toBe(isPlugin(place) ? 'test.any' : place);
    expect(cause).toMatchObject({ message: 'thrown' });
    expect(state(called).slice(0, -called.data.sensordata.length)).toEqual(
      before.slice(0, -called.data.sensordata.length),
    );
    expect(damage()).toEqual([]);
  });

  test.each(HAPPENING)('simulating another model in %s changes nothing', (place) => {
    const plain = makeCalled(place, () => {}, integrator);
    run(plain, place);
    let calls = 0;
    const busy = makeCalled(
      place,
      () => {
        if (calls++ % 7 !== 0) return;
        const other = loadModel(OTHER);
        using data = makeData(other);
        step(other, data, 3);
        other[Symbol.dispose]();
      },
      integrator,
    );
    run(busy, place);
    expect(calls).toBeGreaterThan(0);
    expect(state(busy)).toEqual(state(plain));
  });
});

/** Things that a function of the user should not do; each ends with a typed error or with numbers. */
const MISDEEDS: Readonly<Record<string, Act>> = {
  'steps its own Data': (model, data) => step(model, data),
  'calls forward on its own Data': (model, data) => forward(model, data),
  'resets its own Data': (model, data) => resetData(model, data),
  'clones its own Data': (_model, data) => void cloneData(data),
  'changes options': (model) => {
    const { integrator, solver, cone, jacobian } = model.opt;
    Object.assign(model.opt, {
      integrator: (integrator + 1) % 4,
      solver: (solver + 1) % 3,
      cone: 1 - cone,
      jacobian: (jacobian + 1) % 3,
    });
    model.opt.enableflags ^= enums.EnableBit.ENERGY;
    model.opt.disableflags ^= enums.DisableBit.WARMSTART;
  },
  'takes its callbacks away': (model) => {
    model.callbacks = {};
  },
  'throws nothing': () => {
    throw undefined;
  },
  'writes NaN everywhere': (_model, data) => {
    for (const array of [data.qpos, data.qvel, data.act, data.ctrl, data.qfrc_passive, data.actuator_force])
      array.fill(Number.NaN);
  },
  'runs out of memory': () => {
    throw new BackendError('out-of-memory', 'injected');
  },
  'overflows the stack': () => {
    const deeper = (): number => 1 + deeper();
    deeper();
  },
};

describe.each(Object.keys(MISDEEDS))('a function that %s', (name) => {
  test.each(HAPPENING)('in %s', (place) => {
    const called = makeCalled(place, MISDEEDS[name] as Act);
    const error = failureOf(() => run(called, place));
    if (error !== undefined) expect(error).toBeInstanceOf(QposError);
    const { model, data } = called;
    model.callbacks = {};
    data.onWarning = undefined;
    expect(failureOf(() => data[Symbol.dispose]())).toBeUndefined();
    expect(damage()).toEqual([]);
  });
});
