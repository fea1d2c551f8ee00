import { forward, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { HillMuscle, hillPlugin, musclePresets } from './index.ts';

const EXACT = 1e-12;

/** An arm that a muscle turns through a fixed tendon, whose length at angle 0 is 0: `ref` brings it to the optimal length. */
const arm = (config: string, more = '', actdim = 1): string => `
<mujoco>
  <extension><plugin plugin="qpos.hill"/></extension>
  <option gravity="0 0 0"/>
  <worldbody>
    <body name="arm"><joint name="elbow" type="slide" axis="1 0 0"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body>
    <body name="other"><joint name="free" axis="0 1 0"/><geom size=".1"/></body>
  </worldbody>
  <tendon><fixed name="pull"><joint joint="elbow" coef="1"/></fixed></tendon>
  <actuator>
    <plugin name="muscle" tendon="pull" plugin="qpos.hill" actdim="${actdim}">${config}</plugin>${more}
  </actuator>
</mujoco>`;

const set = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
    .join('');

const load = (xml: string) => {
  const model = loadModel(xml, { plugins: [hillPlugin] });
  return { model, data: makeData(model) };
};

describe('qpos.hill', () => {
  test('the activation of the muscle is updated every step by the first-order model', () => {
    const { model, data } = load(arm(set({ preset: 'biceps' })));
    const { dynamics } = new HillMuscle(musclePresets.biceps);
    let expected = 0;
    for (let k = 0; k < 100; k++) {
      data.ctrl[0] = k < 50 ? 1 : 0;
      expected = dynamics.next(expected, k < 50 ? 1 : 0, model.opt.timestep);
      step(model, data);
      expect(data.act[0]).toBeCloseTo(expected, 13);
    }
  });

  test('full activation at the optimal length pulls with the highest force times the cosine of the pennation', () => {
    for (const name of Object.keys(musclePresets) as (keyof typeof musclePresets)[]) {
      const { model, data } = load(arm(set({ preset: name })));
      const p = musclePresets[name];
      data.qpos[0] = p.slackLength + p.optimalLength * Math.cos(p.pennation);
      data.act[0] = 1;
      forward(model, data);
      const expected = p.maxForce * Math.cos(p.pennation);
      expect(Math.abs((data.actuator_force[0] as number) / -expected - 1)).toBeLessThan(EXACT);
      expect(data.qfrc_actuator[0]).toBe(data.actuator_force[0]);
    }
  });

  test('force follows activation, length and velocity as the muscle alone does', () => {
    const { model, data } = load(arm(set({ preset: 'soleus', maxforce: 2000, damping: 0.02 })));
    const muscle = new HillMuscle({ ...musclePresets.soleus, maxForce: 2000, damping: 0.02 });
    for (const [act, length, velocity] of [
      [0.3, 0.29, 0.05],
      [1, 0.3, -0.1],
      [0, 0.31, 0],
      [0.7, 0.296, 0.2],
    ] as const) {
      data.act[0] = act;
      data.qpos[0] = length;
      data.qvel[0] = velocity;
      forward(model, data);
      const expected = -muscle.rigidForce(Math.max(0.01, act), length, velocity);
      expect(data.actuator_force[0]).toBeCloseTo(expected, 9);
    }
  });

  test('activation is faster than deactivation', () => {
    const { model, data } = load(arm(set({ preset: 'biceps' })));
    data.ctrl[0] = 1;
    step(model, data, 20);
    const risen = data.act[0] as number;
    data.act[0] = 1;
    data.ctrl[0] = 0;
    step(model, data, 20);
    expect(risen).toBeGreaterThan(1.5 * (1 - (data.act[0] as number)));
  });

  test('other actuators are unaffected', () => {
    const motor = '<motor joint="free" gear="2"/>';
    const filter = '<general joint="free" dyntype="filter" dynprm=".1"/>';
    const { model, data } = load(arm(set({ preset: 'biceps' }), motor + filter));
    const alone = loadModel(
      arm('', '').replace(/<actuator>[\s\S]*<\/actuator>/, `<actuator>${motor}${filter}</actuator>`),
      { plugins: [hillPlugin] },
    );
    const reference = makeData(alone);
    data.ctrl.set([0.5, 0.3, 0.7]);
    reference.ctrl.set([0.3, 0.7]);
    step(model, data, 100);
    step(alone, reference, 100);
    expect([...data.actuator_force.subarray(1), data.act[1], data.qpos[1]]).toEqual([
      ...reference.actuator_force,
      reference.act[0],
      reference.qpos[1],
    ]);
  });

  test('an elastic tendon holds a weight where the muscle alone is in equilibrium', () => {
    const { model, data } = load(arm(set({ preset: 'gastrocnemius', tendon: 'elastic' })));
    const muscle = new HillMuscle({ ...musclePresets.gastrocnemius, elastic: true });
    data.qpos[0] = 0.47;
    data.ctrl[0] = 0.4;
    data.qfrc_applied[0] = 600;
    model.dof_damping[0] = 100;
    step(model, data, 9000);
    expect(data.qvel[0]).toBeCloseTo(0, 6);
    expect(data.actuator_force[0]).toBeCloseTo(-600, 3);
    const length = data.ten_length[0] as number;
    expect(data.plugin_state[0]).toBeCloseTo(muscle.equilibrium(length, data.act[0] as number), 8);
  });

  test('state vectors, resets and copies take the fibre along', () => {
    const { model, data } = load(arm(set({ preset: 'soleus', tendon: 'elastic' })));
    data.qpos[0] = 0.3;
    data.ctrl[0] = 1;
    step(model, data, 20);
    const fiber = data.plugin_state[0] as number;
    expect(fiber).toBeGreaterThan(0.01);
    const again = makeData(model);
    again.qpos[0] = 0.3;
    again.ctrl[0] = 1;
    step(model, again, 20);
    expect(again.plugin_state[0]).toBe(fiber);
  });

  test.each([
    ['an unknown preset', arm(set({ preset: 'bizeps' })), /no muscle preset/],
    ['no activation', arm(set({ preset: 'biceps' }), '', 0), /actdim="1"/],
    ['a tendon of rubber', arm(set({ tendon: 'rubber' })), /rigid or elastic/],
    ['a negative force', arm(set({ maxforce: -1 })), /maxForce/],
  ])('refuses %s', (_, xml, message) => {
    expect(() => load(xml)).toThrow(message);
  });
});
