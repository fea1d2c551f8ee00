import { describe, expect, test } from 'vitest';
import { ArgumentError } from '../../errors.ts';
import {
  blendFields,
  boxShape,
  capsuleShape,
  castRay,
  cylinderShape,
  ellipsoidShape,
  growField,
  heightField,
  hullShape,
  intersectFields,
  moveField,
  nearestOnSoup,
  type Pose,
  type Shape,
  sampleField,
  shapeContacts,
  shapeDistance,
  shapeField,
  soupContacts,
  soupDistance,
  sphereShape,
  subtractFields,
  terrainContacts,
  terrainHeight,
  timeOfImpact,
  triangleSoup,
  trianglesInBox,
  unionFields,
} from '../../geometry.ts';

/** Uniform numbers in [-1, 1), the same in every run (Lehmer's generator). */
function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x = (x * 48271) % 2147483647;
    return (2 * x) / 2147483647 - 1;
  };
}

const anyPose = (next: () => number, reach: number): Required<Pose> => ({
  pos: [reach * next(), reach * next(), reach * next()],
  quat: [next(), next(), next(), next() + 1.5],
});

const SHAPES: Readonly<Record<string, Shape>> = {
  sphere: sphereShape(0.4),
  capsule: capsuleShape(0.2, 0.5),
  cylinder: cylinderShape(0.3, 0.4),
  ellipsoid: ellipsoidShape([0.2, 0.3, 0.6]),
  box: boxShape([0.3, 0.4, 0.5]),
  hull: hullShape([0, 0, 0.6, 0.5, 0, -0.2, -0.3, 0.4, -0.2, -0.3, -0.4, -0.2]),
};
const PAIRS = Object.keys(SHAPES).flatMap((a) => Object.keys(SHAPES).map((b) => [a, b] as const));

describe('shapeDistance', () => {
  test.each([0.5, 2, 10])('two balls %d apart: closed form', (gap) => {
    const found = shapeDistance(sphereShape(1), {}, sphereShape(2), { pos: [0, 3 + gap, 0] });
    expect(found?.distance).toBeCloseTo(gap, 12);
    expect(found?.normal[1]).toBeCloseTo(1, 12);
  });

  test('a box and the corner of another: closed form', () => {
    const found = shapeDistance(boxShape([1, 1, 1]), {}, boxShape([1, 1, 1]), { pos: [3, 3, 3] });
    expect(found?.distance).toBeCloseTo(Math.sqrt(3), 12);
  });

  test.each(PAIRS)('%s and %s: symmetric, and the same in any frame', (a, b) => {
    const next = numbers(7);
    for (let trial = 0; trial < 10; trial++) {
      const [poseA, poseB] = [anyPose(next, 1.5), anyPose(next, 1.5)];
      const found = shapeDistance(SHAPES[a] as Shape, poseA, SHAPES[b] as Shape, poseB);
      const turned = shapeDistance(SHAPES[b] as Shape, poseB, SHAPES[a] as Shape, poseA);
      expect(turned?.distance).toBeCloseTo(found?.distance as number, 6);
      const shift = [3, -2, 1];
      const moved = ({ pos, quat }: Required<Pose>): Pose => ({
        pos: shift.map((x, k) => x + (pos[k] as number)),
        quat,
      });
      const elsewhere = shapeDistance(SHAPES[a] as Shape, moved(poseA), SHAPES[b] as Shape, moved(poseB));
      expect(elsewhere?.distance).toBeCloseTo(found?.distance as number, 6);
    }
  });

  test('moving apart by the depth along the normal makes overlapping shapes touch', () => {
    const next = numbers(3);
    for (let trial = 0; trial < 50; trial++) {
      const [poseA, poseB] = [anyPose(next, 0.3), anyPose(next, 0.3)];
      const found = shapeDistance(SHAPES['box'] as Shape, poseA, SHAPES['hull'] as Shape, poseB);
      if (found === undefined || found.distance >= 0) continue;
      const pos = Array.from(
        { length: 3 },
        (_, k) => (poseB.pos[k] as number) - found.distance * (found.normal[k] as number),
      );
      const parted = shapeDistance(SHAPES['box'] as Shape, poseA, SHAPES['hull'] as Shape, { pos, quat: poseB.quat });
      expect(parted?.distance).toBeCloseTo(0, 6);
    }
  });

  test('beyond the cutoff there is nothing', () => {
    expect(shapeDistance(sphereShape(1), {}, sphereShape(1), { pos: [9, 0, 0] }, { cutoff: 5 })).toBeUndefined();
  });
});

