import type { Model } from '@qpos/core';

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

/** Changes one number of a model. */
export function editModel(model: Model, field: string, index: number, value: number): void {
  if (!Number.isFinite(value)) return;
  const { fields, name, current } = placeOf(model, field);
  if (typeof current === 'number') fields[name] = value;
  else if (ArrayBuffer.isView(current)) (current as unknown as number[])[index] = value;
}
