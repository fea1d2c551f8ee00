import { make, type TaskEnv } from '@qpos/env';
import { loadPolicy } from '@qpos/learn';
import type { Data, Model } from 'qpos';

/** Plays a policy in its own task, episode after episode; `draw` gets the state after each step and says when to stop. */
export async function play(bytes: Uint8Array, draw: (model: Model, data: Data) => boolean): Promise<number> {
  const policy = loadPolicy(bytes);
  const env = await make(policy.parts.task); // the file knows its task
  const { model, data } = env.unwrapped as TaskEnv;
  let { obs } = env.reset({ seed: 1 });
  let total = 0;
  while (draw(model, data)) {
    const result = env.step(policy.act(obs));
    total += result.reward;
    obs = result.terminated || result.truncated ? env.reset().obs : result.obs;
  }
  env.close();
  return total;
}
