import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { MAX_SECONDS, type Outcome } from './outcome.ts';

/** Processor time after which a case that does not end is ended: the worker itself measures those that do. */
const HANGING = MAX_SECONDS + 2;
/** The same by the clock, where a system does not tell processor time. */
const PATIENCE = 60;
const LOOK = 200; // ms
const TICKS = 100; // clock ticks of Linux in a second

/** A line of the worker. */
interface Message {
  readonly at?: number;
  readonly done?: number;
  readonly outcome?: Outcome;
}

/** Seconds of processor time of a process; by the clock where the system has no /proc. */
function processorTime(pid: number): number {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return (performance.now() / 1000) * (HANGING / PATIENCE);
  }
}

/** A worker that is ended when a case takes too long. */
export class LimitedProcess {
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;
  readonly #hanging: number;
  /** The case that is on. */
  #at: number | undefined;
  #since = 0;
  #isHanging = false;
  /** Called after each case, with its number. */
  onDone: (index: number, outcome: Outcome) => void = () => {};
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  constructor(worker: string, args: readonly string[], hanging = HANGING) {
    this.#hanging = hanging;
    const flags = ['--expose-gc', '--enable-source-maps', '--max-old-space-size=2048'];
    this.#child = spawn(process.execPath, [...flags, worker, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdin?.on('error', () => {}); // it may end before it has read everything
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => this.#take(JSON.parse(line)));
    const closed = new Promise<void>((resolve) => lines.once('close', resolve));
    const exited = new Promise<string>((resolve) =>
      this.#child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)),
    );
    this.ended = Promise.all([exited, closed]).then(([how]) => this.#end(how));
    this.#watch = setInterval(() => this.#look(), LOOK);
  }

  /** Gives the worker a line. */
  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #take({ at, done, outcome }: Message): void {
    this.#at = at;
    this.#since = processorTime(this.#child.pid ?? 0);
    if (done !== undefined && outcome !== undefined) this.onDone(done, outcome);
  }

  #look(): void {
    if (this.#at === undefined || processorTime(this.#child.pid ?? 0) - this.#since < this.#hanging) return;
    this.#isHanging = true;
    this.kill();
  }

  #end(how: string): void {
    clearInterval(this.#watch);
    if (this.#at === undefined) return;
    const index = this.#at;
    this.#at = undefined;
    if (this.#isHanging) this.onDone(index, { kind: 'time', error: `more than ${this.#hanging} s of processor time` });
    else this.onDone(index, { kind: 'crash', error: `the process ended with ${how}` });
  }
}
