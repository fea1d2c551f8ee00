import fs from 'node:fs';
import path from 'node:path';
import {
  ArgumentError,
  checkDifferences,
  type Data,
  enums,
  forward,
  loadModel,
  type Model,
  makeData,
  maxRelativeError,
  parameterDerivatives,
  setConst,
  smoothVel,
  step,
  transition,
  transitionFD,
  validateTransition,
} from 'qpos';
import { describe, expect, test } from 'vitest';
import { bytesPerCall } from '../compare/allocation.ts';
import { modelTexts } from '../compare/driven-twin.ts';
import { makeRandom, randomTree } from '../models/random-tree.ts';

const { Integrator } = enums;
const integrators = ['EULER', 'IMPLICIT', 'IMPLICITFAST', 'DISCRETE', 'SPRINGDAMPER'] as const;
/** Central differences of size 1e-6 have about ten digits. */
const EXACT = 1e-6;
/** Bytes of the object of results and the settings, and of numbers that are handed to a kernel without being inlined. */
const [RESULT, BOXES] = [600, 40];
/** The long form compares with every model; the short one takes a sixth of them for each integrator, and fewer random trees. */
const everything = process.env['QPOS_DERIVATIVES'] === 'all';
const TREES = everything ? 200 : 25;
const bundled = path.resolve(import.meta.dirname, '../../../models');
const folders = ['actuation', 'constraint', 'integrator', 'smooth', 'tendon', 'sensor'];

/** A state in motion, with a solver that goes on to the last digit. */
function inMotion(model: Model, integrator: number): Data {
  Object.assign(model.opt, { integrator, tolerance: 1e-15, iterations: 300 });
  const data = makeData(model);
  const random = makeRandom(7);
  for (let i = 0; i < model.nv; i++) data.qvel[i] = random.uniform(-1, 1);
  for (let i = 0; i < model.nu; i++) data.ctrl[i] = random.uniform(-0.3, 0.3);
  for (let i = 0; i < model.na; i++) data.act[i] = random.uniform(0.1, 0.3);
  step(model, data, 3);
  return data;
}

/** Contacts become stiffer over micrometres: differences have their digits with smaller steps. */
const CONTACT_EPS = 1e-7;
/** By so much differences of two sizes differ only where forces jump. */
const ROUGH = 1e-2;

/** Whether a state has no derivative: the differences of steps grow as they are made smaller. */
function isRough(model: Model, data: Data): boolean {
  const by = (eps: number) =>
    transition(model, data, { method: 'fd', centred: true, eps, B: null, C: null, D: null }).A;
  return maxRelativeError(by(CONTACT_EPS), by(10 * CONTACT_EPS)) > ROUGH;
}

/** Models whose contacts jump in the state that is compared, so that it has no derivative. */
const ROUGH_MODELS = /tactile-primitives\.xml$/;

/** Whether there is a derivative; the error says why not. */
function check(model: Model, data: Data): number | undefined {
  try {
    return validateTransition(model, data, data.ncon > 0 ? { eps: CONTACT_EPS } : {}).maxRelativeError;
  } catch (error) {
    if (error instanceof ArgumentError && error.code === 'unsupported') return undefined;
    throw error;
  }
}

