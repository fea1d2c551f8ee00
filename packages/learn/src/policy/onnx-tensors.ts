import { ArgumentError } from '@qpos/core/errors';
import { exp, log, tanh } from '@qpos/core/math';
import { type Fields, floatsOf, integersOf } from '../encoding/protobuf-fields.ts';

/** Numbers with a shape, row by row. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

/** Settings of an operation, by name. */
export interface Attributes {
  readonly numbers: ReadonlyMap<string, number>;
  readonly lists: ReadonlyMap<string, readonly number[]>;
  readonly tensor?: Tensor | undefined;
}

/** An operation of ONNX. */
export type Operation = (inputs: readonly (Tensor | undefined)[], attributes: Attributes) => Tensor;

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, n) => product * n, 1);

const misfit = (what: string): ArgumentError => new ArgumentError(`the file is damaged: ${what}`);

/** The tensor of a message: TensorProto { dims 1, data_type 2, float_data 4, int32_data 5, int64_data 7, raw_data 9, double_data 10 }. */
export function tensorOf(fields: Fields): Tensor {
  const shape = integersOf(fields, 1);
  const [type] = integersOf(fields, 2);
  const raw = fields.get(9)?.[0];
  const data = typeof raw === 'object' ? rawNumbers(raw, type) : listedNumbers(fields);
  if (data.length !== sizeOf(shape)) throw misfit('a tensor does not have its size');
  return { shape, data };
}

function rawNumbers(raw: Uint8Array, type: number | undefined): ArrayLike<number> {
  const { buffer } = new Uint8Array(raw);
  if (type === 1 && buffer.byteLength % 4 === 0) return new Float32Array(buffer);
  if (type === 6 && buffer.byteLength % 4 === 0) return new Int32Array(buffer);
  if (type === 7 && buffer.byteLength % 8 === 0) return Array.from(new BigInt64Array(buffer), Number);
  if (type === 11 && buffer.byteLength % 8 === 0) return new Float64Array(buffer);
  throw new ArgumentError(`tensors of the element type ${type} are not known`, 'unsupported');
}

function listedNumbers(fields: Fields): number[] {
  for (const numbers of [floatsOf(fields, 4), integersOf(fields, 5), integersOf(fields, 7)])
    if (numbers.length > 0) return numbers;
  return (fields.get(10) ?? []).flatMap((value) =>
    typeof value === 'number' ? [value] : [...new Float64Array(new Uint8Array(value).buffer, 0, value.length >> 3)],
  );
}

function needed(tensor: Tensor | undefined): Tensor {
  if (tensor === undefined) throw misfit('an operation lacks an input');
  return tensor;
}

const each =
  (f: (x: number, alpha: number) => number, alpha = 0): Operation =>
  ([x], { numbers }) => {
    const { shape, data } = needed(x);
    const setting = numbers.get('alpha') ?? alpha;
    return { shape, data: Float64Array.from(data, (value) => f(value, setting)) };
  };

/** Two tensors number by number; what is shorter is repeated, as in numpy. */
const pairs =
  (f: (x: number, y: number) => number): Operation =>
  ([a, ...others]) =>
    others.reduce<Tensor>((x, y) => combine(f, x, needed(y)), needed(a));

function combine(f: (x: number, y: number) => number, a: Tensor, b: Tensor): Tensor {
  const rank = Math.max(a.shape.length, b.shape.length);
  const padded = ({ shape }: Tensor): number[] => [...Array(rank - shape.length).fill(1), ...shape];
  const [p, q] = [padded(a), padded(b)];
  const shape = p.map((n, k) => Math.max(n, q[k] as number));
  if (shape.some((n, k) => (p[k] !== n && p[k] !== 1) || (q[k] !== n && q[k] !== 1)))
    throw misfit('shapes do not fit together');
  const indexIn = (own: readonly number[], k: number): number => {
    let [rest, index, stride] = [k, 0, 1];
    for (let d = rank - 1; d >= 0; d--) {
      const n = shape[d] as number;
      if (own[d] !== 1) index += (rest % n) * stride;
      stride *= own[d] as number;
      rest = Math.floor(rest / n);
    }
    return index;
  };
  const value = (k: number): number => f(a.data[indexIn(p, k)] as number, b.data[indexIn(q, k)] as number);
  return { shape, data: Float64Array.from({ length: sizeOf(shape) }, (_, k) => value(k)) };
}

