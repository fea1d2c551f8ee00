/**
 * Every call of the numeric core goes through here: a Model or Data is given in place of its handle and is in use while the call lasts,
 * so that its memory can neither be returned nor moved under the core, and whatever the JavaScript engine throws becomes an `EngineError`.
 */
import { checked } from '../checks/switch.ts';
import { EngineError } from '../errors/engine-error.ts';
import { QposError } from '../errors/qpos-error.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { textAt } from '../model/names.ts';
import { stageTable } from '../stages.ts';
import type { Block } from './block.ts';

type Kernel = (...args: unknown[]) => unknown;

/** The memory of an argument that is a Model or Data; refuses one that was disposed of. */
function blockOf(argument: unknown): Block | undefined {
  return typeof argument === 'object' && argument !== null ? (argument as Partial<Model>).block : undefined;
}

/** Kernels with at most this many parameters, which is nearly all, are called without an array of arguments. */
const FEW = 4;

function guard(name: string, kernel: Kernel, functions: Functions): Kernel {
  const failed = (error: unknown, m: unknown): unknown => engineError(error, name, m, functions);
  if (kernel.length > FEW)
    return (m, d, ...rest) => {
      const [model, data] = [blockOf(m), blockOf(d)];
      if (checked.check !== undefined) checked.check(name, m, d);
      const [first, second] = [model?.handle ?? m, data?.handle ?? d];
      if (model !== undefined) model.users++;
      if (data !== undefined) data.users++;
      try {
        return kernel(first, second, ...rest);
      } catch (error) {
        throw failed(error, m);
      } finally {
        if (model !== undefined) model.users--;
        if (data !== undefined) data.users--;
      }
    };
  return (m, d, a, b) => {
    const model = blockOf(m);
    const data = blockOf(d);
    if (checked.check !== undefined) checked.check(name, m, d);
    const first = model === undefined ? m : model.handle;
    const second = data === undefined ? d : data.handle;
    if (model !== undefined) model.users++;
    if (data !== undefined) data.users++;
    try {
      return kernel(first, second, a, b);
    } catch (error) {
      throw failed(error, m);
    } finally {
      if (model !== undefined) model.users--;
      if (data !== undefined) data.users--;
    }
  };
}

/** The functions of a back end by name. */
type Functions = Readonly<Record<string, unknown>>;

/** The functions of a back end with guards around them. */
export function guardKernels<K extends object>(kernels: K): K {
  const functions = kernels as Functions;
  return Object.fromEntries(
    Object.entries(functions).map(([name, f]) => [
      name,
      typeof f === 'function' ? guard(name, f as Kernel, functions) : f,
    ]),
  ) as K;
}

/** What was thrown inside of the numeric core, as a typed error. */
function engineError(error: unknown, kernel: string, model: unknown, functions: Functions): unknown {
  if (error instanceof QposError) return error;
  const stack = error instanceof Error ? String(error.stack) : '';
  const isOverflow = error instanceof Error && /call stack|too much recursion|stack overflow/i.test(error.message);
  const stage = stageIn(stack, functions) ?? kernel;
  return new EngineError(isOverflow ? 'stack-overflow' : 'trap', stage, modelName(model), error);
}

/**
 * The innermost stage among the functions of a stack trace, or the innermost function that can be called from outside: the compiler may have put
 * a stage into the one that calls it. WebAssembly shows them by number, which is what an exported function has as its
 * name; JavaScript by name, as long as no bundler has shortened it.
 */
function stageIn(stack: string, functions: Functions): string | undefined {
  const byFrame = new Map<string, string>();
  for (const [name, f] of Object.entries(functions)) byFrame.set(name, name).set((f as Kernel).name, name);
  const frames = stack.matchAll(/wasm-function\[(\d+)\]|(?:^|\n)\s*(?:at )?(\w+)(?=@| \()/g);
  const known = Array.from(frames, ([, index, called]) => byFrame.get((index ?? called) as string)).filter(isName);
  const stages: ReadonlySet<string> = new Set(stageTable.map(({ name }) => name));
  return known.find((name) => stages.has(name)) ?? known[0];
}

const isName = (name: string | undefined): name is string => name !== undefined;

function modelName(object: unknown): string {
  const model = (object as Partial<Data> | undefined)?.model ?? (object as Model | undefined);
  return model?.names === undefined ? '' : textAt(model.names, 0);
}
