import { callOracle, loadOracle, loadOracleXml, modelFromOracle, type Oracle, relativeError } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { ArgumentError, castRay, castRays, enums, forward, geomDistance, makeData, maxContact } from '../../index.ts';

const xml = `<mujoco><asset><mesh name="m" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2 .15 .15 .1"/>
  <hfield name="h" nrow="5" ncol="6" size="1 1 .3 .1" elevation="0 1 0 2 0 1 1 2 3 1 0 2 0 0 1 1 0 0 2 1 3 1 2 0 0 1 0 1 0 1"/></asset>
  <worldbody><geom type="plane" size="0 0 1" pos="0 0 -1"/><geom type="hfield" hfield="h" pos="0 0 -.6"/>
  ${[
    'sphere" size=".1',
    'capsule" size=".1 .2',
    'ellipsoid" size=".1 .2 .15',
    'cylinder" size=".1 .15',
    'box" size=".1 .15 .2',
    'mesh" mesh="m',
  ]
    .map(
      (g, k) =>
        `<body pos="${0.5 * (k % 3)} ${0.5 * Math.floor(k / 3)} .1" euler="${20 * k} ${30 * k} 5"><freejoint/><geom type="${g}" group="${k}"/></body>`,
    )
    .join('')}
  <body pos="2 2 2"><geom size=".3" rgba="0 0 0 0"/></body></worldbody></mujoco>`;

/** Deterministic numbers in (-1, 1). */
function sequence(): () => number {
  let x = 12345;
  return () => {
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    return x / 2147483648;
  };
}

describe('queries', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  function load() {
    const theirs = loadOracleXml(oracle, xml);
    callOracle(oracle, 'mj_forward', theirs.model, theirs.data);
    const m = modelFromOracle(theirs.model);
    const d = makeData(m);
    forward(m, d);
    return { ...theirs, m, d };
  }

  test('rays equal the oracle: distance, geom and normal', () => {
    const { model, data, m, d } = load();
    const next = sequence();
    const Ints = oracle.mj['IntBuffer'] as new (n: number) => { GetView(): Int32Array; delete(): void };
    const Doubles = oracle.mj['DoubleBuffer'] as new (n: number) => { GetView(): Float64Array; delete(): void };
    const geomid = new Ints(1);
    const normal = new Doubles(3);
    let hits = 0;
    for (let k = 0; k < 2000; k++) {
      const point = Float64Array.from([2 * next(), 2 * next(), 1.5 * next()]);
      const direction = Float64Array.from([next(), next(), next()]);
      const theirs = callOracle(
        oracle,
        'mj_ray',
        model,
        data,
        [...point],
        [...direction],
        null,
        true,
        -1,
        geomid,
        normal,
      ) as number;
      const ours = castRay(m, d, point, direction);
      expect(ours.geom).toBe(geomid.GetView()[0]);
      expect(ours.distance).toBeCloseTo(theirs, 9);
      expect(relativeError(ours.normal, normal.GetView())).toBeLessThan(1e-9);
      if (ours.geom >= 0) hits++;
    }
    expect(hits).toBeGreaterThan(500);
    geomid.delete();
    normal.delete();
  });

  test('groups, static geoms and bodies can be left out', () => {
    const { m, d } = load();
    const down = Float64Array.from([0, 0, -1]);
    const above = Float64Array.from([0, 0, 3]);
    expect(castRay(m, d, above, down).geom).toBe(2);
    expect(castRay(m, d, above, down, { bodyExclude: 1 }).geom).toBe(1);
    expect(castRay(m, d, above, down, { bodyExclude: 1, withStatic: false }).geom).toBe(-1);
    expect(castRay(m, d, above, down, { groups: [false, true] }).geom).toBe(-1);
    expect(castRay(m, d, above, Float64Array.from([0, 0, 0])).distance).toBe(-1);
  });

  test('many rays are many single rays', () => {
    const { m, d } = load();
    const next = sequence();
    const directions = Float64Array.from({ length: 90 }, next);
    const geoms = new Int32Array(30);
    const point = Float64Array.from([0.2, 0.3, 1]);
    const hits = castRays(m, d, point, directions, { geoms });
    expect(hits.geoms).toBe(geoms);
    const { distances } = hits;
    for (let k = 0; k < 30; k++) {
      const one = castRay(m, d, point, directions.slice(3 * k, 3 * k + 3));
      expect([one.distance, one.geom]).toEqual([distances[k], geoms[k]]);
    }
    expect(() => castRays(m, d, point, directions, { distances: new Float64Array(1) })).toThrow(ArgumentError);
  });

  test.each([
    ['native', 0],
    ['older', enums.DisableBit.NATIVECCD],
  ])('geom distances and nearest points equal the oracle, with the %s collider of convex shapes', (_, disableflags) => {
    const { model, data, m, d } = load();
    (model['opt'] as { disableflags: number }).disableflags = disableflags;
    m.opt.disableflags = disableflags;
    const Doubles = oracle.mj['DoubleBuffer'] as new (n: number) => { GetView(): Float64Array; delete(): void };
    const fromto = new Doubles(6);
    const ours = new Float64Array(6);
    for (let a = 0; a < m.ngeom; a++)
      for (let b = 0; b < m.ngeom; b++) {
        if (a === b) continue;
        const theirs = callOracle(oracle, 'mj_geomDistance', model, data, a, b, 3, fromto) as number;
        expect(geomDistance(m, d, a, b, 3, ours), `geoms ${a} and ${b}`).toBeCloseTo(theirs, 9);
        expect(relativeError(ours, fromto.GetView()), `geoms ${a} and ${b}`).toBeLessThan(1e-6);
      }
    fromto.delete();
  });

  test('the most contacts of each pair equal the oracle', () => {
    const { model, m } = load();
    for (let a = 0; a < m.ngeom; a++)
      for (let b = 0; b < m.ngeom; b++)
        expect(maxContact(m, a, b), `geoms ${a} and ${b}`).toBe(callOracle(oracle, 'mj_maxContact', model, a, b, 0));
  });
});
