import { makeData, step } from '@qpos/core';
import { compile, loadModel, parseMjcf } from '@qpos/spec';
import { specFromModel, writeMjcf } from '@qpos/spec/decompile';
import { describe, expect, test } from 'vitest';
import { ControlError, ModelTask, Planner, type TaskResidual, WorkerPlanner } from '../index.ts';

const reach: TaskResidual = (_, d, residual, parameters) => {
  residual[0] = d.qpos[0] - parameters[0];
  residual[1] = d.qvel[0];
  residual[2] = d.ctrl[0];
};

/** A cart on a rail, with a task in the words of MuJoCo MPC. */
const xmlWith = (custom: string, sensor = ''): string => `<mujoco><option timestep="0.005"/>
  <custom><numeric name="residual_place" data="0.4 -1 1"/><numeric name="residual_spare" data="7"/>${custom}</custom>
  <worldbody><body name="cart"><joint name="slide" type="slide" axis="1 0 0" damping="0.1"/><geom name="block" size="0.1" mass="1"/></body></worldbody>
  <actuator><motor joint="slide" gear="5" ctrlrange="-1 1"/></actuator>
  <sensor>${sensor}<user name="place" dim="1" user="6 5 0 20 0.1"/><user name="speed" dim="1" user="0 0.2 0 1"/>
    <user name="effort" dim="1" user="0 0.05 0 1"/><framepos name="trace" objtype="geom" objname="block"/></sensor></mujoco>`;
const SETTINGS = `<numeric name="agent_planner" data="5"/><numeric name="agent_horizon" data="0.8"/>
  <numeric name="agent_timestep" data="0.02"/><numeric name="sampling_spline_points" data="4"/><numeric name="sampling_trajectories" data="24"/>
  <numeric name="sampling_exploration" data="0.5"/><numeric name="sampling_representation" data="1"/><numeric name="n_elite" data="5"/>`;

const read = (xml: string): ModelTask => new ModelTask(loadModel(xml), reach);

