import {
  bytesPerCall,
  callOracle,
  compareConstraints,
  constraintData,
  difference,
  loadOracle,
  loadOracleXml,
  modelFromOracle,
  type Oracle,
  type OracleStruct,
  oracleContactPart,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import * as core from '../../index.ts';
import { constraintScenes } from './scenes.testing.ts';

/** Sums run in the oracle's order; only the axis of a ball limit may differ, in its last bit. */
const ROUNDING = 1e-15;
/** Central differences of step 1e-6 on numbers of order 1. */
const STEP = 1e-6;
const NUMERIC = 1e-6;
/** Unbundled JavaScript does not fold constants of other modules and boxes what it compares with them, per row. */
const BOXED = 200;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const noise = (seed: number, scale: number, n: number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => scale * Math.sin(12.9898 * (i + 1) + 78.233 * seed));

interface Case {
  readonly model: OracleStruct;
  readonly data: OracleStruct;
  readonly m: core.Model;
  readonly d: core.Data;
}

/** Each scene in both layouts and cones, after some steps, with our rows made. */
function forEachScene(f: (x: Case, label: string) => void): void {
  for (const [name, scene] of Object.entries(constraintScenes))
    for (const jacobian of ['dense', 'sparse'])
      for (const cone of ['pyramidal', 'elliptic']) {
        const { model, data } = loadOracleXml(oracle, scene(`jacobian="${jacobian}" cone="${cone}"`));
        for (let k = 0; k < 10; k++) callOracle(oracle, 'mj_step', model, data);
        callOracle(oracle, 'mj_forward', model, data);
        const m = modelFromOracle(model);
        const d = constraintData(m, data);
        core.makeConstraint(m, d);
        core.findIslands(m, d);
        f({ model, data, m, d }, `${name} ${jacobian} ${cone}`);
        data.delete();
        model.delete();
      }
}

interface Buffer {
  GetView(): Float64Array;
  delete(): void;
}
const makeBuffer = (n: number): Buffer => new (oracle.mj['DoubleBuffer'] as new (n: number) => Buffer)(n);

/** Calls a function of the oracle with a result argument and returns the result. */
function withResult(n: number, f: (buffer: Buffer) => void): Float64Array {
  const buffer = makeBuffer(n);
  f(buffer);
  const result = buffer.GetView().slice();
  buffer.delete();
  return result;
}

describe('constraintUpdate', () => {
  test("cost, states, forces and cone Hessians equal the oracle's", () => {
    let zones = 0;
    forEachScene(({ model, data, m, d }, label) => {
      for (const scale of [0.1, 10]) {
        const jar = noise(scale, scale, d.nefc);
        const [cost] = withResult(1, (b) => callOracle(oracle, 'mj_constraintUpdate', model, data, jar, b, 1));
        expect(core.constraintUpdate(m, d, jar, true), label).toBe(cost);
        expect(difference(d.efc_state, data['efc_state'] as Int32Array), label).toBeLessThanOrEqual(ROUNDING);
        expect(difference(d.efc_force, data['efc_force'] as Float64Array), label).toBeLessThanOrEqual(ROUNDING);
        expect(difference(d.qfrc_constraint, data['qfrc_constraint'] as Float64Array), label).toBeLessThanOrEqual(
          ROUNDING,
        );
        expect(difference(d.contact.H, oracleContactPart(data, 'H')), label).toBeLessThanOrEqual(ROUNDING);
        zones |= d.efc_state.reduce((set, s) => set | (1 << s), 0);

        const qvel = noise(1, 1, m.nv);
        const velocity = new Float64Array(d.nefc);
        core.mulJacVec(m, d, velocity, qvel);
        const products = withResult(d.nefc, (b) => callOracle(oracle, 'mj_mulJacVec', model, data, b, qvel));
        expect(difference(velocity, products), label).toBeLessThanOrEqual(ROUNDING);
        const force = new Float64Array(m.nv);
        core.mulJacTVec(m, d, force, jar);
        const transposed = withResult(m.nv, (b) => callOracle(oracle, 'mj_mulJacTVec', model, data, b, jar));
        expect(difference(force, transposed), label).toBeLessThanOrEqual(ROUNDING);
        for (let c = 0; c < d.ncon; c++) {
          const wrench = new Float64Array(6);
          core.contactForce(m, d, c, wrench);
          const expected = withResult(6, (b) => callOracle(oracle, 'mj_contactForce', model, data, c, b));
          expect(difference(wrench, expected), label).toBeLessThanOrEqual(ROUNDING);
        }
      }
    });
    expect(zones, 'every state occurs').toBe(0b11111);
  });

  test('the force is the negative gradient of the cost, and the cone Hessian that of the force', () => {
    forEachScene(({ m, d }, label) => {
      const jar = noise(3, 1, d.nefc);
      core.constraintUpdate(m, d, jar, true);
      const force = d.efc_force.slice();
      const hessian = d.contact.H.slice();
      const state = d.efc_state.slice();
      for (let r = 0; r < d.nefc; r++) {
        const x = jar[r] as number;
        jar[r] = x + STEP;
        const up = core.constraintUpdate(m, d, jar, false);
        const forceUp = d.efc_force.slice();
        jar[r] = x - STEP;
        const down = core.constraintUpdate(m, d, jar, false);
        const forceDown = d.efc_force.slice();
        jar[r] = x;
        const D = d.efc_D[r] as number;
        expect(Math.abs((up - down) / (2 * STEP) + (force[r] as number)) / (1 + D), label).toBeLessThan(NUMERIC);
        if (state[r] !== 4) continue;
        const c = d.efc_id[r] as number;
        const adr = d.contact.efc_address[c] as number;
        const dim = d.contact.dim[c] as number;
        for (let k = 0; k < dim; k++) {
          const slope = -((forceUp[adr + k] as number) - (forceDown[adr + k] as number)) / (2 * STEP);
          const H = hessian[36 * c + (r - adr) * dim + k] as number;
          expect(Math.abs(slope - H) / (1 + D), label).toBeLessThan(100 * NUMERIC);
        }
      }
    });
  });

  test('forces lie in their cones', () => {
    forEachScene(({ m, d }, label) => {
      core.constraintUpdate(m, d, noise(5, 2, d.nefc), false);
      for (let r = d.ne; r < d.nefc; r++) {
        const force = d.efc_force[r] as number;
        const loss = d.efc_frictionloss[r] as number;
        if (r < d.ne + d.nf) expect(Math.abs(force), label).toBeLessThanOrEqual(loss);
        else if (d.efc_type[r] !== 7) expect(force, label).toBeGreaterThanOrEqual(0);
      }
      const wrench = new Float64Array(6);
      for (let c = 0; c < d.ncon; c++) {
        if ((d.contact.efc_address[c] as number) < 0) continue;
        core.contactForce(m, d, c, wrench);
        const normal = (wrench[0] as number) + (d.contact.adhesion[c] as number);
        const ratios = d.contact.friction.subarray(5 * c, 5 * c + 5).map((mu, k) => (wrench[k + 1] as number) / mu);
        const size = m.opt.cone === 0 ? Math.max(...ratios.map(Math.abs)) : Math.hypot(...ratios);
        expect(size, label).toBeLessThanOrEqual(normal * (1 + 1e-12) + 1e-12);
      }
    });
  });
});

describe('island', () => {
  test('rows touch only dofs of their island, and order is kept within it', () => {
    forEachScene(({ m, d }, label) => {
      for (let i = 0; i < m.nv; i++) {
        const column = new Float64Array(d.nefc);
        core.mulJacVec(
          m,
          d,
          column,
          Float64Array.from({ length: m.nv }, (_, k) => (k === i ? 1 : 0)),
        );
        column.forEach((x, r) => {
          if (x !== 0) expect(d.efc_island[r], label).toBe(d.dof_island[i]);
        });
      }
      for (let r = 1; r < d.nefc; r++)
        if (d.efc_island[r] === d.efc_island[r - 1])
          expect(d.map_efc2iefc[r], label).toBe((d.map_efc2iefc[r - 1] as number) + 1);
    });
  });
});

describe('all constraint stages', () => {
  test('a second run on the same data changes nothing', () => {
    forEachScene(({ m, data, d }, label) => {
      const first = d.efc_aref.slice();
      core.makeConstraint(m, d);
      core.findIslands(m, d);
      expect(
        compareConstraints(m, data, m.opt.jacobian === 1).filter((x) => x.error > 1e-15),
        label,
      ).toEqual([]);
      expect(d.efc_aref).toEqual(first);
    });
  });
});

describe('allocation', () => {
  test('no stage allocates', () => {
    const scene = constraintScenes['all kinds'] as (option: string) => string;
    for (const option of [
      'jacobian="dense"',
      'jacobian="sparse" cone="elliptic"',
      'solver="PGS"',
      'solver="PGS" jacobian="sparse"',
    ]) {
      const { model, data } = loadOracleXml(oracle, scene(option));
      callOracle(oracle, 'mj_forward', model, data);
      const m = modelFromOracle(model);
      const d = constraintData(m, data);
      const bytes = bytesPerCall(() => {
        core.makeConstraint(m, d);
        core.findIslands(m, d);
        core.projectConstraint(m, d);
        core.referenceConstraint(m, d);
      });
      expect(bytes, option).toBeLessThan(core.backendName() === 'wasm' ? 8 : BOXED * d.nefc);
      data.delete();
      model.delete();
    }
  });
});
