import type { Data, Model } from 'qpos';

/** An index outside of an array, which the js back end lets pass in silence. */
class OutOfRange extends Error {
  static override readonly name = 'OutOfRange';
}

type Numbers = Float64Array | Int32Array | Uint8Array | Float32Array;

/** The same numbers, with an error where an index is not one of them. */
export function guarded<T extends Numbers>(array: T, name: string): T {
  const check = (key: string | symbol): boolean => {
    if (typeof key !== 'string') return false;
    const index = Number(key);
    if (Number.isNaN(index) && key !== 'NaN') return false;
    if (!(index >= 0 && index < array.length && Number.isInteger(index)))
      throw new OutOfRange(`${name}[${key}] of ${array.length}`);
    return true;
  };
  return new Proxy(array, {
    get(target, key) {
      if (check(key)) return target[Number(key)];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, key, value) {
      if (!check(key)) return Reflect.set(target, key, value, target);
      target[Number(key)] = value;
      return true;
    },
  });
}

/** Guards the arrays of a Model or Data of the js back end, those that grow too. */
export function guardObject(object: Model | Data): void {
  const handle = (object as unknown as { block: { handle: Record<string, unknown> } }).block.handle;
  for (const [name, value] of Object.entries(handle)) {
    if (!ArrayBuffer.isView(value) || name === 'floats' || name === 'ints') continue;
    let array = guarded(value as unknown as Numbers, name);
    Object.defineProperty(handle, name, {
      get: () => array,
      set: (grown: Numbers) => {
        array = guarded(grown, name);
      },
    });
  }
}
