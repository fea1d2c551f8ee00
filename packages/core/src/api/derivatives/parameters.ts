import { checkIndex, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import type { Data } from '../../host/model/data.ts';
import { backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { DEFAULT_EPS, type ResultArrays, resultArray } from './results.ts';
import { stepDifferences } from './step-differences.ts';
import { checkTransition, columnsOf, wanted } from './transition-fd.ts';

/** A number of the model, such as a mass, a length, a stiffness or a friction coefficient. */
export interface ModelParameter {
  /** The field of the model, such as `body_mass`, `body_pos`, `jnt_stiffness` or `geom_friction`. */
  readonly field: keyof Model & string;
  /** Which of its numbers. */
  readonly index: number;
  /** Updates what follows from it, such as `setConst` after a change of mass or length; nothing by default. */
  readonly update?: ((model: Model) => void) | undefined;
}

/** How a step varies with parameters. Matrices are stored by rows, with a column for each parameter; those that were not wanted are empty. */
export interface ParameterDerivatives {
  /** ∂x'/∂p, (2·nv + na) × parameters. */
  readonly P: Float64Array;
  /** ∂s/∂p, nsensordata × parameters. */
  readonly S: Float64Array;
}

/** How `parameterDerivatives` differentiates, and where its results go: each matrix is allocated if not given, `null` if not wanted. */
export interface ParameterDerivativeOptions extends ResultArrays<ParameterDerivatives> {
  /** Size of the differences, relative to the parameter where that is above 1; 1e-6 by default. */
  readonly eps?: number | undefined;
  /** Central differences; true by default. */
  readonly centred?: boolean | undefined;
}

/**
 * How the state after a step, and the sensor readings, vary with numbers of the model, by finite differences. Model, state and controls are
 * afterwards what they were; derived fields are not.
 *
 * @param model The model; one with delays is refused.
 * @param data Its Data, in the state to differentiate at.
 * @param parameters The numbers of the model.
 * @param options Size and kind of the differences, and where the results go.
 * @returns The two matrices.
 * @example
 * const mass = { field: 'body_mass', index: model.body('forearm').id, update: setConst } as const;
 * const { P } = parameterDerivatives(model, data, [mass], { S: null });
 * console.log(P.length === 2 * model.nv + model.na);
 */
export function parameterDerivatives(
  model: Model,
  data: Data,
  parameters: readonly ModelParameter[],
  options: ParameterDerivativeOptions = {},
): ParameterDerivatives {
  backendOf(model, data);
  checkSettings('options', options);
  if (!Array.isArray(parameters)) throw new ArgumentError('parameters must be a list');
  const { eps = DEFAULT_EPS, centred = true } = options;
  checkTransition(model, eps);
  const fields = parameters.map((parameter, k) => fieldOf(model, parameter, k));
  const n = parameters.length;
  const P = resultArray('P', options.P, (2 * model.nv + model.na) * n);
  const S = resultArray('S', options.S, model.nsensordata * n);
  const columns = columnsOf(P, S, n);
  const steps = stepDifferences(model, data);
  steps.begin(!wanted(S), true);
  for (const [k, { index, update }] of (parameters as readonly ModelParameter[]).entries()) {
    const field = fields[k] as Float64Array;
    const value = field[index] as number;
    const h = eps * Math.max(1, Math.abs(value));
    steps.byChange(columns, k, h, centred, (sign) => {
      field[index] = value + sign * h;
      update?.(model);
    });
  }
  return { P, S };
}

function fieldOf(model: Model, parameter: ModelParameter, k: number): Float64Array {
  checkSettings(`parameters[${k}]`, parameter);
  const field: unknown = model[parameter.field];
  if (!(field instanceof Float64Array))
    throw new ArgumentError(`parameters[${k}]: '${String(parameter.field)}' is no field of real numbers`);
  checkIndex(`parameters[${k}].index`, parameter.index, field.length);
  if (parameter.update !== undefined && typeof parameter.update !== 'function')
    throw new ArgumentError(`parameters[${k}].update must be a function`);
  return field;
}
