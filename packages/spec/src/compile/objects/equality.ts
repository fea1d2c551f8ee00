import { enums } from '@qpos/core';
import type { Equality } from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import { resolveValues } from '../defaults.ts';
import type { JointDraft } from '../draft.ts';
import { BUILTIN, type Values } from '../values.ts';

const { ObjType, EqualityType, JointType } = enums;

/** What an equality constraint ties together, and its numbers. */
export interface Parts {
  type: number;
  objtype: number;
  names: [string | undefined, string | undefined];
  data: number[];
}

/** What an equality refers to, where its type says so. */
const LOOKUP: Readonly<Record<number, number>> = {
  [EqualityType.JOINT]: ObjType.JOINT,
  [EqualityType.TENDON]: ObjType.TENDON,
  [EqualityType.FLEX]: ObjType.FLEX,
  [EqualityType.FLEXVERT]: ObjType.FLEX,
  [EqualityType.FLEXSTRAIN]: ObjType.FLEX,
};

/** Equality constraints. Tendons and flexes must be there: an equality may couple two of them. */
export function compileEqualities(c: Compilation): void {
  for (const [id, node] of c.spec.equalities.entries()) {
    const values = resolveValues('equality', c.classes.find(node.class, node), node);
    setDefaultReference(c, values);
    const parts = partsOf(node);
    const { type, objtype, names, data } = parts;
    const lookupType = LOOKUP[type] ?? objtype;
    const obj1 = c.find(lookupType, names[0] ?? '', node);
    const hasTwo = names[1] || objtype === ObjType.SITE;
    const obj2 = hasTwo ? c.find(lookupType, names[1] ?? '', node) : undefined;
    if (obj1 === undefined || (hasTwo && obj2 === undefined)) continue;
    const obj2id = obj2?.id ?? (lookupType === ObjType.BODY ? 0 : -1);
    if (obj1.id === obj2id) c.error('bad-value', `'${names[0]}' is repeated in an equality constraint`, node);
    if (type === EqualityType.JOINT && ![obj1, obj2].every(isScalar))
      c.error('bad-value', 'only hinge and slide joints are allowed in an equality constraint', node);
    const name = node.name ?? '';
    c.equalities.push({ id, name, node, values, type, obj1id: obj1.id, obj2id, objtype, data });
  }
  c.register(ObjType.EQUALITY, c.equalities);
}

/** An extension: stiffness and damping where neither the constraint nor its class states a reference. */
function setDefaultReference(c: Compilation, values: Values<'equality'>): void {
  const { default_eq_stiffness: stiffness, default_eq_damping: damping } = c.spec.option;
  if (values.solref !== BUILTIN.equality.solref || (stiffness === undefined && damping === undefined)) return;
  values.solref = [-(stiffness ?? 0), -(damping ?? 0)];
}

function isScalar(joint: unknown): boolean {
  const type = (joint as JointDraft | undefined)?.type ?? JointType.HINGE;
  return type === JointType.HINGE || type === JointType.SLIDE;
}

/** eq_data before the reference pose is known: entry 1 and 10 start at one. */
export function partsOf(node: Equality): Parts {
  const data = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  const write = (at: number, x: readonly number[] | undefined): void => {
    x?.forEach((value, k) => {
      data[at + k] = value;
    });
  };
  switch (node.kind) {
    case 'connect': {
      write(0, node.anchor);
      const body = node.body1 !== undefined && node.anchor !== undefined;
      const objtype = body ? ObjType.BODY : ObjType.SITE;
      const names: Parts['names'] = body ? [node.body1, node.body2] : [node.site1, node.site2];
      return { type: EqualityType.CONNECT, objtype, names, data };
    }
    case 'weld': {
      write(0, node.anchor);
      write(3, node.relpose);
      const body = node.body1 !== undefined;
      if (body && node.anchor === undefined) write(0, [0, 0, 0]);
      if (node.torquescale !== undefined) data[10] = node.torquescale;
      const objtype = body ? ObjType.BODY : ObjType.SITE;
      const names: Parts['names'] = body ? [node.body1, node.body2] : [node.site1, node.site2];
      return { type: EqualityType.WELD, objtype, names, data };
    }
    case 'jointEquality':
      write(0, node.polycoef);
      return { type: EqualityType.JOINT, objtype: ObjType.UNKNOWN, names: [node.joint1, node.joint2], data };
    case 'tendonEquality':
      write(0, node.polycoef);
      return { type: EqualityType.TENDON, objtype: ObjType.UNKNOWN, names: [node.tendon1, node.tendon2], data };
    case 'distanceEquality':
      write(0, [node.distance ?? 0]);
      return { type: EqualityType.DISTANCE, objtype: ObjType.GEOM, names: [node.geom1, node.geom2], data };
    case 'flexEquality':
      return { type: EqualityType.FLEX, objtype: ObjType.UNKNOWN, names: [node.flex, undefined], data };
    case 'flexvert':
      return { type: EqualityType.FLEXVERT, objtype: ObjType.UNKNOWN, names: [node.flex, undefined], data };
    case 'flexstrain':
      write(0, node.cell);
      return { type: EqualityType.FLEXSTRAIN, objtype: ObjType.UNKNOWN, names: [node.flex, undefined], data };
  }
}
