// Worker processes of the test, and their deaths.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./worker.mjs', import.meta.url));
const JOBS = new URL('../../../packages/cluster/src/testing/jobs.js', import.meta.url).href;

/** Some worker processes with the same options. */
export class Workers {
  #alive = new Set();
  /** Those that start. */
  #starting = new Set();

  constructor(folder, options) {
    this.folder = folder;
    this.options = { jobs: [JOBS], concurrency: 1, stallSeconds: 1.5, stalls: 50, ...options };
    this.kills = 0;
  }

  /** Starts one; kept when it works. */
  start(more = {}) {
    const options = JSON.stringify({ ...this.options, ...more });
    const child = spawn(process.execPath, [PROGRAM, options], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#alive.add(child);
    child.once('exit', () => this.#alive.delete(child));
    return new Promise((resolve, reject) => {
      child.stdout.once('data', () => resolve(child));
      child.once('exit', (code) => reject(new Error(`a worker ended with ${code} at its start`)));
    });
  }

  async startMany(count) {
    await Promise.all(Array.from({ length: count }, () => this.start()));
  }

  /** Kills one of them at once, and has another start in its place. */
  killOne(random) {
    const all = [...this.#alive];
    const victim = all[Math.floor(random() * all.length)];
    this.kills++;
    victim?.kill('SIGKILL');
    const next = this.start()
      .catch(() => undefined) // it may be killed while it starts
      .finally(() => this.#starting.delete(next));
    this.#starting.add(next);
  }

  /** Kills one after another, `count` in all, with pauses of up to `most` milliseconds. */
  async haunt(count, most, random) {
    for (let k = 0; k < count; k++) {
      await sleep(most * random());
      this.killOne(random);
    }
  }

  /** Waits for those that start. */
  async ready() {
    await Promise.all(this.#starting);
  }

  async stop() {
    await Promise.all(
      [...this.#alive].map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        return ended;
      }),
    );
  }
}

/** A random number from 0 to 1, the same sequence for each seed. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export { JOBS };
