import { ArgumentError } from '../errors/argument-error.ts';
import { Data } from './data.ts';
import { checkData, checkModel } from './handle.ts';
import { Model } from './model.ts';

/**
 * Keeps a Model or Data from being disposed of while something relies on it that lasts longer than a call, such as a batch.
 *
 * @param object The Model or Data.
 * @returns Lets it go again; to call it twice does nothing more.
 * @example
 * const release = pin(model);
 * // model[Symbol.dispose]() would throw an ArgumentError with the code in-use here
 * release();
 */
export function pin(object: Model | Data): () => void {
  if (object instanceof Model) checkModel(object);
  else if (object instanceof Data) checkData(object);
  else throw new ArgumentError('a Model or Data is needed');
  const { block } = object;
  let held = true;
  block.pins++;
  return () => {
    if (held) block.pins--;
    held = false;
  };
}
