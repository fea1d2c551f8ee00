import { enums, type Model } from '@qpos/core';

const { DisableBit, GeomType } = enums;

/** Beyond this many geoms every two types are taken to meet. */
const MOST_GEOMS = 1000;

/** Types of two geoms, the lower first. */
const keyOf = (type1: number, type2: number): string => `${Math.min(type1, type2)} ${Math.max(type1, type2)}`;

/** Whether geoms of two bodies may touch at all, as in `kernel/collision/filter.ts`. */
function bodiesMeet(model: Model, b1: number, b2: number): boolean {
  const { body_weldid: weld, body_parentid: parent, body_dofnum: dofs } = model;
  const [w1, w2] = [weld[b1], weld[b2]];
  if (w1 === w2 || (dofs[w1] === 0 && dofs[w2] === 0)) return false;
  if (w1 === 0 || w2 === 0 || (model.opt.disableflags & DisableBit.FILTERPARENT) !== 0) return true;
  return w1 !== weld[parent[w2]] && w2 !== weld[parent[w1]];
}

/** The pairs of types of which geoms of a model can touch. */
export function geomPairs(model: Model): ReadonlySet<string> {
  const { ngeom, geom_type: type, geom_bodyid: body, geom_contype: contype, geom_conaffinity: affinity } = model;
  const pairs = new Set<string>();
  const all = ngeom > MOST_GEOMS;
  const present = [...new Set(type)];
  if (all) for (const a of present) for (const b of present) pairs.add(keyOf(a, b));
  for (let k = 0; k < model.npair; k++) pairs.add(keyOf(type[model.pair_geom1[k]], type[model.pair_geom2[k]]));
  for (let g1 = 0; g1 < ngeom && !all; g1++)
    for (let g2 = g1 + 1; g2 < ngeom; g2++) {
      if ((contype[g1] & affinity[g2]) === 0 && (contype[g2] & affinity[g1]) === 0) continue;
      if (bodiesMeet(model, body[g1], body[g2])) pairs.add(keyOf(type[g1], type[g2]));
    }
  return pairs;
}

const { PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH } = GeomType;

/** Functions for two types each. */
const closed: Readonly<Record<string, readonly [number, number]>> = {
  planeSphere: [PLANE, SPHERE],
  planeCapsule: [PLANE, CAPSULE],
  planeCylinder: [PLANE, CYLINDER],
  planeBox: [PLANE, BOX],
  sphereSphere: [SPHERE, SPHERE],
  sphereCapsule: [SPHERE, CAPSULE],
  sphereCylinder: [SPHERE, CYLINDER],
  sphereBox: [SPHERE, BOX],
  capsuleCapsule: [CAPSULE, CAPSULE],
  capsuleBox: [CAPSULE, BOX],
  boxBox: [BOX, BOX],
};

/** Whether a shape has faces that can carry several contacts at once. */
const hasFaces = (type: number): boolean => type === CYLINDER || type === BOX || type === MESH;

/** Whether any of the pairs meets a test, which gets the lower type first. */
const anyPair = (pairs: ReadonlySet<string>, test: (a: number, b: number) => boolean): boolean =>
  [...pairs].some((key) => test(...(key.split(' ').map(Number) as [number, number])));

/** Whether hulls of meshes meet what has faces as well: several contacts at once. */
export const facesMeetHulls = (pairs: ReadonlySet<string>): boolean =>
  anyPair(pairs, (a, b) => b === MESH && hasFaces(a));

/** Functions of which pair of types, or one of them, a model may need. */
export function unusedPairs(pairs: ReadonlySet<string>): string[] {
  const unused = Object.entries(closed).flatMap(([name, [a, b]]) => (pairs.has(keyOf(a, b)) ? [] : [name]));
  const forms = new Set(Object.values(closed).map(([a, b]) => keyOf(a, b)));
  const has = (test: (a: number, b: number) => boolean): boolean => anyPair(pairs, test);
  if (!has((a, b) => a === PLANE && (b === ELLIPSOID || b === MESH))) unused.push('planeConvex');
  if (!has((a, b) => a === HFIELD || b === HFIELD)) unused.push('hfieldContacts');
  const isSearched = (a: number, b: number): boolean => a !== PLANE && (a === HFIELD || !forms.has(keyOf(a, b)));
  if (!has((a, b) => a !== HFIELD && isSearched(a, b))) unused.push('searchedContacts', 'boxesMeet');
  const isRound = (type: number): boolean => type === SPHERE || type === ELLIPSOID;
  const hasCore = (type: number): boolean => type === SPHERE || type === CAPSULE;
  if (!has((a, b) => isSearched(a, b) && (hasCore(a) || hasCore(b)))) unused.push('coreDistance');
  if (!has((a, b) => isSearched(a, b) && hasFaces(a) && hasFaces(b))) unused.push('multicontact');
  if (!has((a, b) => a !== HFIELD && isSearched(a, b) && !isRound(a) && !isRound(b))) unused.push('addPerturbed');
  const hulls = ['setHull', 'climbSeeded', 'searchVertices', 'meshPolygon', 'addPolygons', 'addCorners'];
  if (!has((a, b) => a === MESH || b === MESH)) unused.push(...hulls);
  if (!has((a, b) => a === MESH || b === MESH)) unused.push('soupContacts');
  if (pairs.size === 0) unused.push('collideBodies');
  return unused;
}
