/** Looks at a Model and a Data, where there are such among the first two arguments of a function of the numeric core. */
export type Check = (kernel: string, m: unknown, d: unknown) => void;

/**
 * What runs before each call of the numeric core, and after each function of the user inside of one; undefined: nothing. It is set from outside, so that a
 * program that never calls `setChecks` has none of the rules.
 */
export const checked: { check: Check | undefined } = { check: undefined };
