import { GpuError } from '../errors.ts';

/** Where WebGPU comes from: the browser, or a package in Node. */
const gpuOf = (): GPU | undefined => (globalThis.navigator as Navigator | undefined)?.gpu;

/** Limits of an adapter that a batch takes as large as they are. */
const LARGE = [
  ...(['maxStorageBufferBindingSize', 'maxBufferSize'] as const),
  ...(['maxComputeInvocationsPerWorkgroup', 'maxComputeWorkgroupSizeX'] as const),
];

/** The adapter that was asked for, or the fastest there is. */
export async function findAdapter(given?: GPUAdapter): Promise<GPUAdapter> {
  if (given !== undefined) return given;
  const gpu = gpuOf();
  if (gpu === undefined)
    throw new GpuError('no-gpu', 'there is no WebGPU here', {
      hint: "in Node, pass the adapter of a package such as 'webgpu'; in a browser, pages need a secure context",
    });
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) throw new GpuError('no-gpu', 'there is no GPU adapter', { hint: 'look at chrome://gpu' });
  return adapter;
}

/** A device of the adapter with all the memory that it gives. */
export async function openDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const requiredLimits = Object.fromEntries(LARGE.map((name) => [name, adapter.limits[name]]));
  try {
    return await adapter.requestDevice({ requiredLimits });
  } catch (cause) {
    throw new GpuError('no-gpu', 'the adapter gives no device', { cause });
  }
}

/** Refuses buffers that the device cannot have. */
export function checkBytes(device: GPUDevice, bytes: number, what: string): void {
  const most = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
  if (bytes <= most) return;
  const mega = (x: number): string => `${(x / 2 ** 20).toFixed(0)} MiB`;
  throw new GpuError('limits', `${what} takes ${mega(bytes)}, the device has ${mega(most)} in one piece`, {
    hint: 'take fewer environments, or a smaller nconmax and njmax',
  });
}

/** Refuses workgroups that are too large, or too many. */
export function checkGroups({ limits }: GPUDevice, n: number, workgroup: number): void {
  const largest = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  if (workgroup > largest)
    throw new GpuError('limits', `the device has workgroups of at most ${largest} threads, not ${workgroup}`, {
      hint: 'take a smaller workgroupSize',
    });
  const most = limits.maxComputeWorkgroupsPerDimension * workgroup;
  if (n > most)
    throw new GpuError(
      'limits',
      `the device runs at most ${most} threads at once, one for each environment, not ${n}`,
      {
        hint: 'take fewer environments, or several batches',
      },
    );
}

/** What `make` makes on a device that has enough memory for it. */
export async function withinMemory<T>(device: GPUDevice, make: () => T): Promise<T> {
  device.pushErrorScope('out-of-memory');
  const made = make();
  const error = await device.popErrorScope();
  if (error === null) return made;
  throw new GpuError('limits', `the device is out of memory: ${error.message}`, {
    hint: 'take fewer environments, or a smaller nconmax and njmax',
  });
}
