import { loadOracle, type Oracle, randomTwin, type Twin } from '@qpos/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  angmomMat,
  applyFT,
  type Data,
  differentiatePos,
  energyVel,
  enums,
  forward,
  fullM,
  getTotalmass,
  integratePos,
  inverse,
  jac,
  jacBodyCom,
  jacDot,
  jacSubtreeCom,
  type Model,
  mulM,
  mulM2,
  normalizeQuat,
  setTotalmass,
  solveM,
  subtreeVel,
} from '../../index.ts';

const TREES = 50;

/** Rounding of some thousand operations on numbers of order one. */
const ROUNDING = 1e-9;

/** Central differences with a step of 1e-6 are good to about 1e-9 of the third derivative. */
const STEP = 1e-6;
const DIFFERENCES = 1e-6;

const { DisableBit } = enums;

let oracle: Oracle;
const twins: Twin[] = [];
beforeAll(async () => {
  oracle = await loadOracle();
  for (let seed = 1; seed <= TREES; seed++) twins.push(randomTwin(oracle, 1000 + seed));
  for (const { model, data } of twins) {
    normalizeQuat(model, data.qpos);
    forward(model, data);
  }
}, 60_000);
afterAll(() => {
  for (const twin of twins) twin.release();
});

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += (a[i] as number) * (b[i] as number);
  return s;
};

/** The size of an array's largest number, at least 1. */
const scale = (a: ArrayLike<number>): number => Math.max(1, ...Array.from(a, Math.abs));

function expectClose(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number, what: string): void {
  const limit = tolerance * scale(b);
  for (let i = 0; i < b.length; i++)
    expect(Math.abs((a[i] as number) - (b[i] as number)), `${what}[${i}]`).toBeLessThan(limit);
}

/** mat (rows×nv) times vec. */
const times = (mat: Float64Array, vec: Float64Array, rows = 3): number[] =>
  Array.from({ length: rows }, (_, r) => dot(mat.subarray(r * vec.length, (r + 1) * vec.length), vec));

/** Whether a ball joint is followed by another joint of its body: its axes then do not turn with the body alone. */
const ballIsNotLast = (model: Model): boolean =>
  Array.from(model.jnt_type).some((type, j) => type === 1 && model.jnt_bodyid[j + 1] === model.jnt_bodyid[j]);

/** The positions a moment `t` later (or earlier) along the current velocity. */
function later(model: Model, data: Data, t: number): Float64Array {
  const q = data.qpos.slice();
  integratePos(model, q, data.qvel, t);
  return q;
}

/** Time derivative of what `read` gives, along the current velocity. */
function rate(model: Model, data: Data, read: () => Float64Array): Float64Array {
  const here = data.qpos.slice();
  const ahead = later(model, data, STEP);
  const behind = later(model, data, -STEP);
  data.qpos.set(ahead);
  forward(model, data);
  const plus = read();
  data.qpos.set(behind);
  forward(model, data);
  const minus = read();
  data.qpos.set(here);
  forward(model, data);
  return plus.map((x, i) => (x - (minus[i] as number)) / (2 * STEP));
}

