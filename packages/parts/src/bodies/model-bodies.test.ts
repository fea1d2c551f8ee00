import { enums, forward, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import {
  applyAction,
  BodyIntegrator,
  bodyId,
  boxMass,
  configOf,
  configure,
  jointId,
  makeBodyState,
  makeConfig,
  makePose,
  massOfBody,
  pointVelocity,
  setStateOfBody,
  stateOfBody,
  stateOfJoint,
} from './index.ts';

const XML = `
<mujoco>
  <option timestep="0.001" integrator="RK4"/>
  <worldbody>
    <body name="ball" pos="0 0 3"><freejoint/>
      <geom type="box" size=".1 .2 .3" pos=".1 0 .05" quat="1 .2 .3 0"/><geom size=".2" pos="-.3 0 0"/></body>
    <body name="arm" pos="1 0 1"><joint name="shoulder" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
      <body name="hand" pos=".4 0 0"><joint name="wrist" axis="1 0 0"/><geom size=".1" pos="0 .1 0"/></body></body>
  </worldbody>
  <actuator><motor name="m" joint="shoulder"/></actuator>
</mujoco>`;

const model = loadModel(XML);

const START = makeBodyState({ pos: [0, 0, 5], quat: [1, 0.3, 0.2, 0.1] }, { linear: [1, 2, 3], angular: [2, -1, 3] });

/** How far the engine and the stand-alone integrator, both rk4, are apart after half a second. */
function distanceAfter(h: number): number {
  const moving = loadModel(XML);
  const data = makeData(moving);
  moving.opt.timestep = h;
  setStateOfBody(moving, data, 'ball', START);
  forward(moving, data);
  const body = stateOfBody(moving, data, 'ball');
  const steps = Math.round(0.5 / h);
  step(moving, data, steps);
  forward(moving, data);
  new BodyIntegrator(massOfBody(moving, 'ball'), { method: 'rk4' }).step(body, h, steps);
  const { pose, twist } = stateOfBody(moving, data, 'ball');
  return Math.hypot(
    ...pose.pos.map((x, k) => x - body.pose.pos[k]),
    ...twist.angular.map((x, k) => x - body.twist.angular[k]),
  );
}

describe('bodies of a model', () => {
  test('a free body moves as the stand-alone integrator moves it', () => {
    const data = makeData(model);
    const start = makeBodyState(
      { pos: [0, 0, 5], quat: [1, 0.3, 0.2, 0.1] },
      { linear: [1, 2, 3], angular: [2, -1, 3] },
    );
    setStateOfBody(model, data, 'ball', start);
    forward(model, data);
    const copy = stateOfBody(model, data, 'ball');
    for (let k = 0; k < 3; k++) {
      expect(copy.twist.linear[k]).toBeCloseTo(START.twist.linear[k], 12);
      expect(copy.twist.angular[k]).toBeCloseTo(START.twist.angular[k], 12);
    }
    // MuJoCo's RK4 adds the angular velocities of its stages as if they commuted, which costs an error of the order h²
    const [coarse, fine] = [distanceAfter(0.002), distanceAfter(0.001)];
    expect(coarse).toBeLessThan(1e-5);
    expect(coarse / fine).toBeCloseTo(4, 0);
  });

  test('the velocity of a point is that of a site there', () => {
    const data = makeData(model);
    data.qvel.set([0.3, 0.7], 6);
    forward(model, data);
    const hand = stateOfBody(model, data, 'hand');
    const [origin, moved] = [pointVelocity(hand, [0, 0, 0]), pointVelocity(hand, [0, 0.2, 0])];
    expect([...origin]).toEqual([...hand.twist.linear]);
    expect(Math.hypot(...moved.map((v, k) => v - origin[k]))).toBeCloseTo(0.2 * Math.hypot(0.3, 0.7) * Math.abs(Math.sin(Math.atan2(0.3, 0.7) - Math.PI / 2)), 12); // biome-ignore format: |ω × r|
  });

  test('joint states are what Data has', () => {
    const data = makeData(model);
    data.qvel[6] = 0.5;
    data.ctrl[0] = 2;
    forward(model, data);
    const { position, velocity, acceleration, effort } = stateOfJoint(model, data, 'shoulder');
    expect([position[0], velocity[0], acceleration[0], effort[0]]).toEqual([0, 0.5, data.qacc[6], 2]);
    expect(stateOfJoint(model, data, 0).position.length).toBe(7);
  });

  test.each([
    [
      'a body without a free joint',
      () => setStateOfBody(model, makeData(model), 'arm', makeBodyState()),
      'bad-argument',
    ],
    ['the world', () => massOfBody(model, 'world'), 'unphysical'],
    ['an unknown body', () => massOfBody(model, 'leg'), 'unknown-name'],
  ])('%s is refused', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ code }));
  });
});

