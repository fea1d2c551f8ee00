import { loadOracle, type Oracle, randomTwin, relativeError, type Twin } from '@qpos/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as core from '../../index.ts';

/** A few operations on numbers that agree to the last digit or two. */
const TOLERANCE = 1e-11;

type Buffer = { GetView(): Float64Array; delete(): void };

let oracle: Oracle;
const twins: Twin[] = [];
beforeAll(async () => {
  oracle = await loadOracle();
  for (let seed = 1; seed <= 40; seed++) twins.push(randomTwin(oracle, 2000 + seed));
  for (const twin of twins) {
    for (const name of ['mj_forward', 'mj_rnePostConstraint']) twin.call(name);
    core.forward(twin.model, twin.data);
    core.rnePostConstraint(twin.model, twin.data);
  }
}, 60_000);
afterAll(() => {
  for (const twin of twins) twin.release();
});

/** Runs `call` on output buffers of the oracle and returns their content. */
function outputs(lengths: readonly number[], call: (...buffers: Buffer[]) => void): Float64Array[] {
  const Make = oracle.mj['DoubleBuffer'] as new (n: number) => Buffer;
  const buffers = lengths.map((n) => new Make(n));
  call(...buffers);
  const values = buffers.map((b) => b.GetView().slice());
  for (const b of buffers) b.delete();
  return values;
}

function expectEqual(ours: readonly Float64Array[], reference: readonly Float64Array[], what: string): void {
  for (const [k, r] of reference.entries())
    expect(relativeError(ours[k] as Float64Array, r), what).toBeLessThan(TOLERANCE);
}

const point = [0.3, -0.2, 0.5];
const axis = [0.6, 0, 0.8];

describe('Jacobians equal the oracle', () => {
  test('of points, bodies, coms, geoms and sites', () => {
    for (const { model, data, call } of twins) {
      const n = 3 * model.nv;
      if (n === 0) continue;
      const both = (f: (p: Float64Array, r: Float64Array) => void): Float64Array[] => {
        const p = new Float64Array(n).fill(7);
        const r = new Float64Array(n).fill(7);
        f(p, r);
        return [p, r];
      };
      for (let b = 0; b < model.nbody; b++) {
        expectEqual(
          both((p, r) => core.jac(model, data, p, r, point, b)),
          outputs([n, n], (p, r) => call('mj_jac', p, r, point, b)),
          'jac',
        );
        expectEqual(
          both((p, r) => core.jacBody(model, data, p, r, b)),
          outputs([n, n], (p, r) => call('mj_jacBody', p, r, b)),
          'jacBody',
        );
        expectEqual(
          both((p, r) => core.jacBodyCom(model, data, p, r, b)),
          outputs([n, n], (p, r) => call('mj_jacBodyCom', p, r, b)),
          'jacBodyCom',
        );
        expectEqual(
          both((p, r) => core.jacDot(model, data, p, r, point, b)),
          outputs([n, n], (p, r) => call('mj_jacDot', p, r, point, b)),
          'jacDot',
        );
        expectEqual(
          both((p, r) => core.jacPointAxis(model, data, p, r, point, axis, b)),
          outputs([n, n], (p, r) => call('mj_jacPointAxis', p, r, point, axis, b)),
          'jacPointAxis',
        );
        expectEqual(
          both((p) => core.angmomMat(model, data, p, b)),
          outputs([n], (p) => call('mj_angmomMat', p, b)),
          'angmomMat',
        );
        if ((model.body_subtreemass[b] as number) > 0)
          expectEqual(
            both((p) => core.jacSubtreeCom(model, data, p, b)),
            outputs([n], (p) => call('mj_jacSubtreeCom', p, b)),
            'jacSubtreeCom',
          );
      }
      for (let g = 0; g < model.ngeom; g++)
        expectEqual(
          both((p, r) => core.jacGeom(model, data, p, r, g)),
          outputs([n, n], (p, r) => call('mj_jacGeom', p, r, g)),
          'jacGeom',
        );
      for (let s = 0; s < model.nsite; s++)
        expectEqual(
          both((p, r) => core.jacSite(model, data, p, r, s)),
          outputs([n, n], (p, r) => call('mj_jacSite', p, r, s)),
          'jacSite',
        );
    }
  });

  test('with only one of the two parts, into user arrays or into fields of Data', () => {
    const { model, data } = twins.find((t) => t.model.nv > 2) as Twin;
    const p = new Float64Array(3 * model.nv);
    const alone = new Float64Array(3 * model.nv);
    const body = model.nbody - 1;
    core.jac(model, data, p, null, point, body);
    core.jacBody(model, data, null, alone, body);
    const pp = new Float64Array(3 * model.nv);
    const rr = new Float64Array(3 * model.nv);
    core.jac(model, data, pp, rr, point, body);
    expect(p).toEqual(pp);
    expect(alone).toEqual(rr);
    expect(() => core.jac(model, data, new Float64Array(2), null, point, body)).toThrow(core.ArgumentError);
    expect(() => core.jac(model, data, p, null, point, model.nbody)).toThrow(core.ArgumentError);
  });
});

