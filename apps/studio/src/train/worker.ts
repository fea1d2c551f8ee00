import { makeVec } from '@qpos/env';
import { type Progress, ppo, savePolicy } from '@qpos/learn';
import { startEngine } from '../engine.ts';
import type { TrainCommand, TrainProgress, TrainReport } from './protocol.ts';

const ENVIRONMENTS = 8;
const SHOW_MS = 3000; // between two policies that are shown

const post = (report: TrainReport): void => postMessage(report);
const stop = new AbortController();

const summary = ({ steps, total, stepsPerSecond, meanReturn, report }: Progress): TrainProgress => ({
  steps,
  total,
  stepsPerSecond,
  meanReturn,
  policyLoss: report['policyLoss'] ?? Number.NaN,
  valueLoss: report['valueLoss'] ?? Number.NaN,
  entropy: report['entropy'] ?? Number.NaN,
});

/** Trains with PPO until the steps are done or the page says stop. */
async function train({ task, steps, seed }: Extract<TrainCommand, { type: 'start' }>): Promise<void> {
  await startEngine();
  const trainer = ppo(await makeVec(task, { n: ENVIRONMENTS, autoreset: 'same-step' }), { seed });
  let shown = performance.now();
  const { reason } = await trainer.learn(steps, {
    signal: stop.signal,
    onProgress: (progress) => {
      post({ type: 'progress', progress: summary(progress) });
      if (performance.now() - shown < SHOW_MS) return;
      shown = performance.now();
      post({ type: 'policy', bytes: savePolicy(trainer.policy) });
    },
  });
  post({ type: 'policy', bytes: savePolicy(trainer.policy) });
  post({ type: 'done', reason });
}

addEventListener('message', ({ data }: MessageEvent<TrainCommand>) => {
  if (data.type === 'stop') stop.abort();
  else
    train(data).catch((error: unknown) =>
      post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
});
