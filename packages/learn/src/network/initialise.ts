import type { Mlp } from './mlp.ts';
import { fillOrthogonal, type NormalSource } from './orthogonal.ts';

const GAIN = Math.SQRT2; // of hidden layers, by which the field scales orthogonal weights

/** Orthogonal weights, no bias; `gain` is that of the last layer. */
export function initialise(network: Mlp, gain: number, random: NormalSource): void {
  const { sizes } = network.shape;
  network.layers.forEach(({ weights, bias }, k) => {
    const isLast = k === network.layers.length - 1;
    fillOrthogonal(weights, sizes[k] as number, sizes[k + 1] as number, isLast ? gain : GAIN, random);
    bias.fill(0);
  });
}