describe('shapeContacts', () => {
  test('boxes face to face touch in four points of the same depth', () => {
    const found = shapeContacts(boxShape([1, 1, 1]), {}, boxShape([1, 1, 1]), { pos: [0.1, 0.2, 1.99] });
    expect(found.map((c) => c.distance.toFixed(9))).toEqual([
      '-0.010000000',
      '-0.010000000',
      '-0.010000000',
      '-0.010000000',
    ]);
    for (const c of found) expect(c.normal[2]).toBeCloseTo(1, 12);
  });
  test('within the margin they touch before they meet', () => {
    const [a, b] = [sphereShape(1), sphereShape(1)];
    expect(shapeContacts(a, {}, b, { pos: [2.05, 0, 0] })).toEqual([]);
    expect(shapeContacts(a, {}, b, { pos: [2.05, 0, 0] }, { margin: 0.1 })[0]?.distance).toBeCloseTo(0.05, 12);
  });
});

describe('timeOfImpact', () => {
  test('a bullet does not pass a sheet that it crosses within a step: closed form', () => {
    const hit = timeOfImpact(sphereShape(0.01), { pos: [0, 0, 5], linear: [0, 0, -900] }, boxShape([1, 1, 0.001]), {});
    expect(hit?.converged).toBe(true);
    expect(hit?.time).toBeCloseTo((5 - 0.011) / 900, 8);
  });

  test('a turning bar meets a ball at the angle of the closed form', () => {
    // the side of the bar, half a width from its axis, reaches the ball at the angle 90° - asin((radius + half width) / distance)
    const bar = boxShape([1, 0.05, 0.05]);
    const hit = timeOfImpact(bar, { angular: [0, 0, Math.PI / 2] }, sphereShape(0.1), { pos: [0, 0.5, 0] });
    expect(hit?.time).toBeCloseTo((Math.PI / 2 - Math.asin(0.15 / 0.5)) / (Math.PI / 2), 5);
  });

  test('shapes that pass each other do not meet, and those that overlap meet at once', () => {
    const ball = sphereShape(1);
    expect(timeOfImpact(ball, { linear: [100, 0, 0] }, ball, { pos: [50, 2.001, 0] })).toBeUndefined();
    expect(timeOfImpact(ball, {}, ball, { pos: [1, 0, 0] })?.time).toBe(0);
    expect(timeOfImpact(ball, { linear: [-1, 0, 0] }, ball, { pos: [5, 0, 0] })).toBeUndefined();
  });

  test('at the impact shapes are within the tolerance, and before it never touch, on 60 random motions', () => {
    const next = numbers(11);
    const kinds = Object.values(SHAPES);
    let hits = 0;
    for (let trial = 0; trial < 60; trial++) {
      const [a, b] = [kinds[trial % kinds.length] as Shape, kinds[(trial * 5 + 1) % kinds.length] as Shape];
      const motion = (x: number, v: number) => ({
        ...anyPose(next, 0.3),
        pos: [x, 0.3 * next(), 0.3 * next()],
        linear: [v, 0.2 * next(), 0.2 * next()],
        angular: [3 * next(), 3 * next(), 3 * next()],
      });
      const [motionA, motionB] = [motion(-2, 3), motion(2, -1)];
      const hit = timeOfImpact(a, motionA, b, motionB);
      if (hit === undefined) continue;
      hits++;
      expect(hit.distance).toBeLessThanOrEqual(1e-6);
      expect(hit.distance).toBeGreaterThan(-1e-6);
    }
    expect(hits).toBeGreaterThan(40);
  });

  test('triangles stop a ball where their plane does', () => {
    const floor = triangleSoup([-5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0], [0, 1, 2, 0, 2, 3]);
    const hit = timeOfImpact(floor, {}, sphereShape(0.5), { pos: [1, 2, 10], linear: [0, 0, -20] });
    expect(hit?.time).toBeCloseTo(9.5 / 20, 6);
  });
});

