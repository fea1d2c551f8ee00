// Environments whose physics run on a GPU: their observations and rewards beside those of the processor, and a training that goes on as it would have.
import { gpuRefusal } from '@qpos/batch';
import { makeVec } from '@qpos/env';
import { ppo, resume } from '@qpos/learn';

const N = 4;
const STEPS = 10;
/** Of observations and rewards after some steps, relative to numbers above 1: what single precision makes of them. */
const TOLERANCE = 1e-3;

const difference = (a, b) =>
  a.reduce((worst, x, k) => Math.max(worst, Math.abs(x - b[k]) / Math.max(1, Math.abs(b[k]))), 0);

/** The largest difference of observations and rewards along some actions. */
async function compare(id) {
  const options = { n: N, autoreset: 'same-step', maxEpisodeSteps: 6 };
  const [here, there] = [await makeVec(id, options), await makeVec(id, { ...options, device: 'gpu' })];
  for (const vec of [here, there]) vec.reset({ seed: 1 });
  let worst = 0;
  for (let k = 0; k < STEPS; k++) {
    const actions = Float64Array.from({ length: here.actionSpace.size }, (_, i) => 0.3 * Math.sin(5 * i + k));
    const [a, b] = [here.step(actions), await there.stepAsync(actions)];
    worst = Math.max(
      worst,
      difference(b.obs, a.obs),
      difference(b.rewards, a.rewards),
      difference(b.truncated, a.truncated),
    );
  }
  await there.close();
  return worst;
}

/** Whether a training that was saved on the way has the weights of one that was not. */
async function trains() {
  const make = () => makeVec('InvertedPendulum-v5', { n: N, autoreset: 'same-step', device: 'gpu' });
  const settings = { seed: 1, horizon: 16, epochs: 1, batch: 32 };
  const whole = ppo(await make(), settings);
  await whole.learn(2 * N * 16);
  const begun = ppo(await make(), settings);
  await begun.learn(N * 16);
  const resumed = resume(begun.save(), await make());
  await resumed.learn(2 * N * 16);
  return Buffer.compare(Buffer.from(whole.save()), Buffer.from(resumed.save())) === 0;
}

/** Pairs of what is promised and whether it holds. */
export async function checkEnvironments(gpu) {
  globalThis.navigator ??= {}; // Node 20 has none
  Object.defineProperty(globalThis.navigator, 'gpu', { value: gpu, configurable: true });
  const results = [];
  for (const id of ['InvertedPendulum-v5', 'HalfCheetah-v5', 'Ant-v5']) {
    const worst = await compare(id);
    results.push([`${id} on the device, within ${worst.toExponential(1)}`, worst < TOLERANCE]);
  }
  results.push([`PPO on the device${gpuRefusal() === undefined ? '' : `: ${gpuRefusal()}`}`, await trains()]);
  return results;
}