/** a (n × k) · b (k × m); a vector is one row. */
function multiply(a: Tensor, b: Tensor, transA = false, transB = false): Tensor {
  const matrix = ({ shape }: Tensor): [number, number] => [
    sizeOf(shape.slice(0, -1)),
    shape.length === 0 ? 1 : (shape[shape.length - 1] as number),
  ];
  const [rowsA, columnsA] = matrix(a);
  const [rowsB, columnsB] = matrix(b);
  const [n, k] = transA ? [columnsA, rowsA] : [rowsA, columnsA];
  const [l, m] = transB ? [columnsB, rowsB] : [rowsB, columnsB];
  if (k !== l || b.shape.length !== 2) throw misfit('matrices do not fit together');
  const data = new Float64Array(n * m);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let s = 0; s < k; s++) {
        const left = a.data[transA ? s * columnsA + i : i * columnsA + s] as number;
        sum += left * (b.data[transB ? j * columnsB + s : s * columnsB + j] as number);
      }
      data[i * m + j] = sum;
    }
  return { shape: transA || a.shape.length === 0 ? [n, m] : [...a.shape.slice(0, -1), m], data };
}

const gemm: Operation = ([a, b, c], { numbers }) => {
  const isSet = (name: string): boolean => (numbers.get(name) ?? 0) !== 0;
  const product = multiply(needed(a), needed(b), isSet('transA'), isSet('transB'));
  const scale = (tensor: Tensor, by: number): Tensor => ({
    ...tensor,
    data: Float64Array.from(tensor.data, (x) => by * x),
  });
  const scaled = scale(product, numbers.get('alpha') ?? 1);
  return c === undefined ? scaled : combine((x, y) => x + y, scaled, scale(c, numbers.get('beta') ?? 1));
};

const clip: Operation = ([x, low, high], { numbers }) => {
  const { shape, data } = needed(x);
  const least = (low?.data[0] ?? numbers.get('min') ?? Number.NEGATIVE_INFINITY) as number;
  const most = (high?.data[0] ?? numbers.get('max') ?? Number.POSITIVE_INFINITY) as number;
  return { shape, data: Float64Array.from(data, (value) => Math.min(Math.max(value, least), most)) };
};

/** Operations that only change the shape: a policy sees one sample, so all numbers are its row. */
const asRow: Operation = ([x]) => ({ shape: [1, needed(x).data.length], data: needed(x).data });

const concat: Operation = (inputs) => {
  const data = Float64Array.from(inputs.flatMap((x) => Array.from(needed(x).data)));
  return { shape: [1, data.length], data };
};

const logistic = (x: number): number => (x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)));

/** The operations that policies are made of. */
export const operations: Readonly<Record<string, Operation>> = {
  Add: pairs((x, y) => x + y),
  Sub: pairs((x, y) => x - y),
  Mul: pairs((x, y) => x * y),
  Div: pairs((x, y) => x / y),
  Max: pairs(Math.max),
  Min: pairs(Math.min),
  MatMul: ([a, b]) => multiply(needed(a), needed(b)),
  Gemm: gemm,
  Clip: clip,
  Tanh: each(tanh),
  Relu: each((x) => Math.max(x, 0)),
  Elu: each((x, alpha) => (x > 0 ? x : alpha * (exp(x) - 1)), 1),
  LeakyRelu: each((x, alpha) => (x > 0 ? x : alpha * x), 0.01),
  Sigmoid: each(logistic),
  Softplus: each((x) => Math.max(x, 0) + log(1 + exp(-Math.abs(x)))),
  Exp: each(exp),
  Neg: each((x) => -x),
  Sqrt: each(Math.sqrt),
  Identity: ([x]) => needed(x),
  Cast: ([x]) => needed(x),
  Constant: (_, { tensor }) => needed(tensor),
  Flatten: asRow,
  Reshape: asRow,
  Squeeze: asRow,
  Unsqueeze: asRow,
  Concat: concat,
};
