// Functions for jobs of the tests, as users write them: a module that workers are given by its address.

/** @param {number} x */
export const square = (x) => ({ value: x * x });

/** As many bytes as the blobs have, each one more. @param {unknown} _ @param {Record<string, { bytes: Uint8Array }>} blobs */
export const increment = (_, blobs) => ({ bytes: Uint8Array.from(blobs.data.bytes, (b) => b + 1) });

/** Keeps its thread busy. @param {number} milliseconds */
export function spin(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return { value: milliseconds };
}

export const fail = () => {
  throw new Error('this job always fails');
};

export const die = () => process.exit(3);
