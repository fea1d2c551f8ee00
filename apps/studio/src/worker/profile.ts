import {
  camlight,
  collision,
  comPos,
  copyData,
  crb,
  type Data,
  factorM,
  fwdAcceleration,
  fwdActuation,
  fwdConstraint,
  fwdVelocity,
  kinematics,
  type Model,
  makeConstraint,
  makeData,
  projectConstraint,
  sensorAcc,
  sensorPos,
  sensorVel,
  step,
  tendon,
  transmission,
} from '@qpos/core';
import type { Profile } from '../protocol.ts';

const stages: readonly (readonly [name: string, run: (m: Model, d: Data) => void])[] = [
  ['kinematics', kinematics],
  ['com', comPos],
  ['cameras', camlight],
  ['tendons', tendon],
  ['inertia', crb],
  ['factor', factorM],
  ['collision', collision],
  ['constraints', makeConstraint],
  ['project', projectConstraint],
  ['transmission', transmission],
  ['velocity', fwdVelocity],
  ['actuation', fwdActuation],
  ['acceleration', fwdAcceleration],
  ['solver', fwdConstraint],
  [
    'sensors',
    (m, d) => {
      sensorPos(m, d);
      sensorVel(m, d);
      sensorAcc(m, d);
    },
  ],
];

const BUDGET_MS = 30;
let scratch: Data | undefined;

/** Mean time of a call in microseconds, over as many calls as fit a small budget (clocks in browsers are coarse). */
function time(run: () => void, budgetMs: number): number {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  do {
    run();
    calls++;
    elapsed = performance.now() - start;
  } while (elapsed < budgetMs && calls < 200);
  return (1000 * elapsed) / calls;
}

/** Times each stage of a step on a copy of the data, and reads the solver's course. */
export function profile(model: Model, data: Data): Profile {
  if (scratch?.model !== model) scratch = makeData(model);
  const copy = scratch;
  copyData(copy, data);
  const budget = BUDGET_MS / (stages.length + 1);
  const timed = stages.map(([name, run]) => ({ name, us: time(() => run(model, copy), budget) }));
  copyData(copy, data);
  const stepUs = time(() => step(model, copy), budget);
  const iterations = data.solver_niter[0];
  const shown = Math.min(iterations, 40);
  return {
    stages: timed,
    stepUs,
    iterations,
    improvement: [...data.solver.improvement.subarray(0, shown)],
    gradient: [...data.solver.gradient.subarray(0, shown)],
  };
}
