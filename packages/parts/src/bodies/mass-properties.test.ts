import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import {
  boxMass,
  capsuleMass,
  composeMass,
  composePoses,
  cylinderMass,
  ellipsoidMass,
  type MassProperties,
  makeMass,
  makePose,
  massOf,
  massOfBody,
  principalInertia,
  sphereMass,
} from './index.ts';

const { number, numbers } = random(2);

/** Mass properties of a body with these geoms, from the engine's compiler. */
function compiled(geoms: string): MassProperties {
  const model = loadModel(`<mujoco><worldbody><body name="b"><freejoint/>${geoms}</body></worldbody></mujoco>`);
  return massOfBody(model, 'b');
}

function expectEqual(a: MassProperties, b: MassProperties): void {
  expect(a.mass).toBeCloseTo(b.mass, 12);
  for (let k = 0; k < 3; k++) expect(a.com[k]).toBeCloseTo(b.com[k], 12);
  for (let k = 0; k < 9; k++) expect(a.inertia[k]).toBeCloseTo(b.inertia[k], 12);
}

describe('mass properties', () => {
  test.each([
    ['sphere', '0.3', () => sphereMass(2, 0.3)],
    ['ellipsoid', '0.1 0.2 0.3', () => ellipsoidMass(2, [0.1, 0.2, 0.3])],
    ['box', '0.1 0.2 0.3', () => boxMass(2, [0.1, 0.2, 0.3])],
    ['cylinder', '0.1 0.4', () => cylinderMass(2, 0.1, 0.4)],
    ['capsule', '0.1 0.4', () => capsuleMass(2, 0.1, 0.4)],
  ])('a solid %s has the inertia that the engine gives a geom', (type, size, solid) => {
    expectEqual(solid(), compiled(`<geom type="${type}" size="${size}" mass="2"/>`));
  });

  test('welded bodies have the inertia that the engine gives a body of several geoms', () => {
    const poses = [makePose(numbers(3), numbers(4)), makePose(numbers(3), numbers(4))];
    const xml = poses.map(({ pos, quat }, k) => {
      const shape = k === 0 ? 'type="box" size="0.1 0.2 0.3" mass="2"' : 'type="capsule" size="0.1 0.4" mass="3"';
      return `<geom ${shape} pos="${[...pos].join(' ')}" quat="${[...quat].join(' ')}"/>`;
    });
    const solids = [boxMass(2, [0.1, 0.2, 0.3]), capsuleMass(3, 0.1, 0.4)];
    expectEqual(composeMass(solids.map((mass, k) => ({ mass, pose: poses[k] }))), compiled(xml.join('')));
  });

  test('composition does not depend on how the parts are grouped', () => {
    const parts = Array.from({ length: 3 }, () => ({
      mass: boxMass(number(0.1, 3), [number(0.1, 1), number(0.1, 1), number(0.1, 1)]),
      pose: makePose(numbers(3), numbers(4)),
    }));
    const outer = makePose(numbers(3), numbers(4));
    const moved = parts.map(({ mass, pose }) => ({ mass, pose: composePoses(outer, pose) }));
    expectEqual(composeMass([{ mass: composeMass(parts), pose: outer }]), composeMass(moved));
    expectEqual(composeMass([{ mass: composeMass(parts.slice(0, 2)) }, parts[2]]), composeMass(parts));
  });

  test('the principal frame makes the inertia diagonal and gives it back', () => {
    for (let k = 0; k < 50; k++) {
      const part = {
        mass: boxMass(1, [number(0.1, 1), number(0.1, 1), number(0.1, 1)]),
        pose: makePose(numbers(3), numbers(4)),
      };
      const body = composeMass([part]);
      const { moments, frame } = principalInertia(body);
      expect(moments[0]).toBeGreaterThanOrEqual(moments[1]);
      expect(moments[1]).toBeGreaterThanOrEqual(moments[2]);
      expectEqual(composeMass([{ mass: makeMass(1, moments), pose: frame }]), body);
    }
  });

  test('mass follows from density and volume', () => {
    expect(massOf(1000, 0.002)).toBe(2);
  });

  test.each([
    ['a moment above the sum of the others', () => makeMass(1, [3, 1, 1])],
    ['a moment of zero', () => makeMass(1, [1, 1, 0])],
    ['a matrix that is not symmetric', () => makeMass(1, [1, 0.5, 0, 0, 1, 0, 0, 0, 1])],
  ])('%s is unphysical', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'unphysical' }));
  });
});
