import { ArgumentError } from '@qpos/core/errors';
import { type Fields, fieldsOf, floatsOf, integersOf, messagesOf, textsOf } from '../encoding/protobuf-fields.ts';
import { type Attributes, type Operation, operations, type Tensor, tensorOf } from './onnx-tensors.ts';

/** Which input takes observations, and which output is the action. */
export interface OnnxNames {
  /** The input that takes observations; by default the only one. */
  readonly input?: string | undefined;
  /** The output that is the action; by default the first. */
  readonly output?: string | undefined;
}

/** An operation of a network: what it takes, what it gives. */
interface Step {
  readonly operation: Operation;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: Attributes;
}

// Field numbers of ONNX: ModelProto { graph 7, metadata_props 14 { key 1, value 2 } }, GraphProto { node 1, initializer 5, input 11, output 12 },
// NodeProto { input 1, output 2, op_type 4, attribute 5 }, AttributeProto { name 1, f 2, i 3, t 5, floats 7, ints 8 }.

function attributesOf(node: Fields): Attributes {
  const numbers = new Map<string, number>();
  const lists = new Map<string, readonly number[]>();
  let tensor: Tensor | undefined;
  for (const attribute of messagesOf(node, 5)) {
    const [name = ''] = textsOf(attribute, 1);
    const [number] = [...floatsOf(attribute, 2), ...integersOf(attribute, 3)];
    if (number !== undefined) numbers.set(name, number);
    lists.set(name, [...floatsOf(attribute, 7), ...integersOf(attribute, 8)]);
    const [message] = messagesOf(attribute, 5);
    if (message !== undefined) tensor = tensorOf(message);
  }
  return { numbers, lists, tensor };
}

/**
 * A feed-forward network in the format ONNX, computed without a runtime: what policies of common libraries are made of. Only what the wanted
 * output needs is read and computed.
 */
export class OnnxNetwork {
  /** The task that it was trained for; empty if the file does not say. */
  readonly task: string;
  readonly #constants: ReadonlyMap<string, Tensor>;
  readonly #steps: readonly Step[];
  readonly #input: string;
  readonly #output: string;

  constructor(bytes: Uint8Array, names: OnnxNames = {}) {
    const model = fieldsOf(bytes);
    const [graph] = messagesOf(model, 7);
    if (graph === undefined) throw new ArgumentError('the file holds no network in the format ONNX');
    this.#constants = new Map(messagesOf(graph, 5).map((tensor) => [textsOf(tensor, 8)[0] ?? '', tensorOf(tensor)]));
    const values = (field: number): string[] => messagesOf(graph, field).map((value) => textsOf(value, 1)[0] ?? '');
    this.#input = pickName(
      'input',
      names.input,
      values(11).filter((name) => !this.#constants.has(name)),
    );
    this.#output = pickName('output', names.output, values(12));
    this.#steps = stepsTo(this.#output, messagesOf(graph, 1));
    const properties = messagesOf(model, 14).map((property) => [textsOf(property, 1)[0], textsOf(property, 2)[0]]);
    this.task = properties.find(([name]) => name === 'task')?.[1] ?? '';
  }

  /** The action for an observation. */
  act(obs: ArrayLike<number>): ArrayLike<number> {
    const values = new Map<string, Tensor>(this.#constants);
    values.set(this.#input, { shape: [1, obs.length], data: obs });
    for (const { operation, inputs, output, attributes } of this.#steps)
      values.set(
        output,
        operation(
          inputs.map((name) => values.get(name)),
          attributes,
        ),
      );
    return values.get(this.#output)?.data ?? [];
  }
}

/** The operations that lead to an output, in the order of the file. */
function stepsTo(output: string, nodes: readonly Fields[]): Step[] {
  const wanted = new Set([output]);
  const steps: Step[] = [];
  for (const node of nodes.toReversed()) {
    const [name = ''] = textsOf(node, 2);
    if (!wanted.has(name)) continue;
    const [kind = ''] = textsOf(node, 4);
    const operation = operations[kind];
    if (operation === undefined)
      throw new ArgumentError(`the policy needs the operation '${kind}' of ONNX`, 'unsupported', 'ONNX Runtime has it');
    const inputs = textsOf(node, 1);
    for (const input of inputs) wanted.add(input);
    steps.push({ operation, inputs, output: name, attributes: attributesOf(node) });
  }
  return steps.reverse();
}

/** The name that was asked for, or the only one. */
export function pickName(what: string, wanted: string | undefined, names: readonly string[]): string {
  const found = wanted ?? names[0];
  const isUnclear = wanted === undefined && what === 'input' && names.length > 1;
  if (found !== undefined && names.includes(found) && !isUnclear) return found;
  throw new ArgumentError(
    isUnclear ? 'the policy has several inputs' : `the policy has no ${what} '${found ?? ''}'`,
    'unknown-name',
    `${what}: one of ${names.join(', ')}`,
  );
}
