import { MujocoError } from './errors.ts';
import { Handle } from './handle.ts';

type Array_ = Float64Array | Float32Array | Int32Array | Uint8Array;

/** A typed array that functions read and write: in the official package, memory of its heap. */
export class WasmBuffer<T extends Array_ = Array_> extends Handle {
  readonly #view: T;

  constructor(view: T) {
    super();
    this.#view = view;
  }

  /** The numbers themselves. */
  GetView(): T {
    return this.#view;
  }

  GetElementCount(): number {
    return this.#view.length;
  }

  /** There is no heap to point into: always 0. */
  GetPointer(): number {
    return 0;
  }
}

/** The class of the buffers of one element type. */
export interface BufferClass<T extends Array_> {
  new (count: number): WasmBuffer<T>;
  FromArray(values: ArrayLike<number>): WasmBuffer<T>;
}

function bufferClass<T extends Array_>(make: (from: number | ArrayLike<number>) => T): BufferClass<T> {
  return class extends WasmBuffer<T> {
    constructor(count: number) {
      if (!(Number.isInteger(count) && count >= 0))
        throw new MujocoError('argument', 'a buffer is made with the number of its elements');
      super(make(count));
    }

    static FromArray(values: ArrayLike<number>): WasmBuffer<T> {
      if (typeof values?.length !== 'number') throw new MujocoError('argument', 'a buffer is made from an array');
      return new WasmBuffer(make(values));
    }
  };
}

type From = ArrayLike<number>;

/** The four kinds of buffers. */
export const buffers = {
  DoubleBuffer: bufferClass((from) => new Float64Array(from as From)),
  FloatBuffer: bufferClass((from) => new Float32Array(from as From)),
  IntBuffer: bufferClass((from) => new Int32Array(from as From)),
  Uint8Buffer: bufferClass((from) => new Uint8Array(from as From)),
};