describe('triangleSoup', () => {
  /** A wavy sheet of 2·n² triangles. */
  const sheet = (n: number): [number[], number[]] => {
    const vertices: number[] = [];
    const faces: number[] = [];
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= n; j++)
        vertices.push(i / n, j / n, Math.fround(0.1 * Math.sin((7 * i) / n) * Math.cos((5 * j) / n)));
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const v = i * (n + 1) + j;
        faces.push(v, v + n + 1, v + n + 2, v, v + n + 2, v + 1);
      }
    return [vertices, faces];
  };

  test('through the tree the distance is that of trying every triangle', () => {
    const [vertices, faces] = sheet(8);
    const soup = triangleSoup(vertices, faces);
    const next = numbers(5);
    for (let trial = 0; trial < 40; trial++) {
      const pose = { pos: [next(), next(), 0.5 + 0.5 * next()] };
      const ball = sphereShape(0.05);
      let least = Number.POSITIVE_INFINITY;
      for (let f = 0; f < faces.length; f += 3) {
        const points = faces.slice(f, f + 3).flatMap((v) => vertices.slice(3 * v, 3 * v + 3));
        least = Math.min(least, shapeDistance(hullShape(points), {}, ball, pose)?.distance as number);
      }
      expect(soupDistance(soup, {}, ball, pose).distance).toBeCloseTo(least, 9);
    }
  });

  test('nearest points, boxes and rays on a square', () => {
    const square = triangleSoup([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
    expect([...nearestOnSoup(square, [0.25, 0.5, 3]).point]).toEqual([0.25, 0.5, 0]);
    expect(nearestOnSoup(square, [4, 5, 0]).distance).toBeCloseTo(5, 9);
    expect(trianglesInBox(square, [0, 0.9, -1], [0.05, 2, 1])).toEqual([0, 1]);
    expect(trianglesInBox(square, [2, 2, 2], [3, 3, 3])).toEqual([]);
    const hit = castRay(square, { pos: [0, 0, 1] }, [0.5, 0.2, 4], [0, 0, -1]);
    expect(hit?.distance).toBeCloseTo(3, 12);
    expect(hit?.normal[2]).toBeCloseTo(1, 12);
    expect(castRay(square, {}, [2, 2, 4], [0, 0, -1])).toBeUndefined();
    expect(soupContacts(square, {}, sphereShape(0.5), { pos: [0.3, 0.6, 0.4] })[0]?.distance).toBeCloseTo(-0.1, 9);
  });

  test('a query visits a part of the tree that grows with the logarithm', () => {
    const [vertices, faces] = sheet(100);
    const soup = triangleSoup(vertices, faces);
    expect(soup.count).toBe(20_000);
    const found = trianglesInBox(soup, [0.5, 0.5, -1], [0.505, 0.505, 1]);
    expect(found.length).toBeLessThan(20);
  });
});

describe('heightField', () => {
  const heights = [0, 1, 2, 1, 2, 3];
  const slope = heightField({ heights, rows: 2, columns: 3, half: [1, 0.5], base: 0.2 });

  test('is the plane that its heights are on', () => {
    const next = numbers(9);
    for (let trial = 0; trial < 50; trial++) {
      const [x, y] = [next(), 0.5 * next()];
      expect(terrainHeight(slope, x, y)).toBeCloseTo(1 + x + (y + 0.5), 6);
    }
    expect(terrainHeight(slope, 1.01, 0)).toBeUndefined();
  });

  test('a ray from above meets it at its height, and a ball on it is as deep as the plane says', () => {
    expect(castRay(slope, {}, [0.3, 0.1, 5], [0, 0, -1])?.distance).toBeCloseTo(5 - 1.9, 6);
    // height above the plane z = 1.5 + x + y, along its normal (-1, -1, 1) / √3
    const [deepest] = terrainContacts(slope, {}, sphereShape(0.2), { pos: [0.2, -0.1, 1.6 + 0.1] }).sort(
      (a, b) => a.distance - b.distance,
    );
    expect(deepest?.distance).toBeCloseTo(0.1 / Math.sqrt(3) - 0.2, 6);
  });
});

