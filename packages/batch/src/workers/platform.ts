/** The little of Node and of browsers that is used here, found at run time: one program serves both. */
export interface NodePort {
  postMessage(message: unknown, transfer?: readonly unknown[]): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  unref(): void;
  close(): void;
}
export interface NodeWorker {
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: never) => void): unknown;
  terminate(): Promise<number>;
  ref(): void;
  unref(): void;
}
export interface NodeThreads {
  readonly parentPort: NodePort | null;
  readonly MessageChannel: new () => { readonly port1: NodePort; readonly port2: NodePort };
  readonly Worker: new (text: string, options: object) => NodeWorker;
}
interface NodeProcess {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: string): unknown;
  on(event: 'exit', listener: () => void): unknown;
}

export const nodeProcess = (globalThis as { process?: NodeProcess }).process;

/** `node:worker_threads`, in Node and runtimes like it. */
export const nodeThreads: NodeThreads | undefined =
  nodeProcess?.versions?.node === undefined
    ? undefined
    : (nodeProcess.getBuiltinModule?.('node:worker_threads') as NodeThreads | undefined);

/** A worker as browsers have it. */
export interface WebWorker {
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  addEventListener(event: string, listener: (event: never) => void): void;
  terminate(): void;
}
interface Browser {
  readonly Worker?: new (url: string | URL, options: object) => WebWorker;
  readonly navigator?: { readonly hardwareConcurrency?: number };
  readonly crossOriginIsolated?: boolean;
  readonly WorkerGlobalScope?: new () => object;
}
export const browser = globalThis as Browser;

/** Whether this thread may wait: all may but that of a page. */
export const canBlock = (): boolean =>
  nodeThreads !== undefined ||
  (browser.WorkerGlobalScope !== undefined && globalThis instanceof browser.WorkerGlobalScope);

/** Whether memory can be shared with workers: not on pages without cross-origin isolation. */
export const canShare = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && (nodeThreads !== undefined || browser.crossOriginIsolated === true);

/** How many threads the machine runs at a time; 0 where there are no workers. */
export function availableParallelism(): number {
  const os = nodeProcess?.getBuiltinModule?.('node:os') as { availableParallelism(): number } | undefined;
  if (os !== undefined) return os.availableParallelism();
  return browser.Worker === undefined ? 0 : (browser.navigator?.hardwareConcurrency ?? 1);
}
