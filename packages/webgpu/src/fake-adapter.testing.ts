/** What a fake device does otherwise than a device that can do everything. */
export interface FakeOptions {
  readonly limits?: Partial<Record<string, number>>;
  /** Why there is no device. */
  readonly refusal?: Error;
  /** The error of a driver that does not like a program. */
  readonly compileError?: Error;
  readonly outOfMemory?: boolean;
  readonly lost?: Promise<GPUDeviceLostInfo>;
}

const LIMITS = {
  maxStorageBufferBindingSize: 2 ** 30,
  maxBufferSize: 2 ** 30,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupsPerDimension: 65535,
};

/** An adapter whose device computes nothing: for everything around the programs. */
export function fakeAdapter(options: FakeOptions = {}): GPUAdapter {
  const limits = { ...LIMITS, ...options.limits };
  const pass = { setPipeline() {}, setBindGroup() {}, dispatchWorkgroups() {}, end() {} };
  const makeBuffer = ({ size }: { readonly size: number }) => ({
    destroy() {},
    unmap() {},
    mapAsync: async () => {},
    getMappedRange: () => new ArrayBuffer(size),
  });
  const device = {
    limits,
    lost: options.lost ?? new Promise(() => {}),
    queue: { writeBuffer() {}, submit() {}, onSubmittedWorkDone: async () => {} },
    destroy() {},
    pushErrorScope() {},
    popErrorScope: async () => (options.outOfMemory === true ? { message: 'no room' } : null),
    createBuffer: makeBuffer,
    createBindGroupLayout: () => ({}),
    createBindGroup: () => ({}),
    createPipelineLayout: () => ({}),
    createShaderModule: () => ({
      getCompilationInfo: async () => ({ messages: [{ type: 'error', lineNum: 3, message: 'no' }] }),
    }),
    createComputePipelineAsync: async () => {
      if (options.compileError !== undefined) throw options.compileError;
      return {};
    },
    createCommandEncoder: () => ({ beginComputePass: () => pass, copyBufferToBuffer() {}, finish() {} }),
  };
  const requestDevice = async () => {
    if (options.refusal !== undefined) throw options.refusal;
    return device;
  };
  return { limits, requestDevice } as unknown as GPUAdapter;
}
