import { Swarm } from '@qpos/viewer';
import type { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';

const OPACITY = 0.35;

/** The run that the present one is compared with, as a shape to see through in the picture, at the same time. */
export class GhostRun {
  /** Whether it is drawn while there is one. */
  shown = true;
  readonly #sim: Simulation;
  readonly #stage: Stage;
  #copy: Swarm | undefined;

  constructor(sim: Simulation, stage: Stage) {
    this.#sim = sim;
    this.#stage = stage;
    sim.on('loading', () => this.#end());
    sim.on('frame', () => this.#follow());
  }

  show(shown: boolean): void {
    this.shown = shown;
    this.#follow();
  }

  #end(): void {
    this.#copy?.dispose();
    this.#copy = undefined;
    this.#stage.wake();
  }

  #follow(): void {
    const { ghost, model } = this.#sim;
    const scene = this.#stage.viewer?.view.scene;
    if (ghost === undefined || !this.shown || model === undefined || scene === undefined) {
      if (this.#copy !== undefined) this.#end();
      return;
    }
    const copy = this.#copy ?? new Swarm(model, 1);
    this.#copy = copy;
    copy.fade(OPACITY);
    copy.group.name = 'ghost';
    copy.place(rowsOf(ghost, copy.geoms, 0, 3), rowsOf(ghost, copy.geoms, 3 * model.ngeom, 9));
    if (copy.group.parent !== scene) scene.add(copy.group);
  }
}

/** Rows of some geoms, of `width` numbers each, in an array that has those of all geoms from `start` on. */
function rowsOf(from: Float64Array, geoms: Int32Array, start: number, width: number): Float64Array {
  const rows = new Float64Array(width * geoms.length);
  geoms.forEach((g, k) => {
    rows.set(from.subarray(start + width * g, start + width * (g + 1)), width * k);
  });
  return rows;
}
