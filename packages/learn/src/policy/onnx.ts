import { Message, text } from '../encoding/protobuf.ts';
import type { Policy } from './policy.ts';

// Field numbers of ONNX: ModelProto { ir_version 1, producer_name 2, graph 7, opset_import 8, metadata_props 14 }, GraphProto { node 1, name 2,
// initializer 5, input 11, output 12 }, NodeProto { input 1, output 2, op_type 4 }, TensorProto { dims 1, data_type 2, name 8, raw_data 9 },
// ValueInfoProto { name 1, type 2 { tensor_type 1 { elem_type 1, shape 2 { dim 1 { dim_value 1, dim_param 2 } } } } }.
const FLOAT = 1; // element type
const IR_VERSION = 8;
const OPSET = 13;
const MOST_DEVIATIONS = 10; // normalised numbers are cut off here

/** The graph of a policy as it grows: each operation takes the result of the last one. */
class Graph {
  readonly #message = new Message();
  #last = 'obs';
  #count = 0;

  /** An operation on the last result and constants; `result` names what it gives, where that matters. */
  apply(
    operation: string,
    constants: readonly [shape: readonly number[], values: ArrayLike<number>][],
    result?: string,
  ): this {
    const inputs = [this.#last, ...constants.map((_, k) => `${operation}${this.#count}.${k}`)];
    const node = new Message();
    for (const input of inputs) node.nested(1, text(input));
    this.#last = result ?? `value${this.#count}`;
    this.#count++;
    node.nested(2, text(this.#last)).nested(4, text(operation));
    this.#message.nested(1, node.bytes);
    constants.forEach(([shape, values], k) => {
      const tensor = new Message();
      for (const size of shape) tensor.integer(1, size);
      const raw = new Uint8Array(Float32Array.from(values).buffer);
      tensor
        .integer(2, FLOAT)
        .nested(8, text(inputs[k + 1] as string))
        .nested(9, raw);
      this.#message.nested(5, tensor.bytes);
    });
    return this;
  }

  /** The whole, with its inputs and outputs: rows of numbers, any number of them. */
  finish(name: string, observations: number, actions: number): readonly number[] {
    const value = (label: string, width: number): readonly number[] => {
      const rows = new Message().nested(2, text('N'));
      const columns = new Message().integer(1, width);
      const shape = new Message().nested(1, rows.bytes).nested(1, columns.bytes);
      const tensor = new Message().integer(1, FLOAT).nested(2, shape.bytes);
      return new Message().nested(1, text(label)).nested(2, new Message().nested(1, tensor.bytes).bytes).bytes;
    };
    return this.#message
      .nested(2, text(name))
      .nested(11, value('obs', observations))
      .nested(12, value('action', actions)).bytes;
  }
}

/**
 * A policy as a file in the format ONNX, for other programs: input `obs`, output `action`, both with a row for each sample. Normalisation and
 * bounds are in it; it computes in single precision.
 *
 * @param policy The policy.
 * @returns The bytes, for a file `.onnx`.
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }));
 * const bytes = toOnnx(trainer.policy); // for a file pole.onnx
 * console.log(bytes.length);
 */
export function toOnnx({ parts }: Policy): Uint8Array {
  const { task, layers, mean, deviation, low, high, activation, squash } = parts;
  const graph = new Graph();
  graph.apply('Sub', [[[mean.length], mean]]).apply('Div', [[[deviation.length], deviation]]);
  graph.apply('Clip', [
    [[], [-MOST_DEVIATIONS]],
    [[], [MOST_DEVIATIONS]],
  ]);
  layers.forEach(({ inputs, outputs, weights, bias }, k) => {
    graph.apply('MatMul', [[[inputs, outputs], weights]]).apply('Add', [[[outputs], bias]]);
    if (k < layers.length - 1) graph.apply(activation === 'tanh' ? 'Tanh' : 'Relu', []);
  });
  if (squash) {
    const half = high.map((h, k) => 0.5 * (h - (low[k] as number)));
    const middle = high.map((h, k) => 0.5 * (h + (low[k] as number)));
    graph
      .apply('Tanh', [])
      .apply('Mul', [[[half.length], half]])
      .apply('Add', [[[middle.length], middle]], 'action');
  } else graph.apply('Max', [[[low.length], low]]).apply('Min', [[[high.length], high]], 'action');
  const property = new Message().nested(1, text('task')).nested(2, text(task));
  const model = new Message()
    .integer(1, IR_VERSION)
    .nested(2, text('qpos'))
    .nested(7, graph.finish('policy', mean.length, low.length))
    .nested(8, new Message().nested(1, text('')).integer(2, OPSET).bytes)
    .nested(14, property.bytes);
  return Uint8Array.from(model.bytes);
}