describe('products and motions equal the oracle', () => {
  test('with the inertia matrix', () => {
    for (const { model, data, call } of twins) {
      const { nv } = model;
      if (nv === 0) continue;
      const vec = Array.from(data.qvel);
      const own = (f: (x: Float64Array) => void, n = nv): Float64Array[] => {
        const x = new Float64Array(n);
        f(x);
        return [x];
      };
      const root = Array.from(data.qLDiagInv, Math.sqrt);
      expectEqual(
        own((x) => core.mulM(model, data, x, vec)),
        outputs([nv], (x) => call('mj_mulM', x, vec)),
        'mulM',
      );
      expectEqual(
        own((x) => core.mulM2(model, data, x, vec)),
        outputs([nv], (x) => call('mj_mulM2', x, vec)),
        'mulM2',
      );
      expectEqual(
        own((x) => core.solveM(model, data, x, vec)),
        outputs([nv], (x) => call('mj_solveM', x, vec)),
        'solveM',
      );
      expectEqual(
        own((x) => core.solveM2(model, data, x, vec, root)),
        outputs([nv], (x) => call('mj_solveM2', x, vec, root)),
        'solveM2',
      );
      expectEqual(
        own((x) => core.rne(model, data, true, x)),
        outputs([nv], (x) => call('mj_rne', 1, x)),
        'rne',
      );
      const full = new Float64Array(nv * nv);
      core.fullM(model, data, full);
      for (let i = 0; i < nv; i++) for (let j = 0; j < i; j++) expect(full[i * nv + j]).toBe(full[j * nv + i]);
    }
  });

  test('of objects and forces', () => {
    for (const { model, data, call } of twins) {
      const counts: readonly (readonly [number, number])[] = [
        [core.enums.ObjType.BODY, model.nbody],
        [core.enums.ObjType.XBODY, model.nbody],
        [core.enums.ObjType.GEOM, model.ngeom],
        [core.enums.ObjType.SITE, model.nsite],
        [core.enums.ObjType.CAMERA, model.ncam],
      ];
      for (const [type, count] of counts)
        for (let id = 0; id < count; id++)
          for (const local of [false, true]) {
            const v = new Float64Array(6);
            const a = new Float64Array(6);
            core.objectVelocity(model, data, type, id, v, local);
            core.objectAcceleration(model, data, type, id, a, local);
            expectEqual(
              [v],
              outputs([6], (x) => call('mj_objectVelocity', type, id, x, local ? 1 : 0)),
              'objectVelocity',
            );
            expectEqual(
              [a],
              outputs([6], (x) => call('mj_objectAcceleration', type, id, x, local ? 1 : 0)),
              'objectAcceleration',
            );
          }
      if (model.nv === 0) continue;
      const q = new Float64Array(model.nv);
      core.applyFT(model, data, [1, 2, 3], [4, 5, 6], point, model.nbody - 1, q);
      expectEqual(
        [q],
        outputs([model.nv], (x) => call('mj_applyFT', [1, 2, 3], [4, 5, 6], point, model.nbody - 1, x)),
        'applyFT',
      );
      q.fill(0);
      core.xfrcAccumulate(model, data, q);
      const smooth = q.map(
        (x, i) =>
          x + (data.qfrc_passive[i] as number) - (data.qfrc_bias[i] as number) + (data.qfrc_applied[i] as number),
      );
      expectEqual([smooth], [data.qfrc_smooth], 'xfrcAccumulate');
    }
  });

  test('of coordinates and frames', () => {
    for (const { model, data, oracleModel } of twins) {
      if (model.nv === 0) continue;
      const q = data.qpos.slice();
      core.integratePos(model, q, data.qvel, 0.1);
      const mj = oracle.mj as unknown as Record<string, (...a: unknown[]) => void>;
      const v = new Float64Array(model.nv);
      core.differentiatePos(model, v, 0.1, data.qpos, q);
      const [reference] = outputs([model.nv], (x) =>
        mj['mj_differentiatePos']?.(oracleModel, x, 0.1, Array.from(data.qpos), Array.from(q)),
      );
      expect(relativeError(v, reference as Float64Array)).toBeLessThan(TOLERANCE);
      const g = model.ngeom - 1;
      const { xpos, xmat } = core.local2Global(model, data, model.geom_bodyid[g] as number, {
        pos: model.geom_pos.subarray(3 * g),
        quat: model.geom_quat.subarray(4 * g),
      });
      expect(relativeError(xpos, data.geom_xpos.subarray(3 * g, 3 * g + 3))).toBeLessThan(TOLERANCE);
      expect(relativeError(xmat, data.geom_xmat.subarray(9 * g, 9 * g + 9))).toBeLessThan(TOLERANCE);
    }
  });

  test('of inverse dynamics', () => {
    for (const { model, data, oracleData, call } of twins) {
      call('mj_inverse');
      core.inverse(model, data);
      expect(relativeError(data.qfrc_inverse, oracleData['qfrc_inverse'] as Float64Array)).toBeLessThan(1e-10);
    }
  });
});
