import type { Block } from './block.ts';
import { connectJsHost, connectWasmHost } from './connect.ts';
import { jsBackend } from './js.ts';
import type { Shape } from './shape.ts';
import { startWasm } from './wasm.ts';

export type BackendName = 'wasm' | 'js';
export type BackendChoice = BackendName | 'auto';

/** One build of the numeric core, with the memory it works on. */
export interface Backend {
  readonly name: BackendName;
  readonly kernels: typeof jsBackend.kernels;
  allocate(shape: Shape): Block;
  setOwner(block: Block, owner: object): void;
  /** @internal The heap of the `wasm` back end. */
  readonly heap?: import('./heap.ts').Heap;
}

let wasm: Backend | undefined;
let js: Backend | undefined;
let choice: BackendChoice = environmentChoice();
let refused: unknown;

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

function plainBackend(): Backend {
  if (js === undefined) {
    connectJsHost();
    js = jsBackend;
  }
  return js;
}

/** Chooses the back end of models made from now on: `auto` takes `wasm` where WebAssembly is allowed, else `js`. */
export function setBackend(name: BackendChoice): void {
  choice = name;
}

/** The back end that a model made now would get. */
export function backendName(): BackendName {
  return currentBackend().name;
}

/** @internal */
export function currentBackend(): Backend {
  if (choice === 'js') return plainBackend();
  if (choice === 'wasm') return wasmBackend();
  if (refused === undefined) {
    try {
      return wasmBackend();
    } catch (error) {
      refused = error; // a strict content security policy, or no WebAssembly at all
    }
  }
  return plainBackend();
}

/** Why WebAssembly could not be used, if `auto` fell back to `js`. */
export function wasmRefusal(): unknown {
  return refused;
}
