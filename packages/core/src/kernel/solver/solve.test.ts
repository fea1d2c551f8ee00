import {
  bytesPerCall,
  inFull,
  loadOracle,
  makeRandom,
  makeTwin,
  type Oracle,
  oracleStatistics,
  relativeError,
  rowsFromOracle,
  solverCase,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { unconvergedIslands } from '../../api/strict.ts';
import {
  backendName,
  type Data,
  enums,
  forward,
  fwdConstraint,
  getState,
  type Model,
  makeData,
  resetData,
  setBackend,
  setState,
  stateSize,
  step,
} from '../../index.ts';
import '../../js.ts';

/** Rounding, amplified by the condition of H; Newton's steps correct it. */
const NEWTON_TOLERANCE = 1e-9;

/** Conjugate gradients amplify rounding from step to step until the tolerance of the cost, or the cap, ends them. */
const CG_TOLERANCE = 5e-4;

/** Bytes per row, dof and iteration that JavaScript takes for numbers handed from function to function. */
const BOXED = 160;

const stack = (n: number): string =>
  Array.from({ length: n }, (_, i) => {
    const shift = 0.03 * Math.sin(7 * i);
    return `<body pos="${shift} ${0.02 * Math.cos(5 * i)} ${0.1 + 0.199 * i}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
  }).join('');

const scenes: Record<string, string> = {
  stack: `<geom type="plane" size="5 5 .1"/>${stack(5)}`,
  tower: `<geom type="plane" size="5 5 .1"/>${stack(14)}`,
  slide: `<geom type="plane" size="5 5 .1" euler="35 10 0"/>
    <body pos="0 0 .25" euler="35 10 0"><freejoint/><geom type="box" size=".2 .1 .1" friction=".3"/></body>
    <body pos="1 0 .1"><freejoint/><geom size=".1" condim="6" friction=".8 .1 .05"/></body>
    <body pos="-1 0 .6"><freejoint/><geom type="capsule" size=".1 .2" condim="4" friction=".5 .02 .01"/></body>
    <body pos="0 1 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .1" condim="1"/></body>`,
  arm: `<geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .4"><joint axis="0 1 0" range="-20 20" frictionloss=".5"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/>
      <body pos=".5 0 0"><joint type="ball" range="0 40" frictionloss=".1"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/>
        <body pos=".4 0 0"><joint type="slide" axis="1 0 0" range="-.1 .02"/><geom size=".06"/></body></body></body>`,
  welded: `<geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 2 1"><freejoint/><geom size=".1"/><site name="s"/></body>
    <body name="b" pos=".3 2 1"><freejoint/><geom size=".1"/></body>
    <body name="c" pos="0 0 .3"><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
      <body pos=".3 0 0"><joint name="k" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/></body></body>`,
  creature: `<geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .42"><freejoint/><geom size=".15"/>${[0, 1, 2, 3, 4, 5]
      .map(
        (k) => `<body euler="0 0 ${60 * k}"><joint axis="0 1 0" range="-40 60" pos=".15 0 0"/>
        <geom type="capsule" fromto=".15 0 0 .4 0 0" size=".04"/><body pos=".4 0 0"><joint axis="0 1 0" range="-20 100"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.45" size=".03" friction=".6"/></body></body>`,
      )
      .join('')}</body>`,
};

const extras: Record<string, string> = {
  welded:
    '<equality><weld body1="a" body2="b"/><connect body1="a" anchor="0 0 .5"/><joint joint1="j" joint2="k" polycoef="0 .5 0 0 0"/></equality>',
};

const scene = (name: string, attributes = '', flags = ''): string =>
  `<mujoco><size memory="4M"/><option ${attributes}><flag ${flags}/></option><worldbody>${scenes[name]}</worldbody>${extras[name] ?? ''}</mujoco>`;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** Fills what the solver writes with nonsense. */
function poison(d: Data): void {
  for (const a of [d.qacc, d.qfrc_constraint, d.efc_force, d.efc_b]) a.fill(Number.NaN);
  d.efc_state.fill(-1);
  d.solver_niter.fill(-1);
}

/** J·qacc - aref of every row: how far it is from its reference. */
function residuals(m: Model, d: Data): number[] {
  return Array.from(d.efc_aref.subarray(0, d.nefc), (aref, r) => {
    let s = -aref;
    if (m.opt.jacobian === 1) {
      const adr = d.efc_J_rowadr[r] as number;
      for (let k = adr; k < adr + (d.efc_J_rownnz[r] as number); k++)
        s += (d.efc_J[k] as number) * (d.qacc[d.efc_J_colind[k] as number] as number);
    } else for (let i = 0; i < m.nv; i++) s += (d.efc_J[r * m.nv + i] as number) * (d.qacc[i] as number);
    return s;
  });
}

/** Cost of the constraints and of the deviation from the smooth acceleration, at qacc. */
function primalCost(m: Model, d: Data): number {
  let cost = 0;
  const deviation = Array.from(d.qacc, (a, i) => a - (d.qacc_smooth[i] as number));
  for (let i = 0; i < m.nv; i++) {
    const start = m.M_rowadr[i] as number;
    const diag = start + (m.M_rownnz[i] as number) - 1;
    for (let k = start; k <= diag; k++) {
      const value = (d.M[k] as number) * (deviation[i] as number) * (deviation[m.M_colind[k] as number] as number);
      cost += k === diag ? 0.5 * value : value;
    }
  }
  const jar = residuals(m, d);
  for (let r = 0; r < d.nefc; r++) {
    const x = jar[r] as number;
    const D = d.efc_D[r] as number;
    const floss = d.efc_frictionloss[r] as number;
    const bound = (d.efc_R[r] as number) * floss;
    if (d.efc_type[r] === 7) {
      const c = d.efc_id[r] as number;
      const dim = d.contact.dim[c] as number;
      const mu = d.contact.mu[c] as number;
      const N = x * mu;
      let TT = 0;
      for (let j = 1; j < dim; j++) TT += ((jar[r + j] as number) * (d.contact.friction[5 * c + j - 1] as number)) ** 2;
      const T = Math.sqrt(TT);
      if (!(N >= mu * T)) {
        if (mu * N + T <= 0)
          for (let j = 0; j < dim; j++) cost += 0.5 * (d.efc_D[r + j] as number) * (jar[r + j] as number) ** 2;
        else cost += (0.5 * D * (N - mu * T) ** 2) / (mu * mu * (1 + mu * mu));
      }
      r += dim - 1;
    } else if (r < d.ne) cost += 0.5 * D * x * x;
    else if (r < d.ne + d.nf) cost += Math.abs(x) < bound ? 0.5 * D * x * x : floss * (Math.abs(x) - 0.5 * bound);
    else if (x < 0) cost += 0.5 * D * x * x;
  }
  return cost;
}

const cones = ['pyramidal', 'elliptic'];
const jacobians = ['dense', 'sparse'];
const islands = ['enable', 'disable'];
const combinations = cones.flatMap((cone) =>
  jacobians.flatMap((jacobian) => islands.map((island) => [cone, jacobian, island] as const)),
);

describe.each(Object.keys(scenes))('%s', (name) => {
  test.each(combinations)(
    'Newton, CG and PGS equal the oracle: %s cones, %s Jacobian, islands %s',
    (cone, jacobian, island) => {
      for (const solver of ['Newton', 'CG', 'PGS'])
        for (const steps of [3, name === 'tower' ? 15 : 60]) {
          const { model, data, m, d } = solverCase(
            oracle,
            scene(name, `solver="${solver}" cone="${cone}" jacobian="${jacobian}"`, `island="${island}"`),
            steps,
          );
          if (d.nefc === 0) continue;
          poison(d);
          fwdConstraint(m, d);
          const tolerance = solver === 'CG' ? CG_TOLERANCE : NEWTON_TOLERANCE;
          const where = `${solver} after ${steps} steps: `;
          // the last bit of a force on the boundary of its cone decides about the state
          for (const field of ['qacc', 'qfrc_constraint', 'efc_force', 'efc_b', 'efc_state'] as const)
            if (field !== 'efc_state' || solver !== 'PGS')
              expect(relativeError(d[field], data[field] as Float64Array), where + field).toBeLessThan(tolerance);
          const reference = data['solver_niter'] as Int32Array;
          d.solver_niter.forEach((n, k) => {
            expect(Math.abs(n - (reference[k] as number)), `${where}iterations`).toBeLessThanOrEqual(1);
          });
          if ((d.solver_niter[0] as number) > 0) {
            const first = oracleStatistics(data, 0, 0);
            expect(d.solver.improvement[0] as number).toBeCloseTo(first.improvement, 8);
            expect([d.solver.nactive[0], d.solver.nchange[0], d.solver.neval[0], d.solver.nupdate[0]], where).toEqual([
              first.nactive,
              first.nchange,
              first.neval,
              first.nupdate,
            ]);
          }
          data.delete();
          model.delete();
        }
    },
  );

  test.each(cones)('noslip equals the oracle, %s', (cone) => {
    for (const solver of ['Newton', 'PGS'])
      for (const jacobian of jacobians) {
        const { data, m, d } = solverCase(
          oracle,
          scene(name, `solver="${solver}" cone="${cone}" jacobian="${jacobian}" noslip_iterations="7"`),
          name === 'tower' ? 10 : 50,
        );
        if (d.nefc === 0) continue;
        poison(d);
        fwdConstraint(m, d);
        for (const field of ['qacc', 'qfrc_constraint', 'efc_force', 'efc_state'] as const)
          expect(relativeError(d[field], data[field] as Float64Array), `${solver} ${jacobian} ${field}`).toBeLessThan(
            NEWTON_TOLERANCE,
          );
        expect(Array.from(d.solver_niter)).toEqual(Array.from(data['solver_niter'] as Int32Array));
      }
  });

  test.each(cones)('the solvers agree on the optimum, and forces lie in their cones, %s', (cone) => {
    const options = `cone="${cone}" solver="PGS" iterations="3000" tolerance="0" ls_tolerance="1e-6" ls_iterations="100"`;
    const { m, d } = solverCase(oracle, scene(name, options, 'island="disable"'), 40);
    if (d.nefc === 0 || name === 'tower' || name === 'stack') return; // PGS takes too long there
    if (name === 'creature' && !inFull) return;
    const costs = ([0, 1, 2] as const).map((solver) => {
      m.opt.solver = solver;
      m.opt.iterations = solver === 0 ? 3000 : 300;
      m.opt.tolerance = solver === 0 ? 1e-16 : 1e-14;
      fwdConstraint(m, d);
      expectFeasible(m, d);
      expectComplementary(m, d);
      return primalCost(m, d);
    });
    const best = Math.min(...costs);
    for (const cost of costs) expect((cost - best) / Math.max(1, Math.abs(best))).toBeLessThan(1e-8);
  });
});

test('pyramids of six rows of which four are active: as many iterations as the oracle', () => {
  const xml = `<mujoco><worldbody><geom type="plane" size="3 3 .1" friction=".6 .01 .002"/>
    <body pos="0 0 .099" euler="90 0 0"><freejoint/><geom type="capsule" size=".1 .1" condim="4"/></body></worldbody></mujoco>`;
  const { oracleData, model, data, call, release } = makeTwin(oracle, xml);
  const random = makeRandom(1);
  let four = 0;
  for (let k = 0; k < 30; k++) {
    call('mj_resetData');
    resetData(model, data);
    for (let i = 0; i < 6; i++) data.qvel[i] = random.uniform(-1, 1);
    (oracleData['qvel'] as Float64Array).set(data.qvel);
    call('mj_forward');
    forward(model, data);
    if (data.efc_state.subarray(0, 6).filter((state) => state === 1).length === 4) four++;
    expect(data.solver_niter[0], `case ${k}`).toBe((oracleData['solver_niter'] as Int32Array)[0]);
    expect(relativeError(data.qacc, oracleData['qacc'] as Float64Array), `case ${k}`).toBeLessThan(NEWTON_TOLERANCE);
  }
  expect(four).toBeGreaterThan(0);
  release();
});

/**
 * A limit or a row of a pyramid either pushes with all its stiffness against what it is short of, or is satisfied and does nothing:
 * f ≥ 0, J·a - aref + R·f ≥ 0, and one of both is 0.
 */
function expectComplementary(m: Model, d: Data): void {
  const jar = residuals(m, d);
  const most = Math.max(1, ...Array.from(d.efc_force.subarray(0, d.nefc), Math.abs));
  const farthest = Math.max(1, ...jar.map(Math.abs));
  for (let r = d.ne + d.nf; r < d.nefc; r++) {
    if (d.efc_type[r] === 7) continue;
    const f = (d.efc_force[r] as number) / most;
    const gap = ((jar[r] as number) + (d.efc_R[r] as number) * (d.efc_force[r] as number)) / farthest;
    expect(gap, `row ${r}`).toBeGreaterThan(-1e-5);
    expect(Math.abs(f * gap), `row ${r}`).toBeLessThan(1e-5);
  }
}

/** No pull, no force outside of a friction cone or beyond a friction loss. */
function expectFeasible(m: Model, d: Data): void {
  const slack = 1e-8 * Math.max(1, ...Array.from(d.efc_force, Math.abs));
  for (let r = 0; r < d.nefc; r++) {
    const f = d.efc_force[r] as number;
    if (r < d.ne) continue;
    if (r < d.ne + d.nf) {
      expect(Math.abs(f)).toBeLessThanOrEqual((d.efc_frictionloss[r] as number) + slack);
      continue;
    }
    expect(f).toBeGreaterThanOrEqual(-slack);
    if (d.efc_type[r] !== 7) continue;
    const c = d.efc_id[r] as number;
    const dim = d.contact.dim[c] as number;
    let ss = 0;
    for (let j = 1; j < dim; j++)
      ss += ((d.efc_force[r + j] as number) / (d.contact.friction[5 * c + j - 1] as number)) ** 2;
    expect(Math.sqrt(ss)).toBeLessThanOrEqual(f + slack);
    r += dim - 1;
  }
  expect(m.nv).toBeGreaterThan(0);
}

/** Boxes in a bin without a lid, in tilted layers: a Hessian in fronts that branch. */
const heap = (n: number): string => {
  const box = (_: unknown, k: number): string =>
    `<body pos="${0.26 * (k % 3)} ${0.26 * (Math.floor(k / 3) % 3)} ${0.2 + 0.3 * Math.floor(k / 9)}" euler="${20 * Math.sin(7 * k)} ${20 * Math.sin(5 * k)} ${(k * 17) % 90}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
  const walls = [
    '-.15 0 0" zaxis="1 0 0',
    '.67 0 0" zaxis="-1 0 0',
    '0 -.15 0" zaxis="0 1 0',
    '0 .67 0" zaxis="0 -1 0',
  ];
  return `<mujoco><size memory="8M"/><option timestep=".004"/><worldbody>${['0 0 0', ...walls].map((pos) => `<geom type="plane" size="5 5 .1" pos="${pos}"/>`).join('')}${Array.from({ length: n }, box).join('')}</worldbody></mujoco>`;
};

describe('a heap of boxes', () => {
  test.each([120, 200, 300])('Newton equals the oracle in every iteration, after %d steps', (steps) => {
    const { model, data, m, d } = solverCase(oracle, heap(36), steps);
    poison(d);
    fwdConstraint(m, d);
    expect(relativeError(d.qacc, data['qacc'] as Float64Array)).toBeLessThan(NEWTON_TOLERANCE);
    expect(relativeError(d.efc_force, data['efc_force'] as Float64Array)).toBeLessThan(NEWTON_TOLERANCE);
    expect([...d.solver_niter]).toEqual([...(data['solver_niter'] as Int32Array)]);
    const iterations = d.solver_niter[0] as number;
    expect(iterations).toBeGreaterThan(1);
    for (let k = 0; k < iterations; k++) {
      const { nactive, nchange, nupdate } = oracleStatistics(data, 0, k);
      expect([d.solver.nactive[k], d.solver.nchange[k], d.solver.nupdate[k]], `iteration ${k}`).toEqual([
        nactive,
        nchange,
        nupdate,
      ]);
    }
    data.delete();
    model.delete();
  });

  test('both back ends give the same bits', async () => {
    const before = backendName();
    const results: number[][] = [];
    for (const backend of ['js', 'wasm'] as const) {
      await setBackend(backend);
      const { d, m } = solverCase(oracle, heap(36), 200);
      fwdConstraint(m, d);
      results.push([...d.qacc, ...d.efc_force]);
    }
    await setBackend(before);
    expect(results[0]).toEqual(results[1]);
  });

  test('an order of elimination that was kept gives what a new one gives', () => {
    const { m, d } = solverCase(oracle, heap(36), 150);
    const state = new Float64Array(stateSize(m, enums.StateBit.INTEGRATION));
    for (let k = 0; k < 20; k++) {
      getState(m, d, state, enums.StateBit.INTEGRATION);
      const fresh = makeData(m);
      setState(m, fresh, state, enums.StateBit.INTEGRATION);
      step(m, fresh);
      step(m, d);
      expect([...d.qvel], `step ${k}`).toEqual([...fresh.qvel]);
    }
  });
});

test('an order of elimination is kept only while the same bodies are held together', () => {
  const hold = (a: number, b: number, active: boolean): string =>
    `<connect body1="b${a}" body2="b${b}" anchor=".1 0 0" active="${active}"/>`;
  const bodies = Array.from(
    { length: 10 },
    (_, k) => `<body name="b${k}" pos="${k} 0 0"><freejoint/><geom size=".1"/></body>`,
  );
  const chain = Array.from({ length: 9 }, (_, k) => hold(k, k + 1, true));
  const crossing = [hold(0, 5, true), hold(1, 7, false)];
  const xml = `<mujoco><worldbody>${bodies.join('')}</worldbody><equality>${[...chain, ...crossing].join('')}</equality></mujoco>`;
  const { m, d } = solverCase(oracle, xml, 1);
  d.qvel.forEach((_, i) => {
    d.qvel[i] = Math.sin(i);
  });
  const state = new Float64Array(stateSize(m, enums.StateBit.INTEGRATION));
  for (let k = 0; k < 6; k++) {
    for (const e of [9, 10]) if (k % 2 === 0) d.eq_active[e] = 1 - (d.eq_active[e] as number); // as many rows, other columns
    getState(m, d, state, enums.StateBit.INTEGRATION);
    const fresh = makeData(m);
    setState(m, fresh, state, enums.StateBit.INTEGRATION);
    step(m, fresh);
    step(m, d);
    expect(d.nefc).toBe(30);
    expect([...d.qvel], `step ${k}`).toEqual([...fresh.qvel]);
  }
});

describe('fwdConstraint', () => {
  test('both back ends give the same bits', async () => {
    const before = backendName();
    for (const name of Object.keys(scenes))
      for (const cone of cones)
        for (const solver of ['Newton', 'CG', 'PGS']) {
          const results: number[][] = [];
          for (const backend of ['js', 'wasm'] as const) {
            await setBackend(backend);
            const { d, m } = solverCase(oracle, scene(name, `cone="${cone}" solver="${solver}"`), 30);
            fwdConstraint(m, d);
            results.push([...d.qacc, ...d.efc_force]);
          }
          expect(
            results[0]?.findIndex((x, i) => !Object.is(x, results[1]?.[i])),
            `${name} ${cone} ${solver}`,
          ).toBe(-1);
        }
    await setBackend(before);
  });

  test('the result does not depend on what was solved before', () => {
    const { data, m, d } = solverCase(oracle, scene('tower', 'cone="elliptic"'), 50);
    fwdConstraint(m, d);
    const first = [...d.qacc];
    const other = solverCase(oracle, scene('tower', 'cone="elliptic"'), 20);
    rowsFromOracle(other.data, d);
    fwdConstraint(m, d);
    rowsFromOracle(data, d);
    fwdConstraint(m, d);
    expect([...d.qacc]).toEqual(first);
  });

  test('without rows the acceleration is the smooth one', () => {
    const { m, d } = solverCase(
      oracle,
      '<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
      1,
    );
    poison(d);
    fwdConstraint(m, d);
    expect([...d.qacc]).toEqual([...d.qacc_smooth]);
    expect([...d.qfrc_constraint]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(d.solver_niter[0]).toBe(0);
  });

  test('NaN ends the solver', () => {
    for (const solver of [0, 1, 2] as const)
      for (const field of ['qacc_warmstart', 'qfrc_smooth', 'efc_J', 'efc_D'] as const) {
        const { m, d } = solverCase(oracle, scene('stack'), 10);
        if (solver === 0 && field === 'efc_J') continue;
        m.opt.solver = solver;
        if (solver === 0) continue;
        d[field].fill(Number.NaN);
        fwdConstraint(m, d);
      }
  });

  test('iteration caps hold', () => {
    const { m, d } = solverCase(oracle, scene('tower', 'solver="CG" iterations="3" tolerance="0"'), 10);
    fwdConstraint(m, d);
    expect(d.solver_niter[0]).toBe(3);
    m.opt.iterations = 0;
    fwdConstraint(m, d);
    expect(d.solver_niter[0]).toBe(0);
  });

  test.each(['Newton', 'CG', 'PGS'])('allocates nothing, %s', (solver) => {
    const { m, d } = solverCase(oracle, scene('arm', `solver="${solver}" cone="elliptic"`), 30);
    const bytes = bytesPerCall(() => fwdConstraint(m, d));
    expect(bytes).toBeLessThan(backendName() === 'wasm' ? 8 : BOXED * (d.nefc + m.nv) * (d.solver_niter[0] as number));
  });
});

test('data of one model can be solved side by side', () => {
  const { data, m, d } = solverCase(oracle, scene('creature'), 50);
  const twin = makeData(m);
  rowsFromOracle(data, twin);
  fwdConstraint(m, d);
  fwdConstraint(m, twin);
  expect([...twin.qacc]).toEqual([...d.qacc]);
});

describe('extensions', () => {
  const { POLAK_RIBIERE, PGS_FALLBACK, CONTACT_WARMSTART } = enums.Extension;

  test("Polak and Ribière's formula finds the same optimum", () => {
    const { m, d } = solverCase(oracle, scene('stack', 'cone="elliptic"'), 5);
    fwdConstraint(m, d);
    const newton = [...d.qacc];
    m.opt.solver = 1;
    m.opt.tolerance = 1e-14;
    m.opt.iterations = 500;
    const plain = [...Array(2)].map((_, k) => {
      m.extensionFlags = k * POLAK_RIBIERE;
      fwdConstraint(m, d);
      expect(relativeError(d.qacc, newton)).toBeLessThan(1e-5);
      return d.solver.improvement[3];
    });
    expect(plain[0]).not.toBe(plain[1]);
  });

  test('a solver that is cut short says so, and projected Gauss-Seidel takes over on request', () => {
    const { m, d } = solverCase(oracle, scene('stack', 'solver="PGS" iterations="500"'), 5);
    m.opt.solver = 2;
    fwdConstraint(m, d);
    expect(unconvergedIslands(d)).toBe(0);
    const best = primalCost(m, d);
    m.opt.solver = 1;
    m.opt.iterations = 2;
    d.qacc_warmstart.fill(0);
    fwdConstraint(m, d);
    expect(unconvergedIslands(d)).toBeGreaterThan(0);
    const short = primalCost(m, d) - best;
    m.extensionFlags = PGS_FALLBACK;
    m.opt.iterations = 20;
    m.opt.ls_iterations = 1;
    fwdConstraint(m, d);
    expect(short).toBeGreaterThan(0);
    expect(primalCost(m, d) - best).toBeLessThan(short);
  });

  test.each(['enable', 'disable'])('contacts start from the forces they had, islands %s', (island) => {
    const { m, d } = solverCase(oracle, scene('tower', '', `island="${island}"`), 40);
    m.extensionFlags = CONTACT_WARMSTART;
    d.qacc_warmstart.fill(0);
    fwdConstraint(m, d);
    const cold = d.solver_niter[0] as number;
    const first = [...d.qacc];
    fwdConstraint(m, d);
    expect(d.solver_niter[0]).toBeLessThan(cold);
    expect(relativeError(d.qacc, first)).toBeLessThan(1e-6);
  });
});
