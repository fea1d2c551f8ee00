import {
  bytesPerCall,
  differences,
  loadOracle,
  makeTwin,
  type Oracle,
  randomTree,
  randomTwin,
  smoothFields,
} from '@qpos/conformance';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  backendName,
  type Data,
  enums,
  forward,
  inverse,
  type Model,
  makeData,
  resetDataDebug,
  setBackend,
  step,
} from '../../index.ts';
import '../../js.ts';

const TOLERANCE = 1e-10;

/** The JavaScript engine boxes numbers that cross calls which it does not inline; no array or object of ours is among them. */
const BOXES = 16384;

let oracle: Oracle;
const backend = backendName();
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);
afterEach(() => setBackend(backend));

/** Every number of Data, without working memory, that is NaN. */
function staleFields(model: Model, data: Data): string[] {
  const names = [
    ...smoothFields,
    'sensordata',
    'actuator_length',
    'actuator_velocity',
    'actuator_force',
    'ten_length',
    'ten_velocity',
    'qfrc_constraint',
  ];
  return names.filter(
    (name) =>
      ((data as unknown as Record<string, Float64Array>)[name] as Float64Array).some(Number.isNaN) && model.nv > 0,
  );
}

describe('step', () => {
  test('derived fields hold nothing that the step did not write', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { model, data, release } = randomTwin(oracle, seed);
      const state = { qpos: data.qpos.slice(), qvel: data.qvel.slice() };
      const clean = makeData(model);
      resetDataDebug(model, data, 0xff); // 0xffff... is NaN
      for (const d of [data, clean]) {
        d.qpos.set(state.qpos);
        d.qvel.set(state.qvel);
        step(model, d, 2);
        forward(model, d);
      }
      expect(staleFields(model, data)).toEqual([]);
      for (const name of ['qpos', 'qvel', 'qacc', 'xpos', 'M', 'cvel', 'qfrc_passive', 'energy'] as const)
        expect(data[name]).toEqual(clean[name]);
      release();
    }
  });

  test('a bad state warns and starts over, as in the oracle', () => {
    const xml = randomTree(3);
    for (const [field, value] of [
      ['qpos', Number.NaN],
      ['qvel', 1e11],
      ['qvel', Number.NaN],
      ['qfrc_applied', Number.NaN],
    ] as const) {
      for (const autoreset of [true, false]) {
        const twin = makeTwin(oracle, xml);
        const { model, data, oracleModel, oracleData } = twin;
        const seen: number[][] = [];
        data.onWarning = (kind, info) => seen.push([kind, info]);
        if (!autoreset) {
          model.opt.disableflags |= enums.DisableBit.AUTORESET;
          (oracleModel['opt'] as { disableflags: number }).disableflags |= enums.DisableBit.AUTORESET;
        }
        twin.call('mj_step');
        step(model, data);
        const last = data[field].length - 1;
        data[field][last] = value;
        (oracleData[field] as Float64Array)[last] = value;
        twin.call('mj_step');
        step(model, data);
        expect(seen.length).toBeGreaterThan(0);
        if (autoreset) expect(differences(data, oracleData, smoothFields, TOLERANCE)).toEqual([]);
        expect(data.time).toBe(oracleData['time']);
        const warnings = oracleData['warning'] as
          | { get(k: number): { number: number; lastinfo: number } }
          | { number: number; lastinfo: number }[];
        const of = (k: number) =>
          ('get' in warnings ? warnings.get(k) : warnings[k]) as { number: number; lastinfo: number };
        for (let k = 0; k < 7; k++) {
          expect(data.warning.number[k], `warning ${k}`).toBe(of(k).number);
          expect(data.warning.lastinfo[k]).toBe(of(k).lastinfo);
        }
        twin.release();
      }
    }
  });

  test('allocates nothing, in any stage, with Euler and Runge-Kutta', () => {
    const { model, data, release } = randomTwin(oracle, 11);
    const calls: Record<string, () => void> = {
      forward: () => forward(model, data),
      inverse: () => inverse(model, data),
      euler: () => {
        model.opt.integrator = enums.Integrator.EULER;
        step(model, data);
      },
      rk4: () => {
        model.opt.integrator = enums.Integrator.RK4;
        step(model, data);
      },
    };
    for (const [name, call] of Object.entries(calls))
      expect(bytesPerCall(call), name).toBeLessThan(backend === 'wasm' ? 1 : BOXES);
    release();
  });

  test('n steps in one call are n steps', () => {
    const one = randomTwin(oracle, 21);
    const many = randomTwin(oracle, 21);
    for (let k = 0; k < 50; k++) step(one.model, one.data);
    step(many.model, many.data, 50);
    expect(Buffer.compare(many.data.block.bytes, one.data.block.bytes)).toBe(0);
    one.release();
    many.release();
  });

  test('both back ends give the same bits over 1,000 steps', async () => {
    for (const seed of [31, 32, 33, 34, 35]) {
      const run = async (name: 'js' | 'wasm'): Promise<Buffer> => {
        await setBackend(name);
        const { model, data, release } = randomTwin(oracle, seed);
        step(model, data, 1000);
        forward(model, data);
        const fields = [data.qpos, data.qvel, data.qacc, data.M, data.cvel, data.xpos, data.energy];
        const bytes = Buffer.concat(fields.map((a) => Buffer.from(a.slice().buffer)));
        release();
        return bytes;
      };
      expect((await run('wasm')).equals(await run('js'))).toBe(true);
    }
  });
});
