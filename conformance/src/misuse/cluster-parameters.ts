import { faulty } from '@qpos/cluster';
import { makeVec } from '@qpos/env';
import { enums, stateSize } from 'qpos';
import * as k from './kinds.ts';

const queue = k.value(() => faulty({ functions: { rollout: () => ({ bytes: new Uint8Array(0) }) }, tries: 1 }));
const task = k.value(() => 'InvertedPendulum-v5');

/** What the parameters of the functions of `@qpos/cluster`, and of those of `@qpos/learn` for work elsewhere, take. */
export const CLUSTER: Readonly<Record<string, k.Kind>> = {
  'bullmq.options': k.value(() => ({ connection: 'redis://127.0.0.1:1' })),
  'startWorker.options': k.value(() => ({ connection: 'redis://127.0.0.1:1' })),
  'local.options': k.settings({ workers: 1 }),
  'faulty.options': k.value(() => ({ functions: {} })),
  'folderStore.folder': k.text('blobs'),
  'folderStore.options': k.settings(),
  'distributedRollout.queue': queue,
  'distributedRollout.model': k.model,
  'distributedRollout.options': k.value(({ model }) => ({
    initialState: new Float64Array(stateSize(model, enums.StateBit.FULLPHYSICS)),
    nstep: 1,
    signal: AbortSignal.abort(),
  })),
  'remoteEnvs.queue': queue,
  'remoteEnvs.task': task,
  'remoteEnvs.options': k.value(() => ({ n: 1 })),
  'sweep.queue': queue,
  'sweep.plan': k.value(() => ({ task: 'InvertedPendulum-v5', steps: 1, trials: 1, settings: {} })),
  'sweep.options': k.value(() => ({ signal: AbortSignal.abort() }), ...k.settings().takes),
  'privilegedSize.env': k.value(() => vectorEnv),
  'runWork.kind': k.value(() => 'play'),
  'runWork.envs': k.callback,
  'runWork.n': k.whole,
  'runWork.shared': k.value(() => new Uint8Array(0)),
  'runWork.piece': k.value(() => new Uint8Array(0)),
};

const vectorEnv = await makeVec('InvertedPendulum-v5', { n: 1 });
