import type { Kernel } from '../kernel/kernel.ts';

/** What follows each layer but the last. */
export type Activation = 'tanh' | 'relu';

/** The shape of a network: inputs, hidden layers, outputs. */
export interface MlpShape {
  readonly sizes: readonly number[];
  readonly activation: Activation;
}

/** Weights and biases that a network of these sizes has. */
export function parameterCount(sizes: readonly number[]): number {
  let count = 0;
  for (let k = 1; k < sizes.length; k++) count += ((sizes[k - 1] as number) + 1) * (sizes[k] as number);
  return count;
}

/** A layer: views of the network's arrays, and its working memory. */
interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly weightSlopes: Float32Array;
  readonly biasSlopes: Float32Array;
  /** Results, a row for each sample. */
  readonly values: Float32Array;
  /** Slopes of the loss along the results. */
  readonly slopes: Float32Array;
  readonly transposed: Float32Array;
}

/**
 * A multilayer perceptron over rows of samples. Parameters and their slopes lie in two flat arrays, which an optimiser takes whole:
 * for each layer the weights (inputs × outputs, row by row), then the bias.
 */
export class Mlp {
  readonly shape: MlpShape;
  readonly parameters: Float32Array;
  readonly slopes: Float32Array;
  readonly #kernel: Kernel;
  readonly #layers: readonly Layer[];
  readonly #inputSlopes: Float32Array;
  readonly #noBias: Float32Array;

  /** `rows` is the most samples that go through at once; `parameters` may be memory of the kernel that others share. */
  constructor(kernel: Kernel, shape: MlpShape, rows: number, parameters?: Float32Array, slopes?: Float32Array) {
    const count = parameterCount(shape.sizes);
    this.shape = shape;
    this.parameters = parameters ?? kernel.allocate(count);
    this.slopes = slopes ?? kernel.allocate(count);
    this.#kernel = kernel;
    this.#inputSlopes = kernel.allocate(rows * (shape.sizes[0] as number));
    this.#noBias = kernel.allocate(Math.max(...shape.sizes));
    const layers: Layer[] = [];
    let at = 0;
    for (let k = 1; k < shape.sizes.length; k++) {
      const inputs = shape.sizes[k - 1] as number;
      const outputs = shape.sizes[k] as number;
      const end = at + inputs * outputs;
      layers.push({
        inputs,
        outputs,
        weights: this.parameters.subarray(at, end),
        bias: this.parameters.subarray(end, end + outputs),
        weightSlopes: this.slopes.subarray(at, end),
        biasSlopes: this.slopes.subarray(end, end + outputs),
        values: kernel.allocate(rows * outputs),
        slopes: kernel.allocate(rows * outputs),
        transposed: kernel.allocate(inputs * outputs),
      });
      at = end + outputs;
    }
    this.#layers = layers;
  }

  /** Weights and biases of each layer, first to last. */
  get layers(): readonly { readonly weights: Float32Array; readonly bias: Float32Array }[] {
    return this.#layers;
  }

  /** Results of the last `forward`, a row for each sample. */
  get outputs(): Float32Array {
    return (this.#layers.at(-1) as Layer).values;
  }

  /** Where `backward` takes the slopes of the loss along the results from. */
  get outputSlopes(): Float32Array {
    return (this.#layers.at(-1) as Layer).slopes;
  }

  /** Slopes of the loss along the inputs, of the last `backward` that asked for them. */
  get inputSlopes(): Float32Array {
    return this.#inputSlopes;
  }

  /** Computes `outputs` from samples `x`, memory of the kernel. */
  forward(x: Float32Array, rows: number): Float32Array {
    let input = x;
    for (const layer of this.#layers) {
      this.#kernel.affine(layer.values, input, layer.weights, layer.bias, rows, layer.inputs, layer.outputs);
      if (layer !== this.#layers.at(-1)) this.#activate(layer.values, rows * layer.outputs);
      input = layer.values;
    }
    return input;
  }

  /** Adds to `slopes` those of the loss, after `forward` of the same samples and with `outputSlopes` set; with `toInput` also along the inputs. */
  backward(x: Float32Array, rows: number, toInput = false): void {
    const kernel = this.#kernel;
    for (let k = this.#layers.length - 1; k >= 0; k--) {
      const layer = this.#layers[k] as Layer;
      const below = this.#layers[k - 1];
      const { inputs, outputs, slopes } = layer;
      if (k < this.#layers.length - 1) this.#activateBackward(slopes, layer.values, rows * outputs);
      kernel.addTransposedProduct(layer.weightSlopes, below?.values ?? x, slopes, rows, inputs, outputs);
      kernel.addColumnSums(layer.biasSlopes, slopes, rows, outputs);
      if (below === undefined && !toInput) return;
      this.#multiplyTransposed(below?.slopes ?? this.#inputSlopes, layer, rows);
    }
  }

  /** As `backward`, but along the inputs alone. */
  backwardToInputs(rows: number): void {
    for (let k = this.#layers.length - 1; k >= 0; k--) {
      const layer = this.#layers[k] as Layer;
      if (k < this.#layers.length - 1) this.#activateBackward(layer.slopes, layer.values, rows * layer.outputs);
      this.#multiplyTransposed(this.#layers[k - 1]?.slopes ?? this.#inputSlopes, layer, rows);
    }
  }

  /** Slopes along a layer's inputs: those along its outputs times the transposed weights. */
  #multiplyTransposed(
    result: Float32Array,
    { transposed, weights, slopes, inputs, outputs }: Layer,
    rows: number,
  ): void {
    this.#kernel.transpose(transposed, weights, inputs, outputs);
    this.#kernel.affine(result, slopes, transposed, this.#noBias, rows, outputs, inputs);
  }

  #activate(x: Float32Array, count: number): void {
    if (this.shape.activation === 'tanh') this.#kernel.tanhInPlace(x, count);
    else this.#kernel.reluInPlace(x, count);
  }

  #activateBackward(d: Float32Array, y: Float32Array, count: number): void {
    if (this.shape.activation === 'tanh') this.#kernel.tanhBackward(d, y, count);
    else this.#kernel.reluBackward(d, y, count);
  }
}
