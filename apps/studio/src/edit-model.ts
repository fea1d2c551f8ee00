import type { Model } from '@qpos/core';

/** Changes one number of a model: an option such as `opt.timestep`, or an element of an array such as `geom_friction`. */
export function editModel(model: Model, field: string, index: number, value: number): void {
  if (!Number.isFinite(value)) return;
  const part = field.startsWith('opt.') ? model.opt : model;
  const name = field.replace(/^opt\./, '');
  const fields = part as unknown as Record<string, unknown>;
  const current = fields[name];
  if (typeof current === 'number') fields[name] = value;
  else if (ArrayBuffer.isView(current)) (current as unknown as number[])[index] = value;
}
