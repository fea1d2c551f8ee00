/** Names that are no fields of MuJoCo. */
const OWN = new Set([
  'bytes',
  'callbackMask',
  'callbacks',
  'plugins',
  'backendName',
  'model',
  'contact',
  'solver',
  'warning',
  'timers',
  'onWarning',
]);

interface Outer {
  readonly inner: object;
}

/**
 * Gives a class every field of the engine's class that it wraps: reading and writing go to the object inside.
 *
 * @param target Prototype of the class that wraps.
 * @param source Prototype of the engine's class.
 * @param flags Fields that the official package has as booleans.
 */
export function forwardFields(target: object, source: object, flags: readonly string[]): void {
  for (
    let p: object | null = source;
    p !== null && p !== Object.prototype;
    p = Object.getPrototypeOf(p) as object | null
  )
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(p))) {
      if (get === undefined || OWN.has(name) || name in target) continue;
      const asFlag = flags.includes(name);
      Object.defineProperty(target, name, {
        configurable: true,
        enumerable: true,
        get(this: Outer) {
          const value = (this.inner as Record<string, unknown>)[name];
          return asFlag ? value !== 0 : value;
        },
        set(this: Outer, value: number | boolean) {
          (this.inner as Record<string, unknown>)[name] = Number(value);
        },
      });
    }
}

type Kept = number | ArrayBufferView | object;

/** The fields of an engine's class that are numbers, arrays or parts. */
export type FieldsOf<T> = {
  [K in keyof T as K extends string
    ? T[K] extends Kept
      ? T[K] extends (...x: never[]) => unknown
        ? never
        : K
      : never
    : never]: T[K];
};
