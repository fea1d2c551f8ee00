import { answerField } from '../model/plugin-host.ts';
import type { Block } from './block.ts';
import { connectWasmHost, jsHost } from './connect.ts';
import type { Shape } from './shape.ts';
import { startWasm } from './wasm.ts';

export type BackendName = 'wasm' | 'js';
export type BackendChoice = BackendName | 'auto';

/** One build of the numeric core, with the memory it works on. */
export interface Backend {
  readonly name: BackendName;
  readonly kernels: typeof import('../kernels.ts');
  allocate(shape: Shape): Block;
  setOwner(block: Block, owner: object): void;
  /** @internal The heap of the `wasm` back end. */
  readonly heap?: import('./heap.ts').Heap;
}

let wasm: Backend | undefined;
let js: Backend | undefined;
let refused: unknown;
let choice: BackendChoice = environmentChoice();

/** The environment variable QPOS_BACKEND, where there is an environment. */
function environmentChoice(): BackendChoice {
  const env = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  const wanted = env?.['QPOS_BACKEND'];
  return wanted === 'wasm' || wanted === 'js' ? wanted : 'auto';
}

function wasmBackend(): Backend {
  if (wasm === undefined) {
    const started = startWasm();
    connectWasmHost(started);
    wasm = started;
  }
  return wasm;
}

/** Whether WebAssembly works here; if not, `refused` says why. */
function wasmWorks(): boolean {
  try {
    wasmBackend();
    return true;
  } catch (error) {
    refused = error; // a strict content security policy, or no WebAssembly at all
    return false;
  }
}

/** The plain JavaScript kernels are a file of their own, so that whoever does not need them does not load them. */
async function loadJs(): Promise<void> {
  if (js !== undefined) return;
  const { connectFields, connectHost, jsBackend } = await import('./js.ts');
  connectFields(answerField);
  connectHost(jsHost);
  js = jsBackend;
}

/** Whether the plain JavaScript kernels are what `name` comes to. */
const needsJs = (name: BackendChoice): boolean => name === 'js' || (name === 'auto' && !wasmWorks());

/**
 * Chooses the back end of models made from now on: `auto` takes `wasm` where WebAssembly is allowed, else `js`.
 * Wait for the result before making a model: a back end that was not needed so far is loaded first.
 */
export async function setBackend(name: BackendChoice): Promise<void> {
  if (!['auto', 'wasm', 'js'].includes(name)) throw new RangeError(`there is no back end '${name}': auto, wasm or js`);
  if (needsJs(name)) await loadJs();
  choice = name;
}

/** The back end that a model made now would get. */
export function backendName(): BackendName {
  return currentBackend().name;
}

/** @internal */
export function currentBackend(): Backend {
  return js !== undefined && (choice === 'js' || refused !== undefined) ? js : wasmBackend();
}

/** Why WebAssembly could not be used, if `auto` fell back to `js`. */
export function wasmRefusal(): unknown {
  return refused;
}

if (needsJs(choice)) await loadJs();
