import { ArgumentError } from '@qpos/core/errors';
import { inference } from './inference.ts';

const HEAD = 8; // bytes of the header's length

/**
 * A policy as a plain function, for pages that only play it: two kilobytes, without trainer or environments. `loadPolicy` of `@qpos/learn`
 * says more about what is wrong with a file.
 *
 * @param bytes The bytes of a file that `savePolicy` wrote.
 * @returns A function from an observation to the action, in an array that the next call overwrites.
 * @example
 * import { policyFunction } from '@qpos/learn/policy';
 * async function play(url: string): Promise<void> {
 *   const act = policyFunction(new Uint8Array(await (await fetch(url)).arrayBuffer()));
 *   console.log(act([0, 0.1, 0, 0]));
 * }
 * console.log(play.name);
 */
export function policyFunction(bytes: Uint8Array): (obs: ArrayLike<number>) => Float64Array {
  try {
    const start = HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, start)));
    const read = <T>(name: string, type: new (buffer: ArrayBuffer) => T): T => {
      const [from, to] = header[name].data_offsets;
      return new type(new Uint8Array(bytes.subarray(start + from, start + to)).buffer);
    };
    const layers = [];
    for (let k = 0; `layers.${k}.weight` in header; k++) {
      const [inputs, outputs] = header[`layers.${k}.weight`].shape;
      const weights = read(`layers.${k}.weight`, Float32Array);
      layers.push({ inputs, outputs, weights, bias: read(`layers.${k}.bias`, Float32Array) });
    }
    const vector = (name: string): Float64Array => read(name, Float64Array);
    const { task, activation, squash } = header.__metadata__;
    return inference({
      task,
      activation,
      squash: squash === 'true',
      layers,
      mean: vector('mean'),
      deviation: vector('deviation'),
      low: vector('low'),
      high: vector('high'),
    });
  } catch {
    throw new ArgumentError('these bytes are not a policy of qpos');
  }
}
