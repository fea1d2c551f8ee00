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
/** With Runge-Kutta they are those of its last evaluation, whose velocities contain accelerations: they have the tolerance of `qvel`. */
const AFTER_ACCELERATIONS = { cvel: 1e-4, qfrc_bias: 1e-4, qfrc_passive: 1e-4, actuator_force: 1e-4 };
const MANY_STEPS = 1e-3;
const STEPS = 60;

/**
 * What is beyond a tolerance is no defect where double precision scatters by a tenth of it when the numbers of the model are rounded to single
 * precision, the state changes by half of its last bit, of numbers of size one, and the solver ends at the tolerance that it has on a GPU; the fuzzers
 * judge rounding likewise.
 */
const REPEATS = 8;
const SCATTER = 0.1;
const LAST_BIT = 2 ** -24;
/** The least tolerances of solvers on a GPU, as in `packages/webgpu/src/program/facts.ts`. */
const leastTolerance = (model) => (model.opt.solver === Solver.NEWTON ? 1e-6 : 1e-8);

const { Integrator, JointType, Solver } = enums;
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

/** Names of everything that an object has, also by its classes. */
function namesOf(object) {
  const names = [];
  for (let part = object; part !== null; part = Object.getPrototypeOf(part))
    names.push(...Object.getOwnPropertyNames(part));
  return names.filter((name) => /^[a-z]+_/.test(name));
}

/** Rounds the numbers of a model to those that it has on a GPU. */
function roundModel(model) {
  for (const name of namesOf(model)) {
    const field = model[name];
    if (field instanceof Float64Array) for (let k = 0; k < field.length; k++) field[k] = Math.fround(field[k]);
  }
  model.opt.tolerance = Math.max(model.opt.tolerance, leastTolerance(model));
}

/** Environments after one step in double precision from states that differ in the last bits of single precision, several times. */
function disturbed(model, n) {
  const random = new RandomGenerator(11);
  roundModel(model);
  return Array.from({ length: REPEATS }, () => {
    const all = scatter(model, n);
    for (const data of all) {
      for (const field of stateOf(data))
        for (let k = 0; k < field.length; k++)
          field[k] += random.uniform(-1, 1) * LAST_BIT * Math.max(1, Math.abs(field[k]));
      step(model, data);
    }
    return all;
  });
}

/** How far a field scatters between environments and others that were disturbed: Infinity where even the numbers of rows differ. */
function scatterOf(all, repeats, field) {
  const numbers = (environments) =>
    environments.flatMap((data) => [valuesOf(data, field)].flatMap((x) => [...(x.length === undefined ? [x] : x)]));
  const exact = numbers(all);
  const found = repeats.map((repeat) => {
    const others = numbers(repeat);
    return others.length === exact.length
      ? largestDifference(exact, others, AT_LEAST_ONE.has(field) ? 1 : 0)
      : Infinity;
  });
  return Math.max(...found);
}

/**
 * Whether contacts of the same geoms have changed places: faces that are parallel to the last bit can be clipped against each other from
 * either side, which gives the same contacts in another order.
 */
async function isReordered(sim, all) {
  if (all.every((data) => data.ncon === 0)) return false;
  const [pos, geom] = [await sim.readField('contact_pos'), await sim.readField('contact_geom')];
  const at = (e, c) => [...pos.slice((e * sim.nconmax + c) * 3, (e * sim.nconmax + c + 1) * 3)];
  const distance = (a, b) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));
  return all.some((data, e) => {
    const exact = (c) => data.contact.pos.slice(3 * c, 3 * c + 3);
    const contacts = Array.from({ length: data.ncon }, (_, c) => c);
    const isSame = (c, k) => [0, 1].every((i) => data.contact.geom[2 * c + i] === geom[(e * sim.nconmax + k) * 2 + i]);
    const match = contacts.map((c) =>
      contacts.findIndex((k) => isSame(c, k) && distance(exact(c), at(e, k)) <= ROWS['contact.pos']),
    );
    return new Set(match).size === data.ncon && !match.includes(-1) && match.some((k, c) => k !== c);
  });
}

/** What differs after one step, in words: what is wrong, and what rounding explains. */
async function afterOneStep(sim, all, load) {
  const wrong = [];
  const rounding = [];
  let repeats;
  const judge = (field, found, words) => {
    repeats ??= disturbed(load(), sim.n);
    const scattered = scatterOf(all, repeats, field);
    const least = `${scattered.toExponential(1)} by rounding alone`;
    (scattered >= SCATTER * found ? rounding : wrong).push(`${words} (${least})`);
  };
  let same = true;
  for (const count of ['ncon', 'nefc']) {
    const found = await sim.readField(count);
    const exact = all.map((data) => data[count]);
    if (exact.every((x, e) => x === found[e])) continue;
    same = false;
    judge(count, largestDifference(exact, found, 0), `${count} is ${found.join()} instead of ${exact.join()}`);
  }
  if (same && (await isReordered(sim, all))) {
    same = false;
    rounding.push('contacts are the same in another order');
  }
  const later = sim.model.opt.integrator === Integrator.RK4 ? AFTER_ACCELERATIONS : {};
  for (const [field, tolerance] of Object.entries({ ...ONE_STEP, ...later, ...(same && ROWS) })) {
    const found = await difference(sim, all, field);
    if (!(found <= tolerance)) judge(field, found, `${field} is off by ${found.toExponential(1)} after one step`);
  }
  close(repeats?.flat() ?? []);
  return { wrong, rounding };
}

/**
 * Compares a model, in all fields after one step and in its positions after sixty.
 *
 * @param load Loads the model.
 * @param newton What runs Newton's method: a thread, or a workgroup.
 * @returns `wrong`, what differs in words; `rounding`, what does so because numbers have seven digits; `last`, the difference of the positions
 *   after sixty steps; `chaos`, how much of that small errors alone make in double precision; `seconds` of processor time for the driver's compiler.
 */
export async function compareModel(gpu, load, n, newton = 'thread') {
  const model = load();
  const start = process.cpuUsage();
  const sim = await GpuBatchSim.create(model, { n, newton, adapter: await gpu.requestAdapter() });
  const { user, system } = process.cpuUsage(start);
  const all = scatter(model, n);
  try {
    await sim.write(rowsOf(all));
    await sim.step(1);
    for (const data of all) step(model, data);
    const { wrong, rounding } = await afterOneStep(sim, all, load);
    await sim.step(STEPS - 1);
    for (const data of all) step(model, data, STEPS - 1);
    const { errors } = await sim.read(['errors']);
    const failed = errors.find((error) => error !== undefined);
    if (failed !== undefined) wrong.push(failed.message);
    const last = await difference(sim, all, 'qpos');
    const chaos = sensitivity(model, n);
    if (!(last <= MANY_STEPS) && !(chaos > MANY_STEPS))
      wrong.push(`qpos is off by ${last.toExponential(1)} after ${STEPS} steps`);
    return { wrong, rounding, last, chaos, seconds: (user + system) / 1e6 };
  } finally {
    close(all);
    await sim.close();
  }
}
