/** Reads runs of little-endian numbers of 4 bytes, one after the other. */
export class NumberReader {
  /** Where the next run starts. */
  at: number;
  readonly #view: DataView;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  floats(count: number): Float32Array {
    return Float32Array.from({ length: count }, () => this.#view.getFloat32(this.#advance(), true));
  }

  ints(count: number): Int32Array {
    return Int32Array.from({ length: count }, () => this.#view.getInt32(this.#advance(), true));
  }

  #advance(): number {
    this.at += 4;
    return this.at - 4;
  }
}
