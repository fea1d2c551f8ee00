import fs from 'node:fs';
import path from 'node:path';
import {
  callOracle,
  copyState,
  loadOracle,
  loadOracleXml,
  makeDrive,
  makeRandom,
  modelFromOracle,
  type Oracle,
  relativeError,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { Integrator } from '../../host/model/enums.ts';
import * as core from '../../index.ts';
import { quatIntegrateJacobian, subQuatJacobian } from '../../math.ts';

/** Differences of size 1e-6 turn the last digits of a result into 1e-10 of its derivative, and more where a solver ends at its tolerance. */
const EPS = 1e-6;
const TOLERANCE = 1e-5;
const models = path.resolve(import.meta.dirname, '../../../../../conformance/models');
const files = [
  'actuation/position.xml',
  'actuation/muscle.xml',
  'actuation/pid.xml',
  'smooth/joints/free-with-arm.xml',
  'smooth/joints/ball-then-hinge.xml',
  'sensor/joints.xml',
  'integrator/tendons-and-servos.xml',
  'constraint/limits-and-friction.xml',
];

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

interface Output {
  array: unknown;
  read(): Float64Array;
  release(): void;
}

/** Memory of the oracle for a result. */
function output(size: number): Output {
  if (size === 0) return { array: null, read: () => new Float64Array(0), release() {} };
  const Buffer = oracle.mj['DoubleBuffer'] as new (n: number) => { GetView(): Float64Array; delete(): void };
  const array = new Buffer(size);
  return { array, read: () => array.GetView().slice(), release: () => array.delete() };
}

function pair(file: string, integrator: number) {
  const { model, data } = loadOracleXml(oracle, fs.readFileSync(path.join(models, file), 'utf8'));
  Object.assign(model['opt'] as object, { integrator, tolerance: 1e-14 });
  const m = modelFromOracle(model);
  const d = core.makeData(m);
  const random = makeRandom(3);
  const qvel = data['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-1, 1);
  makeDrive(model)(data);
  copyState(data, d);
  return { model, data, m, d };
}

describe('transitionFD', () => {
  test.each(['EULER', 'IMPLICIT', 'IMPLICITFAST', 'DISCRETE'] as const)(
    '%s: A, B, C, D equal the oracle, centred and forward',
    (name) => {
      const wrong: string[] = [];
      for (const file of files)
        for (const centered of [true, false]) {
          const { model, data, m, d } = pair(file, Integrator[name]);
          const n = 2 * m.nv + m.na;
          const sizes = [n * n, n * m.nu, m.nsensordata * n, m.nsensordata * m.nu];
          const theirs = sizes.map((size) => output(size));
          const ours = sizes.map((size) => new Float64Array(size));
          callOracle(oracle, 'mjd_transitionFD', model, data, EPS, centered ? 1 : 0, ...theirs.map((a) => a.array));
          const before = [...d.qpos, ...d.qvel, ...d.act, ...d.ctrl];
          const [A, B, C, D] = ours;
          core.transitionFD(m, d, { eps: EPS, centered, A, B, C, D });
          expect([...d.qpos, ...d.qvel, ...d.act, ...d.ctrl]).toEqual(before);
          ours.forEach((a, k) => {
            // centred differences of sensors by controls have the opposite sign in the oracle: backward less forward
            const sign = centered && k === 3 ? -1 : 1;
            const e = relativeError(
              a,
              (theirs[k] as Output).read().map((x) => sign * x),
            );
            if (!(e <= TOLERANCE)) wrong.push(`${file} ${'ABCD'[k]} ${e.toExponential(1)}`);
          });
          // without sensors, columns are found from the solution of one
          const nearby = core.transitionFD(m, d, { eps: EPS, centered, C: null, D: null });
          for (const [k, a] of [nearby.A, nearby.B].entries()) {
            const e = relativeError(a, (theirs[k] as Output).read());
            if (!(e <= TOLERANCE)) wrong.push(`${file} nearby ${'AB'[k]} ${e.toExponential(1)}`);
          }
          expect([...d.qpos, ...d.qvel, ...d.act, ...d.ctrl]).toEqual(before);
          for (const a of theirs) a.release();
          data.delete();
          model.delete();
        }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  test.each(['EULER', 'RK4'] as const)('%s: the parts of the columns add up to all of them', (name) => {
    const { m, d } = pair('constraint/limits-and-friction.xml', Integrator[name]);
    const all = core.transition(m, d, { method: 'fd', C: null, D: null });
    const sum = { A: all.A.map(() => 0), B: all.B.map(() => 0) };
    for (let index = 0; index < 3; index++) {
      const one = core.transition(m, d, { method: 'fd', part: { index, count: 3 }, C: null, D: null });
      for (const key of ['A', 'B'] as const)
        one[key].forEach((x, k) => {
          sum[key][k] = (sum[key][k] as number) + x;
        });
    }
    // narrow phases start from what the step before has found, which is another one: the last digits differ
    for (const key of ['A', 'B'] as const) expect(relativeError(sum[key], all[key])).toBeLessThan(1e-9);
    expect(() => core.transition(m, d, { part: { index: 0, count: 2 } })).toThrow(/only columns of finite differences/);
    expect(() => core.transition(m, d, { method: 'fd', part: { index: 2, count: 2 } })).toThrow(core.ArgumentError);
  });

  test('Runge-Kutta: predicts the next state of a nudged one', () => {
    const { m, d } = pair('smooth/joints/free-with-arm.xml', Integrator.RK4);
    const n = 2 * m.nv + m.na;
    const A = new Float64Array(n * n);
    core.transitionFD(m, d, { eps: EPS, centered: true, A, B: null, C: null, D: null });
    const dx = Float64Array.from({ length: n }, (_, i) => 1e-5 * Math.sin(i + 1));
    const run = (nudge: boolean): core.Data => {
      const data = core.makeData(m);
      data.qpos.set(d.qpos);
      data.qvel.set(d.qvel);
      if (nudge) {
        core.integratePos(m, data.qpos, dx.subarray(0, m.nv), 1);
        for (let i = 0; i < m.nv; i++) data.qvel[i] = (data.qvel[i] as number) + (dx[m.nv + i] as number);
      }
      core.step(m, data);
      return data;
    };
    const [plain, nudged] = [run(false), run(true)];
    const moved = new Float64Array(m.nv);
    core.differentiatePos(m, moved, 1, plain.qpos, nudged.qpos);
    for (let i = 0; i < m.nv; i++) {
      const predicted = dx.reduce((s, x, j) => s + x * (A[i * n + j] as number), 0);
      expect(moved[i]).toBeCloseTo(predicted, 8);
    }
  });
});

describe('inverseFD', () => {
  test('the derivative by acceleration is M, and that of M by position is symmetric to differences', () => {
    const { m, d } = pair('smooth/joints/free-with-arm.xml', Integrator.EULER);
    core.forward(m, d);
    const square = (): Float64Array => new Float64Array(m.nv * m.nv);
    const [DfDq, DfDv, DfDa, DmDq] = [square(), square(), square(), new Float64Array(m.nv * m.nC)];
    core.inverseFD(m, d, { eps: EPS, DfDq, DfDv, DfDa, DsDq: null, DsDv: null, DsDa: null, DmDq });
    core.forward(m, d);
    for (let i = 0; i < m.nv; i++)
      for (let k = m.M_rowadr[i] as number; k < (m.M_rowadr[i] as number) + (m.M_rownnz[i] as number); k++)
        expect(DfDa[i * m.nv + (m.M_colind[k] as number)]).toBeCloseTo(d.M[k] as number, 6);
    expect(DfDq.some((x) => Math.abs(x) > 1e-3)).toBe(true);
    expect(DfDv.some((x) => Math.abs(x) > 1e-3)).toBe(true);
    expect(DmDq.some((x) => Math.abs(x) > 1e-3)).toBe(true);
  });

  test.each(['EULER', 'DISCRETE'] as const)(
    '%s: equals the oracle',
    (name) => {
      for (const file of files) {
        const { model, data, m, d } = pair(file, Integrator[name]);
        callOracle(oracle, 'mj_forward', model, data);
        core.forward(m, d);
        d.qacc.set(data['qacc'] as Float64Array);
        const sizes = [m.nv, m.nv, m.nv, m.nsensordata, m.nsensordata, m.nsensordata, m.nC].map((w) => m.nv * w);
        const theirs = sizes.map((size) => output(size));
        const ours = sizes.map((size) => new Float64Array(size));
        callOracle(oracle, 'mjd_inverseFD', model, data, EPS, 1, ...theirs.map((a) => a.array));
        const [DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq] = ours;
        core.inverseFD(m, d, { eps: EPS, actuation: true, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq });
        ours.forEach((a, k) => {
          expect(relativeError(a, (theirs[k] as Output).read()), `${file} ${k}`).toBeLessThan(TOLERANCE);
        });
        for (const a of theirs) a.release();
      }
    },
    60_000,
  );
});

describe('Jacobians of quaternions', () => {
  test('equal the oracle at small, large and opposite rotations', () => {
    const random = makeRandom(9);
    const unit = (): number[] => {
      const q = Array.from({ length: 4 }, () => random.uniform(-1, 1));
      const n = Math.hypot(...q);
      return q.map((x) => x / n);
    };
    const call = (name: string, ...args: unknown[]): unknown =>
      (oracle.mj[name] as (...a: unknown[]) => unknown)(...args);
    for (let k = 0; k < 60; k++) {
      const qa = unit();
      const qb = k % 3 === 0 ? qa.map((x, i) => x + (i === 1 ? 1e-9 * k : 0)) : unit();
      const [a, b] = [output(9), output(9)];
      call('mjd_subQuat', qa, qb, a.array, b.array);
      const [Da, Db] = [new Float64Array(9), new Float64Array(9)];
      subQuatJacobian(qa, qb, Da, Db);
      expect(relativeError(Da, a.read())).toBeLessThan(1e-12);
      expect(relativeError(Db, b.read())).toBeLessThan(1e-12);

      const size = 10 ** random.uniform(-6, 1);
      const vel = [0, 1, 2].map(() => size * random.uniform(-1, 1));
      const [q, v, s] = [output(9), output(9), output(3)];
      call('mjd_quatIntegrate', vel, 0.7, q.array, v.array, s.array);
      const [Dq, Dv, Ds] = [new Float64Array(9), new Float64Array(9), new Float64Array(3)];
      quatIntegrateJacobian(vel, 0.7, Dq, Dv, Ds);
      expect(relativeError(Dq, q.read())).toBeLessThan(1e-13);
      expect(relativeError(Dv, v.read())).toBeLessThan(1e-13);
      expect(relativeError(Ds, s.read())).toBeLessThan(1e-13);
      for (const o of [a, b, q, v, s]) o.release();
    }
  });
});
