import { describe, expect, test } from 'vitest';
import { call } from './oracle/testing.ts';
import { mulPose, negPose, trnVecPose } from './pose.ts';
import { distance, generator, rotation, vector } from './testing.ts';

const random = generator(6);

describe('pose', () => {
  test('equals the oracle to the bit', () => {
    for (let n = 0; n < 100; n++) {
      const p = vector(random, 3),
        q = rotation(random),
        r = vector(random, 3),
        s = rotation(random),
        v = vector(random, 3);
      const pos = new Float64Array(3),
        quat = new Float64Array(4),
        ePos = new Float64Array(3),
        eQuat = new Float64Array(4);
      mulPose(pos, 0, quat, 0, p, 0, q, 0, r, 0, s, 0);
      call('mju_mulPose', 2, ePos, eQuat, p, q, r, s);
      expect([...pos, ...quat]).toEqual([...ePos, ...eQuat]);
      negPose(pos, 0, quat, 0, p, 0, q, 0);
      call('mju_negPose', 2, ePos, eQuat, p, q);
      expect([...pos, ...quat]).toEqual([...ePos, ...eQuat]);
      trnVecPose(pos, 0, p, 0, q, 0, v, 0);
      call('mju_trnVecPose', 1, ePos, p, q, v);
      expect(pos).toEqual(ePos);
    }
  });

  test('a pose times its inverse is the identity, in place', () => {
    for (let n = 0; n < 100; n++) {
      const p = vector(random, 3),
        q = rotation(random),
        ip = p.slice(),
        iq = q.slice();
      negPose(ip, 0, iq, 0, ip, 0, iq, 0);
      mulPose(ip, 0, iq, 0, p, 0, q, 0, ip, 0, iq, 0);
      expect(distance([...ip, ...iq], [0, 0, 0, 1, 0, 0, 0])).toBeLessThan(1e-15);
    }
  });
});
