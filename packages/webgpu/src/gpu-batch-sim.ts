import type { BatchValues, DeviceBatch } from '@qpos/batch';
import { ArgumentError, type Model, makeData, nameToId, pin, resetDataKeyframe } from '@qpos/core';
import { chooseCapacities, roomsOf } from './capacities.ts';
import { checkGroups, findAdapter, openDevice, withinMemory } from './device/device.ts';
import { type CompileProgress, Machine, TRANSFER_GROUP } from './device/machine.ts';
import { environmentErrors, overflows } from './environment-errors.ts';
import { GpuError } from './errors.ts';
import type { Place } from './program/addresses.ts';
import { sharedNewtonRefusal } from './program/newton.ts';
import { type GpuField, type GpuKernel, POST_CONSTRAINT } from './program/own-kernels.ts';
import { firstWords, makeProgram, type Program } from './program/program.ts';
import { unsupportedFeatures } from './refusals.ts';
import { decodeRows, encodeRows } from './save.ts';

/** How a batch on a GPU is made. */
export interface GpuBatchOptions {
  /** How many environments. */
  readonly n: number;
  /** Most contacts of an environment; from a warm-up on the processor by default. What is beyond is dropped, and reported. */
  readonly nconmax?: number;
  /** Most constraint rows of an environment; from `nconmax` and the model by default. */
  readonly njmax?: number;
  /** The adapter; the fastest there is by default. */
  readonly adapter?: GPUAdapter;
  /** The keyframe that environments start from, by name or index. */
  readonly keyframe?: string | number;
  /** Threads of a workgroup; 64 by default. Results do not depend on it. */
  readonly workgroupSize?: number;
  /**
   * What runs Newton's method for an environment: one thread, by default, or the 64 threads of a workgroup, for models of at most 60 dofs; `measured` takes
   * what is faster on this device, by sixteen steps of each. Both end within the solver's tolerance, not in the same bits.
   */
  readonly newton?: 'thread' | 'workgroup' | 'measured';
  /** Fields of your own beside those of Data, by name. They start at zero, also after a reset, and are saved with the batch. */
  readonly fields?: Readonly<Record<string, GpuField>>;
  /** Functions of your own that `run` runs on the device, by name. */
  readonly kernels?: Readonly<Record<string, GpuKernel>>;
  /** Whether the last step of each call computes `cacc`, `cfrc_int` and `cfrc_ext`, as `rnePostConstraint` does; false by default. */
  readonly postConstraint?: boolean;
  /** Called when the driver has compiled one more of the programs. */
  readonly onProgress?: CompileProgress;
  /** Stops the wait for the driver. */
  readonly signal?: AbortSignal;
}

/** Fields that can be written: inputs of a step. */
const INPUTS: ReadonlySet<string> = new Set([
  ...['ctrl', 'qfrc_applied', 'xfrc_applied', 'mocap_pos', 'mocap_quat', 'eq_active', 'qpos', 'qvel', 'act', 'time'],
  'qacc_warmstart',
]);

const DEFAULT_GROUP = 64;
const NEWTON: ReadonlySet<string> = new Set(['thread', 'workgroup', 'measured']);
/** Steps by which two ways to run the solver are compared. */
const MEASURED_STEPS = 16;

/** Programs of a model on a device. */
interface Engine {
  readonly program: Program;
  readonly machine: Machine;
  readonly newton: 'thread' | 'workgroup';
}

/** Milliseconds of some steps from the initial state, to which the environments return. */
async function milliseconds({ machine, program }: Engine): Promise<number> {
  await machine.step(1);
  const start = performance.now();
  await machine.step(MEASURED_STEPS);
  const elapsed = performance.now() - start;
  machine.transfer('restart', 0, program.words);
  return elapsed;
}

/** The one of two that is faster; the other returns its memory. */
async function faster(a: Engine, b: Engine): Promise<Engine> {
  const [chosen, other] = (await milliseconds(b)) < (await milliseconds(a)) ? [b, a] : [a, b];
  other.machine.release();
  return chosen;
}

/** The ways to run Newton's method that are asked for and can be. */
function waysToSolve(model: Model, asked: GpuBatchOptions['newton'] = 'thread'): readonly Engine['newton'][] {
  if (!NEWTON.has(asked))
    throw new ArgumentError(`newton must be 'thread', 'workgroup' or 'measured', not '${asked}'`, 'unknown-name');
  const refusal = asked === 'thread' ? undefined : sharedNewtonRefusal(model);
  if (asked === 'workgroup' && refusal !== undefined)
    throw new GpuError('unsupported', `a workgroup cannot run the solver: ${refusal}`, {
      hint: "use newton: 'thread'",
    });
  if (asked !== 'measured') return [asked];
  return refusal === undefined ? ['thread', 'workgroup'] : ['thread'];
}