describe('laws on random trees', () => {
  test('½vᵀMv is the sum of the kinetic energies of the bodies', () => {
    for (const { model, data } of twins) {
      energyVel(model, data);
      let sum = 0;
      for (let b = 1; b < model.nbody; b++) {
        const jacp = new Float64Array(3 * model.nv);
        const jacr = new Float64Array(3 * model.nv);
        jacBodyCom(model, data, jacp, jacr, b);
        const v = times(jacp, data.qvel);
        const w = times(jacr, data.qvel);
        const R = data.ximat.subarray(9 * b, 9 * b + 9);
        for (let k = 0; k < 3; k++) {
          const local =
            (R[k] as number) * (w[0] as number) +
            (R[k + 3] as number) * (w[1] as number) +
            (R[k + 6] as number) * (w[2] as number);
          sum += 0.5 * (model.body_inertia[3 * b + k] as number) * local * local;
        }
        sum += 0.5 * (model.body_mass[b] as number) * dot(v, v);
      }
      let armature = 0;
      for (let i = 0; i < model.nv; i++)
        armature += 0.5 * (model.dof_armature[i] as number) * (data.qvel[i] as number) ** 2;
      expect(Math.abs((data.energy[1] as number) - sum - armature)).toBeLessThan(ROUNDING * Math.max(1, sum));
    }
  });

  test('M is symmetric, and its products, factor and square root agree', () => {
    for (const { model, data } of twins) {
      const { nv } = model;
      const M = new Float64Array(nv * nv);
      fullM(model, data, M);
      const x = new Float64Array(nv);
      mulM(model, data, x, data.qvel);
      expectClose(x, times(M, data.qvel, nv), ROUNDING, 'M·v');
      const root = new Float64Array(nv);
      mulM2(model, data, root, data.qvel);
      expect(Math.abs(dot(root, root) - dot(x, data.qvel))).toBeLessThan(ROUNDING * Math.max(1, dot(root, root)));
      solveM(model, data, x, x);
      expectClose(x, data.qvel, 1e-7, 'M⁻¹·M·v');
    }
  });

  test('inverse of forward is the identity', () => {
    for (const { model, data } of twins) {
      forward(model, data);
      inverse(model, data);
      const applied = data.qfrc_applied.slice();
      for (let b = 1; b < model.nbody; b++) {
        const f = data.xfrc_applied.subarray(6 * b, 6 * b + 3);
        const t = data.xfrc_applied.subarray(6 * b + 3, 6 * b + 6);
        applyFT(model, data, f, t, data.xipos.subarray(3 * b, 3 * b + 3), b, applied);
      }
      expectClose(data.qfrc_inverse, applied, 1e-7, 'qfrc_inverse');
    }
  });

  test('power balance: the energy changes by the work of the non-conservative forces', () => {
    for (const { model, data } of twins) {
      model.opt.enableflags |= enums.EnableBit.ENERGY;
      const total = (): Float64Array => Float64Array.of((data.energy[0] as number) + (data.energy[1] as number));
      // along a motion with the true acceleration: dE/dt = ∂E/∂q·v + vᵀM·a
      const atConstantVelocity = rate(model, data, total)[0] as number;
      const x = new Float64Array(model.nv);
      mulM(model, data, x, data.qvel);
      const power = atConstantVelocity + dot(x, data.qacc);
      const work = new Float64Array(model.nv);
      for (let i = 0; i < model.nv; i++)
        work[i] = (data.qfrc_smooth[i] as number) + (data.qfrc_bias[i] as number) - (data.qfrc_spring[i] as number);
      // gravity is part of the bias, and of the energy
      expect(Math.abs(power - dot(work, data.qvel))).toBeLessThan(
        1e-4 * Math.max(1, Math.abs(power), scale(data.qfrc_bias)),
      );
    }
  });

  test('linear and angular momentum stay without external forces', () => {
    for (const { model, data } of twins) {
      // only trees that float freely keep their momentum: judge each by its root body
      const free = [...Array(model.nbody).keys()].filter(
        (b) =>
          b > 0 &&
          model.body_rootid[b] === b &&
          model.body_jntnum[b] === 1 &&
          model.jnt_type[model.body_jntadr[b] as number] === 0,
      );
      if (free.length === 0) continue;
      const flags = model.opt.disableflags;
      const forces = { q: data.qfrc_applied.slice(), x: data.xfrc_applied.slice() };
      model.opt.disableflags |= DisableBit.GRAVITY | DisableBit.SPRING | DisableBit.DAMPER;
      const armature = model.dof_armature.slice();
      model.dof_armature.fill(0);
      data.qfrc_applied.fill(0);
      data.xfrc_applied.fill(0);
      const momentum = (): Float64Array => {
        subtreeVel(model, data);
        return Float64Array.from(
          free.flatMap((b) => [
            ...data.subtree_linvel.subarray(3 * b, 3 * b + 3),
            ...data.subtree_angmom.subarray(3 * b, 3 * b + 3),
          ]),
        );
      };
      forward(model, data);
      const acc = data.qacc.slice();
      const vel = data.qvel.slice();
      const q = data.qpos.slice();
      const sample = (t: number): Float64Array => {
        data.qpos.set(q);
        data.qvel.set(vel);
        const half = vel.map((v, i) => v + 0.5 * t * (acc[i] as number));
        integratePos(model, data.qpos, half, t);
        for (let i = 0; i < model.nv; i++) data.qvel[i] = (vel[i] as number) + t * (acc[i] as number);
        forward(model, data);
        return momentum();
      };
      const plus = sample(STEP);
      const minus = sample(-STEP);
      const change = plus.map((x, i) => (x - (minus[i] as number)) / (2 * STEP));
      expectClose(
        change,
        new Float64Array(change.length),
        1e-4 * Math.max(1, scale(acc) * getTotalmass(model) * 1e-2),
        'rate of momentum',
      );
      data.qpos.set(q);
      data.qvel.set(vel);
      model.dof_armature.set(armature);
      model.opt.disableflags = flags;
      data.qfrc_applied.set(forces.q);
      data.xfrc_applied.set(forces.x);
      forward(model, data);
    }
  });

  test('J·v is the velocity of the point, and J̇ the rate of J', () => {
    for (const { model, data } of twins) {
      const body = model.nbody - 1;
      const point = [0.1, -0.2, 0.3];
      const { nv } = model;
      const world = (): Float64Array => {
        const R = data.xmat.subarray(9 * body, 9 * body + 9);
        return Float64Array.from(
          [0, 1, 2],
          (k) => (data.xpos[3 * body + k] as number) + dot(R.subarray(3 * k, 3 * k + 3), point),
        );
      };
      const jacp = new Float64Array(3 * nv);
      const jacr = new Float64Array(3 * nv);
      jac(model, data, jacp, jacr, world(), body);
      expectClose(times(jacp, data.qvel), rate(model, data, world), DIFFERENCES, 'jacp·v');

      const dotp = new Float64Array(3 * nv);
      const dotr = new Float64Array(3 * nv);
      jacDot(model, data, dotp, dotr, world(), body);
      const J = rate(model, data, () => {
        jac(model, data, jacp, jacr, world(), body);
        return Float64Array.of(...jacp, ...jacr);
      });
      if (!ballIsNotLast(model)) expectClose(Float64Array.of(...dotp, ...dotr), J, DIFFERENCES * 10, 'J̇');

      jacSubtreeCom(model, data, jacp, 1);
      expectClose(
        times(jacp, data.qvel),
        rate(model, data, () => data.subtree_com.slice(3, 6)),
        DIFFERENCES,
        'subtree com',
      );
      angmomMat(model, data, jacp, 1);
      subtreeVel(model, data);
      expectClose(times(jacp, data.qvel), data.subtree_angmom.subarray(3, 6), ROUNDING, 'angular momentum');
    }
  });

  test('differentiatePos undoes integratePos', () => {
    for (const { model, data } of twins) {
      const v = new Float64Array(model.nv);
      differentiatePos(model, v, 0.01, data.qpos, later(model, data, 0.01));
      expectClose(v, data.qvel, ROUNDING, 'qvel');
    }
  });

  test('setTotalmass scales masses and inertias', () => {
    const { model, release } = randomTwin(oracle, 5);
    const ratio = (model.body_inertia[3] as number) / (model.body_mass[1] as number);
    setTotalmass(model, 12.5);
    expect(getTotalmass(model)).toBeCloseTo(12.5, 12);
    expect((model.body_inertia[3] as number) / (model.body_mass[1] as number)).toBeCloseTo(ratio, 12);
    release();
  });
});
