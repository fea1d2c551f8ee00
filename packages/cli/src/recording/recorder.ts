import type { Data, Model } from 'qpos';
import { columnsOf, type Origin } from './recording.ts';
import { openRecording, type RecordingWriter } from './write.ts';

const CHUNK_NUMBERS = 1 << 17;

/** Takes rows from a running simulation and hands them to a writer in chunks. */
export class Recorder {
  readonly #writer: RecordingWriter;
  readonly #chunk: Float64Array;
  readonly #capacity: number;
  readonly #width: number;
  readonly #sensorWidth: number;
  #count = 0;
  #rows = 0;

  constructor(file: string, model: Model, origin: Origin) {
    const columns = columnsOf(model);
    this.#width = columns.reduce((n, c) => n + c.width, 0);
    this.#sensorWidth = columns.find((c) => c.name === 'sensordata')?.width ?? 0;
    this.#capacity = Math.max(1, Math.floor(CHUNK_NUMBERS / this.#width));
    this.#chunk = new Float64Array(this.#capacity * this.#width);
    this.#writer = openRecording(file, columns, origin);
  }

  /** Rows taken so far. */
  get rows(): number {
    return this.#rows;
  }

  /** True when the chunk must be flushed before the next row. */
  get full(): boolean {
    return this.#count === this.#capacity;
  }

  /** Takes state and control, before the step that they enter. */
  before(data: Data): void {
    let at = this.#count * this.#width;
    this.#chunk[at++] = data.time;
    for (const part of [data.qpos, data.qvel, data.act, data.ctrl]) {
      this.#chunk.set(part, at);
      at += part.length;
    }
  }

  /** Takes the sensors, which a step computes from the state before it, and ends the row. */
  after(data: Data): void {
    this.#count++;
    this.#rows++;
    this.#chunk.set(data.sensordata, this.#count * this.#width - this.#sensorWidth);
  }

  async flush(): Promise<void> {
    await this.#writer.add(this.#chunk, this.#count);
    this.#count = 0;
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#writer.finish();
  }

  discard(): void {
    this.#writer.discard();
  }
}
