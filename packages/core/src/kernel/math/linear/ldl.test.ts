import { callOracle, loadOracle, loadOracleXml, oracleArray } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { distance, generator, vector } from '../testing.ts';
import { ldlFactor, ldlFactorIndexed, ldlSolve, ldlSolveHalf, ldlSolveIndexed } from './ldl.ts';
import { mulSymVecSparse } from './sparse.ts';

const BRANCHED = `<mujoco><worldbody>
  <body><freejoint/><geom size=".2"/>
    <body pos=".3 0 0"><joint axis="0 1 0"/><joint axis="1 0 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0"><joint type="ball"/><geom type="box" size=".1 .05 .2"/></body></body>
    <body pos="-.3 0 0"><joint axis="0 0 1"/><geom type="capsule" size=".05" fromto="0 0 0 0 .4 0"/></body></body>
  <body pos="2 0 0"><joint type="slide"/><geom size=".1"/><body pos="0 0 .3"><joint/><geom size=".1"/></body></body>
  <body pos="4 0 0"><freejoint/><geom size=".1"/></body>
</worldbody></mujoco>`;

const oracle = await loadOracle();
const theirs = loadOracleXml(oracle, BRANCHED);
const floats = (from: object, name: string): Float64Array =>
  Float64Array.from(oracleArray(from as never, name) as Float64Array);
const ints = (from: object, name: string): Int32Array =>
  Int32Array.from(oracleArray(from as never, name) as Int32Array);
callOracle(oracle, 'mj_forward', theirs.model, theirs.data);
const nv = Number(theirs.model['nv']);
const M = floats(theirs.data, 'M'),
  rownnz = ints(theirs.model, 'M_rownnz'),
  rowadr = ints(theirs.model, 'M_rowadr'),
  colind = ints(theirs.model, 'M_colind');
const random = generator(10);

describe('ldl', () => {
  const factor = M.slice(),
    diaginv = new Float64Array(nv);
  ldlFactor(factor, diaginv, nv, rownnz, rowadr, colind);

  test('equals the factor of the oracle to the bit', () => {
    expect(factor).toEqual(floats(theirs.data, 'qLD'));
    expect(diaginv).toEqual(floats(theirs.data, 'qLDiagInv'));
  });

  test('solves for several vectors', () => {
    const b = vector(random, 3 * nv),
      x = b.slice(),
      y = new Float64Array(nv);
    ldlSolve(x, 0, factor, diaginv, nv, 3, rownnz, rowadr, colind);
    for (let k = 0; k < 3; k++) {
      mulSymVecSparse(y, 0, M, x, k * nv, nv, rownnz, rowadr, colind);
      expect(distance(y, b.slice(k * nv, k * nv + nv))).toBeLessThan(1e-12);
    }
  });

  test('half of the solution has the length of the whole', () => {
    const b = vector(random, nv),
      x = b.slice(),
      half = b.slice();
    ldlSolve(x, 0, factor, diaginv, nv, 1, rownnz, rowadr, colind);
    ldlSolveHalf(half, 0, factor, diaginv.map(Math.sqrt), nv, 1, rownnz, rowadr, colind);
    const whole = x.reduce((s, v, i) => s + v * b[i], 0);
    expect(Math.abs(half.reduce((s, v) => s + v * v, 0) / whole - 1)).toBeLessThan(1e-13);
  });

  test('some trees only: the same bits there, nothing elsewhere', () => {
    const first = 12,
      index = Int32Array.from({ length: nv - first }, (_, i) => first + i);
    const part = M.slice(),
      inv = new Float64Array(nv);
    ldlFactorIndexed(part, inv, index.length, rownnz, rowadr, colind, index);
    expect(part.subarray(rowadr[first])).toEqual(factor.subarray(rowadr[first]));
    expect(part.subarray(0, rowadr[first])).toEqual(M.subarray(0, rowadr[first]));
    const b = vector(random, nv),
      x = b.slice(),
      y = b.slice();
    ldlSolveIndexed(x, 0, part, inv, index.length, rownnz, rowadr, colind, index);
    ldlSolve(y, 0, factor, diaginv, nv, 1, rownnz, rowadr, colind);
    expect(x.subarray(first)).toEqual(y.subarray(first));
    expect(x.subarray(0, first)).toEqual(b.subarray(0, first));
  });
});
