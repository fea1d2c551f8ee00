import { Emitter } from '../ui/emitter.ts';
import type { TrainCommand, TrainProgress, TrainReport } from './protocol.ts';

interface Events {
  progress: TrainProgress;
  policy: Uint8Array;
  /** Why it ended; text if it failed. */
  ended: string;
}

/** A training in a worker of its own. */
export class Training extends Emitter<Events> {
  #worker: Worker | undefined;
  /** The last policy that was trained, also after the end. */
  policy: Uint8Array | undefined;

  get running(): boolean {
    return this.#worker !== undefined;
  }

  start(task: string, steps: number, seed: number): void {
    this.#worker?.terminate();
    this.policy = undefined;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<TrainReport>) => this.#hear(event.data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end(event.message || 'The worker could not start.');
    });
    this.#worker = worker;
    this.#send({ type: 'start', task, steps, seed });
  }

  /** Ends after the update that is on. */
  stop(): void {
    this.#send({ type: 'stop' });
  }

  #send(command: TrainCommand): void {
    this.#worker?.postMessage(command);
  }

  #hear(report: TrainReport): void {
    switch (report.type) {
      case 'progress':
        this.emit('progress', report.progress);
        break;
      case 'policy':
        this.policy = report.bytes;
        this.emit('policy', report.bytes);
        break;
      case 'done':
        this.#end(report.reason === 'aborted' ? 'Stopped' : 'Done');
        break;
      case 'failed':
        this.#end(`Failed: ${report.message}`);
    }
  }

  #end(text: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.emit('ended', text);
  }
}
