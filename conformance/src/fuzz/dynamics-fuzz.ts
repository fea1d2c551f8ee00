/**
 * Dynamics fuzzer: options, arrays of the model and the state change at random, in both engines alike, and every field of Data is compared
 * after forward dynamics, a step and inverse dynamics, each from the oracle's state.
 *
 *     npm run fuzz:dynamics -- [folder ...] [--trials 50] [--only walker] [--seed 1]
 *
 * Our Data is not reset between trials, so that what it keeps for the next step is tried with other options, too.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contactForce, type Data, enums, forward, inverse, type Model, makeData, resetData, step } from '@qpos/core';
import { compareData } from '../compare/compare.ts';
import { toleranceOf } from '../compare/tolerance.ts';
import { type CorpusEntry, entryFiles } from '../models/corpus.ts';
import { scanFolder } from '../models/folder.ts';
import { makeRandom, type Random } from '../models/random-tree.ts';
import { setCounter } from '../oracle/counters.ts';
import { callOracle, guarded, loadInOracle, type Oracle, type OracleStruct, startOracle } from '../oracle/oracle.ts';
import { copySleep, copyState, modelFromOracle, stateFields } from '../oracle/transfer.ts';
import { root } from '../root.ts';
import { isDecidedByRounding, nudge } from './rounding.ts';

type Values = readonly number[];
type Draw = (random: Random, old: Values) => Values;

const oneOf =
  (...choices: readonly (number | Values)[]): Draw =>
  (random) =>
    [choices[random.below(choices.length)] as number].flat();
const within =
  (low: number, high: number): Draw =>
  (random, old) =>
    old.map(() => random.uniform(low, high));
const scaled =
  (low: number, high: number): Draw =>
  (random, old) =>
    old.map((x) => x * random.uniform(low, high));
const moved =
  (size: number): Draw =>
  (random, old) =>
    old.map((x) => x + random.uniform(-size, size));

const reference = oneOf([0.02, 1], [0.05, 0.7], [1e-4, 1], [-900, -40], [-500, 0], [0.02, -1]);
const impedance = oneOf(
  [0.9, 0.95, 0.001, 0.5, 2],
  [0.3, 0.9, 0.01, 0.2, 3],
  [0.5, 0.5, 0, 0.5, 1],
  [0.95, 0.5, 0.02, 1, 2.5],
);
const strength: Draw = (random) => [random.chance(0.3) ? 0 : 10 ** random.uniform(-2, 1)];
const bounds = oneOf([-1, 1], [-0.2, 0.3], [0, 0.5]);

/** Options. Conjugate gradients are left out: they multiply rounding from iteration to iteration. */
const options: Record<string, Draw> = {
  timestep: oneOf(0.001, 0.002, 0.005),
  integrator: oneOf(0, 1, 2, 3, 4),
  cone: oneOf(0, 1),
  solver: oneOf(0, 2),
  jacobian: oneOf(0, 1, 2),
  impratio: oneOf(1, 3),
  noslip_iterations: oneOf(0, 3),
  disableactuator: oneOf(0, 1, 2, 5),
  density: oneOf(0, 1.2, 1000),
  viscosity: oneOf(0, 1e-3),
  gravity: oneOf([0, 0, 0], [1, 2, -9], [0, 0, -9.81]),
  wind: oneOf([0, 0, 0], [1, -2, 0.5]),
  magnetic: oneOf([0, -0.5, 0], [0.3, 0.2, -0.1]),
  o_solref: reference,
  o_solimp: impedance,
};

/** Bits of `disableflags` but those of collision, and of `enableflags` but those of sleep, which is a state of its own, and of flexes. */
const DISABLE_BITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 18];
const ENABLE_BITS = [0, 1, 2, 3, 5];
const FWDINV_AND_INVDISCRETE = 12;
const RK4 = 1;

