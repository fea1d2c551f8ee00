import { makeVec } from '@qpos/env';
import { createTrainer, evaluate, savePolicy, toOnnx } from '@qpos/learn';
import { policyFunction } from '@qpos/learn/policy';

const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
const trainer = createTrainer('cem', vec, { population: 16, elites: 4, seed: 1 });
await trainer.learn(20_000, { stopAtReturn: 200 });

// without noise, in episodes that training has not seen
const { meanReturn, lengths } = await evaluate(trainer.policy, vec, { episodes: 8, seed: 5 });
console.log(meanReturn > 100, lengths.length);

// for a page, and for other programs
const act = policyFunction(savePolicy(trainer.policy));
console.log(act([0, 0.1, 0, 0])[0] === trainer.policy.act([0, 0.1, 0, 0])[0], toOnnx(trainer.policy).length > 100);
await vec.close();
