import {
  bytesPerCall,
  callOracle,
  copyState,
  loadOracle,
  makeTwin,
  modelFromXml,
  type Oracle,
} from '@qpos/conformance';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  backendName,
  type Data,
  enums,
  forward,
  type Model,
  makeData,
  setBackend,
  step,
  stepStrict,
} from '../../index.ts';
import '../../js.ts';

const G = 9.81;

/** The JavaScript engine boxes numbers that cross calls which it does not inline; no array or object of ours is among them. */
const BOXES = 65536;

/** What solutions of the conjugate gradients may differ by, at a tolerance of 1e-16. */
const SOLVER = 1e-6;

let oracle: Oracle;
const backend = backendName();
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);
afterEach(() => setBackend(backend));

const scene = (world: string, flags = '', options = ''): string =>
  `<mujoco><option timestep=".002" integrator="discrete" solver="CG" iterations="1000" tolerance="1e-16" ${options}>
    <flag ipc="enable" ${flags}/></option><worldbody>${world}</worldbody></mujoco>`;
const cloth = (name: string, n: number, pos: string, inside = '<edge equality="true"/>', contact = ''): string =>
  `<flexcomp name="${name}" type="grid" dim="2" count="${n} ${n} 1" spacing=".04 .04 1" radius=".004" mass=".1" pos="${pos}">
    ${inside}<contact selfcollide="none" ${contact}/></flexcomp>`;
const elastic = '<elasticity young="1e5" poisson=".2" thickness="2e-3" elastic2d="both" damping="1e-4"/>';
const floor = '<geom type="plane" size="0 0 1"/>';
const small = `${floor}${cloth('a', 3, '0 0 .0012', elastic)}${cloth('b', 3, '.01 0 .0034', elastic)}`;
const drape = scene(
  `<geom size=".03"/><geom type="box" size=".02 .02 .02" pos=".07 0 0" euler="20 30 0"/>${cloth('a', 5, '0 0 .0331', elastic)}
  ${cloth('b', 4, '.01 0 .0361', elastic)}`,
);

/** Greatest difference of two arrays. */
const farthest = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] as number))), 0);

const lowest = (d: Data): number => d.flexvert_xpos.reduce((z, x, i) => (i % 3 === 2 ? Math.min(z, x) : z), Infinity);

/** Momentum of the vertices, each a body with three slides. */
function momentum(m: Model, d: Data): number[] {
  const sum = [0, 0, 0];
  for (let b = 1; b < m.nbody; b++)
    for (let k = 0; k < 3; k++) sum[k] = (sum[k] as number) + m.body_mass[b] * (d.qvel[m.body_dofadr[b] + k] as number);
  return sum;
}

