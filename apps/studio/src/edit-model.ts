import { enums, type Model } from '@qpos/core';

const { GeomType } = enums;

/** Where a number of a model is: an option such as `opt.timestep`, or an element of an array such as `geom_friction`. */
function placeOf(model: Model, field: string): { fields: Record<string, unknown>; name: string; current: unknown } {
  const fields = (field.startsWith('opt.') ? model.opt : model) as unknown as Record<string, unknown>;
  const name = field.replace(/^opt\./, '');
  return { fields, name, current: fields[name] };
}

/** One number of a model. */
export function readModel(model: Model, field: string, index: number): number {
  const { current } = placeOf(model, field);
  return ArrayBuffer.isView(current) ? ((current as unknown as number[])[index] ?? 0) : Number(current);
}

/** Changes one number of a model, and what it must go with: the inertia of a mass, the bounds of a size. */
export function editModel(model: Model, field: string, index: number, value: number): void {
  if (!Number.isFinite(value)) return;
  const { fields, name, current } = placeOf(model, field);
  if (field === 'body_mass') setMass(model, index, value);
  else if (typeof current === 'number') fields[name] = value;
  else if (ArrayBuffer.isView(current)) (current as unknown as number[])[index] = value;
  if (field === 'geom_size') setBounds(model, Math.floor(index / 3));
}

/** Fields that constants of the model are computed from, by `setConst`. */
export const basicFields: ReadonlySet<string> = new Set(['body_mass', 'body_pos', 'body_quat', 'dof_armature']);

const LEAST_MASS = 1e-9; // a body that moves has some

/** Another mass of the same shape: its inertia is in proportion to it. */
function setMass(model: Model, body: number, mass: number): void {
  const before = model.body_mass[body];
  if (before <= 0) return;
  const next = Math.max(mass, LEAST_MASS);
  for (let k = 3 * body; k < 3 * body + 3; k++) model.body_inertia[k] *= next / before;
  model.body_mass[body] = next;
}

/** Whether the size of a geom can be changed: it is not that of a mesh, height field or plane. */
export function hasOwnSize(model: Model, geom: number): boolean {
  return boundsOf(model, geom) !== undefined;
}

/** Radius of the sphere around a geom, and half sizes of the box around it, in its own frame. */
function boundsOf(model: Model, g: number): { radius: number; half: readonly [number, number, number] } | undefined {
  const [a = 0, b = 0, c = 0] = model.geom_size.subarray(3 * g, 3 * g + 3);
  switch (model.geom_type[g]) {
    case GeomType.SPHERE:
      return { radius: a, half: [a, a, a] };
    case GeomType.CAPSULE:
      return { radius: a + b, half: [a, a, a + b] };
    case GeomType.CYLINDER:
      return { radius: Math.hypot(a, b), half: [a, a, b] };
    case GeomType.ELLIPSOID:
      return { radius: Math.max(a, b, c), half: [a, b, c] };
    case GeomType.BOX:
      return { radius: Math.hypot(a, b, c), half: [a, b, c] };
    default:
      return undefined;
  }
}

/** Bounding volumes of a geom whose size was changed; those of its body grow as far as they must, whatever way the geom is turned. */
function setBounds(model: Model, g: number): void {
  const bounds = boundsOf(model, g);
  if (bounds === undefined) return;
  const { radius, half } = bounds;
  model.geom_rbound[g] = radius;
  model.geom_aabb.set(half, 6 * g + 3);
  const body = model.geom_bodyid[g];
  const first = model.body_bvhadr[body];
  const nodes = Array.from({ length: model.body_bvhnum[body] }, (_, k) => first + k);
  const leaf = nodes.find((node) => model.bvh_nodeid[node] === g);
  if (leaf === undefined) return;
  model.bvh_aabb.fill(radius, 6 * leaf + 3, 6 * leaf + 6);
  for (const node of nodes) if (model.bvh_nodeid[node] < 0) growToContain(model.bvh_aabb, 6 * node, 6 * leaf);
}

/** Makes a box (centre, half sizes) large enough for another one. */
function growToContain(boxes: Float64Array, box: number, other: number): void {
  for (let k = 0; k < 3; k++) {
    const low = Math.min(boxes[box + k] - boxes[box + 3 + k], boxes[other + k] - boxes[other + 3 + k]);
    const high = Math.max(boxes[box + k] + boxes[box + 3 + k], boxes[other + k] + boxes[other + 3 + k]);
    boxes[box + k] = 0.5 * (low + high);
    boxes[box + 3 + k] = 0.5 * (high - low);
  }
}
