import path from 'node:path';
import {
  type CorpusEntry,
  callOracle,
  entryFiles,
  guarded,
  loadInOracle,
  loadOracle,
  makeDrive,
  type Oracle,
  OracleError,
  type OracleStruct,
  readManifest,
} from '@qpos/conformance';
import { makeData, resetData, step } from '@qpos/core';
import { loadModelFile } from 'qpos/node';
import { median } from './measure.ts';
import type { Row, SuiteOptions } from './suites.ts';

/** Simulated seconds after which a run starts again. */
const DURATION = 4;

/** A model in both engines: functions that take `n` driven steps, and a note about its size. */
interface Runner {
  theirs(n: number): void;
  ours(n: number): void;
  note(): string;
  dispose(): void;
}

/** Loads a corpus model, each engine with its own compiler; throws where one of them refuses it. */
function makeRunner(oracle: Oracle, entry: CorpusEntry): Runner {
  const theirs = loadInOracle(oracle, entryFiles(entry));
  const dispose = (): void => {
    if (oracle.dead) return;
    theirs.data.delete();
    theirs.model.delete();
  };
  try {
    const model = loadModelFile(path.join(entry.folder, entry.path));
    const data = makeData(model);
    const driveTheirs = makeDrive(theirs.model);
    const driveOurs = makeDrive(model);
    const mjStep = oracle.mj['mj_step'] as (m: OracleStruct, d: OracleStruct) => void;
    return {
      theirs(n) {
        for (let k = 0; k < n; k++) {
          driveTheirs(theirs.data);
          mjStep(theirs.model, theirs.data);
          if ((theirs.data['time'] as number) > DURATION) callOracle(oracle, 'mj_resetData', theirs.model, theirs.data);
        }
      },
      ours(n) {
        for (let k = 0; k < n; k++) {
          driveOurs(data);
          step(model, data);
          if (data.time > DURATION) resetData(model, data);
        }
      },
      note: () => `nv ${model.nv}, ${data.ncon} contacts, ${data.nefc} rows`,
      dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Microseconds per step of a block of n steps. */
function timeSteps(run: (n: number) => void, n: number): number {
  const start = performance.now();
  run(n);
  return (1000 * (performance.now() - start)) / n;
}

/** Blocks of equally many steps, so that both engines are at the same part of the motion. */
function timeRunner(oracle: Oracle, runner: Runner, ms: number, rounds: number): Omit<Row, 'name'> {
  const theirs = (n: number): number => guarded(oracle, () => timeSteps(runner.theirs, n));
  const first = theirs(3); // the first steps warm up
  runner.ours(3);
  const n = Math.max(1, Math.min(2000, Math.round((1000 * ms) / Math.max(first, 0.5))));
  for (let k = 0; k < 2; k++) {
    theirs(n);
    runner.ours(n);
  }
  const times = Array.from({ length: rounds }, (): [number, number] => [theirs(n), timeSteps(runner.ours, n)]);
  const ratios = times.map(([a, b]) => b / a).sort((a, b) => a - b);
  const quartile = (q: number): number => ratios[Math.floor(q * (rounds - 1))] ?? Number.NaN;
  return {
    oracle: median(times.map((t) => t[0])),
    ours: median(times.map((t) => t[1])),
    ratio: median(ratios),
    spread: (quartile(0.75) - quartile(0.25)) / 2,
    note: runner.note(),
  };
}

/** Whole driven steps of every corpus model that both engines load, slowest first; no rows where there is no corpus. */
export async function corpus({ scene, rounds, ms }: SuiteOptions): Promise<Row[]> {
  const rows: Row[] = [];
  let oracle = await loadOracle();
  for (const entry of readManifest().filter((e) => e.oracle.loads && scene.test(e.path))) {
    if (oracle.dead) oracle = await loadOracle();
    try {
      const runner = makeRunner(oracle, entry);
      rows.push({ name: entry.path, ...timeRunner(oracle, runner, ms, rounds) });
      runner.dispose();
    } catch (error) {
      console.log(
        `${entry.path}: left out: ${error instanceof OracleError ? 'oracle: ' : ''}${(error as Error).message}`,
      );
    }
  }
  return rows.sort((a, b) => b.ratio - a.ratio);
}
