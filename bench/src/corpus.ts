import path from 'node:path';
import {
  type CorpusEntry,
  callOracle,
  copySleep,
  copyState,
  entryFiles,
  guarded,
  loadInOracle,
  makeDrive,
  type Oracle,
  OracleError,
  type OracleStruct,
  readManifest,
  startOracle,
} from '@qpos/conformance';
import { makeData, resetData, step } from '@qpos/core';
import { loadModelFile } from 'qpos/node';
import { block, type Timing, timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';

/** Simulated seconds after which a run starts again. */
const DURATION = 4;

/** Most that a ratio may be. */
const LIMIT = 1;

/** How many times the blocks a ratio near the limit is measured with. */
const MORE = 5;

/** Blocks before those that count. */
const WARM_UP = 3;

/** A model in both engines. */
interface Runner {
  /** One driven step of the oracle. */
  theirs(): void;
  ours(): void;
  /** Puts our state to the oracle's: motions with contacts part from each other after a while, and then differ in cost. */
  align(): void;
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
      theirs() {
        driveTheirs(theirs.data);
        mjStep(theirs.model, theirs.data);
        if ((theirs.data['time'] as number) > DURATION) callOracle(oracle, 'mj_resetData', theirs.model, theirs.data);
      },
      ours() {
        driveOurs(data);
        step(model, data);
        if (data.time > DURATION) resetData(model, data);
      },
      align() {
        copyState(theirs.data, data);
        copySleep(theirs.data, data);
      },
      note: () => `nv ${model.nv}, ${data.ncon} contacts, ${data.nefc} rows`,
      dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Alternating blocks of equally many steps from the same state. */
function timeRunner(oracle: Oracle, { theirs, ours, align }: Runner, ms: number, rounds: number): number[][] {
  const both = (steps: number): number[] => {
    align();
    return [guarded(oracle, () => block(theirs, steps)), block(ours, steps)];
  };
  const steps = Math.max(1, Math.min(5000, Math.round((5 * 1000 * ms) / Math.max(...both(5)))));
  for (let k = 0; k < WARM_UP; k++) both(steps);
  return Array.from({ length: rounds }, () => both(steps).map((t) => t / steps));
}

/** Whether the spread leaves open on which side of the limit a ratio is: then more blocks are timed. */
const isOpen = ({ ratio, spread }: Timing): boolean => Math.abs(ratio - LIMIT) < spread;

/** Whole driven steps of every corpus model that both engines load, slowest first; no rows where there is no corpus. */
export async function* corpusSuite({ scene, rounds, ms, progress }: SuiteOptions): AsyncIterable<Row> {
  const rows: Row[] = [];
  let oracle = await startOracle();
  for (const entry of readManifest().filter((e) => e.oracle.loads && scene.test(e.path))) {
    progress(entry.path);
    if (oracle.dead) oracle = await startOracle();
    try {
      const runner = makeRunner(oracle, entry);
      let measured = timing(timeRunner(oracle, runner, ms, rounds));
      if (isOpen(measured)) measured = timing(timeRunner(oracle, runner, ms, MORE * rounds));
      rows.push({ name: entry.path, ...measured, limits: [{ of: 'ratio', most: LIMIT }], note: runner.note() });
      runner.dispose();
    } catch (error) {
      const side = error instanceof OracleError ? 'the oracle' : 'qpos';
      console.log(`left out: ${entry.path} (${side}: ${(error as Error).message.split('\n', 1)[0]})`);
    }
  }
  yield* rows.sort((a, b) => b.ratio - a.ratio);
}
