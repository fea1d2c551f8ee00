import { type Batch, BatchSim, type DeviceBatch, gpuRefusal } from '@qpos/batch';
import type { Model } from '@qpos/core';
import type { SwarmDevice, SwarmFacts } from './protocol.ts';

/** Rows of fields of Data: one for each environment, one after the other. */
export type FieldRows = Readonly<Record<string, ArrayLike<number>>>;

const isDevice = (batch: Batch): batch is DeviceBatch => 'readFields' in batch;

/** Many environments of a model, on a GPU or in workers, and the fields of Data that are looked at after each step. */
export class Fleet {
  readonly batch: Batch;
  readonly #names: readonly string[];
  readonly #bound: FieldRows | undefined; // the memory of a batch on the processor
  readonly #reason: string | undefined;

  private constructor(batch: Batch, names: readonly string[], reason: string | undefined) {
    this.batch = batch;
    this.#names = names;
    this.#reason = reason;
    if (batch instanceof BatchSim) this.#bound = Object.fromEntries(names.map((name) => [name, batch.bind(name)]));
  }

  /** Starts the environments; `names` are fields of Data that are not empty. */
  static async create(model: Model, n: number, device: SwarmDevice, names: readonly string[]): Promise<Fleet> {
    if (device === 'auto') await import('@qpos/webgpu');
    const batch = await BatchSim.create(model, {
      n,
      device: 'auto',
      worker: () => new Worker(new URL('./batch-worker.ts', import.meta.url), { type: 'module' }),
      ...(device === 'cpu' && { refusal: 'the processor was chosen' }),
    });
    return new Fleet(batch, names, gpuRefusal());
  }

  /** The fields as the last step left them. */
  async read(): Promise<FieldRows> {
    return isDevice(this.batch) ? this.batch.readFields(this.#names) : (this.#bound ?? {});
  }

  /** Sets an input of the steps in all environments. */
  write(name: string, rows: Float64Array): void {
    if (isDevice(this.batch)) this.batch.writeField(name, rows);
    else if (this.batch instanceof BatchSim) this.batch.bind(name).set(rows);
  }

  get facts(): Pick<SwarmFacts, 'device' | 'where' | 'reason'> {
    const { batch } = this;
    return { device: batch.device, where: placeOf(batch), reason: this.#reason };
  }
}

/** What a batch runs on, in words. */
function placeOf(batch: Batch): string {
  if (batch instanceof BatchSim) return `${batch.workers} ${batch.workers === 1 ? 'worker' : 'workers'}`;
  const { gpuDevice } = batch as { gpuDevice?: GPUDevice };
  const { description, vendor, architecture } = gpuDevice?.adapterInfo ?? {};
  return description || [vendor, architecture].filter((part) => part).join(' ') || 'unnamed adapter';
}
