const BRAND: unique symbol = Symbol.for('qpos.error');

/** What an error can say beside its message. */
export interface ErrorDetails {
  /** What to do about it, or what was probably meant. */
  readonly hint?: string | undefined;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * The base class of every error that qpos throws on purpose. Each has a `code`, which is stable and meant for programs, and a `message`,
 * which is meant for people and may be reworded. What is not a `QposError` is a bug in qpos or in your own code.
 *
 * `instanceof` compares class names, not identities, so it also holds between two copies of the package in one program.
 *
 * @example
 * try {
 *   loadModel('<mujoco><worldbody><geom size="x"/></worldbody></mujoco>');
 * } catch (error) {
 *   if (!(error instanceof QposError)) throw error;
 *   console.log(error.name, error.code, error.message);
 * }
 */
export abstract class QposError<Code extends string = string> extends Error {
  /** Written out, because minifiers shorten the names of classes. */
  static override readonly name: string = 'QposError';
  /** @internal */
  static readonly [BRAND] = true;
  /** What kind of problem it is. */
  readonly code: Code;
  /** What to do about it, or what was probably meant. */
  readonly hint: string | undefined;

  /** @internal */
  static override [Symbol.hasInstance](value: unknown): boolean {
    let kind: unknown = (value as object | null | undefined)?.constructor;
    for (; typeof kind === 'function' && BRAND in kind; kind = Object.getPrototypeOf(kind))
      // biome-ignore lint/complexity/noThisInStatic: the class that was asked about, which may be derived
      if (kind.name === this.name) return true;
    return false;
  }

  /** The name of the class, such as `ModelError`. */
  override get name(): string {
    return this.constructor.name;
  }

  /**
   * @param code What kind of problem it is.
   * @param message What happened, for people.
   * @param details A hint, and the error that led to this one.
   */
  constructor(code: Code, message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.hint = details.hint;
  }
}
