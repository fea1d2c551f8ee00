import { GpuError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { checkBytes } from './device.ts';
import { type Transfer, transfers } from './transfer.ts';

/** Steps of one submission: drivers end programs that take seconds. */
const STEPS_PER_SUBMIT = 16;
/** Threads of a workgroup that copies. */
export const TRANSFER_GROUP = 64;
const WORD = 4;

/** How far the driver has come with the programs of a model. */
export type CompileProgress = (compiled: number, total: number) => void;

/** The memory and programs of a batch on a device. */
export class Machine {
  readonly device: GPUDevice;
  readonly #n: number;
  readonly #carried: number;
  readonly #groups: number;
  readonly #data: GPUBuffer;
  readonly #rows: GPUBuffer;
  readonly #chosen: GPUBuffer;
  readonly #task: GPUBuffer;
  readonly #all: readonly GPUBuffer[];
  readonly #layouts: readonly [steps: GPUBindGroupLayout, copies: GPUBindGroupLayout];
  readonly #stepGroup: GPUBindGroup;
  readonly #transferGroup: GPUBindGroup;
  #steps: readonly { readonly pipeline: GPUComputePipeline; readonly groups: number }[] = [];
  #own: ReadonlyMap<string, GPUComputePipeline> = new Map();
  #transfers: Readonly<Record<string, GPUComputePipeline>> = {};

  constructor(device: GPUDevice, program: Program, n: number, first: Int32Array, workgroup: number) {
    this.device = device;
    this.#n = n;
    this.#carried = program.carried;
    this.#groups = Math.ceil(n / workgroup);
    const widest = Math.max(program.carried, ...[...program.data.values()].map(({ length }) => length));
    const [dataBytes, rowBytes] = [n * program.words * WORD, n * widest * WORD];
    checkBytes(device, dataBytes, `the data of ${n} environments`);
    checkBytes(device, rowBytes, `a field of ${n} environments`);
    const { STORAGE, COPY_SRC, COPY_DST, UNIFORM } = USAGE;
    const make = (size: number, usage: number): GPUBuffer => device.createBuffer({ size: Math.max(16, size), usage });
    this.#data = make(dataBytes, STORAGE);
    this.#rows = make(rowBytes, STORAGE | COPY_SRC | COPY_DST);
    this.#chosen = make(n * WORD, STORAGE | COPY_DST);
    this.#task = make(16, UNIFORM | COPY_DST);
    const model = make(program.model.byteLength, STORAGE | COPY_DST);
    const origin = make(first.byteLength, STORAGE | COPY_DST);
    const size = make(16, UNIFORM | COPY_DST);
    this.#all = [this.#data, this.#rows, this.#chosen, this.#task, model, origin, size];
    device.queue.writeBuffer(model, 0, program.model as Int32Array<ArrayBuffer>);
    device.queue.writeBuffer(origin, 0, first as Int32Array<ArrayBuffer>);
    device.queue.writeBuffer(size, 0, Int32Array.of(n));
    const steps = this.#layout(['read-only-storage', 'storage', 'uniform']);
    const copies = this.#layout(['storage', 'storage', 'read-only-storage', 'read-only-storage', 'uniform']);
    this.#stepGroup = this.#bind(steps, [model, this.#data, size]);
    this.#transferGroup = this.#bind(copies, [this.#data, this.#rows, this.#chosen, origin, this.#task]);
    this.#layouts = [steps, copies];
  }

  #layout(types: readonly GPUBufferBindingType[]): GPUBindGroupLayout {
    return this.device.createBindGroupLayout({
      entries: types.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
    });
  }

  #bind(layout: GPUBindGroupLayout, buffers: readonly GPUBuffer[]): GPUBindGroup {
    return this.device.createBindGroup({
      layout,
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** Has the driver compile everything; nothing runs before. */
  async compile(
    program: Program,
    onProgress: CompileProgress | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const [steps, copies] = this.#layouts;
    const programs = [...program.dispatches, ...program.own];
    const total = programs.length;
    let compiled = 0;
    const names = Object.keys(transfers) as Transfer[];
    const made = await Promise.all(names.map((name) => this.#pipeline(name, transfers[name], copies)));
    this.#transfers = Object.fromEntries(names.map((name, k) => [name, made[k] as GPUComputePipeline]));
    const parts = await Promise.all(
      programs.map(async ({ name, text }) => {
        const pipeline = await this.#pipeline(name, text, steps);
        signal?.throwIfAborted();
        onProgress?.(++compiled, total);
        return pipeline;
      }),
    );
    this.#steps = program.order.map((k) => ({
      pipeline: parts[k] as GPUComputePipeline,
      groups: programs[k]?.isShared === true ? this.#n : this.#groups,
    }));
    this.#own = new Map(
      program.own.map(({ name }, k) => [name, parts[program.dispatches.length + k] as GPUComputePipeline]),
    );
  }

  async #pipeline(name: string, code: string, layout: GPUBindGroupLayout): Promise<GPUComputePipeline> {
    const module = this.device.createShaderModule({ code });
    try {
      return await this.device.createComputePipelineAsync({
        layout: this.device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: 'main' },
      });
    } catch (cause) {
      const { messages } = await module.getCompilationInfo();
      const wrong = messages.find(({ type }) => type === 'error');
      const where = wrong === undefined ? '' : `, line ${wrong.lineNum}: ${wrong.message}`;
      throw new GpuError('compile', `the driver rejects the program ${name}${where}`, { cause });
    }
  }

  /** Runs one of the programs beside the step in every environment. */
  transfer(kind: Transfer, base: number, width: number): void {
    const { queue } = this.device;
    queue.writeBuffer(this.#task, 0, Int32Array.of(this.#n, base, width, this.#carried));
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#transfers[kind] as GPUComputePipeline);
    pass.setBindGroup(0, this.#transferGroup);
    pass.dispatchWorkgroups(Math.ceil(this.#n / TRANSFER_GROUP));
    pass.end();
    queue.submit([encoder.finish()]);
  }

  /** Chooses environments for the transfers that follow: all without a mask. */
  choose(mask?: ArrayLike<boolean | number>): void {
    const chosen = Int32Array.from({ length: this.#n }, (_, e) => (mask === undefined || mask[e] ? 1 : 0));
    this.device.queue.writeBuffer(this.#chosen, 0, chosen);
  }

  /** The same by words on the device: those that were gathered last, or those of a buffer. */
  chooseOnDevice(buffer?: GPUBuffer): void {
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer ?? this.#rows, 0, this.#chosen, 0, this.#n * WORD);
    this.device.queue.submit([encoder.finish()]);
  }

  /** Writes rows, to be scattered. */
  putRows(rows: Int32Array | Float32Array): void {
    this.device.queue.writeBuffer(this.#rows, 0, rows as Float32Array<ArrayBuffer>);
  }

  /** Copies rows between this and another buffer on the device. */
  copyRows(buffer: GPUBuffer, words: number, direction: 'to' | 'from'): void {
    const encoder = this.device.createCommandEncoder();
    const [source, target] = direction === 'to' ? [this.#rows, buffer] : [buffer, this.#rows];
    encoder.copyBufferToBuffer(source, 0, target, 0, words * WORD);
    this.device.queue.submit([encoder.finish()]);
  }

  /** Reads parts of the data of all environments back, in one transfer: for each its rows one after the other. */
  async readParts(parts: readonly { readonly address: number; readonly length: number }[]): Promise<Int32Array[]> {
    const sizes = parts.map(({ length }) => this.#n * length * WORD);
    const size = Math.max(
      WORD,
      sizes.reduce((sum, bytes) => sum + bytes, 0),
    );
    const staging = this.device.createBuffer({ size, usage: USAGE.MAP_READ | USAGE.COPY_DST });
    let at = 0;
    parts.forEach(({ address, length }, k) => {
      this.transfer('gather', address, length);
      const encoder = this.device.createCommandEncoder();
      encoder.copyBufferToBuffer(this.#rows, 0, staging, at, sizes[k] as number);
      this.device.queue.submit([encoder.finish()]);
      at += sizes[k] as number;
    });
    try {
      await staging.mapAsync(READ);
      const bytes = staging.getMappedRange().slice(0);
      at = 0;
      return sizes.map((part) => {
        const words = new Int32Array(bytes, at, part / WORD);
        at += part;
        return words;
      });
    } finally {
      staging.destroy();
    }
  }

  /** Runs a program beside the step; false where there is none of the name. */
  run(name: string): boolean {
    const pipeline = this.#own.get(name);
    if (pipeline === undefined) return false;
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, this.#stepGroup);
    pass.setPipeline(pipeline);
    pass.dispatchWorkgroups(this.#groups);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
    return true;
  }

  /** Runs steps and waits for them. */
  async step(n: number): Promise<void> {
    for (let done = 0; done < n; done += STEPS_PER_SUBMIT) {
      const encoder = this.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setBindGroup(0, this.#stepGroup);
      for (let k = done; k < Math.min(n, done + STEPS_PER_SUBMIT); k++)
        for (const { pipeline, groups } of this.#steps) {
          pass.setPipeline(pipeline);
          pass.dispatchWorkgroups(groups);
        }
      pass.end();
      this.device.queue.submit([encoder.finish()]);
    }
    await this.device.queue.onSubmittedWorkDone();
  }

  /** Returns the memory and leaves the device. */
  release(): void {
    for (const buffer of this.#all) buffer.destroy();
  }

  /** Returns the memory and the device. */
  destroy(): void {
    this.release();
    this.device.destroy();
  }
}

// Values of GPUBufferUsage and the like, which Node does not have as globals.
const USAGE = { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, UNIFORM: 64, STORAGE: 128 } as const;
const COMPUTE = 4;
const READ = 1;
