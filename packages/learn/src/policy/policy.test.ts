import { ArgumentError } from '@qpos/core/errors';
import { RandomGenerator } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import type { PolicyParts } from './inference.ts';
import { toOnnx } from './onnx.ts';
import { OnnxNetwork } from './onnx-network.ts';
import { loadOnnxPolicy, type OnnxRuntime } from './onnx-policy.ts';
import { loadPolicy, Policy, savePolicy } from './policy.ts';
import { policyFunction } from './policy-function.ts';

const random = new RandomGenerator(6);
const numbers = (length: number, scale = 1): number[] => Array.from({ length }, () => scale * random.normal());

function policyWith(more: Partial<PolicyParts>): Policy {
  const sizes = [3, 5, 4, 2];
  return new Policy({
    task: 'Test-v0',
    activation: 'tanh',
    squash: false,
    layers: [0, 1, 2].map((k) => {
      const [inputs, outputs] = [sizes[k] as number, sizes[k + 1] as number];
      return {
        inputs,
        outputs,
        weights: Float32Array.from(numbers(inputs * outputs)),
        bias: Float32Array.from(numbers(outputs)),
      };
    }),
    mean: Float64Array.from(numbers(3)),
    deviation: Float64Array.of(0.5, 2, 1e-3),
    low: Float64Array.of(-1, -0.25),
    high: Float64Array.of(1, 0.75),
    ...more,
  });
}

const kinds: [string, Partial<PolicyParts>][] = [
  ['tanh, clipped', {}],
  ['relu, clipped', { activation: 'relu' }],
  ['tanh, squashed', { squash: true }],
  ['relu, squashed', { activation: 'relu', squash: true }],
];

describe.each(kinds)('a policy: %s', (_, more) => {
  const policy = policyWith(more);
  const observations = Array.from({ length: 50 }, () => numbers(3, 3));

  test('saved and read, it acts with the same bits; so does the plain function', () => {
    const bytes = savePolicy(policy);
    const [read, act] = [loadPolicy(bytes), policyFunction(bytes)];
    expect(read.parts).toEqual(policy.parts);
    // files that Node reads are Buffers, some of them parts of a larger one
    const pooled = Buffer.from(bytes);
    expect(loadPolicy(pooled).parts).toEqual(policy.parts);
    expect([...policyFunction(pooled)([1, 2, 3])]).toEqual([...policy.act([1, 2, 3])]);
    for (const obs of observations) {
      const expected = [...policy.act(obs)];
      expect([...read.act(obs)]).toEqual(expected);
      expect([...act(obs)]).toEqual(expected);
      expected.forEach((a, k) => {
        expect(a).toBeGreaterThanOrEqual(policy.parts.low[k] as number);
        expect(a).toBeLessThanOrEqual(policy.parts.high[k] as number);
      });
    }
  });

  test('as ONNX it computes the same in single precision', () => {
    const network = new OnnxNetwork(toOnnx(policy));
    expect(network.task).toBe('Test-v0');
    for (const obs of observations) {
      const action = network.act(obs);
      // rounding of inputs, which layers with weights of order 1 hardly enlarge
      policy.act(obs).forEach((a, k) => {
        expect(Math.abs((action[k] as number) - a)).toBeLessThan(1e-3);
      });
    }
  });
});

test('what is no policy is a typed error', () => {
  const policy = policyWith({});
  const bytes = savePolicy(policy);
  for (const bad of [new Uint8Array(4), bytes.subarray(0, 100), new Uint8Array(64).fill(0x7b)]) {
    expect(() => policyFunction(bad)).toThrow(ArgumentError);
    expect(() => loadPolicy(bad)).toThrow(ArgumentError);
  }
  for (const act of [policyFunction(bytes), policy.act.bind(policy)])
    expect(() => act([1, 2])).toThrow('takes observations of 3 numbers, not 2');
});

describe('a policy from elsewhere', () => {
  /** Doubles what goes in; several inputs if asked for. */
  const runtime = (inputNames: string[]): OnnxRuntime => ({
    Tensor: class {
      readonly data: Float32Array;
      constructor(_: string, data: Float32Array) {
        this.data = data;
      }
    },
    InferenceSession: {
      create: async (bytes) => {
        if (bytes.length === 0) throw new Error('empty');
        return {
          inputNames,
          outputNames: ['first', 'second'],
          run: async (inputs) => {
            const { data } = inputs[inputNames[0] as string] as { data: Float32Array };
            return { first: { data: data.map((x) => 2 * x) }, second: { data: data.map((x) => 3 * x) } };
          },
        };
      },
    },
  });

  test('acts through the runtime, by the outputs that it has', async () => {
    const bytes = Uint8Array.of(1);
    const [first, second] = [
      await loadOnnxPolicy(bytes, { runtime: runtime(['x']) }),
      await loadOnnxPolicy(bytes, { runtime: runtime(['x']), output: 'second' }),
    ];
    expect(Array.from(await first.act([1, 2]))).toEqual([2, 4]);
    expect(Array.from(await second.act([1, 2]))).toEqual([3, 6]);
  });

  test.each([
    ['a damaged file', Uint8Array.of(), ['x'], {}],
    ['several inputs', Uint8Array.of(1), ['x', 'y'], {}],
    ['an unknown input', Uint8Array.of(1), ['x'], { input: 'z' }],
    ['an unknown output', Uint8Array.of(1), ['x'], { output: 'z' }],
  ])('%s is a typed error', async (_, bytes, inputs, options) => {
    await expect(loadOnnxPolicy(bytes, { runtime: runtime(inputs), ...options })).rejects.toThrow(ArgumentError);
  });
});
