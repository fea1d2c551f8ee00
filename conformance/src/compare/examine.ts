import { type Data, forward, type Model, makeData, resetData, step } from '@qpos/core';
import { setCounter } from '../oracle/counters.ts';
import { callOracle, type Oracle, type OracleStruct } from '../oracle/oracle.ts';
import { copySleep, copyState, relativeError } from '../oracle/transfer.ts';
import { compareData, compareModel, type FieldErrors } from './compare.ts';
import { makeDrive } from './drive.ts';
import { toleranceOf, tolerances } from './tolerance.ts';

/** Steps of the oracle's trajectory at which the two engines are compared. */
const COMPARED_STEPS = new Set([0, 1, 5, 20, 60, 150]);
const STEP_TOLERANCE = 1e-8;
const TRAJECTORY_TOLERANCE = 1e-5;

/** What was found out about one model. */
export interface Findings {
  path: string;
  /** Ours loads it. */
  load: boolean;
  error?: string | undefined;
  /** Fields of Model beyond their tolerance. */
  model: FieldErrors;
  /** Fields of Data beyond their tolerance after `forward`, worst over the compared states. */
  forward: FieldErrors;
  /** Worst error of every field of Data, also of those within tolerance. */
  worst: FieldErrors;
  step: number;
  trajectory: number;
  /** Mean difference of the number of solver iterations. */
  iterations: number;
  /** Largest stiffness of a constraint row at the compared states. */
  stiffest: number;
  runError?: string | undefined;
  features: readonly string[];
}

/** Findings about a model of which nothing is known yet. */
export const noFindings = ({ path, features }: { path: string; features: readonly string[] }): Findings => ({
  path,
  load: false,
  model: {},
  forward: {},
  worst: {},
  step: 0,
  trajectory: 0,
  iterations: 0,
  stiffest: 0,
  features,
});

/** A comparison passes in a category if nothing there is beyond its tolerance. */
export const verdicts = {
  load: (f: Findings) => f.load,
  model: (f: Findings) => f.load && Object.keys(f.model).length === 0,
  forward: (f: Findings) => f.load && f.runError === undefined && Object.keys(f.forward).length === 0,
  step: (f: Findings) => f.load && f.runError === undefined && f.step <= STEP_TOLERANCE,
  trajectory: (f: Findings) => f.load && f.runError === undefined && f.trajectory <= TRAJECTORY_TOLERANCE,
} as const;

function beyond(errors: FieldErrors, bound: (field: string) => number): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field, e]) => !(e <= bound(field))));
}

function stateError(data: Data, reference: OracleStruct): number {
  let worst = 0;
  for (const name of ['qpos', 'qvel', 'act'] as const) {
    const e = relativeError(data[name], reference[name] as Float64Array);
    if (!(e <= worst)) worst = e;
  }
  return worst;
}

const sum = (a: Int32Array, n: number): number => a.subarray(0, n).reduce((s, x) => s + x, 0);

/** A sensor of the kinetic energy reads the last one computed, which may be that of the step before. */
function copyEnergy(source: OracleStruct, target: Data): void {
  target.energy.set(source['energy'] as Float64Array);
  setCounter(target, 'flg_energyvel', Number(source['flg_energyvel']));
}

/** Compares a model that both engines have: Model, then Data along the oracle's trajectory, one step each, and a free run. */
export function examine(
  oracle: Oracle,
  theirs: { model: OracleStruct; data: OracleStruct },
  ours: Model,
  steps: number,
): Omit<Findings, 'path' | 'load' | 'features'> {
  const { model, data } = theirs;
  const integer = (field: string): number =>
    (ours as unknown as Record<string, unknown>)[field] instanceof Float64Array ||
    (ours as unknown as Record<string, unknown>)[field] instanceof Float32Array ||
    field.includes('.')
      ? tolerances.model
      : tolerances.exact;
  const findings = {
    model: beyond(compareModel(ours, model), integer),
    forward: {} as FieldErrors,
    worst: {} as FieldErrors,
    step: 0,
    trajectory: 0,
    iterations: 0,
    stiffest: 0,
  };
  const opt = model['opt'] as { enableflags: number };
  opt.enableflags |= 2; // energy
  ours.opt.enableflags |= 2;
  const forced = makeData(ours);
  const free = makeData(ours);
  const drive = makeDrive(model);
  const driveOurs = makeDrive(ours);
  let compared = 0;
  for (let s = 0; s < steps; s++) {
    drive(data);
    const compare = COMPARED_STEPS.has(s);
    if (compare) {
      resetData(ours, forced);
      copyState(data, forced);
      copySleep(data, forced);
      copyEnergy(data, forced);
      callOracle(oracle, 'mj_forward', model, data);
      forward(ours, forced);
      for (const [field, e] of Object.entries(compareData(forced, data)))
        if (!(e <= (findings.worst[field] ?? 0))) findings.worst[field] = e;
      findings.iterations += Math.abs(sum(forced.solver_niter, 20) - sum(data['solver_niter'] as Int32Array, 20));
      findings.stiffest = forced.efc_D.reduce((most, x) => Math.max(most, x), findings.stiffest);
      compared++;
      resetData(ours, forced);
      copyState(data, forced);
      copySleep(data, forced);
      step(ours, forced);
    }
    callOracle(oracle, 'mj_step', model, data);
    if (compare) findings.step = Math.max(findings.step, stateError(forced, data));
    driveOurs(free);
    step(ours, free);
    findings.trajectory = Math.max(findings.trajectory, stateError(free, data));
  }
  findings.iterations /= Math.max(1, compared);
  findings.forward = beyond(findings.worst, toleranceOf);
  return findings;
}