describe('actions', () => {
  test('controls, commands of joints and forces go where the engine takes them', () => {
    const data = makeData(model);
    forward(model, data);
    applyAction(model, data, { type: 'controls', controls: [0.4] });
    expect(data.ctrl[0]).toBe(0.4);
    applyAction(model, data, {
      type: 'joints',
      commands: [
        { joint: 'shoulder', type: 'position', value: 0.5, stiffness: 10, damping: 1 },
        { joint: 'wrist', type: 'velocity', value: 2, damping: 3, maxEffort: 4 },
      ],
    });
    expect([...data.qfrc_applied.subarray(6)]).toEqual([5, 4]);
    applyAction(model, data, { type: 'joints', commands: [{ joint: 'wrist', type: 'effort', value: -1 }] });
    expect([...data.qfrc_applied.subarray(6)]).toEqual([5, -1]);
  });

  test('a force beside the centre of mass has the torque of its arm', () => {
    const data = makeData(model);
    forward(model, data);
    const b = model.body('ball').id;
    const com = data.xipos.subarray(3 * b, 3 * b + 3);
    const point = [com[0] + 1, com[1], com[2]];
    applyAction(model, data, {
      type: 'forces',
      forces: [{ body: 'ball', force: [0, 2, 0], torque: [1, 0, 0], point }],
    });
    expect([...data.xfrc_applied.subarray(6 * b, 6 * b + 6)]).toEqual([0, 2, 0, 1, 0, 2]);
  });

  test('a position command brings a joint to its position', () => {
    const data = makeData(model);
    const command = { joint: 'wrist', type: 'position', value: 0.7, stiffness: 200, damping: 5 } as const;
    for (let k = 0; k < 3000; k++) {
      applyAction(model, data, { type: 'joints', commands: [command] });
      step(model, data);
    }
    expect(data.qpos[8]).toBeCloseTo(0.7, 1);
  });

  test.each([
    ['an unknown type', { type: 'jump' }],
    ['controls of another size', { type: 'controls', controls: [1, 2] }],
    ['a command to a free joint', { type: 'joints', commands: [{ joint: 0, type: 'effort', value: 1 }] }],
    ['a force that is NaN', { type: 'forces', forces: [{ body: 'ball', force: [0, Number.NaN, 0] }] }],
  ])('%s is refused', (_, action) => {
    expect(() => applyAction(model, makeData(model), action as never)).toThrow(
      expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }),
    );
  });
});

describe('configurations', () => {
  test('defaults are those of the engine', () => {
    const plain = loadModel('<mujoco/>');
    expect(configOf(plain)).toEqual(makeConfig());
  });

  test('a model has the configuration that it was given', () => {
    const changed = loadModel(XML);
    const config = makeConfig({
      timestep: 0.005,
      gravity: [0, 0, -1.62],
      integrator: 'implicitfast',
      solver: { solver: 'CG', iterations: 20, tolerance: 1e-6, noslipIterations: 3 },
    });
    configure(changed, config);
    expect(configOf(changed)).toEqual(config);
    expect(changed.opt.integrator).toBe(enums.Integrator.IMPLICITFAST);
    expect(changed.opt.solver).toBe(enums.Solver.CG);
  });

  test.each([
    ['a timestep of 0', { timestep: 0 }],
    ['an unknown integrator', { integrator: 'magic' }],
    ['half a worker', { parallel: { workers: 0.5 } }],
    ['a negative tolerance', { solver: { tolerance: -1 } }],
  ])('%s is refused', (_, config) => {
    expect(() => makeConfig(config as never)).toThrow(expect.objectContaining({ name: 'PartsError' }));
  });
});

test('poses, states, masses, commands and configurations are plain values, which threads and files can take', () => {
  const data = makeData(model);
  forward(model, data);
  const values = [
    makePose([1, 2, 3], [0, 1, 0, 0]),
    makeBodyState({ pos: [1, 2, 3] }, { angular: [4, 5, 6] }),
    boxMass(2, [1, 2, 3]),
    stateOfJoint(model, data, 0),
    makeConfig({ timestep: 0.01 }),
  ];
  for (const value of values) {
    expect(structuredClone(value)).toEqual(value);
    const text = JSON.stringify(value, (_, v) => (ArrayBuffer.isView(v) ? [...(v as Float64Array)] : v));
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
  }
});

test('ids are indices', () => {
  expect([bodyId(3), jointId(0)]).toEqual([3, 0]);
  expect(() => bodyId(-1)).toThrow(expect.objectContaining({ name: 'PartsError' }));
});
