/**
 * The constraint solver alone over the corpus: each model runs a while in the oracle, then our `fwdConstraint` solves from the oracle's rows.
 * Prints the models whose acceleration or forces differ, and how far the numbers of iterations are apart.
 */
import { fwdConstraint, makeData } from '@qpos/core';
import { makeDrive } from '../compare/drive.ts';
import { type CorpusEntry, entryFiles, readManifest } from '../models/corpus.ts';
import { callOracle, loadInOracle, loadOracle, type Oracle, type OracleStruct } from '../oracle/oracle.ts';
import { modelFromOracle, relativeError } from '../oracle/transfer.ts';
import { rowsFromOracle } from './solver-rows.ts';

/** Where the engines are compared: after so many driven steps. */
const checkpoints = [1, 10, 50];

/** The discrete integrator solves in a metric that other stages prepare. */
const DISCRETE = 4;

/** Agreement asked of `qacc`, `qfrc_constraint` and `efc_force`. */
const TOLERANCE = 1e-6;

interface Result {
  readonly error: number;
  readonly iterations: number;
  readonly nefc: number;
  readonly states: number;
}

function examine(oracle: Oracle, entry: CorpusEntry): Result {
  const { model, data } = loadInOracle(oracle, entryFiles(entry));
  const m = modelFromOracle(model);
  if (m.opt.integrator === DISCRETE) return { error: 0, iterations: 0, nefc: 0, states: 0 };
  const drive = makeDrive(model);
  let error = 0;
  let iterations = 0;
  let nefc = 0;
  let states = 0;
  let step = 0;
  for (const checkpoint of checkpoints) {
    for (; step < checkpoint; step++) {
      drive(data);
      callOracle(oracle, 'mj_step', model, data);
    }
    drive(data);
    callOracle(oracle, 'mj_forward', model, data);
    const count = Number(data['nefc']);
    if (count === 0) continue;
    nefc = Math.max(nefc, count);
    const d = makeData(m);
    rowsFromOracle(data, d);
    fwdConstraint(m, d);
    for (const name of ['qacc', 'qfrc_constraint', 'efc_force'] as const) {
      error = Math.max(error, relativeError(d[name], data[name] as Float64Array));
    }
    states = Math.max(states, relativeError(d.efc_state, data['efc_state'] as Int32Array));
    const reference = data['solver_niter'] as Int32Array;
    d.solver_niter.forEach((n, k) => {
      if (Math.abs(n - (reference[k] as number)) > Math.abs(iterations)) iterations = n - (reference[k] as number);
    });
    d[Symbol.dispose]();
  }
  (data as OracleStruct).delete();
  model.delete();
  m[Symbol.dispose]();
  return { error, iterations, nefc, states };
}

/** Runs over the models whose path contains `filter`. */
export async function solverCorpus(filter = ''): Promise<void> {
  let oracle = await loadOracle();
  let within = 0;
  let constrained = 0;
  let failed = 0;
  const spread = new Map<number, number>();
  for (const entry of readManifest()) {
    if (!entry.oracle.loads || !entry.path.includes(filter) || entry.oracleDefect !== undefined) continue;
    if (oracle.dead) oracle = await loadOracle();
    try {
      const { error, iterations, nefc, states } = examine(oracle, entry);
      if (nefc === 0) continue;
      constrained++;
      if (error < TOLERANCE) within++;
      spread.set(iterations, (spread.get(iterations) ?? 0) + 1);
      if (!(error < TOLERANCE) || iterations !== 0 || states !== 0)
        console.log(
          entry.path,
          'error',
          error.toExponential(1),
          'iterations',
          iterations,
          'rows',
          nefc,
          'states',
          states,
        );
    } catch (thrown) {
      failed++;
      console.log(entry.path, 'failed:', String((thrown as Error).message).slice(0, 150));
    }
  }
  console.log(`${within} of ${constrained} models with constraints within ${TOLERANCE}; ${failed} failed to run`);
  console.log(
    'largest difference of iterations:',
    [...spread]
      .sort((a, b) => a[0] - b[0])
      .map(([k, n]) => `${k}: ${n}`)
      .join(', '),
  );
}
