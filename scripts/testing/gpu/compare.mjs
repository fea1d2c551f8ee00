// A batch on a GPU against the engine in double precision, field by field after one step, and the positions after sixty.
import { RandomGenerator } from '@qpos/batch';
import { enums, makeData, step } from '@qpos/core';
import { GpuBatchSim } from '@qpos/webgpu';

/** Largest differences from double precision after one step, of the largest number of each field. */
const ONE_STEP = {
  qpos: 1e-6,
  xpos: 1e-6,
  xquat: 1e-6,
  ten_length: 1e-6,
  actuator_length: 1e-6,
  M: 1e-6,
  qLD: 1e-4,
  cvel: 1e-6,
  qfrc_bias: 1e-6,
  qfrc_passive: 1e-5,
  actuator_force: 1e-5,
  qvel: 1e-4,
  qacc: 1e-4,
  sensordata: 1e-4,
};
/** The same for rows of contacts and constraints, where both sides have as many. */
const ROWS = {
  'contact.dist': 1e-6,
  'contact.pos': 1e-6,
  efc_pos: 1e-6,
  efc_J: 1e-5,
  efc_R: 1e-5,
  efc_aref: 1e-5,
};
/** Fields whose numbers have the size of the model: metres, and 1 for rotations. */
const AT_LEAST_ONE = new Set(['qpos', 'xpos', 'xquat', 'contact.dist', 'contact.pos', 'efc_pos', 'cvel', 'qvel']);
const MANY_STEPS = 1e-3;
const STEPS = 60;

const { JointType } = enums;
const stateOf = (data) => [data.qpos, data.qvel, data.act, data.ctrl];

/** Rounds a state to what single precision holds. */
function roundState(data) {
  for (const field of stateOf(data)) for (let k = 0; k < field.length; k++) field[k] = Math.fround(field[k]);
}

/** Environments in states of their own, away from contacts that just begin. */
function scatter(model, n) {
  const random = new RandomGenerator(7);
  return Array.from({ length: n }, () => {
    const data = makeData(model);
    for (let j = 0; j < model.njnt; j++) {
      const q = model.jnt_qposadr[j];
      if (model.jnt_type[j] >= JointType.SLIDE) data.qpos[q] += random.uniform(-0.05, 0.05);
      else if (model.jnt_type[j] === JointType.FREE)
        for (let k = 0; k < 3; k++) data.qpos[q + k] += random.uniform(-0.002, 0.002);
    }
    for (let k = 0; k < model.nv; k++) data.qvel[k] = random.uniform(-0.1, 0.1);
    for (let k = 0; k < model.nu; k++) data.ctrl[k] = random.uniform(-0.3, 0.3);
    roundState(data);
    return data;
  });
}

/** States and controls of environments, as a batch takes them. */
function rowsOf(all) {
  const rows = (fields) => Float64Array.from(all.flatMap((data) => fields.flatMap((field) => [...data[field]])));
  return { states: rows(['qpos', 'qvel', 'act']), ctrl: rows(['ctrl']) };
}

const valuesOf = (data, field) => (field.startsWith('contact.') ? data.contact[field.slice(8)] : data[field]);

/** The largest difference of rows, of the largest number in them; 0 where there are none. */
function largestDifference(exact, found, least) {
  const scale = exact.reduce((most, x) => Math.max(most, Math.abs(x)), least);
  let most = 0;
  exact.forEach((x, k) => {
    const d = Math.abs(found[k] - x);
    most = Number.isNaN(d) ? Infinity : Math.max(most, d);
  });
  return scale === 0 || most === 0 ? most : most / scale;
}

/** The largest difference of a field between a batch and environments. */
async function difference(sim, all, field) {
  const found = await sim.readField(field).catch(() => undefined);
  if (found === undefined) return 0; // no program of this model uses it
  const width = found.length / sim.n;
  const exact = all.flatMap((data) => [...valuesOf(data, field)]);
  const same = all.flatMap((data, e) => [...found.slice(e * width, e * width + valuesOf(data, field).length)]);
  return largestDifference(exact, same, AT_LEAST_ONE.has(field) ? 1 : 0);
}

const close = (all) => all.forEach((data) => void data[Symbol.dispose]?.());

/** How far rounding the state to single precision in every step takes the positions in double precision: what the model does with small errors. */
function sensitivity(model, n) {
  const [exact, rounded] = [scatter(model, n), scatter(model, n)];
  for (let k = 0; k < STEPS; k++)
    for (const data of rounded) {
      step(model, data);
      roundState(data);
    }
  for (const data of exact) step(model, data, STEPS);
  const rows = (all) => all.flatMap((data) => [...data.qpos]);
  const found = largestDifference(rows(exact), rows(rounded), 1);
  close([...exact, ...rounded]);
  return found;
}

/** What differs after one step, in words. */
async function afterOneStep(sim, all, except) {
  const wrong = [];
  const counts = [];
  for (const count of ['ncon', 'nefc']) {
    const found = await sim.readField(count);
    counts.push(all.every((data, e) => data[count] === found[e]));
    if (!counts.at(-1)) wrong.push(`${count} is ${found.join()} instead of ${all.map((d) => d[count]).join()}`);
  }
  const fields = counts.includes(false) ? ONE_STEP : { ...ONE_STEP, ...ROWS };
  for (const [field, tolerance] of Object.entries(fields)) {
    if (except.includes(field)) continue;
    const found = await difference(sim, all, field);
    if (!(found <= tolerance)) wrong.push(`${field} is off by ${found.toExponential(1)} after one step`);
  }
  return wrong;
}

/**
 * Compares a model, in all fields after one step but those in `except`.
 *
 * @returns `wrong`, what differs in words; `last`, the difference of the positions after sixty steps; `chaos`, how much of that small errors
 *   alone make in double precision; `seconds` of processor time for the driver's compiler.
 */
export async function compareModel(gpu, model, n, except = []) {
  const start = process.cpuUsage();
  const sim = await GpuBatchSim.create(model, { n, adapter: await gpu.requestAdapter() });
  const { user, system } = process.cpuUsage(start);
  const all = scatter(model, n);
  try {
    await sim.write(rowsOf(all));
    await sim.step(1);
    for (const data of all) step(model, data);
    const wrong = await afterOneStep(sim, all, except);
    await sim.step(STEPS - 1);
    for (const data of all) step(model, data, STEPS - 1);
    const { errors } = await sim.read(['errors']);
    const failed = errors.find((error) => error !== undefined);
    if (failed !== undefined) wrong.push(failed.message);
    const last = await difference(sim, all, 'qpos');
    const chaos = sensitivity(model, n);
    if (!(last <= MANY_STEPS) && !(chaos > MANY_STEPS))
      wrong.push(`qpos is off by ${last.toExponential(1)} after ${STEPS} steps`);
    return { wrong, last, chaos, seconds: (user + system) / 1e6 };
  } finally {
    close(all);
    await sim.close();
  }
}
