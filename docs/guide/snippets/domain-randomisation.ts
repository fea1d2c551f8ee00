import { Delay, make, makeVec, Noise, register, type Task } from '@qpos/env';
import { loadModel } from 'qpos';

const task: Task = {
  frameSkip: 4,
  model: () =>
    loadModel(`<mujoco><worldbody>
      <body name="pole"><joint name="hinge" axis="0 1 0" damping="0.1"/><geom type="capsule" fromto="0 0 0 0 0 .5" size=".03"/></body>
    </worldbody><actuator><motor joint="hinge" ctrlrange="-1 1" ctrllimited="true"/></actuator></mujoco>`),
  randomised: ['body_mass', 'body_inertia', 'dof_damping'],
  randomise({ model }, rng) {
    const pole = model.body('pole').id;
    const heavier = rng.uniform(0.8, 1.25);
    model.body_mass[pole] = heavier * (model.body_mass[pole] as number);
    for (let k = 3 * pole; k < 3 * pole + 3; k++) model.body_inertia[k] = heavier * (model.body_inertia[k] as number);
    model.dof_damping[0] = rng.uniform(0.05, 0.2);
  },
  reset({ data }, rng) {
    data.qpos[0] = rng.uniform(-3, 3);
  },
  observe: ({ data }, out) => out.set([...data.qpos, ...data.qvel]),
  evaluate(ctx) {
    ctx.reward = Math.cos(ctx.data.qpos[0] as number);
    ctx.info['mass'] = ctx.model.body('pole').mass;
  },
};

register('RandomPole-v0', task, {
  maxEpisodeSteps: 50,
  // sensors that are off by a constant and noisy, actions that are up to two steps late
  wrap: (env) => new Delay(new Noise(env, { observation: 0.01, bias: 0.02 }), { action: [0, 2] }),
});

// each environment has a model of its own, and the same seed gives the same one
const vec = await makeVec('RandomPole-v0', { n: 3 });
vec.reset({ seed: 1 });
const { info } = vec.step([0, 0, 0]);
const env = await make('RandomPole-v0');
env.reset({ seed: 2 });
console.log(new Set(info['mass']).size, env.step([0]).info['mass'] === info['mass']?.[1]);