/** Arrays of the model that a program may change while it runs: numbers per element, and how they change. */
const arrays: Record<string, readonly [number, Draw]> = {
  actuator_gainprm: [10, scaled(0.5, 2)],
  actuator_biasprm: [10, scaled(0.5, 2)],
  actuator_gear: [6, scaled(-2, 2)],
  actuator_ctrllimited: [1, oneOf(0, 1)],
  actuator_ctrlrange: [2, bounds],
  actuator_forcelimited: [1, oneOf(0, 1)],
  actuator_forcerange: [2, bounds],
  actuator_actearly: [1, oneOf(0, 1)],
  actuator_damping: [1, strength],
  actuator_armature: [1, strength],
  body_mass: [1, scaled(0.5, 2)],
  body_inertia: [3, scaled(0.7, 1.4)],
  body_gravcomp: [1, oneOf(0, 1, 0.5)],
  dof_damping: [1, strength],
  dof_dampingpoly: [2, within(0, 1)],
  dof_frictionloss: [1, strength],
  dof_armature: [1, strength],
  jnt_limited: [1, oneOf(0, 1)],
  jnt_range: [2, bounds],
  jnt_stiffness: [1, strength],
  jnt_stiffnesspoly: [2, within(0, 1)],
  jnt_solref: [2, reference],
  jnt_solimp: [5, impedance],
  geom_condim: [1, oneOf(1, 3, 4, 6)],
  geom_priority: [1, oneOf(0, 1)],
  geom_friction: [3, within(0.1, 1)],
  geom_solref: [2, reference],
  geom_solimp: [5, impedance],
  geom_surfacevel: [6, within(-1, 1)],
  tendon_limited: [1, oneOf(0, 1)],
  tendon_range: [2, bounds],
  tendon_stiffness: [1, strength],
  tendon_damping: [1, strength],
  tendon_armature: [1, strength],
  tendon_frictionloss: [1, strength],
  eq_solref: [2, reference],
  eq_solimp: [5, impedance],
  pair_dim: [1, oneOf(1, 3, 4, 6)],
  sensor_cutoff: [1, oneOf(0, 0.5)],
};

/** Parts of the state, and by how much they change. */
const states: Record<string, Draw> = {
  qpos: moved(0.1),
  qvel: moved(1),
  act: moved(0.3),
  ctrl: moved(1),
  qfrc_applied: moved(1),
  xfrc_applied: moved(1),
  mocap_pos: moved(0.1),
  eq_active: oneOf(0, 1),
  qacc_warmstart: moved(3),
};

/** Where contacts of sheets never penetrate, positions change less: what starts inside something is stuck there. */
const closeStates: Record<string, Draw> = { ...states, qpos: moved(5e-4) };

const keepsApart = ({ original }: FuzzTwin): boolean => (original.opt.enableflags & enums.EnableBit.IPC) !== 0;

/** The one integrator and solver that the flag ipc has, without what it refuses. */
function keepIpc(t: FuzzTwin): string[] {
  if (!keepsApart(t)) return [];
  setOption(t, 'integrator', [enums.Integrator.DISCRETE]);
  setOption(t, 'solver', [enums.Solver.CG]);
  setOption(t, 'noslip_iterations', [0]);
  return [setOption(t, 'enableflags', [t.ours.opt.enableflags & ~FWDINV_AND_INVDISCRETE])];
}

/** Numbers that are none, and quaternions without a length: the step must end, warn and reset as the oracle does. */
const faults: Record<string, readonly number[]> = {
  qpos: [Number.NaN, 1e11, 0],
  qvel: [Number.NaN, 1e11, Number.NEGATIVE_INFINITY],
  ctrl: [Number.NaN, Number.POSITIVE_INFINITY, 1e11],
};

/** A model in both engines, and what it was before anything changed. */
interface FuzzTwin {
  readonly oracle: Oracle;
  readonly model: OracleStruct;
  readonly data: OracleStruct;
  readonly ours: Model;
  readonly d: Data;
  readonly original: Model;
}

const field = (struct: object, name: string): Float64Array =>
  (struct as Record<string, Float64Array>)[name] as Float64Array;
const pick = (random: Random, names: readonly string[]): string => names[random.below(names.length)] as string;

function load(oracle: Oracle, entry: CorpusEntry): FuzzTwin {
  const { model, data } = loadInOracle(oracle, entryFiles(entry));
  const ours = modelFromOracle(model);
  return { oracle, model, data, ours, d: makeData(ours), original: modelFromOracle(model) };
}

/** Sets options of both engines; a value has as many numbers as the option. */
function setOption(t: FuzzTwin, name: string, value: Values): string {
  for (const opt of [t.model['opt'] as object, t.ours.opt]) {
    if (ArrayBuffer.isView((opt as Record<string, unknown>)[name])) field(opt, name).set(value);
    else (opt as Record<string, number>)[name] = value[0] as number;
  }
  return `${name} ${value.join(' ')}`;
}