function checkCount(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least || value >= 2 ** 31)
    throw new ArgumentError(`${name} must be a whole number of at least ${least}, not ${value}`);
  return value;
}

function keyframeIndex(model: Model, keyframe: string | number): number {
  const index = typeof keyframe === 'number' ? keyframe : nameToId(model, 'key', keyframe);
  if (!Number.isInteger(index) || index < 0 || index >= model.nkey)
    throw new ArgumentError(`the model has no keyframe '${keyframe}'`, 'unknown-name');
  return index;
}

/**
 * Many environments of one model on a GPU, in single precision. Steps run one after the other without reading anything back; `read` brings
 * the results. The results are the same for any number of environments, any size of workgroups and any split of the steps.
 *
 * @example
 * const sim = await GpuBatchSim.create(model, { n: 4096 });
 * await sim.write({ ctrl });
 * await sim.step(100);
 * const { states, errors } = await sim.read(['states', 'errors']);
 * await sim.close();
 */
export class GpuBatchSim implements DeviceBatch {
  readonly model: Model;
  readonly n: number;
  readonly device = 'webgpu';
  /** Numbers in a row of `states`. */
  readonly stateSize: number;
  /** Most contacts and constraint rows of an environment. */
  readonly nconmax: number;
  readonly njmax: number;
  /** What runs Newton's method for an environment. */
  readonly newton: 'thread' | 'workgroup';
  /** 1 where contacts or rows had to be dropped in the last call, as the last `read` found. */
  readonly overflow: Uint8Array;
  readonly #program: Program;
  readonly #machine: Machine;
  readonly #unpin: () => void;
  readonly #inputs: ReadonlySet<string>;
  #lost: GPUDeviceLostInfo | undefined;
  #closed = false;
  #lastRead: Int32Array | undefined;

  private constructor(
    model: Model,
    { machine, program, newton }: Engine,
    n: number,
    capacities: { nconmax: number; njmax: number },
    fields: readonly string[],
  ) {
    this.#inputs = new Set([...INPUTS, ...fields]);
    this.model = model;
    this.n = n;
    this.stateSize = model.nq + model.nv + model.na;
    this.nconmax = capacities.nconmax;
    this.njmax = capacities.njmax;
    this.newton = newton;
    this.overflow = new Uint8Array(n);
    this.#program = program;
    this.#machine = machine;
    this.#unpin = pin(model);
    void machine.device.lost.then((info) => {
      this.#lost = info;
    });
  }

  /**
   * Makes a batch: chooses capacities, has the driver compile the programs of the model, and fills the environments.
   *
   * @param model The model; what is changed in it later does not reach the batch.
   * @param options How many environments, and what else.
   * @returns The batch, when its programs are compiled.
   * @throws {GpuError} If there is no GPU, its memory does not suffice, or the model has what only the processor can do.
   * @example
   * const sim = await GpuBatchSim.create(model, { n: 1024, nconmax: 20 });
   * console.log(sim.nconmax, sim.njmax);
   * await sim.close();
   */
  static async create(model: Model, options: GpuBatchOptions): Promise<GpuBatchSim> {
    if (model?.backendName === undefined) throw new ArgumentError('a Model is needed');
    const n = checkCount('n', options?.n, 1);
    const workgroup = checkCount('workgroupSize', options.workgroupSize ?? DEFAULT_GROUP, 1);
    const missing = unsupportedFeatures(model);
    if (missing.length > 0)
      throw new GpuError('unsupported', `the model has what only the processor can do: ${missing.join(', ')}`, {
        hint: 'use BatchSim, which runs on all cores',
      });
    const { nconmax, njmax } = options;
    const capacities = chooseCapacities(model, {
      ...(nconmax !== undefined && { nconmax: checkCount('nconmax', nconmax, 0) }),
      ...(njmax !== undefined && { njmax: checkCount('njmax', njmax, 0) }),
    });
    const { rooms, capacity } = roomsOf(model, capacities);
    const ways = waysToSolve(model, options.newton);
    const programs = ways.map((newton) => {
      const own = {
        fields: options.fields ?? {},
        kernels: options.kernels ?? {},
        postConstraint: options.postConstraint === true,
      };
      return { newton, program: makeProgram(model, rooms, workgroup, own, newton === 'workgroup') };
    });
    using data = makeData(model);
    if (options.keyframe !== undefined) resetDataKeyframe(model, data, keyframeIndex(model, options.keyframe));
    const device = await openDevice(await findAdapter(options.adapter));
    try {
      const engines: Engine[] = [];
      for (const { newton, program } of programs) {
        const first = firstWords(program, data, capacity);
        const machine = await withinMemory(device, () => new Machine(device, program, n, first, workgroup));
        checkGroups(device, n, workgroup);
        checkGroups(device, n, TRANSFER_GROUP);
        if (newton === 'workgroup') checkGroups(device, n, 1);
        await machine.compile(program, options.onProgress, options.signal);
        machine.choose();
        machine.transfer('restart', 0, program.words);
        engines.push({ newton, program, machine });
      }
      const [one, other] = engines as [Engine, Engine?];
      const engine = other === undefined ? one : await faster(one, other);
      return new GpuBatchSim(model, engine, n, capacities, Object.keys(options.fields ?? {}));
    } catch (error) {
      device.destroy();
      throw error;
    }
  }

