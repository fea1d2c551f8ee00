/**
 * The process in which mutants of saved models run on the js back end with arrays that know their lengths; `guarded-mutants.ts` builds it.
 * Arguments: the first mutant, how many, steps of each. It prints a line of JSON: how many were accepted, and what those did wrong.
 */
import { loadModel, type Model, makeData, QposError, restoreModel, saveModel, step } from 'qpos';
import 'qpos/js';
import { makeRandom } from '../../models/random-tree.ts';
import { seal } from '../formats/binary-format.ts';
import { pick } from '../formats/byte-mutations.ts';
import { mjcfSeeds, RARE_MJCF } from '../formats/model-seeds.ts';
import { guardObject } from './guarded-arrays.ts';
import type { GuardedFailure, GuardedReport } from './guarded-mutants.ts';
import { mutateField } from './mutate-fields.ts';

const LARGEST = 60_000; // bytes of a seed
const MOST_FAILURES = 10;
const LIMITS = { iterations: 1000 };

const [first = 0, count = 0, steps = 0] = process.argv.slice(2).map(Number);

/** Steps a model with guarded arrays; returns what goes wrong. */
function stepGuarded(model: Model): string | undefined {
  try {
    guardObject(model);
    const data = makeData(model);
    guardObject(data);
    step(model, data, steps);
    return undefined;
  } catch (error) {
    return error instanceof QposError ? undefined : ((error as Error).stack ?? String(error));
  }
}

function mutant(seeds: readonly Uint8Array[], index: number): Uint8Array {
  const random = makeRandom(index);
  let bytes = pick(random, seeds);
  const changes = 1 + random.below(random.chance(0.2) ? 4 : 1);
  for (let k = 0; k < changes; k++) bytes = mutateField(random, bytes);
  return seal(bytes);
}

/** The model, if it is accepted; an error that is not typed counts as a failure. */
function restore(bytes: Uint8Array): Model | string | undefined {
  try {
    return restoreModel(bytes, [], LIMITS);
  } catch (error) {
    return error instanceof QposError ? undefined : ((error as Error).stack ?? String(error));
  }
}

const seeds = [...mjcfSeeds(), new TextEncoder().encode(RARE_MJCF)]
  .map((text) => saveModel(loadModel(text, { onWarning() {} })))
  .filter((bytes) => bytes.length < LARGEST);
const failures: GuardedFailure[] = [];
let accepted = 0;
for (const [index, seed] of seeds.entries()) {
  const error = stepGuarded(restoreModel(seed));
  if (error !== undefined) failures.push({ index: -1 - index, error });
}
for (let index = first; index < first + count && failures.length < MOST_FAILURES; index++) {
  const model = restore(mutant(seeds, index));
  if (model === undefined) continue;
  if (typeof model !== 'string') accepted++;
  const error = typeof model === 'string' ? model : stepGuarded(model);
  if (error !== undefined) failures.push({ index, error });
}
const report: GuardedReport = { seeds: seeds.length, accepted, failures };
console.log(JSON.stringify(report));
