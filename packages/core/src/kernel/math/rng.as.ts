// rng.ts with integers of 64 bits, which JavaScript does not have.
import { I32 } from '../dialect';

const MULTIPLIER: u64 = 6364136223846793005;

@inline function at(a: I32, i: i32): usize { return changetype<usize>(a) + (<usize>i << 2); }

export function rngInit(rng: I32, r: i32): void {
  store<u64>(at(rng, r), 0);
  store<u64>(at(rng, r), 1, 8);
  rngNext(rng, r);
}

@inline function mix(counter: u64): u32 { return rotr<u32>(<u32>((counter ^ (counter >> 18)) >> 27), <u32>(counter >> 59)); }

export function rngNext(rng: I32, r: i32): i32 {
  const p = at(rng, r);
  const counter = load<u64>(p);
  store<u64>(p, counter * MULTIPLIER + load<u64>(p, 8));
  return <i32>mix(counter);
}

export function shuffleI(list: I32, i: i32, n: i32, rng: I32, r: i32): void {
  const p = at(rng, r);
  const increment = load<u64>(p, 8);
  let counter = load<u64>(p);
  for (let k = n - 1; k > 0; k--) {
    const j = <i32>(mix(counter) % <u32>(k + 1));
    counter = counter * MULTIPLIER + increment;
    const t = list[i + k];
    list[i + k] = list[i + j];
    list[i + j] = t;
  }
  store<u64>(p, counter);
}