describe('ModelTask', () => {
  test('reads terms, parameters and settings', () => {
    const task = read(xmlWith(SETTINGS));
    expect(task.terms.map(({ name, norm, weight, min, max }) => [name, norm, weight, min, max])).toEqual([
      ['place', 'smooth-abs', 5, 0, 20],
      ['speed', 'quadratic', 0.2, 0, 1],
      ['effort', 'quadratic', 0.05, 0, 1],
    ]);
    expect(task.terms[0]?.parameters).toEqual([0.1]);
    expect(task.parameters).toEqual([
      { name: 'place', value: 0.4, min: -1, max: 1 },
      { name: 'spare', value: 7, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY },
    ]);
    expect(task.planner).toEqual({
      method: 'cem',
      horizon: 0.8,
      timestep: 0.02,
      knots: 4,
      samples: 24,
      noise: 0.5,
      interpolation: 'linear',
      elites: 5,
      trace: 'cart',
    });
  });

  test('settings that are not stated are those of MuJoCo MPC', () => {
    expect(read(xmlWith('')).planner).toEqual({
      method: 'sampling',
      horizon: 0.5,
      timestep: 0.01,
      samples: 10,
      noise: 0.1,
      interpolation: 'cubic',
      elites: 2,
      trace: 'cart',
    });
  });

  test.each(['sampling', 'cem', 'ilqg'] as const)('%s gets where the parameter says, and follows it', (method) => {
    const model = loadModel(xmlWith(SETTINGS));
    const task = new ModelTask(model, reach, { planner: { method } });
    const planner = new Planner(model, task.cost, task.planner);
    expect(planner.steps).toBe(40);
    const data = makeData(model);
    const run = (seconds: number): void => {
      for (let k = 0; k < seconds / 0.005; k++) {
        if (k % 8 === 0) planner.update(data);
        planner.control(data, data.ctrl);
        step(model, data);
      }
    };
    run(2);
    expect(data.qpos[0]).toBeCloseTo(0.4, 1);
    task.setParameter('place', -0.3);
    expect(task.values).toEqual({ place: -0.3, spare: 7 });
    run(2.4);
    expect(data.qpos[0]).toBeCloseTo(-0.3, 1);
    expect(data.time).toBeCloseTo(4.4, 6); // the simulation keeps its own time step
  });

  test('a time step of the plans is one of the planner alone', async () => {
    const model = loadModel(xmlWith(SETTINGS));
    const { cost, planner } = new ModelTask(model, reach);
    const coasting = makeData(model);
    coasting.qvel[0] = 1;
    const alone = new Planner(model, cost, { ...planner, samples: 1 });
    alone.update(coasting);
    expect(alone.traces[3 * 39]).toBeCloseTo((1 - Math.exp(-0.08)) / 0.1, 2); // 40 steps are 0.8 s
    expect(model.opt.timestep).toBe(0.005);
    expect(() => new Planner(model, cost, { timestep: 0 })).toThrow(/timestep must be a number above 0/);
    await expect(WorkerPlanner.create(model, cost, planner)).rejects.toThrow(/time step of the model/);
  });

  test('survives being written and read again', () => {
    const { spec } = specFromModel(loadModel(xmlWith(SETTINGS)));
    for (const xml of [writeMjcf(spec), writeMjcf(parseMjcf(xmlWith(SETTINGS)))]) {
      const again = new ModelTask(compile(parseMjcf(xml)), reach);
      const { terms, parameters, planner } = read(xmlWith(SETTINGS));
      expect([again.terms, again.parameters, again.planner]).toEqual([terms, parameters, planner]);
    }
  });

  test.each([
    ['<user name="a" dim="1" user="4 1 0 1"/>', /sensor 'a' names the norm 4/, /-1 identity|0 quadratic/],
    [
      '<user name="a" dim="1" user="3 1 0 1"/>',
      /has 0 as the parameter p of the norm cosh/,
      /user="3 weight min max p"/,
    ],
    ['<user name="a" dim="2" user="7 1 0 1 0.1"/>', /lacks the parameter q of the norm smooth-abs-2/, /max p q"/],
    ['<user name="a" dim="2" user="-1 1 0 1"/>', /has 2 numbers, but the norm -1 takes one/, /dim="1"/],
    ['<user name="a" dim="1" user="0 -2 0 1"/>', /has the weight -2/, /from 0 on/],
    ['<user name="a" dim="1" user="0 1 5 1"/>', /slider from 5 to 1/, /norm weight min max/],
    ['<clock/>', /states no cost/, /begin <sensor>/],
  ])('refuses %s', (sensor, message, hint) => {
    expect(caught(xmlWith('', sensor))).toMatchObject({
      code: 'bad-argument',
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });

  test('refuses terms after other sensors, bad numbers, and names that are none', () => {
    const late = xmlWith('').replace('</sensor>', '<user name="late" dim="1" user="0 1 0 1"/></sensor>');
    expect(caught(late)?.message).toMatch(/'late' comes after sensors of other types/);
    expect(caught(xmlWith('<numeric name="residual_b" data="1 2"/>'))?.message).toMatch(/value between bounds/);
    expect(caught(xmlWith('<numeric name="agent_horizon" data="0"/>'))?.message).toMatch(/above 0, not 0/);
    expect(caught(xmlWith('<numeric name="sampling_representation" data="3"/>'))?.hint).toMatch(/2 is cubic/);
    const gradient = caught(xmlWith('<numeric name="agent_planner" data="1"/>'));
    expect([gradient?.code, gradient?.hint]).toEqual(['unsupported', expect.stringMatching(/2 is ilqg/)]);
    expect(() => read(xmlWith('')).setParameter('nowhere', 1)).toThrow(/no parameter is called 'nowhere'/);
    expect(() => read(xmlWith('')).setParameter('place', Number.NaN)).toThrow(/must be a number/);
  });
});

function caught(xml: string): ControlError | undefined {
  try {
    read(xml);
  } catch (error) {
    if (error instanceof ControlError) return error;
  }
  return undefined;
}
