import fs from 'node:fs';
import path from 'node:path';
import { forward, makeData, resetData, step } from '@qpos/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeRandom } from '../models/random-tree.ts';
import { callOracle, loadOracle, loadOracleXml, type Oracle } from '../oracle/oracle.ts';
import { copySleep, copyState, modelFromOracle, relativeError } from '../oracle/transfer.ts';
import { makeDrive } from './drive.ts';

/** Rows divide by small numbers on the way; solvers end at a tolerance of 1e-8 of their own; a step multiplies by the time step. */
const ROWS = 1e-9;
const SOLUTION = 1e-6;
const STEP = 1e-8;
/** States of the oracle's trajectory at which both engines are compared. */
const COMPARED = new Set([0, 6, 19]);

const folder = path.resolve(import.meta.dirname, '../../models/constraint');
const scenes = fs.readdirSync(folder).filter((f) => f.endsWith('.xml'));

const SLEEP = 1 << 4;

/** Settings that are combined; the values of one are options of the model, or bits added to its flags. */
const factors: Record<string, readonly object[]> = {
  scene: scenes.map((scene) => ({ scene })),
  // conjugate gradients multiply rounding errors from iteration to iteration, until they are at the solution
  solver: [{ solver: 0 }, { solver: 1, tolerance: 1e-14, iterations: 500 }, { solver: 2 }],
  cone: [{ cone: 0 }, { cone: 1 }],
  integrator: [{ integrator: 0 }, { integrator: 1 }, { integrator: 2 }, { integrator: 3 }, { integrator: 4 }],
  jacobian: [{ jacobian: 0 }, { jacobian: 1 }],
  flag: [
    {},
    { disable: 1 << 7 }, // gravity
    { disable: 1 << 9 }, // warmstart
    { disable: 1 << 12 }, // refsafe
    { disable: 1 << 15 }, // eulerdamp
    { disable: 1 << 18 }, // islands
    { enable: 1 << 5 }, // exact diagonal
    { enable: SLEEP },
    { disable: 1 << 5 }, // springs
    { disable: 1 << 6 }, // dampers
    { disable: 1 << 2 }, // friction loss
  ],
  solverOptions: [{}, { noslip_iterations: 4 }, { impratio: 3 }, { iterations: 3 }],
};

/** Combinations in which every two values of different factors meet, built one after the other from what is still missing. */
function pairwise(): object[] {
  const names = Object.keys(factors);
  const sizes = names.map((n) => (factors[n] as readonly object[]).length);
  const key = (a: number, i: number, b: number, j: number): string => `${a} ${i} ${b} ${j}`;
  const missing = new Set<string>();
  for (let a = 0; a < names.length; a++)
    for (let b = a + 1; b < names.length; b++)
      for (let i = 0; i < (sizes[a] as number); i++)
        for (let j = 0; j < (sizes[b] as number); j++) missing.add(key(a, i, b, j));
  const random = makeRandom(3);
  const cases: object[] = [];
  while (missing.size > 0) {
    const [a, i, b, j] = ([...missing][0] as string).split(' ').map(Number) as [number, number, number, number];
    const chosen: number[] = names.map(() => -1);
    chosen[a] = i;
    chosen[b] = j;
    for (let f = 0; f < names.length; f++) {
      if (chosen[f] !== -1) continue;
      let best = random.below(sizes[f] as number);
      let most = -1;
      for (let v = 0; v < (sizes[f] as number); v++) {
        const gain = chosen.filter((c, g) => c !== -1 && missing.has(g < f ? key(g, c, f, v) : key(f, v, g, c))).length;
        if (gain > most) [most, best] = [gain, v];
      }
      chosen[f] = best;
    }
    for (let f = 0; f < names.length; f++)
      for (let g = f + 1; g < names.length; g++) missing.delete(key(f, chosen[f] as number, g, chosen[g] as number));
    cases.push(Object.assign({}, ...names.map((n, f) => (factors[n] as readonly object[])[chosen[f] as number])));
  }
  return cases;
}

interface Case {
  scene: string;
  solver: number;
  disable?: number;
  enable?: number;
}

/** What differs in one combination. */
function differences(oracle: Oracle, { scene, disable = 0, enable = 0, ...options }: Case): string[] {
  const xml = fs.readFileSync(path.join(folder, scene), 'utf8');
  if ((enable & SLEEP) !== 0 && xml.includes('tendon1=')) return []; // an error in the oracle
  const { model, data } = loadOracleXml(oracle, xml);
  const opt = model['opt'] as { disableflags: number; enableflags: number };
  Object.assign(opt, options, { disableflags: opt.disableflags | disable, enableflags: opt.enableflags | enable });
  callOracle(oracle, 'mj_resetData', model, data);
  const ours = modelFromOracle(model);
  const d = makeData(ours);
  const random = makeRandom(17);
  const qvel = data['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-0.2, 0.2);
  const drive = makeDrive(model);
  const wrong: string[] = [];
  const check = (name: string, tolerance: number, when: number): void => {
    const mine = (d as unknown as Record<string, Float64Array>)[name] as Float64Array;
    const theirs = data[name] as Float64Array;
    const e = relativeError(mine.subarray(0, theirs.length), theirs);
    if (!(e <= tolerance)) wrong.push(`${name} ${e.toExponential(1)} at ${when}`);
  };
  for (let k = 0; k < 20; k++) {
    drive(data);
    if (COMPARED.has(k)) {
      resetData(ours, d);
      copyState(data, d);
      copySleep(data, d);
      callOracle(oracle, 'mj_forward', model, data);
      forward(ours, d);
      for (const name of ['nefc', 'ncon', 'nisland', 'ne', 'nf', 'nl'] as const)
        if (d[name] !== data[name]) wrong.push(`${name} ${d[name]} not ${String(data[name])} at ${k}`);
      for (const name of ['efc_pos', 'efc_margin', 'efc_D', 'efc_aref', 'efc_KBIP', 'efc_J']) check(name, ROWS, k);
      for (const name of ['qacc', 'qfrc_constraint', 'efc_force']) check(name, SOLUTION, k);
      resetData(ours, d);
      copyState(data, d);
      copySleep(data, d);
      step(ours, d);
    }
    callOracle(oracle, 'mj_step', model, data);
    if (COMPARED.has(k)) for (const name of ['qpos', 'qvel', 'act']) check(name, STEP, k);
  }
  data.delete();
  model.delete();
  return wrong;
}

describe('settings that meet in constraints', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  }, 60_000);

  test('every two values of scene, solver, cone, integrator, Jacobian, flag and option: rows, solution and step equal the oracle', () => {
    const cases = pairwise() as Case[];
    const wrong: string[] = [];
    for (const c of cases) {
      const found = differences(oracle, c);
      if (found.length > 0) wrong.push(`${JSON.stringify(c)}: ${found.join(', ')}`);
    }
    expect(scenes.length).toBeGreaterThanOrEqual(12);
    expect(cases.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  }, 120_000);
});