/** Puts every option and array back. */
function restore(t: FuzzTwin): void {
  const original = t.original.opt as unknown as Record<string, number | Float64Array>;
  for (const name of [...Object.keys(options), 'disableflags', 'enableflags']) {
    const value = original[name] as number | Float64Array;
    setOption(t, name, typeof value === 'number' ? [value] : [...value]);
  }
  for (const name of Object.keys(arrays))
    for (const m of [t.model, t.ours]) field(m, name).set(field(t.original, name));
}

/** Changes some elements of an array, in both engines. */
function changeArray(t: FuzzTwin, random: Random, name: string): string[] {
  const [stride, draw] = arrays[name] as readonly [number, Draw];
  const array = field(t.model, name);
  for (let i = 0; i < array.length; i += stride)
    if (random.chance(0.6)) array.set(draw(random, [...array.subarray(i, i + stride)]), i);
  field(t.ours, name).set(array);
  return array.length > 0 ? [name] : [];
}

/** Random changes of the model, named. */
function changeModel(t: FuzzTwin, random: Random): string[] {
  const changes: string[] = [];
  for (let k = random.below(5); k > 0; k--) {
    const name = pick(random, Object.keys(options));
    changes.push(setOption(t, name, (options[name] as Draw)(random, [])));
  }
  const opt = t.ours.opt;
  let { disableflags, enableflags } = opt;
  for (let k = random.below(3); k > 0; k--)
    disableflags |= 1 << (DISABLE_BITS[random.below(DISABLE_BITS.length)] as number);
  for (let k = random.below(3); k > 0; k--)
    enableflags |= 1 << (ENABLE_BITS[random.below(ENABLE_BITS.length)] as number);
  if (opt.integrator === RK4) enableflags &= ~FWDINV_AND_INVDISCRETE; // refused by the oracle
  changes.push(setOption(t, 'disableflags', [disableflags]), setOption(t, 'enableflags', [enableflags]));
  for (let k = random.below(5); k > 0; k--) changes.push(...changeArray(t, random, pick(random, Object.keys(arrays))));
  return changes;
}

/** Random changes of the oracle's state, named; a fault is one number that is none. */
function changeState(t: FuzzTwin, random: Random, fault: boolean): string[] {
  const changes: string[] = [];
  const draws = keepsApart(t) ? closeStates : states;
  for (let k = 1 + random.below(3); k > 0; k--) {
    const name = pick(random, Object.keys(draws));
    const array = field(t.data, name);
    for (let i = 0; i < array.length; i++) array.set((draws[name] as Draw)(random, [array[i] as number]), i);
    changes.push(name);
  }
  if (!fault) return changes;
  const name = pick(random, Object.keys(faults));
  const array = field(t.data, name);
  const value = (faults[name] as readonly number[])[random.below(3)] as number;
  if (array.length === 0) return changes;
  if (value === 0) array.fill(0);
  else array[random.below(array.length)] = value;
  return [...changes, `${name} with ${value}`];
}

/** Fields that inverse dynamics leaves as they were. */
const notInverse =
  /^(qacc_smooth|qfrc_smooth|qfrc_actuator|actuator_force|act_dot|sensordata|solver_|n?efm|efc_AR|i(acc|frc))/;
/**
 * Terms that are not there are not cleared by the oracle, nor the rotations of finite elements without the discrete integrator; iterations to the
 * last bit are a matter of rounding.
 */
const notWritten = /^(efm_fluid|efm_ca|flexelem_krot|solver_niter)$/;

interface OracleWarnings {
  size(): number;
  get(kind: number): { number: number };
}

/** How often the oracle has warned, by kind. */
const warningsOf = ({ oracle, data }: FuzzTwin): number[] =>
  guarded(oracle, () => {
    const list = data['warning'] as OracleWarnings;
    return Array.from({ length: list.size() }, (_, kind) => list.get(kind).number);
  });

/** Warnings that are counted differently; a reset, which clears the counts, may have come since `before`. */
function warningDifferences(t: FuzzTwin, before: readonly number[]): string[] {
  const after = warningsOf(t);
  const raised = after.map((n, kind) => (n < (before[kind] as number) ? n : n - (before[kind] as number)));
  return [...t.d.warning.number].flatMap((n, kind) => (n === raised[kind] ? [] : [`warning ${kind} ${n}`]));
}

