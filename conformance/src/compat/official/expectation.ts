import { isDeepStrictEqual } from 'node:util';

/** What a test says about a value. */
interface Matchers {
  readonly not: Matchers;
  toBe(x: unknown): void;
  toEqual(x: unknown): void;
  toBeCloseTo(x: number, digits?: number): void;
  toBeDefined(): void;
  toBeUndefined(): void;
  toBeNull(): void;
  toBeTruthy(): void;
  toBeFalsy(): void;
  toBeTrue(): void;
  toBeFalse(): void;
  toBeNaN(): void;
  toBeGreaterThan(x: number): void;
  toBeGreaterThanOrEqual(x: number): void;
  toBeLessThan(x: number): void;
  toBeLessThanOrEqual(x: number): void;
  toBeInstanceOf(type: new () => unknown): void;
  toContain(x: unknown): void;
  toMatch(x: RegExp | string): void;
  toHaveBeenCalled(): void;
  toThrow(): void;
  toThrowError(...expected: unknown[]): void;
}

const shown = (x: unknown): string => {
  const text = typeof x === 'string' ? `'${x}'` : String(x);
  return text.length > 300 ? `${text.slice(0, 300)} ...` : text;
};

/** What a function throws; undefined if nothing. */
function thrownBy(f: unknown): Error | undefined {
  try {
    (f as () => unknown)();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether an error has the type and the message that were expected. */
function isExpected(error: Error | undefined, expected: readonly unknown[]): boolean {
  if (error === undefined) return false;
  return expected.every((x) => {
    if (typeof x === 'string') return error.message === x;
    if (x instanceof RegExp) return x.test(error.message);
    return typeof x === 'function' ? error instanceof x : true;
  });
}

/** The `expect` of Jasmine, as far as the official tests use it. */
export function expectation(value: unknown, isNegated = false): Matchers {
  const check = (holds: boolean, what: string): void => {
    if (holds === isNegated) throw new Error(`expected ${shown(value)} ${isNegated ? 'not ' : ''}${what}`);
  };
  const number = value as number;
  return {
    get not() {
      return expectation(value, !isNegated);
    },
    toBe: (x) => check(Object.is(value, x) || value === x, `to be ${shown(x)}`),
    toEqual: (x) => check(isDeepStrictEqual(value, x), `to equal ${shown(x)}`),
    toBeCloseTo: (x, digits = 2) =>
      check(Math.abs(number - x) < 10 ** -digits / 2 || number === x, `to be close to ${x}`),
    toBeDefined: () => check(value !== undefined, 'to be defined'),
    toBeUndefined: () => check(value === undefined, 'to be undefined'),
    toBeNull: () => check(value === null, 'to be null'),
    toBeTruthy: () => check(Boolean(value), 'to be truthy'),
    toBeFalsy: () => check(!value, 'to be falsy'),
    toBeTrue: () => check(value === true, 'to be true'),
    toBeFalse: () => check(value === false, 'to be false'),
    toBeNaN: () => check(Number.isNaN(value), 'to be NaN'),
    toBeGreaterThan: (x) => check(number > x, `to be greater than ${x}`),
    toBeGreaterThanOrEqual: (x) => check(number >= x, `to be at least ${x}`),
    toBeLessThan: (x) => check(number < x, `to be less than ${x}`),
    toBeLessThanOrEqual: (x) => check(number <= x, `to be at most ${x}`),
    toBeInstanceOf: (type) => check(value instanceof type, `to be a ${type.name}`),
    toContain: (x) => check((value as string | unknown[]).includes(x as never), `to contain ${shown(x)}`),
    toMatch: (x) => check(new RegExp(x).test(String(value)), `to match ${x}`),
    toHaveBeenCalled: () => check((value as Spy).calls.count() > 0, 'to have been called'),
    toThrow: () => check(thrownBy(value) !== undefined, 'to throw'),
    toThrowError(...expected) {
      const error = thrownBy(value);
      check(isExpected(error, expected), `to throw ${expected.map(shown).join(' ')}, not ${shown(error?.message)}`);
    },
  };
}

/** A method that was replaced, and what it was called with. */
interface Spy {
  readonly calls: { count(): number; mostRecent(): { args: unknown[] } };
}

/** Replaces a method by one that only remembers its calls. */
export function spyOn(object: Record<string, unknown>, name: string): Spy {
  const all: unknown[][] = [];
  const method = (...args: unknown[]): void => void all.push(args);
  object[name] = method;
  return Object.assign(method, { calls: { count: () => all.length, mostRecent: () => ({ args: all.at(-1) ?? [] }) } });
}
