import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LimitedProcess } from './limited-process.ts';
import { isFailure, type Outcome } from './outcome.ts';

/** Runs single inputs of a format, one after another, in a process that is renewed after each failure. */
export class Replayer {
  readonly #worker: string;
  readonly #format: string;
  readonly #hanging: number | undefined;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fuzz-'));
  #process: LimitedProcess | undefined;

  constructor(worker: string, format: string, hanging?: number) {
    this.#worker = worker;
    this.#format = format;
    this.#hanging = hanging;
  }

  async run(bytes: Uint8Array): Promise<Outcome> {
    this.#process ??= new LimitedProcess(this.#worker, ['replay', this.#format], this.#hanging);
    const running = this.#process;
    const file = path.join(this.#folder, 'case');
    fs.writeFileSync(file, bytes);
    const outcome = await new Promise<Outcome>((resolve) => {
      running.onDone = (_, result) => resolve(result);
      running.ended.then(() => resolve({ kind: 'crash', error: 'the process ended between two cases' }));
      running.write(file);
    });
    if (isFailure(outcome)) await this.#renew();
    return outcome;
  }

  async #renew(): Promise<void> {
    this.#process?.kill();
    await this.#process?.ended;
    this.#process = undefined;
  }

  async close(): Promise<void> {
    await this.#renew();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}
