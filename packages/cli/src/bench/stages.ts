import { copyData, type Data, enums, forward, type Model, makeData, stages, step } from 'qpos';

/** The stages that can be repeated on data that a forward pass has filled. */
const repeatable = stages.filter(({ part }) => part !== 'integration');

/** Microseconds that a stage takes. */
export interface StageTime {
  readonly stage: string;
  readonly microseconds: number;
}

const BLOCK_MILLISECONDS = 1;
const BLOCKS = 4;

/** Microseconds of one call in the best of some short blocks. */
function time(run: () => void): number {
  run();
  return Math.min(...Array.from({ length: BLOCKS }, () => block(run)));
}

function block(run: () => void): number {
  let calls = 0;
  const start = performance.now();
  let now = start;
  do {
    for (let k = 0; k < 4; k++) run();
    calls += 4;
    now = performance.now();
  } while (now - start < BLOCK_MILLISECONDS);
  return (1000 * (now - start)) / calls;
}

const STEPS = 8;

/** Microseconds of a step from a state on, in the best of some short runs. */
function stepFrom(model: Model, data: Data, state: Data): number {
  const runs = Array.from({ length: 2 * BLOCKS }, () => {
    copyData(data, state);
    const start = performance.now();
    for (let k = 0; k < STEPS; k++) step(model, data);
    return (1000 * (performance.now() - start)) / STEPS;
  });
  return Math.min(...runs);
}

/** Mean time of each stage over some states of a run; the last is what a step takes beyond the others. */
export function stageTimes(model: Model, states: readonly Data[]): StageTime[] {
  const data = makeData(model);
  const sums = repeatable.map(() => 0);
  let whole = 0;
  for (const state of states) {
    whole += stepFrom(model, data, state);
    copyData(data, state);
    forward(model, data);
    repeatable.forEach(({ run }, k) => {
      sums[k] = (sums[k] as number) + time(() => run(model, data));
    });
  }
  const times = repeatable.map(({ title }, k) => ({ stage: title, microseconds: (sums[k] as number) / states.length }));
  const rest = whole / states.length - times.reduce((t, s) => t + s.microseconds, 0);
  const last =
    model.opt.integrator === enums.Integrator.RK4 ? 'three more evaluations, and rest' : 'integration and rest';
  return [...times, { stage: last, microseconds: Math.max(0, rest) }];
}