describe('contacts that never penetrate', () => {
  test('sheets over a ball, a box and each other: each of 15 steps from the state of the oracle is its step', () => {
    const { model, data, oracleModel, oracleData, release } = makeTwin(oracle, drape);
    let loaded = 0;
    for (let s = 0; s < 15; s++) {
      copyState(oracleData, data);
      callOracle(oracle, 'mj_step', oracleModel, oracleData);
      step(model, data);
      const of = (name: string): Float64Array => oracleData[name] as Float64Array;
      expect(data.flexvert_conage, `step ${s}`).toEqual(of('flexvert_conage'));
      for (const name of ['qpos', 'qvel', 'flexvert_lambda', 'qfrc_constraint'] as const)
        expect(farthest(data[name], of(name)), name).toBeLessThan(SOLVER);
      loaded += data.flexvert_lambda.filter((x) => x > 0).length;
    }
    expect(loaded).toBeGreaterThan(40);
    release();
  });

  test('a cloth that is thrown at a plane at 50 m/s, a tenth of a metre in a step, does not pass it', () => {
    const m = modelFromXml(oracle, scene(floor + cloth('a', 3, '0 0 .05')));
    const d = makeData(m);
    for (let i = 2; i < m.nv; i += 3) d.qvel[i] = -50;
    for (let s = 0; s < 20; s++) {
      step(m, d);
      forward(m, d);
      expect(lowest(d)).toBeGreaterThan(0);
    }
  });

  test('two sheets that collide in free flight keep their momentum, but for their weight', () => {
    const m = modelFromXml(oracle, scene(cloth('a', 3, '0 0 .5', elastic) + cloth('b', 3, '.01 .003 .51', elastic)));
    const d = makeData(m);
    for (let i = m.nv / 2 + 2; i < m.nv; i += 3) d.qvel[i] = -2;
    let touched = 0;
    for (let s = 0; s < 30; s++) {
      const before = momentum(m, d);
      step(m, d);
      if (d.flexvert_lambda.some((x) => x > 0)) touched++;
      const weight = 0.2 * G * m.opt.timestep;
      for (const [k, p] of momentum(m, d).entries())
        expect(p - (before[k] as number)).toBeCloseTo(k === 2 ? -weight : 0, 8);
    }
    expect(touched).toBeGreaterThan(1);
  });

  test('at rest the pairs carry the weight, a standoff of 1 mm above the plane, and M·qacc is the sum of the forces', () => {
    const m = modelFromXml(oracle, scene(floor + cloth('a', 5, '0 0 .003')));
    const d = makeData(m);
    step(m, d, 200);
    const weight = 0.1 * G;
    let carried = 0;
    for (let i = 2; i < m.nv; i += 3) carried += d.qfrc_constraint[i] as number;
    expect(Math.abs(carried - weight)).toBeLessThan(1e-3 * weight);
    const mass = 0.1 / 25;
    const forces = d.qfrc_smooth.map((f, i) => f + (d.qfrc_constraint[i] as number));
    expect(
      farthest(
        forces,
        d.qacc.map((a) => mass * a),
      ),
    ).toBeLessThan(1e-6);
    forward(m, d);
    expect(lowest(d)).toBeCloseTo(0.001, 5);
  });

  test('filters: the flag contact, bits of contacts, and flexes that ask for passive contacts', () => {
    const fall = (flags: string, contact: string): number => {
      const m = modelFromXml(oracle, scene(floor + cloth('a', 3, '0 0 .003', undefined, contact), flags));
      const d = makeData(m);
      step(m, d, 100);
      return lowest(d);
    };
    expect(fall('', '')).toBeGreaterThan(0);
    expect(fall('contact="disable"', '')).toBeLessThan(-0.1);
    expect(fall('', 'contype="2" conaffinity="2"')).toBeLessThan(-0.1);
    expect(fall('', 'passive="true"')).toBe(fall('', ''));
  });

  test('other contacts of sheets, with what moves or has another shape, are those of the constraint solver', () => {
    const ball = '<body pos="0 0 .024"><freejoint/><geom size=".02"/></body>';
    const contacts = (world: string): number => {
      const m = modelFromXml(oracle, scene(world + cloth('a', 4, '0 0 .003')));
      const d = makeData(m);
      forward(m, d);
      return d.ncon;
    };
    expect(contacts(floor)).toBe(0);
    expect(contacts(floor + ball)).toBeGreaterThan(0);
    expect(contacts('<geom type="cylinder" size=".1 .001"/>')).toBeGreaterThan(0);
  });

  test('without sheets it is the discrete integrator, to the bit', () => {
    const solid = `${floor}<flexcomp name="s" type="grid" dim="3" count="3 3 3" spacing=".03 .03 .03" radius=".004" mass=".1" pos="0 0 .034">
      <edge equality="true"/></flexcomp>`;
    const [first, second] = [0, enums.EnableBit.IPC].map((flag) => {
      const m = modelFromXml(oracle, scene(solid));
      m.opt.enableflags = flag;
      m.opt.disableflags = enums.DisableBit.WARMSTART; // ipc keeps none
      const d = makeData(m);
      step(m, d, 50);
      return d.qpos.slice();
    });
    expect(first).toEqual(second);
  });

  test('a step of which too little is free has not converged', () => {
    const m = modelFromXml(oracle, scene(`<geom type="box" size=".02 .01 .02"/>${cloth('a', 4, '0 0 .004')}`));
    const d = makeData(m);
    expect(() => stepStrict(m, d)).toThrow(expect.objectContaining({ code: 'not-converged' }));
  });

  test('a flag that is set after compiling refuses sheets on what turns', () => {
    const m = modelFromXml(
      oracle,
      scene(
        `<body name="arm"><joint/><geom size=".1" contype="0" conaffinity="0"/>${cloth('a', 3, '0 0 0', '<pin gridrange="0 0 2 2"/>')}</body>`,
      ).replace('ipc="enable"', ''),
    );
    const d = makeData(m);
    expect(() => step(m, d)).not.toThrow();
    m.opt.enableflags |= enums.EnableBit.IPC;
    expect(() => step(m, d)).toThrow(expect.objectContaining({ code: 'unsupported', hint: expect.any(String) }));
  });

  test('both back ends give the same bits, and n steps in one call are n steps', async () => {
    const run = async (name: 'js' | 'wasm', calls: number): Promise<Buffer> => {
      await setBackend(name);
      const m = modelFromXml(oracle, scene(small));
      const d = makeData(m);
      for (let k = 0; k < calls; k++) step(m, d, 30 / calls);
      const { qpos, qvel, qacc, flexvert_lambda, flexvert_conage, qfrc_constraint } = d;
      return Buffer.concat(
        [qpos, qvel, qacc, flexvert_lambda, flexvert_conage, qfrc_constraint].map((a) => Buffer.from(a.slice().buffer)),
      );
    };
    const wasm = await run('wasm', 1);
    expect(wasm.equals(await run('js', 1))).toBe(true);
    expect(wasm.equals(await run('wasm', 30))).toBe(true);
  });

  test('allocates nothing', () => {
    const m = modelFromXml(oracle, scene(floor + cloth('a', 3, '0 0 .0012')).replace('tolerance="1e-16"', ''));
    const d = makeData(m);
    step(m, d, 60);
    expect(d.flexvert_lambda.some((x) => x > 0)).toBe(true);
    expect(bytesPerCall(() => step(m, d))).toBeLessThan(backend === 'wasm' ? 1 : BOXES);
  });
});
