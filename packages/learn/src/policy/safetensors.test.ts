import { ArgumentError } from '@qpos/core/errors';
import { RandomGenerator } from '@qpos/env';
import { expect, test } from 'vitest';
import { readTensors, type Tensor, writeTensors } from './safetensors.ts';

const file = {
  tensors: new Map<string, { data: Tensor; shape: number[] }>([
    ['bytes', { data: Uint8Array.of(1, 2, 3), shape: [3] }],
    ['matrix', { data: Float32Array.of(1, -0, Number.NaN, 4, 5, 6), shape: [2, 3] }],
    ['doubles', { data: Float64Array.of(Math.PI), shape: [1] }],
    ['whole', { data: Int32Array.of(-7), shape: [1, 1] }],
    ['empty', { data: new Float32Array(0), shape: [0, 4] }],
  ]),
  metadata: { task: 'Ant-v5', text: 'ü' },
};

test('what is written is read back', () => {
  const { tensors, metadata } = readTensors(writeTensors(file));
  expect(metadata).toEqual(file.metadata);
  expect(new Map([...tensors].sort())).toEqual(new Map([...file.tensors].sort()));
});

test('each array is aligned to its elements', () => {
  const bytes = writeTensors(file);
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  for (const [name, { data }] of file.tensors)
    expect((8 + length + header[name].data_offsets[0]) % data.BYTES_PER_ELEMENT).toBe(0);
});

test('damaged files are refused with a typed error, or read', () => {
  const bytes = writeTensors(file);
  const random = new RandomGenerator(5);
  let refused = 0;
  for (let trial = 0; trial < 3000; trial++) {
    const mutant = bytes.slice(0, random.random() < 0.2 ? random.integers(bytes.length) : bytes.length);
    for (let k = 0; k < 3 && mutant.length > 0; k++) mutant[random.integers(mutant.length)] = random.integers(256);
    try {
      readTensors(mutant);
    } catch (error) {
      expect(error).toBeInstanceOf(ArgumentError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(1000);
});

test("takes one of Node's Buffers, which is a part of a larger piece of memory", () => {
  const data = Float64Array.of(1, 2, 3);
  const bytes = writeTensors({ tensors: new Map([['x', { data, shape: [3] }]]), metadata: {} });
  const pool = Buffer.alloc(bytes.length + 16);
  pool.set(bytes, 3);
  const { tensors } = readTensors(pool.subarray(3, 3 + bytes.length));
  expect([...(tensors.get('x')?.data ?? [])]).toEqual([1, 2, 3]);
});
