import { bytesPerCallApart } from '@qpos/conformance';
import { expect, test } from 'vitest';

const STEPS = 400;

/** Some numbers on the heap: what functions that are too large to be inlined return. An array of observations would be more. */
const BOXED_NUMBERS = 400;

/** Bytes that a step of environments leaves on the heap. */
function bytesPerStep(maker: 'make' | 'makeVec', id: string, options: object): number {
  const setup = `import { ${maker} } from '@qpos/env';
    const env = await ${maker}(${JSON.stringify(id)}, ${JSON.stringify({ maxEpisodeSteps: 0, ...options })});
    env.reset({ seed: 1 });
    const action = new Float64Array((env.unwrapped ?? env).actionSpace.size);`;
  return bytesPerCallApart(setup, 'env.step(action)', STEPS, BOXED_NUMBERS);
}

test.each([
  ['HalfCheetah-v5', {}],
  ['Reacher-v5', {}],
  ['control/walker-run-v0', {}],
  ['qpos/drone-waypoints-v0', { observation_noise: 0, latency: [0, 0] }],
])('a step of %s leaves no objects behind', (id, options) => {
  expect(bytesPerStep('make', id, options)).toBeLessThan(BOXED_NUMBERS);
});

test('nor does one of several environments', () => {
  expect(bytesPerStep('makeVec', 'HalfCheetah-v5', { n: 2 })).toBeLessThan(BOXED_NUMBERS);
});
