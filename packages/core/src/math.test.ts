import { describe, expect, test } from 'vitest';
import { ArgumentError } from './host/errors/argument-error.ts';
import { call } from './kernel/math/oracle/testing.ts';
import { distance, generator, rotation, vector } from './kernel/math/testing.ts';
import * as math from './math.ts';

const SAMPLES = 50;
/** Where the oracle's sin, cos or atan2 take part: one unit in the last place each way, and a few operations. */
const LIBM = 2e-15;

const random = generator(7);
const unit = (): Float64Array => {
  const axis = vector(random, 3);
  math.normalize3(axis);
  return axis;
};
const vec = (): Float64Array => vector(random, 3);
const quat = (): Float64Array => rotation(random);
const matrix = (): Float64Array => math.quat2Mat(new Float64Array(9), quat());

const byName = new Map<string, unknown>(Object.entries(math));

/** Functions of one result: its size, whether it can take the place of the first input, and how inputs are made. */
const functions: [
  name: keyof typeof math,
  size: number,
  inPlace: boolean,
  ...inputs: (() => Float64Array | number)[],
][] = [
  ['cross', 3, true, vec, vec],
  ['mulQuat', 4, true, quat, quat],
  ['negQuat', 4, true, quat],
  ['mulQuatAxis', 4, true, quat, vec],
  ['rotVecQuat', 3, true, vec, quat],
  ['axisAngle2Quat', 4, false, unit, random],
  ['quat2Vel', 3, false, quat, () => 0.1],
  ['subQuat', 3, false, quat, quat],
  ['derivQuat', 4, true, quat, vec],
  ['quatZ2Vec', 4, false, vec],
  ['quat2Mat', 9, false, quat],
  ['mat2Quat', 4, false, matrix],
  ['mulMatVec3', 3, false, matrix, vec],
  ['mulMatTVec3', 3, false, matrix, vec],
  ['trnVecPose', 3, true, vec, quat, vec],
];

describe('the public mathematics', () => {
  test.each(functions)(
    '%s is that of the oracle, into arrays of either kind and in place',
    (name, size, inPlace, ...inputs) => {
      const compute = byName.get(name) as (res: math.Output, ...args: unknown[]) => unknown;
      for (let n = 0; n < SAMPLES; n++) {
        const args = inputs.map((make) => make());
        const expected = new Float64Array(size);
        call(`mju_${name}`, 1, expected, ...args);
        const res = new Float64Array(size);
        expect(compute(res, ...args)).toBe(res);
        expect(distance(res, expected)).toBeLessThan(LIBM);

        const lists = args.map((x) => (typeof x === 'number' ? x : Array.from(x)));
        const list: number[] = new Array(size).fill(0);
        compute(list, ...lists);
        expect(list).toEqual([...res]);
        if (!inPlace) continue;
        const first = (args[0] as Float64Array).slice();
        compute(first, first, ...args.slice(1));
        expect(first).toEqual(res);
      }
    },
  );

  test.each(['xyz', 'ZYX', 'zxZ', 'XYX'])('Euler angles around %s', (seq) => {
    for (let n = 0; n < SAMPLES; n++) {
      const [euler, expected] = [vec(), new Float64Array(4)];
      call('mju_euler2Quat', 1, expected, euler, seq);
      expect(distance(math.euler2Quat(new Float64Array(4), euler, seq), expected)).toBeLessThan(LIBM);
      const inPlace = [...euler, 0];
      expect(distance(math.euler2Quat(inPlace, inPlace, seq), expected)).toBeLessThan(LIBM);
    }
  });

  test('a sequence that is none is refused', () => {
    for (const seq of ['xy', 'xyzx', 'abc', ''])
      expect(() => math.euler2Quat([], [0, 0, 0], seq)).toThrow(ArgumentError);
  });

  test('what works in place: normalisation and integration', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const [v, q, vel] = [vec(), vector(random, 4), vec()];
      const [v2, q2] = [v.slice(), q.slice()];
      expect(math.normalize3(v)).toBe(call('mju_normalize3', 1, v2));
      expect(math.normalize4(q)).toBe(call('mju_normalize4', 1, q2));
      expect(math.quatIntegrate(q, vel, 0.2)).toBe(q);
      call('mju_quatIntegrate', 1, q2, vel, 0.2);
      expect(v).toEqual(v2);
      expect(distance(q, q2)).toBeLessThan(LIBM);
    }
  });

  test('poses: product and inverse', () => {
    for (let n = 0; n < SAMPLES; n++) {
      const [p1, q1, p2, q2] = [vec(), quat(), vec(), quat()];
      const results = (): [Float64Array, Float64Array] => [new Float64Array(3), new Float64Array(4)];
      const [ours, theirs] = [results(), results()];
      math.mulPose(...ours, p1, q1, p2, q2);
      call('mju_mulPose', 2, ...theirs, p1, q1, p2, q2);
      expect(ours).toEqual(theirs);
      math.negPose(...ours, p1, q1);
      call('mju_negPose', 2, ...theirs, p1, q1);
      expect(ours).toEqual(theirs);
    }
  });

  test('velocities and forces in another frame', () => {
    for (const kind of ['motion', 'force'] as const) {
      const [v, a, b, m] = [vector(random, 6), vec(), vec(), matrix()];
      const expected = new Float64Array(6);
      call('mju_transformSpatial', 1, expected, v, kind === 'force' ? 1 : 0, a, b, m);
      expect(math.transformSpatial(new Float64Array(6), v, kind, a, b, m)).toEqual(expected);
    }
  });

  test('eigenvalues and eigenvectors', () => {
    const [x, y, z] = [0.3, -0.2, 0.5];
    const symmetric = Float64Array.of(2, x, y, x, 3, z, y, z, 1);
    const results = (): [Float64Array, Float64Array, Float64Array] => [
      new Float64Array(3),
      new Float64Array(9),
      new Float64Array(4),
    ];
    const [ours, theirs] = [results(), results()];
    math.eig3(...ours, symmetric);
    call('mju_eig3', 3, ...theirs, symmetric);
    for (const [k, part] of ours.entries()) expect(distance(part, theirs[k] as Float64Array)).toBeLessThan(LIBM);
  });
});
