import { ClipAction, type EnvError, make, makeVec, NormalizeObservation, RecordEpisodeStatistics } from '@qpos/env';

// one environment: options have Gymnasium's names
const env = new RecordEpisodeStatistics(new ClipAction(await make('Hopper-v5', { reset_noise_scale: 0.01 })));
env.actionSpace.seed(1);
let { obs, info } = env.reset({ seed: 1 });
for (let step = 0; step < 200; step++) {
  const result = env.step(env.actionSpace.sample() as Float32Array);
  obs = result.obs; // overwritten by the next step: copy what you keep
  info = result.info;
  if (result.terminated || result.truncated) ({ obs, info } = env.reset());
}
console.log(obs.length, 'x_position' in info, env.episodes.length > 0);

// eight at once, row by row, each with statistics of its own
const vec = await makeVec('HalfCheetah-v5', {
  n: 8,
  autoreset: 'next-step', // or 'same-step', or 'disabled'
  wrap: (one) => new NormalizeObservation(one),
});
vec.reset({ seed: 1 }); // environment i has the seed 1 + i
const { obs: rows, rewards, terminated } = vec.step(new Float64Array(8 * 6));
console.log(rows.length, rewards.length, terminated.length);
await vec.close();

// robots with domain randomisation, noise and latency; a command that a joystick could give
const robot = await make('qpos/quadruped-joystick-v0', { randomise: true, observation_noise: 0.02, latency: [0, 2] });
robot.reset({ seed: 3, options: { command: [0.5, 0, 0] } });
console.log(robot.step(new Float64Array(12)).info['command']);

// mistakes are errors with a hint
await make('Hoper-v5').catch((error: EnvError) => console.log(error.code, error.hint));
