import { enums, loadModel, type Model, makeData, transition } from 'qpos';
import { describe, expect, test } from 'vitest';

const { Integrator } = enums;
/** Three masses on rails, each on a spring, the neighbours joined by springs, with friction of the air. */
const MASSES = [1, 2, 0.5];
const SPRINGS = [3, 5, 4];
const JOINTS = [8, 6];
const GEAR = 3;

const chain = (h: number, damping: number): Model =>
  loadModel(`<mujoco><option timestep="${h}" gravity="0 0 0"/><worldbody>
    ${MASSES.map(
      (mass, i) =>
        `<body pos="0 ${i} 0"><joint name="j${i}" type="slide" axis="1 0 0" stiffness="${SPRINGS[i]}" damping="${damping}"/>
        <geom size=".1" mass="${mass}"/></body>`,
    ).join('')}</worldbody>
    <tendon>${JOINTS.map(
      (k, i) => `<fixed stiffness="${k}"><joint joint="j${i}" coef="1"/><joint joint="j${i + 1}" coef="-1"/></fixed>`,
    ).join('')}</tendon>
    <actuator><motor joint="j1" gear="${GEAR}"/></actuator></mujoco>`);

type Matrix = readonly (readonly number[])[];

const build = (n: number, entry: (i: number, j: number) => number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j)));
const at = (a: Matrix, i: number, j: number): number => a[i]?.[j] ?? Number.NaN;
const identity = (n: number): Matrix => build(n, (i, j) => (i === j ? 1 : 0));
const times = (a: Matrix, b: Matrix): Matrix =>
  build(a.length, (i, j) => a.reduce((s, _, k) => s + at(a, i, k) * at(b, k, j), 0));
const plus = (a: Matrix, b: Matrix, scale = 1): Matrix => build(a.length, (i, j) => at(a, i, j) + scale * at(b, i, j));
const distance = (a: Matrix, b: Matrix): number =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - at(b, i, j)))));
const power = (a: Matrix, n: number): Matrix =>
  Array.from({ length: n }).reduce<Matrix>((p) => times(p, a), identity(a.length));

/** The first terms of the series of exp(a). */
function series(a: Matrix, terms: number): Matrix {
  let [sum, term] = [identity(a.length), identity(a.length)];
  for (let k = 1; k <= terms; k++) {
    term = build(a.length, (i, j) => at(times(term, a), i, j) / k);
    sum = plus(sum, term);
  }
  return sum;
}

/** exp(a), by its series for a/2¹⁰, squared ten times. @see Higham: Functions of Matrices (2008), 10.3 */
const expm = (a: Matrix): Matrix => {
  let e = series(
    build(a.length, (i, j) => at(a, i, j) / 1024),
    12,
  );
  for (let k = 0; k < 10; k++) e = times(e, e);
  return e;
};

/** -M⁻¹·K, of the springs. */
const stiffness = build(3, (i, j) => {
  const join = (k: number): number => JOINTS[k] ?? 0;
  const entry = i === j ? (SPRINGS[i] ?? 0) + join(i - 1) + join(i) : Math.abs(i - j) === 1 ? -join(Math.min(i, j)) : 0;
  return -entry / (MASSES[i] ?? 1);
});
/** What positions and velocities do to each other: dx/dt = F·x + g·u. */
const system = (damping: number): Matrix =>
  build(6, (i, j) => {
    if (i < 3) return j === i + 3 ? 1 : 0;
    return j < 3 ? at(stiffness, i - 3, j) : i === j ? -damping / (MASSES[i - 3] ?? 1) : 0;
  });
const scaled = (a: Matrix, s: number): Matrix => build(a.length, (i, j) => s * at(a, i, j));

/** A and B of a step, as `transition` finds them. */
function linearise(
  h: number,
  damping: number,
  integrator: keyof typeof Integrator,
  method: 'auto' | 'fd',
): { A: Matrix; B: number[] } {
  const model = chain(h, damping);
  model.opt.integrator = Integrator[integrator];
  const { A, B } = transition(model, makeData(model), { method, centred: true, C: null, D: null });
  return { A: build(6, (i, j) => A[6 * i + j] ?? Number.NaN), B: [...B] };
}

/** Differences of a linear system have the digits that a division by 1e-6 leaves. */
const DIGITS = 1e-9;

describe('the matrix exponential of a linear system', () => {
  const h = 0.02;

  test.each(['auto', 'fd'] as const)(
    'semi-implicit Euler (%s): a step is the product of the exponentials of kick and drift, exactly',
    (method) => {
      const F = system(0);
      const kick = build(6, (i, j) => (i >= 3 ? h * at(F, i, j) : 0));
      const drift = build(6, (i, j) => (i < 3 ? h * at(F, i, j) : 0));
      const { A } = linearise(h, 0, 'EULER', method);
      expect(distance(A, times(expm(drift), expm(kick)))).toBeLessThan(DIGITS);
    },
  );

  test('Runge-Kutta: a step is the series of the exponential up to the fourth power, exactly, with controls, too', () => {
    const damping = 0.7;
    const { A, B } = linearise(h, damping, 'RK4', 'auto');
    const F = scaled(system(damping), h);
    expect(distance(A, series(F, 4))).toBeLessThan(DIGITS);
    expect(distance(A, expm(F))).toBeLessThan(1e-6); // the fifth power over 120
    // a control is held: exp of [[F, g], [0, 0]] has the answer to it in its last column
    const held = build(7, (i, j) => (i === 6 ? 0 : j < 6 ? at(F, i, j) : i === 4 ? (h * GEAR) / (MASSES[1] ?? 1) : 0));
    const answer = series(held, 4);
    for (let i = 0; i < 6; i++) expect(B[i]).toBeCloseTo(at(answer, i, 6), 8);
  });

  test.each([
    ['EULER', 1],
    ['IMPLICIT', 1],
    ['IMPLICITFAST', 1],
    ['DISCRETE', 1],
    ['SPRINGDAMPER', 1],
    ['RK4', 4],
  ] as const)('%s: steps over half a second come to exp(F/2), with an error of order %d', (name, order) => {
    const exact = expm(scaled(system(0.7), 0.5));
    const [coarse, fine] = [0.025, 0.0125].map((size) =>
      distance(power(linearise(size, 0.7, name, 'auto').A, Math.round(0.5 / size)), exact),
    ) as [number, number];
    expect(coarse).toBeLessThan(order === 1 ? 0.5 : 1e-4);
    expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.25);
    expect(Math.log2(coarse / fine)).toBeLessThan(order + 0.25);
  });
});
