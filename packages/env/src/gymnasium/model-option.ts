import { Model } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { loadModel } from '@qpos/spec';
import { EnvError } from '../errors.ts';

/** The index of a body that a task needs. */
export function bodyId(model: Model, name: string): number {
  try {
    return model.body(name).id;
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    throw new EnvError('bad-option', `the model has no body '${name}', which the task needs`, { cause: error });
  }
}

/** The model of a task: its own, or that of the option `model`, as MJCF or compiled. */
export function modelOf(own: string, option: unknown): Model {
  if (option === undefined) return loadModel(own);
  if (typeof option === 'string') return loadModel(option);
  if (option instanceof Model) return option;
  throw new EnvError('bad-option', "option 'model' is MJCF text or a Model");
}
