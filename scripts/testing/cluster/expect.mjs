// What the test of a cluster expects.

/** Throws unless two values are the same as JSON. */
export const equal = (a, b, what) => {
  if (JSON.stringify(a) !== JSON.stringify(b))
    throw new Error(`${what}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`);
};

/** Throws unless a number is at least as large as another. */
export const least = (value, bound, what) => {
  if (!(value >= bound)) throw new Error(`${what}: ${value}, less than ${bound}`);
};
