import type { Info } from '../env/env.ts';
import type { VectorInfo } from './vector-env.ts';

interface Column {
  readonly name: string;
  readonly values: Float64Array;
  readonly mask: Uint8Array;
}

/** Infos of several environments as arrays, made when a name first comes up and reused from then on. */
export class InfoTable {
  readonly info: VectorInfo = {};
  /** Changes with names and widths. */
  version = 0;
  /** In the order in which their names came up. */
  readonly columns: Column[] = [];
  readonly #n: number;
  readonly #index = new Map<string, number>();

  constructor(n: number) {
    this.#n = n;
  }

  /** Forgets who told what; the arrays stay. */
  clear(): void {
    for (let k = 0; k < this.columns.length; k++) (this.columns[k] as Column).mask.fill(0);
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

  /** Takes the rows of some environments from `numbers`: `count` masks, then the values, of which those count that were told. */
  setRows(name: string, width: number, first: number, count: number, numbers: Float64Array, at: number): void {
    const { mask, values } = this.#column(name, width);
    const from = at + count;
    for (let k = 0; k < count; k++) {
      mask[first + k] = numbers[at + k] as number;
      if (mask[first + k] === 0) continue;
      for (let j = 0; j < width; j++) values[(first + k) * width + j] = numbers[from + k * width + j] as number;
    }
  }

  #column(name: string, width: number): Column {
    const index = this.#index.get(name) ?? this.columns.length;
    const found = this.columns[index];
    if (found !== undefined && found.values.length === this.#n * width) return found;
    const made = {
      name,
      values: new Float64Array(this.#n * width),
      mask: found?.mask ?? new Uint8Array(this.#n),
    };
    this.version++;
    this.#index.set(name, index);
    this.columns[index] = made;
    this.info[name] = made.values;
    this.info[`_${name}`] = made.mask;
    return made;
  }
}
