import { restoreModel } from '@qpos/core';
import { partsPlugins } from '@qpos/parts';
import type { Drive } from './drive.ts';
import { type FieldRows, Fleet } from './fleet.ts';
import { cellsAround } from './grid.ts';
import type { SwarmFacts, SwarmNumbers, SwarmOrder } from './protocol.ts';
import { RandomDrive } from './random-drive.ts';
import type { TaskDrive } from './task-drive.ts';

const POSES = ['geom_xpos', 'geom_xmat'] as const;
const LAG = 0.1; // seconds that are made up for after a hitch
const SMOOTH = 0.1; // of a running mean

/** A swarm that runs: physics, what drives it, and where its geoms are. */
export class SwarmRun {
  readonly facts: SwarmFacts;
  running: boolean;
  speed: number;
  spacing: number;
  readonly #fleet: Fleet;
  readonly #drive: Drive;
  readonly #n: number;
  readonly #geoms: Int32Array;
  readonly #cells: Int32Array;
  #rows: FieldRows = {};
  #last = performance.now();
  #owed = 0;
  #rate = 0;
  #realtime = 0;

  private constructor(order: SwarmOrder, fleet: Fleet, drive: Drive, driveReason: string | undefined) {
    this.#fleet = fleet;
    this.#drive = drive;
    this.#n = order.n;
    this.running = order.running;
    this.speed = order.speed;
    this.spacing = order.spacing;
    this.#geoms = order.geoms;
    this.#cells = cellsAround(order.n);
    this.facts = { ...fleet.facts, drive: drive instanceof RandomDrive ? 'random' : 'policy', driveReason };
  }

  /** Starts a swarm; where the policy cannot drive it, random controls do. */
  static async start(order: SwarmOrder): Promise<SwarmRun> {
    const { n, task, policy } = order;
    let drive: Drive | undefined;
    let reason: string | undefined;
    if (order.drive === 'policy' && task !== undefined && policy !== undefined)
      try {
        drive = await (await import('./task-drive.ts')).TaskDrive.of(task, policy, n);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    drive ??= new RandomDrive(restoreModel(order.model, partsPlugins), n);
    const fields = [...new Set([...POSES, ...drive.fields])];
    const fleet = await Fleet.create(drive.model, n, order.device, fields);
    const run = new SwarmRun(order, fleet, drive, reason);
    await run.#step(); // so that there is something to be seen
    return run;
  }

  /** Another policy of the same task, if one drives. */
  async setPolicy(bytes: Uint8Array): Promise<void> {
    if ('setPolicy' in this.#drive) await (this.#drive as TaskDrive).setPolicy(bytes);
  }

  async reset(): Promise<void> {
    this.#drive.reset();
    await this.#step();
  }

  /** Makes up for the time since the last call by one action at most; false if there was nothing to do. */
  async advance(): Promise<boolean> {
    const now = performance.now();
    const elapsed = 0.001 * (now - this.#last);
    const dt = this.#drive.steps * this.#drive.model.opt.timestep;
    if (!this.running) {
      this.#last = now;
      this.#realtime = 0;
      return false;
    }
    if (this.#owed + elapsed * this.speed < dt) return false;
    this.#last = now;
    this.#owed = Math.min(this.#owed + elapsed * this.speed, Math.max(dt, LAG * this.speed)) - dt;
    await this.#step();
    const spent = 0.001 * (performance.now() - now);
    this.#rate += SMOOTH * ((this.#n * this.#drive.steps) / Math.max(spent, 1e-4) - this.#rate);
    this.#realtime += SMOOTH * (dt / Math.max(elapsed, dt / this.speed, spent) - this.#realtime);
    return true;
  }

  async #step(): Promise<void> {
    await this.#drive.before(this.#fleet);
    await this.#fleet.batch.step(this.#drive.steps);
    this.#rows = await this.#fleet.read();
    this.#drive.after(this.#rows);
  }

  get numbers(): SwarmNumbers {
    return { stepsPerSecond: this.#rate, realtime: this.#realtime, restarts: this.#drive.restarts };
  }

  /** Writes where all geoms are, each environment in its cell, into a buffer that was given back or a new one. */
  poses(buffer: ArrayBuffer | undefined): ArrayBuffer {
    const count = this.#n * this.#geoms.length;
    const bytes = 8 * 12 * count;
    const target = buffer?.byteLength === bytes ? buffer : new ArrayBuffer(bytes);
    const pos = new Float64Array(target, 0, 3 * count);
    const mat = new Float64Array(target, 8 * 3 * count, 9 * count);
    const { geom_xpos: from = [], geom_xmat: turns = [] } = this.#rows;
    const { ngeom } = this.#drive.model;
    for (let i = 0; i < count; i++) {
      const e = Math.floor(i / this.#geoms.length);
      const g = e * ngeom + (this.#geoms[i % this.#geoms.length] ?? 0);
      pos[3 * i] = (from[3 * g] ?? 0) + this.spacing * (this.#cells[2 * e] ?? 0);
      pos[3 * i + 1] = (from[3 * g + 1] ?? 0) + this.spacing * (this.#cells[2 * e + 1] ?? 0);
      pos[3 * i + 2] = from[3 * g + 2] ?? 0;
      for (let k = 0; k < 9; k++) mat[9 * i + k] = turns[9 * g + k] ?? 0;
    }
    return target;
  }
}