describe('fields', () => {
  const ball = shapeField(sphereShape(1));
  const brick = moveField(shapeField(boxShape([0.5, 0.5, 0.5])), { pos: [1, 0, 0], quat: [1, 0, 0, 0.3] });

  test('union, intersection and difference hold what sets hold', () => {
    const next = numbers(13);
    for (let trial = 0; trial < 200; trial++) {
      const point = [2 * next(), 2 * next(), 2 * next()];
      const [inBall, inBrick] = [ball.distance(point) < 0, brick.distance(point) < 0];
      expect(unionFields(ball, brick).distance(point) < 0).toBe(inBall || inBrick);
      expect(intersectFields(ball, brick).distance(point) < 0).toBe(inBall && inBrick);
      expect(subtractFields(ball, brick).distance(point) < 0).toBe(inBall && !inBrick);
    }
  });

  test('no combination grows faster than the distance to a point (Lipschitz constant 1)', () => {
    const next = numbers(17);
    const all = [
      unionFields(ball, brick),
      subtractFields(ball, brick),
      blendFields(ball, brick, 0.3),
      growField(brick, 0.1),
    ];
    for (const field of all)
      for (let trial = 0; trial < 100; trial++) {
        const a = [2 * next(), 2 * next(), 2 * next()];
        const b = a.map((x) => x + 0.1 * next());
        const apart = Math.hypot(...a.map((x, k) => x - (b[k] as number)));
        expect(Math.abs(field.distance(a) - field.distance(b))).toBeLessThanOrEqual(apart + 1e-12);
      }
  });

  test('samples converge with the square of the cell, and outside the grid nothing exceeds the true distance', () => {
    const error = (cell: number): number => {
      const grid = sampleField(ball, cell);
      const next = numbers(19);
      let worst = 0;
      for (let trial = 0; trial < 200; trial++) {
        const direction = [next(), next(), next()];
        const length = Math.hypot(...direction);
        const point = direction.map((x) => (0.95 * x) / length);
        worst = Math.max(worst, Math.abs(grid.distance(point) + 0.05));
      }
      return worst;
    };
    expect(error(0.1) / error(0.05)).toBeGreaterThan(3);
    const grid = sampleField(ball, 0.1);
    expect(grid.distance([10, 0, 0])).toBeCloseTo(9, 6);
    expect(grid.distance([10, 8, 0])).toBeLessThanOrEqual(Math.hypot(10, 8) - 1 + 0.2);
  });
});

test.each([
  ['a radius of 0', () => sphereShape(0)],
  ['a NaN in a size', () => boxShape([1, Number.NaN, 1])],
  ['points that are no triples', () => hullShape([0, 0, 0, 1])],
  ['an index out of range', () => triangleSoup([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3])],
  ['a quaternion of zeros', () => shapeDistance(sphereShape(1), { quat: [0, 0, 0, 0] }, sphereShape(1), {})],
  ['a negative cutoff', () => shapeDistance(sphereShape(1), {}, sphereShape(1), {}, { cutoff: -1 })],
  ['a hull without a closed form', () => shapeField(hullShape([0, 0, 0]))],
  ['a grid of too many samples', () => sampleField(shapeField(sphereShape(1)), 1e-4)],
  ['a height below 0', () => heightField({ heights: [0, 0, -1, 0], rows: 2, columns: 2, half: [1, 1], base: 1 })],
  ['a ray without a direction', () => castRay(sphereShape(1), {}, [0, 0, 0], [0, 0, 0])],
])('%s is refused', (_, call) => {
  expect(call).toThrow(ArgumentError);
});
