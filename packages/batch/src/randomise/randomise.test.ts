import { cloneModel, type Model, makeData, step } from '@qpos/core';
import { setConst } from '@qpos/spec';
import { afterEach, describe, expect, test } from 'vitest';
import '../js.ts';
import { BatchSim } from '../batch-sim.ts';
import type { NumberArray } from '../columns.ts';
import { RandomGenerator, streamOf } from '../random/generator.ts';
import { boxes } from '../testing/scenes.ts';
import { choice, correlated, type Distribution, logNormal, normal, normalCdf, uniform } from './distributions.ts';
import { randomise } from './randomise.ts';

const model = boxes();
const open: BatchSim[] = [];
async function make(n: number, workers = 0, of: Model = model): Promise<BatchSim> {
  const sim = await BatchSim.create(of, { n, workers });
  open.push(sim);
  return sim;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((sim) => sim.close()));
});

const rowOf = (all: NumberArray, n: number, e: number): number[] => [
  ...all.subarray((e * all.length) / n, ((e + 1) * all.length) / n),
];

const sampleOf = (d: Distribution, count = 20_000): number[] => {
  const random = new RandomGenerator(4);
  return Array.from({ length: count }, () => d.sample(random));
};
const mean = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0) / x.length;
const deviation = (x: readonly number[]): number => {
  const middle = mean(x);
  return Math.sqrt(mean(x.map((v) => (v - middle) ** 2)));
};

describe('distributions', () => {
  // of 20,000 numbers: four standard errors
  test.each([
    ['uniform', uniform(2, 4), 3, 2 / Math.sqrt(12)],
    ['normal', normal(-1, 0.5), -1, 0.5],
    [
      'logNormal',
      logNormal(0, 0.25),
      Math.exp(0.25 ** 2 / 2),
      Math.exp(0.25 ** 2 / 2) * Math.sqrt(Math.exp(0.25 ** 2) - 1),
    ],
    ['choice', choice([1, 3]), 2, 1],
  ])('%s has the mean and the deviation of its formula', (_, d, m, s) => {
    const values = sampleOf(d);
    expect(Math.abs(mean(values) - m)).toBeLessThan((4 * s) / Math.sqrt(values.length));
    expect(Math.abs(deviation(values) / s - 1)).toBeLessThan(0.05);
    const random = new RandomGenerator(5);
    const places = Array.from({ length: 20_000 }, () => d.fromNormal(random.normal()));
    expect(Math.abs(mean(places) - m)).toBeLessThan((4 * s) / Math.sqrt(values.length));
    expect(Math.abs(deviation(places) / s - 1)).toBeLessThan(0.05);
  });

  // from tables, to their digits
  test.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.5, 0.06680720126885806],
    [3.9, 0.9999519036559824],
    [4.1, 0.9999793424930875],
    [-6, 9.865876450376946e-10],
    [-20, 2.7536241186062337e-89],
  ])('the normal distribution below %d is %d', (z, p) => {
    expect(Math.abs(normalCdf(z) / p - 1)).toBeLessThan(1e-11);
  });

  test.each([
    () => uniform(2, 1),
    () => uniform(0, Number.NaN),
    () => normal(0, -1),
    () => logNormal(0, -1),
    () => choice([]),
    () => correlated('x', normal(0, 1), 1.2),
  ])('%s is refused', (f) => {
    expect(f).toThrow(expect.objectContaining({ name: 'ArgumentError' }));
  });
});

