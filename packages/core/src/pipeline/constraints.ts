import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';

type Handle = never;

/** How the back end is handed a model or its data. */
const at = (object: Model | Data): Handle => object.block.handle as Handle;

/** Constraint rows: their Jacobian, positions, regularisation. */
export function makeConstraint(model: Model, data: Data): void {
  model.backend.kernels.makeConstraint(at(model), at(data));
}

/** Velocities and reference accelerations of the constraint rows. */
export function referenceConstraint(model: Model, data: Data): void {
  model.backend.kernels.referenceConstraint(at(model), at(data));
}
