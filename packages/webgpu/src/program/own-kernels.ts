import { ArgumentError } from '@qpos/core';
import type { ArrayRow, Kernels } from './kernels.ts';

/** Numbers that each environment of a batch has beside those of Data, such as an observation, a reward or what a task remembers. */
export interface GpuField {
  /** How many. */
  readonly length: number;
  /** Whether they are 32-bit integers, and not floats. */
  readonly integer?: boolean;
}

/**
 * A function that a batch runs in each environment when `run` asks for it: what makes observations and rewards of a state. It is written in the
 * dialect of the kernels and translated by `translateFunctions` of `scripts/wgsl/own-functions.mjs`, together with everything that it calls.
 *
 * @example
 * // function observe(m: Model, d: Data, out: F64): void { for (let k = 0; k < m.nq; k++) out[k] = d.qpos[k]; }
 * const observe: GpuKernel = {
 *   entry: 'observe_D',
 *   arguments: ['observation'],
 *   functions: { observe_D: 'fn observe_D(out_: i32) {\nfor (var k = 0; k < m_nq; k++) { dfs(out_ + k, df(D_qpos + k)); }\n}' },
 * };
 * console.log(observe.entry);
 */
export interface GpuKernel {
  /** The name in `functions` of the one that runs. */
  readonly entry: string;
  /** What it is called with: for an array the name of a field, of the batch's own or of Data, and for a number its value. Model and Data are not among them. */
  readonly arguments: readonly (string | number)[];
  /** The text of each function in WGSL, by name. */
  readonly functions: Readonly<Record<string, string>>;
  /** Words of working memory, by name. */
  readonly scratch?: Readonly<Record<string, number>>;
}

/** What a batch has of its own beside the step. */
export interface OwnParts {
  readonly fields: Readonly<Record<string, GpuField>>;
  readonly kernels: Readonly<Record<string, GpuKernel>>;
  /** Whether there is a program for what follows from the constraint forces: `cacc`, `cfrc_int`, `cfrc_ext`. */
  readonly postConstraint?: boolean;
}

/** The name of that program. */
export const POST_CONSTRAINT = 'rnePostConstraint';

const NAME = /^[A-Za-z]\w*$/;

/** The fields as rows of the table; refuses names that Data has. */
export function ownRows({ layout }: Kernels, { fields }: OwnParts): Readonly<Record<string, ArrayRow>> {
  const rows: Record<string, ArrayRow> = {};
  for (const [name, { length, integer }] of Object.entries(fields)) {
    if (!NAME.test(name) || name in layout.dataArrays || name in layout.dataScalars)
      throw new ArgumentError(`a field cannot be called '${name}'`, undefined, 'Data has it, or it is no name');
    if (!Number.isInteger(length) || length < 1)
      throw new ArgumentError(`the field '${name}' needs a length of at least 1, not ${length}`);
    rows[name] = [integer === true ? 'i' : 'f', String(length), 1];
  }
  return rows;
}

/** The text of the call of a kernel: fields by their addresses, numbers as their parameters want them. */
export function ownCall(name: string, kernel: GpuKernel, known: (field: string) => boolean): string {
  const text = kernel.functions[kernel.entry];
  if (text === undefined) throw new ArgumentError(`the kernel '${name}' has no function '${kernel.entry}'`);
  const types = [...text.slice(0, text.indexOf('{')).matchAll(/\w+: (\w+)/g)].map(([, type]) => type);
  if (types.length !== kernel.arguments.length)
    throw new ArgumentError(`the kernel '${name}' takes ${types.length} arguments, not ${kernel.arguments.length}`);
  const codes = kernel.arguments.map((argument, k) => {
    if (typeof argument === 'number') return `${types[k]}(${argument})`;
    if (known(argument)) return `D_${argument}`;
    throw new ArgumentError(`the kernel '${name}' asks for '${argument}'`, 'unknown-name', 'give it in `fields`');
  });
  return `${kernel.entry}(${codes.join(', ')})`;
}