describe('randomise', () => {
  test('a bare friction is the sliding one, of each geom, and the rest stays', async () => {
    const sim = await make(3);
    randomise(sim, { geom_friction: uniform(0.6, 1.2) }, 7);
    const friction = sim.expand('geom_friction');
    const random = streamOf(7, 1, 0);
    const expected = Array.from({ length: model.ngeom }, (_, g) => [
      random.uniform(0.6, 1.2),
      ...model.geom_friction.subarray(3 * g + 1, 3 * g + 3),
    ]).flat();
    expect(rowOf(friction, 3, 1)).toEqual(expected);
  });

  test('modes, names, patterns, columns and bounds', async () => {
    const sim = await make(2);
    randomise(
      sim,
      {
        body_mass: { distribution: uniform(2, 2), mode: 'scale', of: ['low', 'm*'] },
        'opt.gravity': { distribution: normal(0, 1), mode: 'add', columns: [2], most: -9.81, least: -9.81 },
        geom_size: { distribution: uniform(0.5, 0.5), of: /^top$/, columns: [0, 1] },
        dof_damping: { distribution: choice([3]), of: 'hinge' },
        actuator_gear: { distribution: uniform(1, 1), mode: 'add', each: 'element', columns: [0] },
      },
      { seed: 1, setConst: false },
    );
    const b = (name: string): number => model.body(name).id;
    const mass = rowOf(sim.expand('body_mass'), 2, 1);
    expect(mass[b('low')]).toBe(2 * model.body('low').mass);
    expect(mass[b('mid')]).toBe(2 * model.body('mid').mass);
    expect(mass[b('top')]).toBe(model.body('top').mass);
    expect(rowOf(sim.expand('opt.gravity'), 2, 0)).toEqual([0, 0, -9.81]);
    const g = model.geom('top').id;
    expect(rowOf(sim.expand('geom_size'), 2, 0).slice(3 * g, 3 * g + 3)).toEqual([
      0.5,
      0.5,
      model.geom_size[3 * g + 2],
    ]);
    expect(rowOf(sim.expand('dof_damping'), 2, 0)).toEqual([...new Array(model.nv - 1).fill(0), 3]);
    expect(rowOf(sim.expand('actuator_gear'), 2, 0)[0]).toBe(2);
  });

  test('one number for a field, an object or each element', async () => {
    const sim = await make(1);
    const different = (each: 'field' | 'object' | 'element'): number => {
      randomise(sim, { body_inertia: { distribution: uniform(1, 2), each } }, { seed: 2, setConst: false });
      return new Set(rowOf(sim.expand('body_inertia'), 1, 0).filter((x) => x !== 0)).size;
    };
    expect(different('field')).toBe(1);
    expect(different('object')).toBe(4);
    expect(different('element')).toBe(12);
  });

  test('correlated distributions share their numbers', async () => {
    const sim = await make(400);
    const factor = { distribution: correlated('size', logNormal(0, 0.2)), mode: 'scale' } as const;
    const loose = { distribution: correlated('size', normal(0, 1), 0.6), columns: [0], each: 'object' } as const;
    randomise(sim, { body_mass: factor, body_inertia: factor, body_pos: loose }, { seed: 3, setConst: false });
    const [mass, inertia, pos] = ['body_mass', 'body_inertia', 'body_pos'].map((f) => sim.expand(f)) as [
      NumberArray,
      NumberArray,
      NumberArray,
    ];
    const pairs = Array.from({ length: 400 }, (_, e) => {
      const b = e * model.nbody + 1;
      const k = (mass[b] as number) / (model.body_mass[1] as number);
      expect((inertia[3 * b] as number) / (model.body_inertia[3] as number)).toBeCloseTo(k, 12);
      return [Math.log(k), pos[3 * b] as number] as const;
    });
    const [x, y] = [pairs.map(([a]) => a), pairs.map(([, c]) => c)];
    const covariance = mean(x.map((v, i) => (v - mean(x)) * ((y[i] as number) - mean(y))));
    const r = covariance / (deviation(x) * deviation(y));
    expect(r).toBeGreaterThan(0.45);
    expect(r).toBeLessThan(0.75);
  });

  test.each([0, 2])('constants follow, and every environment simulates its own model (%i workers)', async (workers) => {
    const sim = await make(4, workers);
    randomise(
      sim,
      { body_mass: { distribution: logNormal(0, 0.5), mode: 'scale' }, geom_friction: uniform(0.1, 2) },
      11,
    );
    const fields = ['body_mass', 'geom_friction'] as const;
    const own = Array.from({ length: 4 }, (_, e) => {
      const m = cloneModel(model);
      for (const f of fields) m[f].set(rowOf(sim.expand(f), 4, e));
      setConst(m);
      return m;
    });
    for (let k = 0; k < 6; k++) sim.stepAll(15);
    own.forEach((m, e) => {
      const data = makeData(m);
      step(m, data, 90);
      expect(rowOf(sim.states, 4, e)).toEqual([...data.qpos, ...data.qvel, ...data.act]);
    });
  });

  test('depends on seed, environment and episode alone', async () => {
    const fields = { geom_friction: uniform(0, 1) };
    const [small, large] = [await make(2), await make(5, 2)];
    randomise(small, fields, 5);
    randomise(large, fields, 5);
    const read = (sim: BatchSim, e: number): number[] => rowOf(sim.expand('geom_friction'), sim.n, e);
    expect(read(large, 1)).toEqual(read(small, 1));
    const first = read(small, 1);
    small.stepAll();
    randomise(small, fields, 5);
    expect(read(small, 1)).toEqual(first); // the same episode
    small.reset(1);
    const zero = read(small, 0);
    randomise(small, fields, { seed: 5, mask: [0, 1] });
    expect(read(small, 1)).not.toEqual(first);
    expect(read(small, 0)).toEqual(zero);
    small.stepAll();
    large.stepAll();
    large.resetWhere([1, 1, 1, 1, 1]);
    randomise(large, fields, 5);
    expect(read(large, 1)).toEqual(read(small, 1));
    randomise(large, fields, 6);
    expect(read(large, 1)).not.toEqual(read(small, 1));
  });

  test.each([
    [{ body_mass: { distribution: normal(0, 1), of: 'nobody' } }, 'unknown-name'],
    [{ body_mas: normal(0, 1) }, 'unknown-name'],
    [{ body_mass: { distribution: uniform(-2, -1) } }, 'bad-argument'],
    [{ geom_friction: { distribution: uniform(0, 1), columns: [3] } }, 'bad-argument'],
    [{ geom_friction: { distribution: uniform(0, 1), mode: 'multiply' as never } }, 'bad-argument'],
    [{ geom_friction: { distribution: uniform(0, 1), each: 'geom' as never } }, 'bad-argument'],
    [{ 'opt.gravity': { distribution: uniform(0, 1), of: 'x' } }, 'unsupported'],
    [{ geom_friction: 3 as never }, 'bad-argument'],
  ])('refuses %o', async (fields, code) => {
    const sim = await make(1);
    expect(() => randomise(sim, fields as Parameters<typeof randomise>[1], 1)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
