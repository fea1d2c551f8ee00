import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { composePoses, invertPose, makePose, poseDifference, transformPoint, transformVector } from './index.ts';

const ROUNDING = 1e-14;

const { numbers } = random(1);
const randomPose = () => makePose(numbers(3), numbers(4));

describe('poses', () => {
  test('a pose after its inverse is none', () => {
    for (let k = 0; k < 100; k++) {
      const pose = randomPose();
      const none = composePoses(pose, invertPose(pose));
      expect(Math.hypot(...poseDifference(none, makePose()))).toBeLessThan(ROUNDING);
    }
  });

  test('composition is associative and maps points one after the other', () => {
    for (let k = 0; k < 100; k++) {
      const [a, b, c, point] = [randomPose(), randomPose(), randomPose(), numbers(3)];
      const left = composePoses(composePoses(a, b), c);
      expect(Math.hypot(...poseDifference(left, composePoses(a, composePoses(b, c))))).toBeLessThan(ROUNDING);
      const [once, twice] = [transformPoint(composePoses(a, b), point), transformPoint(a, transformPoint(b, point))];
      for (let i = 0; i < 3; i++) expect(once[i]).toBeCloseTo(twice[i], 13);
    }
  });

  test('a direction is turned and not moved', () => {
    const quarter = makePose([5, 6, 7], [1, 0, 0, 1]);
    const turned = transformVector(quarter, [1, 0, 0]);
    for (let k = 0; k < 3; k++) expect(turned[k]).toBeCloseTo([0, 1, 0][k] as number, 14);
  });

  test('quaternions are brought to unit length', () => {
    expect([...makePose([0, 0, 0], [0, 0, 0, -2]).quat]).toEqual([0, 0, 0, -1]);
  });

  test.each([
    ['a short position', () => makePose([0, 0]), /pos must be an array of 3 numbers/],
    ['NaN', () => makePose([0, Number.NaN, 0]), /pos\[1\] must be a finite number/],
    ['a quaternion without direction', () => makePose([0, 0, 0], [0, 0, 0, 0]), /quat has no direction/],
    ['no pose', () => invertPose(3 as never), /pose must be a pose/],
  ])('%s is refused', (_, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});
