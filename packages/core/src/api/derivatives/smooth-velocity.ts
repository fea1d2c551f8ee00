import { checkLength, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import type { Data } from '../../host/model/data.ts';
import { at, backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { DERIV_ACTUATOR, DERIV_BIAS, DERIV_PASSIVE } from '../../kernel/derivative/smooth.ts';

/** A part of the smooth forces: those of springs, dampers and the medium; those of actuators; Coriolis and centrifugal forces. */
export type SmoothForce = 'passive' | 'actuator' | 'rne';

const PARTS: Readonly<Record<SmoothForce, number>> = {
  passive: DERIV_PASSIVE,
  actuator: DERIV_ACTUATOR,
  rne: DERIV_BIAS,
};

/** Which forces `smoothVel` differentiates, and where the result goes. */
export interface SmoothVelOptions {
  /** The forces; all three by default. */
  readonly of?: readonly SmoothForce[] | undefined;
  /** Receives the matrix, nv × nv by rows; allocated if not given. */
  readonly result?: Float64Array | undefined;
}

/**
 * The derivative of the smooth forces by velocity, ∂(qfrc_passive + qfrc_actuator - qfrc_bias)/∂qvel, analytically: what the implicit
 * integrators use. Pairs of dofs on different branches, which a tendon or actuator may couple, are left out, as MuJoCo does. `data.qDeriv` has
 * the same numbers in the sparse pattern of D. Needs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param options Which of the forces, and where the result goes.
 * @returns The matrix, nv × nv by rows.
 * @see mjd_smooth_vel mjd_passive_vel mjd_actuator_vel mjd_rne_vel
 * @example
 * forward(model, data);
 * const all = smoothVel(model, data);
 * const dampers = smoothVel(model, data, { of: ['passive'] });
 * console.log(all.length === model.nv ** 2, dampers[0]);
 */
export function smoothVel(model: Model, data: Data, options: SmoothVelOptions = {}): Float64Array {
  const { kernels } = backendOf(model, data);
  checkSettings('options', options);
  const { nv } = model;
  const { of: forces, result = new Float64Array(nv * nv) } = options;
  checkLength('result', result, nv * nv);
  kernels.smoothPartsByVel(at(model), at(data), forces === undefined ? sumOf(Object.keys(PARTS)) : sumOf(forces));
  result.fill(0);
  for (let i = 0; i < nv; i++) {
    const first = model.D_rowadr[i] as number;
    for (let k = first; k < first + (model.D_rownnz[i] as number); k++)
      result[i * nv + (model.D_colind[k] as number)] = data.qDeriv[k] as number;
  }
  return result;
}

function sumOf(forces: readonly string[]): number {
  if (!Array.isArray(forces)) throw new ArgumentError('of must be a list of forces');
  let sum = 0;
  for (const name of forces) {
    if (!Object.hasOwn(PARTS, name))
      throw new ArgumentError(
        `'${String(name)}' is no smooth force`,
        'bad-argument',
        `one of ${Object.keys(PARTS).join(', ')}`,
      );
    sum |= PARTS[name as SmoothForce];
  }
  return sum;
}
