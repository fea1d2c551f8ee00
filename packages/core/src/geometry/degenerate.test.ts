import { describe, expect, test } from 'vitest';
import { GEOM_BOX, GEOM_CAPSULE, GEOM_CYLINDER, GEOM_ELLIPSOID, GEOM_SPHERE } from '../model/constants.ts';
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS } from './contact.ts';
import { convexContacts, convexDistance, portalContacts } from './convex.ts';
import { shapeA, shapeB } from './convex-shape.ts';
import { hfieldConvex } from './hfield.ts';
import { boxBox } from './pairs/box-box.ts';
import { capsuleBox } from './pairs/capsule-box.ts';
import { capsuleCapsule } from './pairs/capsule-capsule.ts';
import { planeBox } from './pairs/plane-box.ts';
import { planeCapsule } from './pairs/plane-capsule.ts';
import { planeConvex } from './pairs/plane-convex.ts';
import { planeCylinder } from './pairs/plane-cylinder.ts';
import { planeSphere } from './pairs/plane-sphere.ts';
import { sphereBox } from './pairs/sphere-box.ts';
import { sphereCapsule } from './pairs/sphere-capsule.ts';
import { sphereCylinder } from './pairs/sphere-cylinder.ts';
import { sphereSphere } from './pairs/sphere-sphere.ts';
import { setShape } from './shape.ts';

const out = new Float64Array(CONTACT_STRIDE * MAX_PAIR_CONTACTS);
const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const analytic = {
  planeSphere,
  planeCapsule,
  planeCylinder,
  planeBox,
  sphereSphere,
  sphereCapsule,
  sphereCylinder,
  sphereBox,
  capsuleCapsule,
  capsuleBox,
  boxBox,
};
const convexTypes = [GEOM_SPHERE, GEOM_CAPSULE, GEOM_ELLIPSOID, GEOM_CYLINDER, GEOM_BOX];

/** Coordinates that no model should have, and some that it may. */
const strange = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1e-300, 1e300, 1e8, -1e-12];
const sizes = [0, 1e-300, 1e-9, 1, 1e9, Number.NaN];

describe('strange input ends', () => {
  test.each(Object.entries(analytic))('%s', (_, run) => {
    for (const x of strange)
      for (const s of sizes) {
        const pos = Float64Array.of(0, 0, 0, x, 0.1, 0);
        const size = Float64Array.of(1, 0.5, 0.3, s, s, s);
        const n = run(out, 0, pos, 0, unit, 0, size, 0, pos, 3, unit, 0, size, 3, 0.01);
        expect(n).toBeGreaterThanOrEqual(0);
        expect(n).toBeLessThanOrEqual(8);
      }
  });

  test('convex pairs, planes and height fields', () => {
    const heights = Float32Array.from({ length: 25 }, (_, k) => (k % 3) / 3);
    const fieldSize = Float64Array.of(1, 1, 0.5, 0.1);
    for (const a of convexTypes)
      for (const b of convexTypes)
        for (const x of strange)
          for (const s of sizes) {
            const pos = Float64Array.of(0, 0, 0, x, 0, 0);
            const size = Float64Array.of(0.4, 0.5, 0.3, s, s, s);
            for (const margin of [0, 0.01]) {
              setShape(shapeA, a, pos, 0, unit, 0, size, 0, margin);
              setShape(shapeB, b, pos, 3, unit, 0, size, 3, margin);
              let n = portalContacts(out, 0, 1, 1, margin, 1e-6, 35, true);
              expect(n).toBeLessThanOrEqual(5);
              n = convexContacts(out, 0, 1, 1, margin, 1e-6, 35, true);
              expect(n).toBeGreaterThanOrEqual(0);
              expect(n).toBeLessThanOrEqual(5);
              convexDistance(1e10, 1, 1e-6, 35);
            }
            setShape(shapeB, b, pos, 3, unit, 0, size, 3, 0);
            if (b === GEOM_ELLIPSOID) expect(planeConvex(out, 0, pos, 0, unit, 0, 0)).toBeLessThanOrEqual(1);
            setShape(shapeB, b, pos, 3, unit, 0, size, 3, 0);
            const n = hfieldConvex(
              out,
              0,
              pos,
              0,
              unit,
              0,
              fieldSize,
              0,
              heights,
              0,
              5,
              5,
              10,
              0.01,
              1e-6,
              35,
              s === 1,
            );
            expect(n).toBeLessThanOrEqual(MAX_PAIR_CONTACTS);
          }
  });
});

describe('laws', () => {
  test('exchanging two boxes turns the normal and keeps the depth', () => {
    const size = Float64Array.of(0.3, 0.2, 0.1, 0.2, 0.2, 0.3);
    const c = Math.cos(0.3);
    const s = Math.sin(0.3);
    const mat = Float64Array.of(...unit, c, -s, 0, s, c, 0, 0, 0, 1);
    const pos = Float64Array.of(0, 0, 0, 0.1, 0.05, 0.38);
    const n = boxBox(out, 0, pos, 0, mat, 0, size, 0, pos, 3, mat, 9, size, 3, 0);
    const [dist, normal] = [out[0], out[6]];
    expect(boxBox(out, 0, pos, 3, mat, 9, size, 3, pos, 0, mat, 0, size, 0, 0)).toBe(n);
    expect(out[0]).toBeCloseTo(dist as number, 12);
    expect(out[6]).toBeCloseTo(-(normal as number), 12);
  });

  test('a sphere as an ellipsoid touches like a sphere', () => {
    const size = Float64Array.of(0.3, 0.3, 0.3, 0.2, 0.2, 0.2);
    const pos = Float64Array.of(0, 0, 0, 0.25, 0.2, 0.3);
    expect(sphereSphere(out, 0, pos, 0, unit, 0, size, 0, pos, 3, unit, 0, size, 3, 0)).toBe(1);
    const exact = out.slice(0, 7);
    setShape(shapeA, GEOM_ELLIPSOID, pos, 0, unit, 0, size, 0, 0);
    setShape(shapeB, GEOM_ELLIPSOID, pos, 3, unit, 0, size, 3, 0);
    expect(convexContacts(out, 0, 1, 1, 0, 1e-6, 100, true)).toBe(1);
    expect(out[0]).toBeCloseTo(exact[0] as number, 6); // the depth converges first, the direction like its square root
    for (let k = 1; k < 7; k++) expect(out[k]).toBeCloseTo(exact[k] as number, 2);
  });

  test('a tolerance that cannot be met ends at the iteration limit', () => {
    const size = Float64Array.of(0.3, 0.2, 0.1, 0.2, 0.2, 0.3);
    const pos = Float64Array.of(0, 0, 0, 0.1, 0.05, 0.2);
    setShape(shapeA, GEOM_ELLIPSOID, pos, 0, unit, 0, size, 0, 0);
    setShape(shapeB, GEOM_CYLINDER, pos, 3, unit, 0, size, 3, 0);
    expect(convexDistance(0, 1, 0, 5000)).toBeLessThanOrEqual(0);
  });
});
