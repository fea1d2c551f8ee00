/** Fields of a message of protocol buffers: numbers, or bytes. */
type Fields = Map<number, (number | Uint8Array)[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, wire] = [key >> 3, key & 7];
    if (wire !== 0 && wire !== 2) throw new Error(`wire type ${wire}`);
    const length = varint();
    const value = wire === 0 ? length : bytes.slice(at, at + length);
    if (wire === 2) at += length;
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).map((bytes) => fieldsOf(bytes as Uint8Array));
const texts = (fields: Fields, field: number): string[] =>
  (fields.get(field) ?? []).map((bytes) => new TextDecoder().decode(bytes as Uint8Array));

interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

type Operation = (x: Float32Array, constants: readonly Tensor[]) => Float32Array;

const withEach =
  (f: (x: number, c: number) => number): Operation =>
  (x, [c]) =>
    x.map((value, k) => f(value, c?.data[k] as number));

/** The operations of ONNX that policies have, on one row. */
const operations: Readonly<Record<string, Operation>> = {
  Sub: withEach((x, c) => x - c),
  Add: withEach((x, c) => x + c),
  Mul: withEach((x, c) => x * c),
  Div: withEach((x, c) => x / c),
  Max: withEach(Math.max),
  Min: withEach(Math.min),
  Tanh: (x) => x.map(Math.tanh),
  Relu: (x) => x.map((value) => Math.max(value, 0)),
  Clip: (x, [low, high]) =>
    x.map((value) => Math.min(Math.max(value, low?.data[0] as number), high?.data[0] as number)),
  MatMul(x, [w]) {
    const [rows, columns] = w?.shape ?? [];
    if (rows !== x.length || columns === undefined) throw new Error('MatMul of shapes that do not fit');
    const column = (j: number): number =>
      x.reduce((sum, value, i) => sum + value * (w?.data[i * columns + j] as number), 0);
    return Float32Array.from({ length: columns }, (_, j) => column(j));
  },
};

/** Reads a file in the format ONNX and computes its output for one row, operation by operation. */
export function runOnnx(bytes: Uint8Array, obs: readonly number[]): Float32Array {
  const model = fieldsOf(bytes);
  const [graph] = messages(model, 7);
  if (graph === undefined) throw new Error('no graph');
  const constants = new Map<string, Tensor>();
  for (const tensor of messages(graph, 5)) {
    const raw = tensor.get(9)?.[0] as Uint8Array;
    const shape = (tensor.get(1) ?? []) as number[];
    const data = new Float32Array(raw.slice().buffer);
    if (data.length !== shape.reduce((n, k) => n * k, 1)) throw new Error('a tensor does not have its size');
    constants.set(texts(tensor, 8)[0] as string, { shape, data });
  }
  const values = new Map<string, Float32Array>([
    [texts(messages(graph, 11)[0] as Fields, 1)[0] as string, Float32Array.from(obs)],
  ]);
  for (const node of messages(graph, 1)) {
    const [first, ...others] = texts(node, 1);
    const operation = operations[texts(node, 4)[0] as string];
    const x = values.get(first as string);
    if (operation === undefined || x === undefined) throw new Error(`${texts(node, 4)} of ${first}`);
    const tensors = others.map((name) => constants.get(name) as Tensor);
    values.set(texts(node, 2)[0] as string, operation(x, tensors));
  }
  return values.get(texts(messages(graph, 12)[0] as Fields, 1)[0] as string) as Float32Array;
}
