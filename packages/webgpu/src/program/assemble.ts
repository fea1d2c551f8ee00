import { GpuError } from '../errors.ts';
import { type Facts, select } from './conditions.ts';
import type { Kernels } from './kernels.ts';

/** A function's own name, without the address spaces that it was translated for. */
const plainName = (name: string): string => name.replace(/_[DMSX]*$/, '');

/** A function that does nothing. */
function stub(text: string): string {
  const [head] = text.split('\n', 1) as [string];
  const type = /-> (\w+) \{$/.exec(head)?.[1];
  return `${head}${type === undefined ? '' : ` return ${type}();`} }`;
}

/** The functions that a function calls, as often as it does. */
const calledIn = (text: string): string[] =>
  [...text.slice(text.indexOf('{')).matchAll(/\b(\w+_[DMSX]*)\(/g)].map(([, called]) => called as string);

/** The text that a function needs to run for a model: its own and that of all functions it reaches. */
export class Assembly {
  readonly #kernels: Kernels;
  readonly #facts: Facts;
  readonly #unused: ReadonlySet<string>;
  readonly #selected = new Map<string, { readonly text: string; readonly calls: readonly string[] }>();

  /**
   * @param kernels All functions.
   * @param facts What is known of the model.
   * @param unused Functions that the model never calls, though the text does not tell.
   */
  constructor(kernels: Kernels, facts: Facts, unused: ReadonlySet<string>) {
    this.#kernels = kernels;
    this.#facts = facts;
    this.#unused = unused;
  }

  /** The functions that `entry` needs, `entry` among them, by name. */
  reach(entry: string): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    const path: string[] = [];
    const visit = (name: string): void => {
      if (path.includes(name)) throw new GpuError('unsupported', `the model needs the recursion of ${plainName(name)}`);
      if (texts.has(name)) return;
      const { text, calls } = this.#select(name);
      texts.set(name, text);
      path.push(name);
      for (const called of calls) visit(called);
      path.pop();
    };
    visit(entry);
    return texts;
  }

  /** The lines of `entry` when every function is copied to where it is called, as drivers do. */
  inlinedLines(entry: string): number {
    const known = new Map<string, number>();
    const count = (name: string): number => {
      const before = known.get(name);
      if (before !== undefined) return before;
      const { text } = this.#select(name);
      const lines = calledIn(text).reduce((sum, called) => sum + count(called), text.split('\n').length);
      known.set(name, lines);
      return lines;
    };
    return count(entry);
  }

  #select(name: string): { readonly text: string; readonly calls: readonly string[] } {
    const known = this.#selected.get(name);
    if (known !== undefined) return known;
    const { functions, refusals } = this.#kernels;
    const whole = functions[name];
    if (whole === undefined)
      throw new GpuError('unsupported', `the model needs ${plainName(name)}, which cannot run on a GPU`, {
        hint: refusals[name],
      });
    const text = this.#unused.has(plainName(name)) ? stub(whole) : select(whole, this.#facts);
    const found = { text, calls: [...new Set(calledIn(text))] };
    this.#selected.set(name, found);
    return found;
  }
}