/** The state after a step has the error of the solver, times the time step. */
const STEP_TOLERANCE = 1e-8;
function tolerance({ ours: { opt } }: FuzzTwin, stage: string, name: string): number {
  if (stage === 'step' && /^(qpos|qvel|act)$/.test(name)) return STEP_TOLERANCE;
  // the discrete integrator finds it by conjugate gradients, which end when the residual, not the error, is at the solver's tolerance
  const isIterated = name === 'qacc_smooth' && opt.integrator === enums.Integrator.DISCRETE;
  return isIterated ? Math.max(opt.tolerance, toleranceOf(name)) : toleranceOf(name);
}

const MAX_FORCE = 2;
/** Forces of symmetric contacts differ by the rounding of the solver. */
const SAME_FORCE = 1e-9;
const wrench = new Float64Array(6);

/** Whether a sensor sorts contacts by force, and two of them push equally: the last bit decides which comes first. */
function isTied({ ours: m, d }: FuzzTwin): boolean {
  const sorts = [...m.sensor_type].some(
    (type, s) => type === enums.SensorType.CONTACT && m.sensor_intprm[3 * s + 1] === MAX_FORCE,
  );
  if (!sorts) return false;
  const forces = Array.from({ length: d.ncon }, (_, c) => {
    contactForce(m, d, c, wrench);
    return Math.hypot(...wrench.subarray(0, 3));
  }).sort((a, b) => a - b);
  return forces.some((f, k) => k > 0 && f > 0 && f - (forces[k - 1] as number) <= SAME_FORCE * f);
}

/** Runs both engines from the oracle's state and tells what differs. */
function compareRun(t: FuzzTwin, stage: 'forward' | 'step' | 'inverse', ours: (m: Model, d: Data) => void): string[] {
  copyState(t.data, t.d);
  copySleep(t.data, t.d);
  for (const name of ['qacc', 'act_dot', 'sensordata', 'energy', 'qfrc_actuator', 'actuator_force'] as const)
    t.d[name].set(field(t.data, name));
  for (const flag of ['flg_energypos', 'flg_energyvel']) setCounter(t.d, flag, Number(t.data[flag]));
  t.d.warning.number.fill(0);
  const before = warningsOf(t);
  callOracle(t.oracle, `mj_${stage}`, t.model, t.data);
  ours(t.ours, t.d);
  return [
    ...Object.entries(guarded(t.oracle, () => compareData(t.d, t.data)))
      .filter(([name, e]) => !(e <= tolerance(t, stage, name)) && !notWritten.test(name))
      .filter(([name]) => stage !== 'inverse' || !notInverse.test(name))
      .filter(([name]) => name !== 'sensordata' || !isTied(t))
      .map(([name, e]) => `${stage} ${name} ${e.toExponential(1)}`),
    ...warningDifferences(t, before),
  ];
}

const CONTACTFULL = 1;
const CNSTRFULL = 2;

/** Whether the oracle's memory was full, so that it left contacts or constraints out. */
function wasFull(t: FuzzTwin): boolean {
  const warnings = warningsOf(t);
  return (warnings[CONTACTFULL] as number) + (warnings[CNSTRFULL] as number) > 0;
}

/** A stiffness above this, or a Jacobian below that, is of a contact that no dof can open: its force is rounding. */
const STIFFEST = 1e12;
const SLOWEST = 1e-7;

function isIllConditioned({ d, ours }: FuzzTwin): boolean {
  const n = ours.nv;
  if (d.efc_D.subarray(0, d.nefc).some((D) => D > STIFFEST)) return true;
  const sparse = ours.opt.jacobian === 1 || (ours.opt.jacobian === 2 && n >= 60);
  for (let r = 0; r < d.nefc; r++) {
    const start = sparse ? (d.efc_J_rowadr[r] as number) : r * n;
    const end = start + (sparse ? (d.efc_J_rownnz[r] as number) : n);
    if (d.efc_J.subarray(start, end).every((x) => Math.abs(x) < SLOWEST)) return true;
  }
  return false;
}