  /** The device, for programs of your own on the same data. */
  get gpuDevice(): GPUDevice {
    return this.#machine.device;
  }

  /** Bytes of each environment on the device. */
  get bytesPerEnvironment(): number {
    return 4 * this.#program.words;
  }

  /**
   * Sets states or controls of all environments, rounded to single precision.
   *
   * @param values A row for each environment.
   */
  async write(values: Partial<Pick<BatchValues, 'states' | 'ctrl'>>): Promise<void> {
    this.#check();
    const { nu } = this.model;
    const widths = { states: this.stateSize, ctrl: nu } as const;
    for (const name of ['states', 'ctrl'] as const) {
      const given = values[name];
      if (given === undefined) continue;
      this.#checkLength(name, given, widths[name]);
      const base = name === 'states' ? 0 : this.#field('ctrl').address;
      this.#scatter(Float32Array.from(given), base, widths[name]);
    }
  }

  /**
   * Advances all environments. One that failed in the call before starts over first.
   *
   * @param n How many time steps; 1 by default.
   */
  async step(n = 1): Promise<void> {
    this.#check();
    checkCount('n', n, 0);
    const { address, length } = this.#program.data.get('warning_number') as Place;
    this.#machine.transfer('begin', address, 2 * length);
    const done = this.#machine.step(n);
    if (n > 0) this.#machine.run(POST_CONSTRAINT);
    await done;
    this.#check();
  }

  /**
   * Reads values of all environments, and which of them have overflowed.
   *
   * @param names Which.
   * @returns Copies of them.
   */
  async read<K extends keyof BatchValues>(names: readonly K[]): Promise<Pick<BatchValues, K>> {
    const rows = await this.#fetch();
    const values: Record<keyof BatchValues, () => BatchValues[keyof BatchValues]> = {
      states: () => this.#numbers(rows, 0, this.stateSize),
      ctrl: () => this.#carried(rows, 'ctrl'),
      sensordata: () => this.#carried(rows, 'sensordata'),
      rewards: () => new Float64Array(this.n),
      terminated: () => Uint8Array.from(this.#errors(rows), (error) => (error === undefined ? 0 : 1)),
      truncated: () => new Uint8Array(this.n),
      errors: () => this.#errors(rows),
    };
    const unknown = names.find((name) => !(name in values));
    if (unknown !== undefined) throw new ArgumentError(`a batch has no '${unknown}'`, 'unknown-name');
    return Object.fromEntries(names.map((name) => [name, values[name]()])) as unknown as Pick<BatchValues, K>;
  }

  /**
   * Reads a field of Data of all environments, as the last step left it.
   *
   * @param name The name of the field, such as `xpos` or `contact_dist`; what no program uses is not there.
   * @returns A row for each environment; of fields that grow, as many as there is room for.
   * @example
   * const xpos = await sim.readField('xpos');
   * console.log(xpos.length === sim.n * 3 * model.nbody);
   */
  async readField(name: string): Promise<Float64Array> {
    return (await this.readFields([name]))[name] as Float64Array;
  }

  /**
   * Reads fields of Data of all environments, as the last step left them, in one transfer.
   *
   * @param names The names of the fields, as for `readField`.
   * @returns For each a row for each environment, one after the other.
   * @example
   * const { qpos, xpos } = await sim.readFields(['qpos', 'xpos']);
   * console.log(qpos.length, xpos.length);
   */
  async readFields<K extends string>(names: readonly K[]): Promise<Record<K, Float64Array>> {
    this.#check();
    const fields = names.map((name) => this.#field(name));
    const parts = await this.#machine.readParts(fields).catch((cause: unknown) => {
      this.#check();
      throw cause;
    });
    this.#check();
    const numbers = fields.map(({ element }, k) => {
      const words = parts[k] as Int32Array;
      return Float64Array.from(
        element === 'f' ? new Float32Array(words.buffer, words.byteOffset, words.length) : words,
      );
    });
    return Object.fromEntries(names.map((name, k) => [name, numbers[k]])) as Record<K, Float64Array>;
  }

