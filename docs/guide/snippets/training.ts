import { makeVec } from '@qpos/env';
import { csvLog, loadPolicy, ppo, savePolicy } from '@qpos/learn';

// eight carts with a pole each; an episode that ends starts over in the same step
const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
const trainer = ppo(vec, { seed: 1 });

// stops at 150,000 steps, or earlier if the last 100 episodes have a mean return of 60
const table: string[] = [];
const summary = await trainer.learn(150_000, {
  stopAtReturn: 60,
  logs: [csvLog((line) => table.push(line))],
});
console.log(summary.reason, summary.meanReturn >= 60, table.length > 2);

// a policy is a file of a few kilobytes; it needs neither the trainer nor the environment
const bytes = savePolicy(trainer.policy);
const policy = loadPolicy(bytes);
const tilted = [0, 0.1, 0, 0]; // position, angle, velocities
console.log(policy.parts.task, bytes.length < 30_000, policy.act(tilted).length);
await vec.close();
