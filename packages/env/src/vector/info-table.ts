import type { Info } from '../env/env.ts';
import type { VectorInfo } from './vector-env.ts';

interface Column {
  readonly values: Float64Array;
  readonly mask: Uint8Array;
}

/** Infos of several environments as arrays, made when a name first comes up and reused from then on. */
export class InfoTable {
  readonly info: VectorInfo = {};
  readonly #n: number;
  readonly #columns = new Map<string, Column>();
  readonly #masks: Uint8Array[] = [];

  constructor(n: number) {
    this.#n = n;
  }

  /** Forgets who told what; the arrays stay. */
  clear(): void {
    for (let k = 0; k < this.#masks.length; k++) (this.#masks[k] as Uint8Array).fill(0);
  }

  /** Takes the infos of one environment; those inside others get their names in front. */
  add(index: number, info: Info, prefix = ''): void {
    for (const name in info) {
      const value = info[name];
      if (value === undefined) continue;
      const key = prefix === '' ? name : prefix + name;
      if (typeof value === 'number') {
        const column = this.#column(key, 1);
        column.values[index] = value;
        column.mask[index] = 1;
      } else if (ArrayBuffer.isView(value)) {
        const column = this.#column(key, value.length);
        column.values.set(value, index * value.length);
        column.mask[index] = 1;
      } else this.add(index, value, `${key}.`);
    }
  }

  #column(key: string, width: number): Column {
    const found = this.#columns.get(key);
    if (found !== undefined && found.values.length === this.#n * width) return found;
    const made = { values: new Float64Array(this.#n * width), mask: found?.mask ?? new Uint8Array(this.#n) };
    if (found === undefined) this.#masks.push(made.mask);
    this.#columns.set(key, made);
    this.info[key] = made.values;
    this.info[`_${key}`] = made.mask;
    return made;
  }
}