/** One trial: what changed, and what differs after it. */
function trial(t: FuzzTwin, seed: number): { changes: string[]; differences: string[] } {
  const random = makeRandom(seed);
  const fault = random.chance(0.15);
  restore(t);
  const changes = [...changeModel(t, random), ...keepIpc(t)];
  callOracle(t.oracle, 'mj_resetData', t.model, t.data);
  if (t.d.ntree_awake < t.ours.ntree) resetData(t.ours, t.d);
  changes.push(...changeState(t, random, fault));
  const state = stateFields.map((name) => [name, field(t.data, name).slice()] as const);
  const again = (): void => {
    for (const [name, values] of state) field(t.data, name).set(values);
    t.data['time'] = 0;
  };
  const nudged = (stage: 'mj_forward' | 'mj_step') => (): void => {
    again();
    nudge(t.data, random);
    callOracle(t.oracle, stage, t.model, t.data);
  };
  const differences: string[] = [];
  const afterForward = fault ? [] : compareRun(t, 'forward', forward);
  const isIterated = afterForward.length > 0 && afterForward.every((x) => x.startsWith('forward qacc_smooth'));
  if (!isIterated || !isDecidedByRounding(t.d, t.data, nudged('mj_forward'), ['qacc_smooth']))
    differences.push(...afterForward);
  again();
  const afterStep = compareRun(t, 'step', step);
  if (afterStep.length > 0 && !isDecidedByRounding(t.d, t.data, nudged('mj_step'), ['qpos', 'qvel']))
    differences.push(...afterStep);
  if (!fault) {
    again();
    const qacc = field(t.data, 'qacc');
    for (let i = 0; i < qacc.length; i++) qacc[i] = random.uniform(-3, 3);
    differences.push(...compareRun(t, 'inverse', inverse));
  }
  return { changes, differences: wasFull(t) || isIllConditioned(t) ? [] : differences };
}

/** What one model gave. */
export interface FuzzReport {
  trials: number;
  /** Trials that the oracle refused: combinations that it does not support. */
  refused: number;
  /** Model, seed, changes and differences of each trial that differs. */
  readonly examples: string[];
}

/** Tries one model; the same seed gives the same trials. */
export function fuzzModel(oracle: Oracle, entry: CorpusEntry, trials: number, seed: number): FuzzReport {
  const report: FuzzReport = { trials: 0, refused: 0, examples: [] };
  const t = load(oracle, entry);
  for (let k = 0; k < trials && !oracle.dead; k++) {
    report.trials++;
    try {
      const { changes, differences } = trial(t, seed + k);
      if (differences.length > 0)
        report.examples.push(
          `${entry.path} seed ${seed + k} [${changes.join(', ')}]: ${differences.slice(0, 8).join(', ')}`,
        );
    } catch (error) {
      if ((error as Error).name !== 'OracleError') throw error;
      report.refused++;
    }
  }
  if (!oracle.dead) release(t);
  return report;
}

/** Gives the memory of the oracle back. Where a trial has damaged it, this is the end of the instance. */
function release({ oracle, model, data }: FuzzTwin): void {
  try {
    guarded(oracle, () => {
      data.delete();
      model.delete();
    });
  } catch {
    oracle.dead = true;
  }
}

/** A number for a path, so that a model has the same trials whatever others there are. */
function numberOf(text: string): number {
  let hash = 0;
  for (const c of text) hash = (31 * hash + (c.codePointAt(0) as number)) % 1_000_003;
  return hash;
}

const seedOf = ({ path: name }: CorpusEntry, seed = '1'): number => Number(seed) + 1000 * numberOf(name);

const usage = `npm run fuzz:dynamics [-- folder ... --trials N --seed N --only NAME]
Compares forward dynamics, steps and inverse dynamics with the official MuJoCo build, under random options, arrays and states.
  folder          models; those of this repository by default
  --trials N      trials per model (50)
  --seed N        seed of the first (1)
  --only NAME     only models whose path has this in it`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      trials: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const folders =
    positionals.length > 0 ? positionals : [path.join(root, 'models'), path.join(root, 'conformance/models')];
  const entries = folders
    .filter((folder) => fs.existsSync(folder))
    .flatMap(scanFolder)
    .filter((e) => e.path.includes(values.only ?? ''));
  let oracle = await startOracle();
  const total = { trials: 0, refused: 0, differ: 0 };
  for (const [i, entry] of entries.entries()) {
    if (oracle.dead || i % 20 === 19) oracle = await startOracle();
    const fuzz = (): FuzzReport => fuzzModel(oracle, entry, Number(values.trials ?? 50), seedOf(entry, values.seed));
    let report: FuzzReport;
    try {
      report = fuzz();
    } catch (error) {
      if ((error as Error).name !== 'OracleError') throw error;
      oracle = await startOracle(); // what trials of the models before had damaged
      report = fuzz();
    }
    for (const example of report.examples) console.log(example);
    total.trials += report.trials;
    total.refused += report.refused;
    total.differ += report.examples.length;
  }
  console.log(
    `${entries.length} models, ${total.trials} trials, ${total.refused} refused by the oracle, ${total.differ} differ`,
  );
  process.exitCode = total.differ > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
