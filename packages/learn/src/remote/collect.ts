import { RandomGenerator, RunningStatistics } from '@qpos/env';
import { type ActorCriticShape, GaussianActorCritic } from '../algorithms/gaussian-actor-critic.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { Collector, type CollectorOptions } from '../training/collector.ts';
import type { ResumableEnv } from '../training/environment.ts';
import type { Episode } from '../training/episodes.ts';
import type { Normalisers } from '../training/experience.ts';
import { readSnapshot, restoreArray, type Snapshot, writeSnapshot } from '../training/snapshot.ts';

/** What all actors of an update have in common. */
export interface CollectSettings {
  readonly shape: ActorCriticShape;
  readonly options: CollectorOptions;
}

/** What is an actor's own: the seed of its environments, its stream of random numbers, and its state if it has collected before. */
export interface ActorPiece {
  readonly seed: number;
  readonly stream: { readonly seed: number; readonly keys: readonly number[] };
  readonly state: Uint8Array;
}

/** What an actor collected. */
export interface Collected {
  /** Samples by name, as in `Experience`; `isValid` tells which are steps. */
  readonly arrays: Readonly<Record<string, Tensor>>;
  readonly episodes: readonly Episode[];
  /** For its next piece. */
  readonly state: Uint8Array;
  /** Adds what it saw. */
  mergeInto(normalisers: Normalisers): void;
}

const NORMALISERS = ['observation', 'privileged', 'returns'] as const;

/** The policy and what samples are normalised by, as bytes. */
export const writeCollect = (
  settings: CollectSettings,
  parameters: Float32Array,
  normalisers: Normalisers,
): Uint8Array =>
  writeSnapshot({
    algorithm: 'collect',
    arrays: { parameters, ...Object.fromEntries(NORMALISERS.map((name) => [name, normalisers[name].save()])) },
    rest: settings,
  });

/** What is an actor's own, as bytes. */
export const writeActor = ({ seed, stream, state }: ActorPiece): Uint8Array =>
  writeSnapshot({ algorithm: 'actor', arrays: { state }, rest: { seed, stream } });

function load(statistics: RunningStatistics, snapshot: Snapshot, name: string): void {
  const saved = new Float64Array(2 * statistics.mean.length + 1);
  restoreArray(saved, snapshot, name);
  statistics.load(saved);
}

/** Plays one rollout of an actor. */
export function collect(kernel: Kernel, env: ResumableEnv, shared: Snapshot, piece: Snapshot): Uint8Array {
  const { shape, options } = shared.rest as CollectSettings;
  const { seed, stream } = piece.rest as Omit<ActorPiece, 'state'>;
  const networks = new GaussianActorCritic(kernel, shape, env.n);
  restoreArray(networks.parameters, shared, 'parameters');
  const collector = new Collector(kernel, env, options, seed);
  const news = startActor(collector, env, shared, piece);
  void collector.collect(networks, new RandomGenerator(stream.seed, stream.keys), news);
  const { trajectories } = collector;
  const arrays: Record<string, Tensor> = {
    observations: collector.observations,
    ...(shape.privileged > 0 && { criticObservations: collector.criticObservations }),
    actions: collector.actions,
    logDensities: collector.logDensities,
    values: collector.values,
    rewards: trajectories.rewards,
    nextValues: trajectories.nextValues,
    ends: trajectories.ends,
    isValid: collector.isValid,
    state: writeSnapshot({
      algorithm: 'actor-state',
      arrays: { ...collector.state(), environments: env.save() },
      rest: {},
    }),
  };
  for (const name of NORMALISERS) arrays[name] = news[name].save();
  return writeSnapshot({ algorithm: 'collected', arrays, rest: { episodes: collector.ended } });
}

/** Puts an actor where it was, or at its start; the result takes what it sees from now on. */
function startActor(collector: Collector, env: ResumableEnv, shared: Snapshot, piece: Snapshot): Normalisers {
  const { normalisers } = collector;
  const nothing = ({ mean }: RunningStatistics): RunningStatistics => new RunningStatistics(mean.length, 0);
  const news: Normalisers = {
    observation: nothing(normalisers.observation),
    privileged: nothing(normalisers.privileged),
    returns: nothing(normalisers.returns),
  };
  for (const name of NORMALISERS) load(normalisers[name], shared, name);
  const state = piece.arrays['state'] as Uint8Array;
  if (state.length === 0) collector.observeStart(news);
  else {
    const snapshot = readSnapshot(state);
    for (const [name, array] of Object.entries(collector.state())) restoreArray(array, snapshot, name);
    env.load(snapshot.arrays['environments'] as Uint8Array);
  }
  return news;
}

/** Reads what `collect` wrote. */
export function readCollected(bytes: Uint8Array): Collected {
  const snapshot = readSnapshot(bytes);
  const { state, ...arrays } = snapshot.arrays;
  return {
    arrays,
    episodes: (snapshot.rest as { readonly episodes: readonly Episode[] }).episodes,
    state: state as Uint8Array,
    mergeInto(normalisers) {
      for (const name of NORMALISERS) {
        const part = new RunningStatistics(normalisers[name].mean.length, 0);
        load(part, snapshot, name);
        normalisers[name].merge(part);
      }
    },
  };
}
