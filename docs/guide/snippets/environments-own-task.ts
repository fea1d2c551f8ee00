import { checkEnv, make, register, type Task } from '@qpos/env';
import { loadModel } from 'qpos';

const SCENE = `<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="plate" pos="0 0 1">
      <joint name="tilt" axis="0 1 0" range="-30 30"/>
      <geom type="box" size="0.5 0.1 0.02" mass="1"/>
    </body>
    <body name="ball" pos="0 0 1.07"><freejoint/><geom size="0.05" mass="0.1" condim="6" friction="1 0.01 0.001"/></body>
  </worldbody>
  <actuator><position joint="tilt" kp="30" kv="3" ctrlrange="-0.3 0.3" ctrllimited="true"/></actuator>
</mujoco>`;

const balance: Task = {
  frameSkip: 2,
  observation: 4, // angle of the plate and its rate, position of the ball and its velocity
  model: () => loadModel(SCENE),
  reset(ctx, rng) {
    ctx.data.qpos[1] = rng.uniform(-0.2, 0.2); // the ball starts somewhere on the plate
  },
  observe({ data: { qpos, qvel } }, out) {
    out.set([qpos[0], qvel[0], qpos[1], qvel[1]] as number[]);
  },
  evaluate(ctx) {
    const offset = ctx.data.qpos[1] as number;
    ctx.reward = 1 - Math.abs(offset);
    ctx.terminated = Math.abs(offset) > 0.5;
    ctx.info['offset'] = offset;
  },
};

register('Balance-v0', balance, { maxEpisodeSteps: 500, description: 'Keep a ball on a tilting plate.' });
console.log(checkEnv(await make('Balance-v0')));

// a controller that tilts against the ball, to see that the task can be done
const env = await make('Balance-v0');
let { obs } = env.reset({ seed: 2 });
let [total, steps] = [0, 0];
for (let over = false; !over; steps++) {
  const [, , offset = 0, velocity = 0] = obs;
  const result = env.step([Math.max(-0.3, Math.min(0.3, -0.6 * offset - 0.5 * velocity))]);
  total += result.reward;
  obs = result.obs;
  over = result.terminated || result.truncated;
}
console.log(steps, total);