describe('transition', () => {
  test.each(integrators)(
    '%s: hybrid equals central differences on the models of this repository',
    (name) => {
      const wrong: string[] = [];
      let compared = 0;
      const part = integrators.indexOf(name);
      for (const [k, [file, xml]] of folders.flatMap(modelTexts).entries()) {
        if (!everything && k % 6 !== part) continue;
        const model = loadModel(xml);
        if (model.nv === 0 || model.nv > 40 || model.nhistory > 0) continue;
        const data = inMotion(model, Integrator[name]);
        const error = check(model, data);
        if (error === undefined) continue;
        if (error > EXACT && ROUGH_MODELS.test(file)) {
          expect(isRough(model, data), file).toBe(true);
          continue;
        }
        compared++;
        if (!(error <= EXACT)) wrong.push(`${file} ${error.toExponential(1)}`);
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(everything ? 60 : 8);
    },
    60_000,
  );

  test(`hybrid equals central differences on ${TREES} random trees`, () => {
    let [worst, compared] = [0, 0];
    for (let seed = 0; compared < TREES; seed++) {
      const model = loadModel(randomTree(seed));
      const error = check(model, inMotion(model, Integrator[integrators[seed % integrators.length] as 'EULER']));
      if (error === undefined || model.nv === 0) continue;
      compared++;
      worst = Math.max(worst, error);
    }
    expect(worst).toBeLessThan(EXACT);
  }, 60_000);

  test.each(['hand', 'humanoid', 'quadruped'])(
    'the bundled %s, in contact: hybrid equals central differences, where dofs that move different contacts and tendons are nudged together',
    (name) => {
      const model = loadModel(fs.readFileSync(path.join(bundled, `${name}.xml`), 'utf8'));
      const data = inMotion(model, model.opt.integrator);
      for (let k = 0; data.ncon === 0 && k < 200; k++) step(model, data);
      expect(data.ncon).toBeGreaterThan(0);
      const matrices = { centred: true, C: null, D: null } as const;
      const hybrid = transition(model, data, { ...matrices, method: 'hybrid', eps: 1e-6 });
      const differences = transition(model, data, { ...matrices, method: 'fd', eps: CONTACT_EPS });
      expect(maxRelativeError(hybrid.A, differences.A)).toBeLessThan(EXACT);
      expect(maxRelativeError(hybrid.B, differences.B)).toBeLessThan(EXACT);
    },
  );

  test('a contact that goes with the last nudge still answers the forces of the others', () => {
    const slide = (axis: string, more = ''): string => `<joint type="slide" axis="${axis}" ${more}/>`;
    const model =
      loadModel(`<mujoco><option gravity="0 0 0"/><worldbody><geom type="plane" size="2 2 .1"/><body pos="0 0 .1">
      ${slide('1 0 0', 'stiffness="50"')}${slide('0 1 0')}<joint axis="1 0 0"/><joint axis="0 1 0"/><joint axis="0 0 1"/>${slide('0 0 1')}
      <geom size=".1"/></body></worldbody></mujoco>`);
    const data = makeData(model);
    data.qpos[5] = -5e-8; // a nudge up by 1e-7 takes the contact away
    const [hybrid, whole] = (['hybrid', 'fd'] as const).map(
      (method) => transition(model, data, { method, centred: true, B: null, C: null, D: null }).A,
    ) as [Float64Array, Float64Array];
    const n = 2 * model.nv;
    const free = -50 * model.opt.timestep * (1 / (model.body_mass[1] as number)); // what the spring does to a ball in the air
    expect(whole[model.nv * n]).toBeGreaterThan(0.9 * free); // friction holds it back
    for (let row = 0; row < n; row++) expect(hybrid[row * n]).toBeCloseTo(whole[row * n] as number, 6);
  });

  const oscillator = (damping: number): Model =>
    loadModel(`<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody><body>
      <joint name="j" type="slide" stiffness="8" damping="${damping}"/><geom size=".1" mass="2"/></body></worldbody>
      <actuator><motor joint="j" gear="3"/></actuator></mujoco>`);

  test('a damped oscillator: the matrices of each integrator are known', () => {
    const [h, m, k, b, gear] = [0.01, 2, 8, 0.5, 3];
    // M·a = -k·q - b·v with b·(v + h·a), and k·(q + h·v + h²·a) where springs are implicit
    const mass = {
      EULER: m + h * b,
      IMPLICIT: m + h * b,
      SPRINGDAMPER: m + h * b + h * h * k,
      DISCRETE: m + h * b + h * h * k,
    };
    for (const [name, K] of Object.entries(mass)) {
      const model = oscillator(b);
      model.opt.integrator = Integrator[name as keyof typeof mass];
      const data = makeData(model);
      data.qpos[0] = 0.3;
      const spring = name === 'EULER' || name === 'IMPLICIT' ? 0 : h * k;
      const [byQ, byV] = [(-h * k) / K, 1 - (h * (b + spring)) / K];
      const { A, B } = transition(model, data, { method: 'hybrid', C: null, D: null });
      const known = [1 + h * byQ, h * byV, byQ, byV];
      for (let i = 0; i < 4; i++) expect(A[i], `${name} ${i}`).toBeCloseTo(known[i] as number, i % 2 === 0 ? 8 : 14);
      expect(B[1]).toBeCloseTo((h * gear) / K, 10);
      expect(B[0]).toBeCloseTo((h * h * gear) / K, 10);
    }
  });

  test('A of a conservative linear system is symplectic: AᵀJA = J', () => {
    const model = oscillator(0);
    const { A } = transition(model, makeData(model), { centred: true, B: null, C: null, D: null });
    const [a, b, c, d] = A as unknown as [number, number, number, number];
    expect(a * d - b * c).toBeCloseTo(1, 9); // in two dimensions it is the determinant
  });

  const arm = (): Model =>
    loadModel(`<mujoco><worldbody><geom type="plane" size="2 2 .1"/><body pos="0 0 .5"><freejoint/><geom size=".1"/>
      <body pos=".2 0 0"><joint name="a" axis="0 1 0" stiffness="3"/><geom size=".1"/></body></body></worldbody>
      <actuator><motor joint="a"/></actuator><sensor><jointpos joint="a"/><jointvel joint="a"/></sensor></mujoco>`);

  test('C and D are those of finite differences', () => {
    const model = arm();
    const data = inMotion(model, Integrator.IMPLICIT);
    const [hybrid, differences] = (['hybrid', 'fd'] as const).map((method) =>
      transition(model, data, { method, centred: true }),
    );
    for (const name of ['A', 'B', 'C', 'D'] as const)
      expect(maxRelativeError(hybrid?.[name] ?? [], differences?.[name] ?? [])).toBeLessThan(EXACT);
    expect(hybrid?.C).toHaveLength(2 * 14);
  });

  test('with smoothing, a ball feels the floor before it touches, and the model is what it was', () => {
    const model = loadModel(
      '<mujoco><worldbody><geom type="plane" size="2 2 .1"/><body pos="0 0 .105"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
    );
    const data = makeData(model);
    const [margin, solimp] = [model.geom_margin.slice(), model.geom_solimp.slice()];
    const push = (smoothing: number): number =>
      transition(model, data, { smoothing, centred: true, B: null, C: null, D: null }).A[(6 + 2) * 12 + 2] as number;
    expect(push(0)).toBe(0);
    expect(push(0.02)).toBeLessThan(-1e-3);
    expect([model.geom_margin, model.geom_solimp]).toEqual([margin, solimp]);
  });

  test('state and controls are what they were', () => {
    const model = arm();
    const data = inMotion(model, Integrator.EULER);
    const all = (): number[] => [data.time, ...data.qpos, ...data.qvel, ...data.ctrl, ...data.qacc_warmstart];
    const before = all();
    for (const method of ['fd', 'hybrid'] as const) transition(model, data, { method });
    expect(all()).toEqual(before);
  });

  test('a call allocates nothing but the object of its results, and what its steps do', () => {
    const model = oscillator(0.5);
    const data = makeData(model);
    const options = { A: new Float64Array(4), B: new Float64Array(2), C: null, D: null } as const;
    const [columns, ofStep] = [3, bytesPerCall(() => step(model, data))];
    const config = { ...options, method: 'hybrid' } as const; // whose columns of positions are differences
    expect(bytesPerCall(() => transition(model, data, config))).toBeLessThan(RESULT + (BOXES + 2 * ofStep) * columns);
  });

  test('what has no derivative is told, and auto differentiates it nevertheless', () => {
    const model = arm();
    const data = inMotion(model, Integrator.RK4);
    expect(() => transition(model, data, { method: 'hybrid' })).toThrow(/Runge-Kutta are only finite differences/);
    expect(transition(model, data).A).toEqual(transitionFD(model, data).A);
    expect(() => transition(model, data, { method: 'magic' as 'fd' })).toThrow(/'magic' is no method/);
    expect(() => transition(model, data, { eps: 0 })).toThrow(/eps must be/);
    expect(() => transition(model, data, { smoothing: -1 })).toThrow(/smoothing/);
  });
});

describe('smoothVel', () => {
  const model = loadModel(`<mujoco><worldbody><body><joint name="a" damping=".3"/><geom size=".1" pos=".3 0 0"/>
    <body pos=".5 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".2 .1 0"/></body></body></worldbody>
    <actuator><velocity joint="b" kv="2"/></actuator></mujoco>`);

  test('is the derivative of the forces, each alone and together', () => {
    const data = makeData(model);
    data.qpos.set([0.3, 0.7]);
    data.qvel.set([1, -2]);
    forward(model, data);
    expect([...smoothVel(model, data, { of: ['passive'] })]).toEqual([-0.3, 0, 0, 0]);
    expect([...smoothVel(model, data, { of: ['actuator'] })]).toEqual([0, 0, 0, -2]);
    const bias = smoothVel(model, data, { of: ['rne'] });
    const h = 1e-5;
    const at = (j: number, by: number): Float64Array => {
      const nudged = makeData(model);
      nudged.qpos.set(data.qpos);
      nudged.qvel.set(data.qvel);
      nudged.qvel[j] = (nudged.qvel[j] as number) + by;
      forward(model, nudged);
      return nudged.qfrc_bias.slice();
    };
    for (const j of [0, 1])
      for (const i of [0, 1])
        expect(bias[2 * i + j]).toBeCloseTo(((at(j, -h)[i] as number) - (at(j, h)[i] as number)) / (2 * h), 8);
    const all = smoothVel(model, data);
    expect(all[0]).toBeCloseTo(-0.3 + (bias[0] as number), 14);
    expect(() => smoothVel(model, data, { of: ['gravity' as 'rne'] })).toThrow(/'gravity' is no smooth force/);
  });
});

describe('parameterDerivatives', () => {
  const model = loadModel(`<mujoco><option timestep="0.01" gravity="0 0 -10"/><worldbody><body name="b">
    <joint axis="0 1 0" stiffness="4" ref="0" springref="30"/><geom pos=".5 0 0" size=".01" mass="2"/></body></worldbody></mujoco>`);

  test('a pendulum on a spring: by stiffness, mass and length as its equation says', () => {
    const data = makeData(model);
    const { id } = model.body('b');
    const parameters = [
      { field: 'jnt_stiffness', index: 0 },
      { field: 'body_mass', index: id, update: (m: Model) => setConst(m) },
      { field: 'body_ipos', index: 3 * id, update: (m: Model) => setConst(m) },
    ] as const;
    const { P, S } = parameterDerivatives(model, data, parameters, { S: null });
    const [h, m, l, g, k] = [0.01, 2, 0.5, 10, 4];
    const I = m * l * l + (model.body_inertia[3 * id + 1] as number);
    const spring = Math.PI / 6;
    const torque = k * spring + m * g * l; // gravity turns it about +y
    const acc = torque / I;
    expect(P[3]).toBeCloseTo((h * spring) / I, 7);
    expect(P[4]).toBeCloseTo((h * (g * l - l * l * acc)) / I, 6);
    expect(P[5]).toBeCloseTo((h * (m * g - 2 * m * l * acc)) / I, 5);
    expect(S).toHaveLength(0);
    expect(model.jnt_stiffness[0]).toBe(4);
    expect(() => parameterDerivatives(model, data, [{ field: 'nv', index: 0 }])).toThrow(/no field of real numbers/);
    expect(() => parameterDerivatives(model, data, [{ field: 'body_mass', index: 9 }])).toThrow(/index/);
  });
});

describe('checkDifferences', () => {
  test('tells a smooth state from one at a kink', () => {
    const model = loadModel(
      '<mujoco><option gravity="0 0 0"/><worldbody><body><joint type="slide" limited="true" range="0 1" margin="0"/><geom size=".1"/></body></worldbody></mujoco>',
    );
    const data = makeData(model);
    data.qpos[0] = 0.5;
    expect(checkDifferences(model, data).passed).toBe(true);
    data.qpos[0] = 5e-7;
    expect(checkDifferences(model, data).passed).toBe(false);
  });
});
