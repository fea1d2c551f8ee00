/** The key under which Node's console looks for what to print of an object. */
export const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** An object whose members are accessors: consoles print their values, and JSON has plain arrays. */
export class Inspectable {
  toJSON(): object {
    const plain = (value: unknown) => (value instanceof Object ? Array.from(value as ArrayLike<number>) : value);
    return Object.fromEntries(Object.entries(this).map(([name, value]) => [name, plain(value)]));
  }

  [INSPECT](): object {
    return { ...this };
  }
}
