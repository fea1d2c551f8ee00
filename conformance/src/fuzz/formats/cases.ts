import { makeRandom } from '../../models/random-tree.ts';
import { pick } from './byte-mutations.ts';
import type { Case, Format } from './format.ts';

/** Mutants that would not fit the limits of any reader are cut. */
const LARGEST = 1e6;

/** Makes the cases of a format: the same seed and number give the same case, whatever ran before. */
export function makeCases(format: Format, seed: number, seeds = format.seeds()): (index: number) => Case {
  return (index) => {
    const random = makeRandom(seed * 1_000_003 + index);
    const origin = pick(random, seeds);
    let bytes = origin;
    const changes = 1 + random.below(random.chance(0.2) ? 12 : 3);
    for (let k = 0; k < changes; k++) bytes = format.mutate(random, bytes, pick(random, seeds)).slice(0, LARGEST);
    // now and then without the right checksum, to see that it is looked at
    return { bytes: format.seal === undefined || random.chance(0.05) ? bytes : format.seal(bytes), origin };
  };
}