  /**
   * Sets an input of the steps in all environments.
   *
   * @param name The name of the field: `ctrl`, `qfrc_applied`, `xfrc_applied`, `mocap_pos`, `qpos` and the like, or one of your own.
   * @param values A row for each environment.
   * @example
   * sim.writeField('qfrc_applied', new Float64Array(sim.n * model.nv).fill(0.1));
   */
  writeField(name: string, values: ArrayLike<number>): void {
    this.#check();
    const { element, address, length } = this.#input(name);
    this.#checkLength(name, values, length);
    this.#scatter(element === 'f' ? Float32Array.from(values) : Int32Array.from(values), address, length);
  }

  /**
   * Copies a field of Data to a buffer of yours on the same device, without reading it back: observations of a learner.
   *
   * @param name The name of the field.
   * @param buffer Receives a row of 32-bit numbers for each environment; its usage has COPY_DST.
   */
  copyToBuffer(name: string, buffer: GPUBuffer): void {
    this.#check();
    const { address, length } = this.#field(name);
    this.#machine.transfer('gather', address, length);
    this.#machine.copyRows(buffer, this.n * length, 'to');
  }

  /**
   * Copies inputs from a buffer of yours on the same device: actions of a learner.
   *
   * @param name The name of the field: `ctrl`, `qfrc_applied`, `xfrc_applied`, `mocap_pos`, `qpos` and the like, or one of your own.
   * @param buffer A row of 32-bit numbers for each environment; its usage has COPY_SRC.
   */
  copyFromBuffer(name: string, buffer: GPUBuffer): void {
    this.#check();
    const { address, length } = this.#input(name);
    this.#machine.copyRows(buffer, this.n * length, 'from');
    this.#machine.choose();
    this.#machine.transfer('scatter', address, length);
  }

  /**
   * Starts environments over, on the device, and touches no other.
   *
   * @param mask Which: one value for each environment.
   * @param states Where they start, a row for each environment, of which only those of flagged ones count; the initial state by default.
   */
  resetWhere(mask: ArrayLike<boolean | number>, states?: ArrayLike<number>): void {
    this.#check();
    if (mask?.length !== this.n)
      throw new ArgumentError(`the mask has ${mask?.length ?? 'no'} values for ${this.n} environments`);
    if (states !== undefined) this.#checkLength('states', states, this.stateSize);
    this.#machine.choose(mask);
    this.#machine.transfer('restart', 0, this.#program.carried);
    if (states === undefined) return;
    this.#machine.putRows(Float32Array.from(states));
    this.#machine.transfer('scatter', 0, this.stateSize);
  }

  /**
   * The same without the processor: which environments start over, and where, is on the device.
   *
   * @param mask A field of your own, or a buffer: one integer for each environment, 0 for those that go on.
   * @param states A field of your own, or a buffer, with rows of `stateSize` floats; the initial state by default.
   */
  resetOnDevice(mask: string | GPUBuffer, states?: string | GPUBuffer): void {
    this.#check();
    this.#choose(mask);
    if (states !== undefined) this.#gatherRows(states, this.stateSize);
    // the fields of the batch's own start over too, so that the states have to be on their way before
    this.#machine.transfer('restart', 0, this.#program.carried);
    if (states !== undefined) this.#machine.transfer('scatter', 0, this.stateSize);
  }

