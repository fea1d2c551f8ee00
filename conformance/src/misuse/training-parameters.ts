import { BatchSim, RandomGenerator, uniform } from '@qpos/batch';
import { make, makeVec, type Task } from '@qpos/env';
import { ppo, savePolicy } from '@qpos/learn';
import { enums, loadModel, stateSize } from 'qpos';
import * as k from './kinds.ts';

const ID = 'InvertedPendulum-v5';
const env = await make(ID);
const vectorEnv = await makeVec(ID, { n: 2, autoreset: 'same-step' });
const { policy } = ppo(vectorEnv, { horizon: 4, batch: 4, hidden: [4] });
const batch = await BatchSim.create(loadModel('<mujoco/>'), { n: 1, workers: 0 });

const task: Task = {
  model: () =>
    loadModel(
      '<mujoco><worldbody><body><joint name="a"/><geom size=".1"/></body></worldbody><actuator><motor joint="a"/></actuator></mujoco>',
    ),
  reset() {},
  observe: (ctx, out) => out.set(ctx.data.qpos),
  evaluate() {},
};

const finite = k.value(() => 1, 'number', 'negative', 'fraction', 'huge');
const notNegative = k.value(() => 1, 'number', 'fraction', 'huge');
const oneModel = k.model;
const anEnv = k.value(() => env);
const aVectorEnv = k.value(() => vectorEnv);
const wrappers =
  'ClipAction Delay FrameStack Noise NormalizeObservation NormalizeReward RecordEpisodeStatistics RecordVideo RescaleAction TimeLimit Wrapper';

/** What the parameters of the functions of `@qpos/batch`, `@qpos/env` and `@qpos/learn` take. */
export const TRAINING: Readonly<Record<string, k.Kind>> = {
  'BatchSim.create.options': k.value(() => ({ n: 1, workers: 0 })),
  'registerGpu.make': k.value(() => async () => batch, 'function'),
  'RolloutPool.create.model': oneModel,
  'RolloutPool.create.options': k.value(() => ({ workers: 0 }), ...k.settings().takes),
  'rollout.model': oneModel,
  'rollout.options': k.value(({ model }) => ({
    initialState: new Float64Array(stateSize(model, enums.StateBit.FULLPHYSICS)),
    nstep: 1,
    workers: 0,
  })),
  'RandomGenerator.seed': k.whole,
  'RandomGenerator.keys': k.value(() => [1], 'array'),
  'RandomGenerator.restore.state': k.value(() => new RandomGenerator(1).save()),
  'streamOf.seed': k.whole,
  'streamOf.environment': k.whole,
  'streamOf.episode': k.whole,
  'choice.values': k.value(() => [1, 2]),
  'correlated.key': k.text('size'),
  'correlated.distribution': k.value(() => uniform(0, 1)),
  'correlated.correlation': k.value(() => 0.5, 'negative', 'fraction'),
  'logNormal.mean': finite,
  'logNormal.deviation': notNegative,
  'normal.mean': finite,
  'normal.deviation': notNegative,
  'uniform.low': k.value(() => 0, 'negative', 'fraction'),
  'uniform.high': k.value(() => 1, 'number', 'fraction', 'huge'),
  'randomise.sim': k.value(() => batch),
  'randomise.fields': k.value(() => ({ 'opt.timestep': uniform(0.001, 0.002) }), 'object', 'array'),
  'randomise.random': k.whole,
  ...Object.fromEntries(wrappers.split(' ').map((name) => [`${name}.env`, anEnv])),
  'checkEnv.env': anEnv,
  'TaskEnv.task': k.value(() => task),
  'tolerance.x': k.real,
  'make.id': k.value(() => ID),
  'makeVec.id': k.value(() => ID),
  'makeVec.options': k.value(() => ({ n: 1 })),
  'register.id': k.value(() => 'Misused-v0'),
  'register.task': k.value(() => task, 'function'),
  'Box.low': k.value(() => -1, 'negative', 'fraction'),
  'Box.high': k.value(() => 1, 'number', 'negative', 'fraction', 'huge'),
  'Box.shape': k.orUndefined(k.value(() => [2], 'array')),
  'Box.dtype': k.value(() => 'float64'),
  'Dict.spaces': k.value(() => ({ actions: env.actionSpace }), 'object', 'array'),
  'Discrete.start': k.value(() => 0, 'number', 'negative'),
  'MultiDiscrete.nvec': k.value(() => [2, 3]),
  'MultiDiscrete.start': k.orUndefined(k.value(() => [0, 1])),
  'SyncVectorEnv.envs': k.value(() => [env]),
  'SyncVectorEnv.autoreset': k.value(() => 'disabled'),
  'Wrapper.spaces': k.settings(),
  'createSimulationWorker.options': k.settings(),
  'FrameStack.count': k.whole,
  'RecordEpisodeStatistics.kept': k.whole,
  'RecordVideo.options': k.value(() => ({ save() {} })),
  'RescaleAction.low': k.value(() => -1, 'negative', 'fraction'),
  'RescaleAction.high': k.value(() => 1, 'number', 'fraction', 'huge'),
  'RunningStatistics.size': k.whole,
  'RunningStatistics.prior': k.value(() => 0.5, 'number', 'fraction', 'huge'),
  'TimeLimit.maxEpisodeSteps': k.whole,
  ...Object.fromEntries('ppo sac ars cem createTrainer evaluate'.split(' ').map((f) => [`${f}.env`, aVectorEnv])),
  'ppo.options': k.settings({ hidden: [4] }),
  'createTrainer.algorithm': k.value(() => 'ppo'),
  'parseOptions.algorithm': k.value(() => 'ppo'),
  'parseOptions.texts': k.value(() => ({ horizon: '4' }), ...k.objects),
  'evaluate.policy': k.value(() => policy),
  'evaluate.options': k.settings({ episodes: 1 }),
  'resume.bytes': k.value(() => new Uint8Array(0)),
  'resume.env': aVectorEnv,
  'csvLog.write': k.callback,
  'jsonlLog.write': k.callback,
  'tensorboardLog.write': k.callback,
  'tensorboardLog.now': k.callback,
  'loadPolicy.bytes': k.value(() => savePolicy(policy)),
  'policyFunction.bytes': k.value(() => savePolicy(policy)),
  'savePolicy.policy': k.value(() => policy),
  'toOnnx.policy': k.value(() => policy),
  'loadOnnxPolicy.bytes': k.value(() => new Uint8Array(0)),
  'loadOnnxPolicy.options': k.settings(),
  'Policy.parts': k.value(() => policy.parts),
};
