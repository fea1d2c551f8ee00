import path from 'node:path';
import { BatchSim } from '@qpos/batch';
import {
  entryFiles,
  guarded,
  loadInOracle,
  makeDrive,
  type Oracle,
  type OracleStruct,
  readManifest,
  startOracle,
} from '@qpos/conformance';
import { type Model, makeData, resetData, step } from 'qpos';
import { loadModelFile } from 'qpos/node';
import { block, timing } from '../measure.ts';
import type { Row, SuiteOptions } from '../rows.ts';

/** The models of Gymnasium's MuJoCo tasks. */
const TASKS =
  /gymnasium\/.*\/(half_cheetah|hopper|walker2d_v5|ant|humanoid|humanoidstandup|inverted_pendulum|inverted_double_pendulum|reacher|pusher_v5|swimmer)\.xml$/;
const ENVIRONMENTS = 16;
const DURATION = 4;

/** Controls of each step of a run. */
function controlsOf(model: Model): Float64Array[] {
  const drive = makeDrive(model);
  return Array.from({ length: Math.round(DURATION / model.opt.timestep) }, (_, k) => {
    const ctrl = new Float64Array(model.nu);
    drive({ ctrl, time: k * model.opt.timestep });
    return ctrl;
  });
}

/** A loop over environments: controls of a step, a call, and its result in rows; `restart` puts all of them back to the initial state. */
interface Contender {
  run(ctrl: Float64Array): void;
  restart(): void;
  close(): unknown;
}

/** A batch in this thread. */
async function batchContender(model: Model): Promise<Contender> {
  const sim = await BatchSim.create(model, { n: ENVIRONMENTS, workers: 0 });
  const everyone = new Uint8Array(ENVIRONMENTS).fill(1);
  return {
    run(ctrl) {
      for (let e = 0; e < ENVIRONMENTS; e++) sim.ctrl.set(ctrl, e * model.nu);
      sim.stepAll();
    },
    restart: () => sim.resetWhere(everyone),
    close: () => sim.close(),
  };
}

/** Where the controls, positions and velocities of an environment are, and how it makes a step and starts over. */
interface Environment {
  readonly ctrl: Float64Array;
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  step(): void;
  reset(): void;
}

/** The same by hand: what a batch does for each environment, around the step of an engine. */
function loopContender(all: readonly Environment[], close: () => void): Contender {
  const size = (all[0]?.qpos.length ?? 0) + (all[0]?.qvel.length ?? 0);
  const states = new Float64Array(size * all.length);
  return {
    run(ctrl) {
      let at = 0;
      for (const { ctrl: target, qpos, qvel, step } of all) {
        target.set(ctrl);
        step();
        states.set(qpos, at);
        states.set(qvel, at + qpos.length);
        at += size;
      }
    },
    restart() {
      for (const { reset } of all) reset();
    },
    close,
  };
}

const times = <T>(make: () => T): T[] => Array.from({ length: ENVIRONMENTS }, make);

function plainContender(model: Model): Contender {
  const all = times(() => makeData(model));
  return loopContender(
    all.map((data) => ({
      ctrl: data.ctrl,
      qpos: data.qpos,
      qvel: data.qvel,
      step: () => step(model, data),
      reset: () => resetData(model, data),
    })),
    () => {
      for (const data of all) data[Symbol.dispose]();
    },
  );
}

function officialContender({ mj }: Oracle, model: OracleStruct): Contender {
  const mjStep = mj['mj_step'] as (m: OracleStruct, d: OracleStruct) => void;
  const mjReset = mj['mj_resetData'] as (m: OracleStruct, d: OracleStruct) => void;
  const all = times(() => new mj.MjData(model));
  // views are taken once all of them are there: its heap grows no more, and a getter takes a microsecond
  const view = (data: OracleStruct, name: string): Float64Array => data[name] as Float64Array;
  return loopContender(
    all.map((data) => ({
      ctrl: view(data, 'ctrl'),
      qpos: view(data, 'qpos'),
      qvel: view(data, 'qvel'),
      step: () => mjStep(model, data),
      reset: () => mjReset(model, data),
    })),
    () => {
      for (const data of all) data.delete();
    },
  );
}

/** Steps through the controls, and starts over at their end. */
function advance(contender: Contender, controls: readonly Float64Array[]): () => void {
  let k = 0;
  return () => {
    contender.run(controls[k] as Float64Array);
    k = (k + 1) % controls.length;
    if (k === 0) contender.restart();
  };
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);

/**
 * Steps of a batch in one thread against those of the official build, on the models of Gymnasium, where the corpus is there. Each has as many
 * environments, sets their controls, steps them and reads their states. `step` by hand is the floor of the batch.
 */
export async function* gymnasium({ rounds, ms, scene, progress }: SuiteOptions): AsyncIterable<Row> {
  const oracle = await startOracle();
  const [batch, plain]: [number[], number[]] = [[], []];
  for (const entry of readManifest().filter((e) => TASKS.test(e.path) && scene.test(e.path))) {
    const name = `Gymnasium's ${path.basename(entry.path, '.xml')}`;
    progress(name);
    const theirs = loadInOracle(oracle, entryFiles(entry));
    const model = loadModelFile(path.join(entry.folder, entry.path));
    const contenders = [officialContender(oracle, theirs.model), await batchContender(model), plainContender(model)];
    const controls = controlsOf(model);
    const steps = contenders.map((c) => advance(c, controls));
    const once = Math.max(...steps.map((f) => guarded(oracle, () => block(f, 5)))) / 5;
    const calls = Math.max(1, Math.round((1000 * ms) / once));
    const round = (): number[] => steps.map((f) => guarded(oracle, () => block(f, calls)));
    for (let k = 0; k < 3; k++) round();
    const found = Array.from({ length: rounds }, round);
    const { js: floor = Number.NaN, ...measured } = timing(found, calls * ENVIRONMENTS);
    batch.push(measured.ratio);
    plain.push(floor);
    yield {
      name,
      ...measured,
      limits: [{ of: 'ratio', most: 0.555 }], // 1.8 times the steps
      note: `a step of ${ENVIRONMENTS} environments in one thread; \`step\` by hand ${floor.toFixed(3)}`,
    };
    for (const c of contenders) await c.close();
    theirs.data.delete();
    theirs.model.delete();
  }
  if (batch.length < 2) return;
  const mean = geometricMean(batch);
  yield {
    name: `geometric mean of ${batch.length} models of Gymnasium`,
    unit: 'x',
    oracle: 1,
    ours: mean,
    ratio: mean,
    spread: 0,
    limits: [{ of: 'ratio', most: 0.5 }],
    note: `\`step\` by hand ${geometricMean(plain).toFixed(3)}`,
  };
}