  /**
   * Runs a function of your own in every environment, after what was asked for before. It does not wait: `read` and `readField` do, and so does
   * `step`. Nothing has to be awaited between steps and runs, as the device keeps their order.
   *
   * @param name Its name in the option `kernels`.
   * @example
   * void sim.step(4);
   * sim.run('observe');
   * sim.copyToBuffer('observation', buffer); // of a learner on sim.gpuDevice
   */
  run(name: string): void {
    this.#check();
    if (!this.#machine.run(name)) throw new ArgumentError(`the batch has no kernel '${name}'`, 'unknown-name');
  }

  /**
   * Everything that later steps depend on, as bytes.
   *
   * @returns The bytes.
   * @example
   * const bytes = await sim.save();
   * await sim.step(10);
   * sim.load(bytes); // as if nothing had happened
   */
  async save(): Promise<Uint8Array> {
    return encodeRows(this.model, this.n, await this.#fetch());
  }

  /**
   * Brings the batch to the state that `save` stored, of this batch or of another of the same model and size.
   *
   * @param bytes What `save` returned, or `lastRead`.
   */
  load(bytes: Uint8Array): void {
    this.#check();
    const rows = decodeRows(bytes, this.model, this.n, this.#program.carried);
    this.#scatter(rows, 0, this.#program.carried);
  }

  /** What the last `read` or `save` brought, as bytes for `load`: what is left when a device is lost. Undefined before the first. */
  get lastRead(): Uint8Array | undefined {
    return this.#lastRead === undefined ? undefined : encodeRows(this.model, this.n, this.#lastRead);
  }

  /** Returns the memory of the device. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#machine.destroy();
    this.#unpin();
  }

  /** Returns the memory of the device at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #check(): void {
    if (this.#closed) throw new GpuError('closed', 'the batch was closed');
    if (this.#lost !== undefined)
      throw new GpuError('device-lost', `the device was lost: ${this.#lost.message || this.#lost.reason}`, {
        hint: 'make another batch and load `lastRead` into it, or go on with BatchSim',
      });
  }

  #checkLength(name: string, values: ArrayLike<number>, width: number): void {
    if (values.length !== this.n * width)
      throw new ArgumentError(`${name} has ${values.length} numbers, but ${this.n} x ${width} are needed`);
  }

  #field(name: string): Place {
    const place = this.#program.data.get(name.replace('.', '_'));
    if (place === undefined)
      throw new ArgumentError(
        `the programs of this model have no '${name}'`,
        'unknown-name',
        'fields have the names of Data',
      );
    return place;
  }

  #input(name: string): Place {
    if (!this.#inputs.has(name)) throw new ArgumentError(`'${name}' is no input of a step`, 'read-only');
    return this.#field(name);
  }

  /** Chooses the environments whose integer in a field or buffer is not 0. */
  #choose(mask: string | GPUBuffer): void {
    if (typeof mask !== 'string') {
      this.#machine.chooseOnDevice(mask);
      return;
    }
    this.#gatherRows(mask, 1);
    this.#machine.chooseOnDevice();
  }

  /** Gathers rows of a field, or takes those of a buffer. */
  #gatherRows(source: string | GPUBuffer, width: number): void {
    if (typeof source !== 'string') {
      this.#machine.copyRows(source, this.n * width, 'from');
      return;
    }
    const { address, length } = this.#field(source);
    if (length !== width) throw new ArgumentError(`'${source}' has ${length} numbers, but ${width} are needed`);
    this.#machine.transfer('gather', address, width);
  }

  #scatter(rows: Float32Array | Int32Array, base: number, width: number): void {
    this.#machine.putRows(rows);
    this.#machine.choose();
    this.#machine.transfer('scatter', base, width);
  }

  /** Reads what later steps depend on, of all environments. */
  async #fetch(): Promise<Int32Array> {
    this.#check();
    const { carried, data } = this.#program;
    const [rows] = await this.#machine.readParts([{ address: 0, length: carried }]).catch((cause: unknown) => {
      this.#check();
      throw cause;
    });
    this.#lastRead = rows;
    this.overflow.set(overflows(rows, this.n, carried, data));
    return rows;
  }

  #numbers(rows: Int32Array, base: number, width: number): Float64Array {
    const floats = new Float32Array(rows.buffer, rows.byteOffset, rows.length);
    const { carried } = this.#program;
    const numbers = new Float64Array(this.n * width);
    for (let e = 0; e < this.n; e++)
      for (let k = 0; k < width; k++) numbers[e * width + k] = floats[e * carried + base + k];
    return numbers;
  }

  #carried(rows: Int32Array, name: string): Float64Array {
    const { address, length } = this.#program.data.get(name) as Place;
    return this.#numbers(rows, address, length);
  }

  #errors(rows: Int32Array): BatchValues['errors'] {
    return environmentErrors(rows, this.n, this.#program.carried, this.#program.data);
  }
}
