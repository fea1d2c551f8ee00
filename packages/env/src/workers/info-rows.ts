import type { InfoTable } from '../vector/info-table.ts';

// Infos as bytes: the length of the layout as a word, the layout as JSON if it has changed, padded to 8, then masks and values of all
// columns of all tables as numbers.
const HEAD = 8;

type Layout = readonly (readonly [name: string, width: number][])[];

const alignUp = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Writes the infos of a worker's environments. */
export class InfoWriter {
  #bytes = new Uint8Array(0);
  #known = -1;
  #numbers = 0;

  /** The infos in bytes that the next call overwrites. */
  write(tables: readonly InfoTable[]): Uint8Array {
    const version = tables.reduce((sum, table) => sum + table.version, 0);
    const start = version === this.#known ? HEAD : this.#writeLayout(tables);
    if (version !== this.#known) new DataView(this.#bytes.buffer).setUint32(0, start - HEAD, true);
    else new DataView(this.#bytes.buffer).setUint32(0, 0, true);
    this.#known = version;
    const numbers = new Float64Array(this.#bytes.buffer, start, this.#numbers);
    let at = 0;
    for (const table of tables)
      for (const { mask, values } of table.columns) {
        numbers.set(mask, at);
        numbers.set(values, at + mask.length);
        at += mask.length + values.length;
      }
    return this.#bytes.subarray(0, start + 8 * at);
  }

  /** Writes the layout, with room for all numbers; returns where they begin. */
  #writeLayout(tables: readonly InfoTable[]): number {
    const layout: Layout = tables.map(({ columns }) =>
      columns.map(({ name, mask, values }) => [name, values.length / mask.length]),
    );
    const text = new TextEncoder().encode(JSON.stringify(layout));
    const start = alignUp(HEAD + text.length);
    this.#numbers = tables
      .flatMap(({ columns }) => columns)
      .reduce((sum, { mask, values }) => sum + mask.length + values.length, 0);
    this.#bytes = new Uint8Array(start + 8 * this.#numbers);
    this.#bytes.fill(0x20, HEAD, start); // spaces, which JSON ignores
    this.#bytes.set(text, HEAD);
    return start;
  }
}

/** Reads what the writer of one worker wrote. */
export class InfoReader {
  #layout: Layout = [];

  /** Takes infos of the environments `first` to `end` into tables of all. */
  read(bytes: Uint8Array, [first, end]: readonly [number, number], tables: readonly InfoTable[]): void {
    const { buffer, byteOffset } = bytes;
    const length = new DataView(buffer, byteOffset).getUint32(0, true);
    if (length > 0) this.#layout = JSON.parse(new TextDecoder().decode(bytes.slice(HEAD, HEAD + length))) as Layout;
    const numbers = new Float64Array(buffer, byteOffset + HEAD + length, (bytes.length - HEAD - length) / 8);
    const count = end - first;
    let at = 0;
    this.#layout.forEach((columns, k) => {
      for (const [name, width] of columns) {
        (tables[k] as InfoTable).setRows(name, width, first, count, numbers, at);
        at += count * (1 + width);
      }
    });
  }
}
