// HalfCheetah-v5 of Gymnasium, at a return of more than 9,000.
import { make, type TaskEnv } from '@qpos/env';
import { loadPolicy } from '@qpos/learn';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const policy = loadPolicy(await files.policy('HalfCheetah-v5.safetensors'));
  const env = await make(policy.parts.task); // the file knows its task
  const { model, data } = env.unwrapped as TaskEnv;
  let { obs } = env.reset({ seed: 1 });
  let total = 0;
  return {
    model,
    data,
    follow: 'torso',
    advance: () => {
      const result = env.step(policy.act(obs));
      total += result.reward;
      obs = result.obs;
      if (!result.terminated && !result.truncated) return;
      obs = env.reset().obs;
      total = 0;
    },
    report: () => ({ return: total, 'speed (m/s)': data.qvel[0] }),
  };
}
