import { copyData, type Data, type Model, makeData, stages, step } from '@qpos/core';
import type { Profile } from '../protocol.ts';

const BATCH_MS = 1;
const BATCHES = 3;
let scratch: Data | undefined;

/** Time of a call in microseconds: the best of a few batches, as clocks in browsers are coarse and machines are shared. */
function time(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = performance.now();
    let calls = 0;
    let elapsed = 0;
    do {
      run();
      calls++;
      elapsed = performance.now() - start;
    } while (elapsed < BATCH_MS && calls < 200);
    best = Math.min(best, (1000 * elapsed) / calls);
  }
  return best;
}

/**
 * Times each stage of a step on a copy of the data, and reads the solver's course. What a whole step takes beyond its stages is the
 * integration, so that the parts are the whole.
 */
export function profile(model: Model, data: Data): Profile {
  if (scratch?.model !== model) scratch = makeData(model);
  const copy = scratch;
  copyData(copy, data);
  const timed = stages
    .filter(({ part }) => part !== 'integration') // which moves the state on
    .map(({ title, run }) => ({ name: title, us: time(() => run(model, copy)) }));
  copyData(copy, data);
  const whole = time(() => step(model, copy));
  const parts = timed.reduce((sum, { us }) => sum + us, 0);
  const all = [...timed, { name: 'integration', us: Math.max(0, whole - parts) }];
  const iterations = data.solver_niter[0];
  const shown = Math.min(iterations, 40);
  return {
    time: data.time,
    stages: all,
    stepUs: all.reduce((sum, { us }) => sum + us, 0),
    contacts: data.ncon,
    rows: data.nefc,
    islands: data.nisland,
    iterations: data.solver_niter.reduce((a, b) => a + b, 0),
    improvement: [...data.solver.improvement.subarray(0, shown)],
    gradient: [...data.solver.gradient.subarray(0, shown)],
  };
}
