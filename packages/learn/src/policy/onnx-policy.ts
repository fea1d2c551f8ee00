import { ArgumentError } from '@qpos/core/errors';
import { checkSettings } from '../training/arguments.ts';
import type { Actor } from '../training/evaluate.ts';
import { OnnxNetwork, pickName } from './onnx-network.ts';

/** The part of ONNX Runtime that is used: the module `onnxruntime-node` or `onnxruntime-web`. */
export interface OnnxRuntime {
  /** Networks that can run. */
  readonly InferenceSession: { create(bytes: Uint8Array): Promise<OnnxSession> };
  /** Arrays with a shape. */
  readonly Tensor: new (
    type: 'float32',
    data: Float32Array,
    shape: readonly number[],
  ) => unknown;
}

/** A network of ONNX Runtime. */
export interface OnnxSession {
  /** Names of what goes in. */
  readonly inputNames: readonly string[];
  /** Names of what comes out. */
  readonly outputNames: readonly string[];
  /**
   * Computes the outputs.
   *
   * @param inputs Tensors by name.
   * @returns Tensors by name.
   */
  run(
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, { readonly data: ArrayLike<number> }>>>;
}

/** How a policy from elsewhere is run. */
export interface OnnxPolicyOptions {
  /**
   * ONNX Runtime. By default feed-forward networks of common operations are computed without it, and others by `onnxruntime-node` or
   * `onnxruntime-web`, whichever is installed.
   */
  readonly runtime?: OnnxRuntime;
  /** The input that takes observations; by default the only one. */
  readonly input?: string;
  /** The output that is the action; by default the first. */
  readonly output?: string;
}

/** The optional peers, in the order in which they are tried. */
const PEERS = ['onnxruntime-node', 'onnxruntime-web'];

async function installedRuntime(): Promise<OnnxRuntime> {
  for (const name of PEERS) {
    try {
      const found = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as OnnxRuntime & {
        default?: OnnxRuntime;
      };
      return found.default ?? found;
    } catch {
      // the next one, or the error below
    }
  }
  throw new ArgumentError('ONNX Runtime is not installed', 'unsupported', `npm install ${PEERS.join(', or ')}`);
}

/** The network, if it can be computed here; nothing if it takes ONNX Runtime. */
function ownNetwork(bytes: Uint8Array, names: OnnxPolicyOptions): OnnxNetwork | undefined {
  try {
    return new OnnxNetwork(bytes, names);
  } catch (error) {
    if (error instanceof ArgumentError && error.code === 'unsupported') return undefined;
    throw error;
  }
}

/**
 * A policy that was trained elsewhere, in the format ONNX. Feed-forward networks run as they are; others need ONNX Runtime, an optional peer. It
 * takes what observations it was trained with; `evaluate` plays it.
 *
 * @param bytes The bytes of the file `.onnx`.
 * @param options The runtime, and which input and output to use.
 * @returns The policy; where ONNX Runtime runs it, `act` returns a promise.
 * @example
 * async function test(bytes: Uint8Array): Promise<void> {
 *   const policy = await loadOnnxPolicy(bytes);
 *   const vec = await makeVec('Hopper-v5', { n: 4, autoreset: 'same-step' });
 *   console.log((await evaluate(policy, vec, { episodes: 8 })).meanReturn);
 * }
 * console.log(test.name);
 */
export async function loadOnnxPolicy(bytes: Uint8Array, options: OnnxPolicyOptions = {}): Promise<Actor> {
  if (!(bytes instanceof Uint8Array)) throw new ArgumentError('the bytes of an ONNX file are needed');
  checkSettings('options', options);
  const own = options.runtime === undefined ? ownNetwork(bytes, options) : undefined;
  if (own !== undefined) return own;
  const runtime = options.runtime ?? (await installedRuntime());
  let session: OnnxSession;
  try {
    session = await runtime.InferenceSession.create(bytes);
  } catch (error) {
    throw new ArgumentError(`ONNX Runtime does not take the file: ${(error as Error).message}`);
  }
  const input = pickName('input', options.input, session.inputNames);
  const output = pickName('output', options.output, session.outputNames);
  return {
    async act(obs) {
      const tensor = new runtime.Tensor('float32', Float32Array.from(obs), [1, obs.length]);
      const { [output]: action } = await session.run({ [input]: tensor });
      return action?.data ?? [];
    },
  };
}
