import { EqualityType, ObjType } from '../../enums.ts';
import type { Model } from '../../model.ts';
import { contradicts, expectIndex } from '../field-error.ts';
import { isScalarJoint } from './tendons.ts';

/** The objects of equality constraints, as their type needs them. */
export function checkEqualities(m: Model): void {
  for (let e = 0; e < m.neq; e++) {
    switch (m.eq_type[e]) {
      case EqualityType.CONNECT:
      case EqualityType.WELD:
        checkFrames(m, e);
        break;
      case EqualityType.JOINT:
        checkObjects(m, e, m.njnt, -1);
        for (const j of [m.eq_obj1id[e], m.eq_obj2id[e]])
          if (j >= 0 && !isScalarJoint(m, j)) contradicts('eq_obj1id', e, j, 'it must be a hinge or a slide');
        break;
      case EqualityType.TENDON:
        checkObjects(m, e, m.ntendon, -1);
        break;
      case EqualityType.DISTANCE:
        checkObjects(m, e, m.ngeom, 0);
        break;
      default: // of a flex
        expectIndex('eq_obj1id', e, m.eq_obj1id[e], m.nflex);
    }
  }
}

function checkFrames(m: Model, e: number): void {
  const type = m.eq_objtype[e];
  if (type !== ObjType.BODY && type !== ObjType.SITE)
    contradicts('eq_objtype', e, type, 'bodies or sites can be connected');
  checkObjects(m, e, type === ObjType.BODY ? m.nbody : m.nsite, 0);
}

function checkObjects(m: Model, e: number, count: number, leastSecond: number): void {
  expectIndex('eq_obj1id', e, m.eq_obj1id[e], count);
  expectIndex('eq_obj2id', e, m.eq_obj2id[e], count, leastSecond);
}
