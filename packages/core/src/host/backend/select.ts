import { ArgumentError } from '../errors/argument-error.ts';
import { BackendError } from '../errors/backend-error.ts';
import type { Block } from './block.ts';
import { connectWasmHost } from './connect.ts';
import { registeredJs } from './register-js.ts';
import type { Shape } from './shape.ts';
import { provideModule, startWasm } from './wasm.ts';

/** A build of the numeric core: WebAssembly, or plain JavaScript. Both give the same bits. */
export type BackendName = 'wasm' | 'js';
/** A build of the numeric core, or `auto` for WebAssembly where it is allowed and JavaScript elsewhere. */
export type BackendChoice = BackendName | 'auto';

/** One build of the numeric core, with the memory it works on. */
export interface Backend {
  readonly name: BackendName;
  readonly kernels: typeof import('../../kernel/exports.ts');
  /** Memory for a Model or Data; `lent` is where it is if another thread has made it. */
  allocate(shape: Shape, lent?: number): Block;
  setOwner(block: Block, owner: object): void;
  /** @internal The heap of the `wasm` back end. */
  readonly heap?: import('./heap.ts').Heap;
  /** @internal The compiled module of the `wasm` back end. */
  readonly module?: WebAssembly.Module;
  /** @internal What other threads need to use the memory of the `wasm` back end. */
  readonly lend?: { readonly memory: WebAssembly.Memory; readonly maxBytes: number; readonly fixedBytes: number };
}

/** The back end of models made now, once there was one. */
let current: Backend | undefined;
let wasm: Backend | undefined;
let refused: unknown;

/** The environment variable QPOS_BACKEND, where there is an environment. */
function environmentChoice(): BackendChoice {
  const env = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  const wanted = env?.['QPOS_BACKEND'];
  return wanted === 'wasm' || wanted === 'js' ? wanted : 'auto';
}

/** @internal The `wasm` back end, started if it is not yet; undefined where WebAssembly is refused, and `refused` says why. */
export function wasmBackend(): Backend | undefined {
  if (wasm !== undefined) return wasm;
  try {
    const started = startWasm();
    connectWasmHost(started);
    wasm = started;
  } catch (error) {
    refused = error; // a strict content security policy, or no WebAssembly at all
  }
  return wasm;
}

function backendOf(choice: BackendChoice): Backend {
  const js = registeredJs();
  if (choice === 'js') {
    if (js === undefined) throw new BackendError('js-missing', "the js back end is not registered: import 'qpos/js'");
    return js;
  }
  const found = wasmBackend() ?? (choice === 'auto' ? js : undefined);
  if (found !== undefined) return found;
  const way = js === undefined ? "import 'qpos/js' for the js back end" : "setBackend('auto') takes the js back end";
  throw new BackendError('wasm-refused', `WebAssembly is refused here (${String(refused)}): ${way}`, {
    cause: refused,
  });
}

/**
 * Chooses the back end of the models that are made from now on.
 *
 * @param name `wasm`, `js` (needs `import 'qpos/js'`), or `auto`, the default: `wasm` where WebAssembly is allowed, else `js`.
 * @example
 * setBackend('auto');
 * console.log(backendName());
 */
export function setBackend(name: BackendChoice): void {
  if (!['auto', 'wasm', 'js'].includes(name))
    throw new ArgumentError(`there is no back end '${name}': it is one of auto, wasm, js`, 'unknown-name');
  current = backendOf(name);
}

/**
 * The back end that a model made now would get.
 *
 * @returns Its name.
 * @example
 * console.log(backendName()); // wasm
 */
export function backendName(): BackendName {
  return currentBackend().name;
}

/** @internal Starts the engine if this is its first use. */
export function currentBackend(): Backend {
  current ??= backendOf(environmentChoice());
  return current;
}

/**
 * Why WebAssembly could not be used, if `auto` fell back to JavaScript.
 *
 * @returns What was thrown when WebAssembly was tried; undefined if it works.
 * @example
 * if (wasmRefusal() !== undefined) console.log('slow: WebAssembly is not allowed here');
 */
export function wasmRefusal(): unknown {
  return refused;
}

/**
 * The compiled module of the `wasm` back end, which can be posted to other threads so that they need not compile it again.
 *
 * @returns The `WebAssembly.Module`; undefined where WebAssembly is refused.
 * @example
 * console.log(engineModule() instanceof WebAssembly.Module);
 */
export function engineModule(): object | undefined {
  return wasmBackend()?.module;
}

/**
 * Takes the module that `engineModule` gave in another thread instead of compiling it here. Only before the first use of the engine.
 *
 * @param module The module.
 * @example
 * const module = engineModule(); // in one thread
 * if (module !== undefined) provideEngineModule(module); // in the other, before its first model
 */
export function provideEngineModule(module: object): void {
  if (!isModule(module)) throw new ArgumentError('a compiled WebAssembly module is needed, as engineModule() returns');
  provideModule(module as WebAssembly.Module);
}

const isModule = (x: unknown): boolean => Object.prototype.toString.call(x) === '[object WebAssembly.Module]';
