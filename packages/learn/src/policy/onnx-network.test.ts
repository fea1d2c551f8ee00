import { ArgumentError } from '@qpos/core/errors';
import { describe, expect, test } from 'vitest';
import { Message, text } from '../encoding/protobuf.ts';
import { OnnxNetwork } from './onnx-network.ts';
import { loadOnnxPolicy } from './onnx-policy.ts';

type Value = number | readonly number[];

/** A tensor of single precision. */
function tensor(name: string, shape: readonly number[], values: readonly number[]): Message {
  const message = new Message();
  for (const n of shape) message.integer(1, n);
  return message
    .integer(2, 1)
    .nested(8, text(name))
    .nested(9, new Uint8Array(Float32Array.from(values).buffer));
}

function node(
  kind: string,
  inputs: readonly string[],
  output: string,
  attributes: Record<string, Value> = {},
): Message {
  const message = new Message();
  for (const input of inputs) message.nested(1, text(input));
  message.nested(2, text(output)).nested(4, text(kind));
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = new Message().nested(1, text(name));
    if (typeof value !== 'number') for (const x of value) attribute.integer(8, x);
    else if (Number.isInteger(value)) attribute.integer(3, value);
    else attribute.float(2, value);
    message.nested(5, attribute.bytes);
  }
  return message;
}

/** A model with the nodes and constants given, of inputs `obs` and outputs as named. */
function model(nodes: readonly Message[], constants: readonly Message[], outputs: readonly string[]): Uint8Array {
  const graph = new Message();
  for (const n of nodes) graph.nested(1, n.bytes);
  for (const c of constants) graph.nested(5, c.bytes);
  graph.nested(11, new Message().nested(1, text('obs')).bytes);
  for (const name of outputs) graph.nested(12, new Message().nested(1, text(name)).bytes);
  return Uint8Array.from(new Message().integer(1, 8).nested(7, graph.bytes).bytes);
}

/** The output of one operation on [0.5, -2] and constants. */
function apply(kind: string, constants: readonly Message[] = [], attributes: Record<string, Value> = {}): number[] {
  const names = constants.map((_, k) => `c${k}`);
  return Array.from(
    new OnnxNetwork(model([node(kind, ['obs', ...names], 'y', attributes)], constants, ['y'])).act([0.5, -2]),
  );
}

describe('operations by their definitions', () => {
  const c = (...values: number[]): Message => tensor('c0', [values.length], values);
  test.each<[string, number[], number[]]>([
    ['Add', apply('Add', [c(1, 2)]), [1.5, 0]],
    ['Sub with one number for all', apply('Sub', [c(1)]), [-0.5, -3]],
    ['Mul', apply('Mul', [c(4, 0.5)]), [2, -1]],
    ['Div', apply('Div', [c(2, 4)]), [0.25, -0.5]],
    ['Max', apply('Max', [c(0, -1)]), [0.5, -1]],
    ['Min', apply('Min', [c(0, -1)]), [0, -2]],
    ['Relu', apply('Relu'), [0.5, 0]],
    ['LeakyRelu', apply('LeakyRelu', [], { alpha: 0.125 }), [0.5, -0.25]],
    ['Elu', apply('Elu'), [0.5, Math.exp(-2) - 1]],
    ['Tanh', apply('Tanh'), [Math.tanh(0.5), Math.tanh(-2)]],
    ['Sigmoid', apply('Sigmoid'), [1 / (1 + Math.exp(-0.5)), 1 / (1 + Math.exp(2))]],
    ['Softplus', apply('Softplus'), [Math.log(1 + Math.exp(0.5)), Math.log(1 + Math.exp(-2))]],
    ['Neg', apply('Neg'), [-0.5, 2]],
    ['Clip by inputs', apply('Clip', [tensor('c0', [], [-1]), tensor('c1', [], [0.25])]), [0.25, -1]],
    ['Clip by attributes', apply('Clip', [], { min: -1.5, max: 0.25 }), [0.25, -1.5]],
    ['MatMul', apply('MatMul', [tensor('c0', [2, 3], [1, 2, 3, 4, 5, 6])]), [-7.5, -9, -10.5]],
    [
      'Gemm with a transposed matrix, as PyTorch writes it',
      apply('Gemm', [tensor('c0', [3, 2], [1, 4, 2, 5, 3, 6]), tensor('c1', [3], [1, 1, 1])], {
        transB: 1,
        alpha: 0.5,
      }),
      [-2.75, -3.5, -4.25],
    ],
    ['Flatten', apply('Flatten', [], { axis: 1 }), [0.5, -2]],
    ['Concat', apply('Concat', [c(7)], { axis: 1 }), [0.5, -2, 7]],
  ])('%s', (_, action, expected) => {
    expect(action).toHaveLength(expected.length);
    action.forEach((x, k) => {
      expect(x).toBeCloseTo(expected[k] as number, 6);
    });
  });
});

describe('a network', () => {
  const twoHeads = model(
    [node('Tanh', ['obs'], 'h'), node('Neg', ['h'], 'action'), node('Einsum', ['h'], 'value')],
    [],
    ['action', 'value'],
  );

  test('only what the action needs is looked at', async () => {
    const network = new OnnxNetwork(twoHeads);
    expect(network.act([1])[0]).toBeCloseTo(-Math.tanh(1), 12);
    expect(network.task).toBe('');
    expect((await (await loadOnnxPolicy(twoHeads)).act([1]))[0]).toBeCloseTo(-Math.tanh(1), 12);
  });

  test('an operation that is not known is for ONNX Runtime', async () => {
    expect(() => new OnnxNetwork(twoHeads, { output: 'value' })).toThrow(/'Einsum'/);
    await expect(loadOnnxPolicy(twoHeads, { output: 'value' })).rejects.toThrow(/ONNX Runtime is not installed/);
  });

  test('damaged files are typed errors, whatever byte is damaged', () => {
    const bytes = model([node('Gemm', ['obs', 'w'], 'y')], [tensor('w', [1, 2], [1, 2])], ['y']);
    let refused = 0;
    for (let k = 0; k < bytes.length; k++)
      for (const change of [bytes.slice(0, k), bytes.map((b, i) => (i === k ? b ^ 0x55 : b))]) {
        try {
          new OnnxNetwork(change).act([1]);
        } catch (error) {
          expect(error).toBeInstanceOf(ArgumentError);
          refused++;
        }
      }
    expect(refused).toBeGreaterThan(bytes.length);
  });
});
