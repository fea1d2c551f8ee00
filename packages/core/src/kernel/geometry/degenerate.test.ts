import { describe, expect, test } from 'vitest';
import { Contacts, MAX_PAIR_CONTACTS } from './contact.ts';
import { CcdOptions } from './convex/ccd-options.ts';
import { convexContacts } from './convex/convex-contacts.ts';
import { convexDistance } from './convex/convex-distance.ts';
import { beginShape, ConvexShape } from './convex/convex-shape.ts';
import { GjkResult } from './convex/gjk.ts';
import { Witnesses } from './convex/multicontact.ts';
import { Geom } from './geom.ts';
import { HeightField } from './height-field.ts';
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
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_ELLIPSOID, SHAPE_SPHERE } from './shape-type.ts';

const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const contacts = new Contacts();
const search = new GjkResult();
const witnesses = new Witnesses();
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
const convexTypes = [SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_ELLIPSOID, SHAPE_CYLINDER, SHAPE_BOX];

/** Coordinates that no model should have, and some that it may. */
const strange = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1e-300, 1e300, 1e8, -1e-12];
const sizes = [0, 1e-300, 1e-9, 1, 1e9, Number.NaN];

type Vector = readonly number[];

function geomAt(pos: Vector, size: Vector, mat: Vector = unit): Geom {
  const geom = new Geom();
  geom.pos.set(pos);
  geom.mat.set(mat);
  geom.size.set(size);
  return geom;
}

function shapeAt(type: number, pos: Vector, size: Vector, margin = 0): ConvexShape {
  const shape = new ConvexShape();
  beginShape(shape, type, margin);
  shape.pos.set(pos);
  shape.mat.set(unit);
  shape.size.set(size);
  shape.radius = 1;
  return shape;
}

function ccdOptions(more: Partial<CcdOptions> = {}): CcdOptions {
  return Object.assign(new CcdOptions(), { tolerance: 1e-6, iterations: 35, multi: true, ...more });
}

/** Number of contacts that a query adds. */
function count(query: () => void): number {
  contacts.count = 0;
  query();
  return contacts.count;
}

function steps(): HeightField {
  const field = new HeightField();
  field.mat.set(unit);
  field.size.set([1, 1, 0.5, 0.1]);
  field.data = Float32Array.from({ length: 25 }, (_, k) => (k % 3) / 3);
  field.nrow = 5;
  field.ncol = 5;
  return field;
}

describe('strange input ends', () => {
  test.each(Object.entries(analytic))('%s', (_, run) => {
    for (const x of strange)
      for (const s of sizes) {
        const a = geomAt([0, 0, 0], [1, 0.5, 0.3]);
        const b = geomAt([x, 0.1, 0], [s, s, s]);
        const n = count(() => run(a, b, 0.01, contacts));
        expect(n).toBeGreaterThanOrEqual(0);
        expect(n).toBeLessThanOrEqual(8);
      }
  });

  test('convex pairs, planes and height fields', () => {
    const field = steps();
    const plane = geomAt([0, 0, 0], [0, 0, 0]);
    for (const a of convexTypes)
      for (const b of convexTypes)
        for (const x of strange)
          for (const s of sizes) {
            const shape = (margin = 0): ConvexShape => shapeAt(b, [x, 0, 0], [s, s, s], margin);
            for (const margin of [0, 0.01]) {
              const first = shapeAt(a, [0, 0, 0], [0.4, 0.5, 0.3], margin);
              const second = shape(margin);
              const by = (portal: boolean): number =>
                count(() => convexContacts(first, second, ccdOptions({ portal }), margin, contacts));
              expect(by(true)).toBeLessThanOrEqual(5);
              expect(by(false)).toBeLessThanOrEqual(5);
              convexDistance(first, second, ccdOptions({ cutoff: 1e10 }), 1, search, witnesses);
            }
            if (b === SHAPE_ELLIPSOID)
              expect(count(() => planeConvex(plane, shape(), 0, contacts))).toBeLessThanOrEqual(1);
            const fallen = Object.assign(shape(), { radius: 10 });
            const options = ccdOptions({ portal: s === 1 });
            const n = count(() => hfieldConvex(field, fallen, options, 0.01, contacts));
            expect(n).toBeLessThanOrEqual(MAX_PAIR_CONTACTS);
          }
  });
});

describe('laws', () => {
  test('exchanging two boxes turns the normal and keeps the depth', () => {
    const c = Math.cos(0.3);
    const s = Math.sin(0.3);
    const a = geomAt([0, 0, 0], [0.3, 0.2, 0.1]);
    const b = geomAt([0.1, 0.05, 0.38], [0.2, 0.2, 0.3], [c, -s, 0, s, c, 0, 0, 0, 1]);
    const n = count(() => boxBox(a, b, 0, contacts));
    const [dist, normal] = [contacts.dist[0], contacts.normal[2]];
    expect(n).toBeGreaterThan(0);
    expect(count(() => boxBox(b, a, 0, contacts))).toBe(n);
    expect(contacts.dist[0]).toBeCloseTo(dist as number, 12);
    expect(contacts.normal[2]).toBeCloseTo(-(normal as number), 12);
  });

  test('a sphere as an ellipsoid touches like a sphere', () => {
    const sizeA = [0.3, 0.3, 0.3];
    const sizeB = [0.2, 0.2, 0.2];
    const at = [0.25, 0.2, 0.3];
    expect(count(() => sphereSphere(geomAt([0, 0, 0], sizeA), geomAt(at, sizeB), 0, contacts))).toBe(1);
    const dist = contacts.dist[0] as number;
    const exact = [...contacts.pos.slice(0, 3), ...contacts.normal.slice(0, 3)];
    const a = shapeAt(SHAPE_ELLIPSOID, [0, 0, 0], sizeA);
    const b = shapeAt(SHAPE_ELLIPSOID, at, sizeB);
    expect(count(() => convexContacts(a, b, ccdOptions({ iterations: 100 }), 0, contacts))).toBe(1);
    expect(contacts.dist[0]).toBeCloseTo(dist, 6); // the depth converges first, the direction like its square root
    const found = [...contacts.pos.slice(0, 3), ...contacts.normal.slice(0, 3)];
    for (let k = 0; k < 6; k++) expect(found[k]).toBeCloseTo(exact[k] as number, 2);
  });

  test('a tolerance that cannot be met ends at the iteration limit', () => {
    const a = shapeAt(SHAPE_ELLIPSOID, [0, 0, 0], [0.3, 0.2, 0.1]);
    const b = shapeAt(SHAPE_CYLINDER, [0.1, 0.05, 0.2], [0.2, 0.2, 0.3]);
    const options = ccdOptions({ tolerance: 0, iterations: 5000 });
    expect(convexDistance(a, b, options, 1, search, witnesses)).toBeLessThanOrEqual(0);
  });
});
