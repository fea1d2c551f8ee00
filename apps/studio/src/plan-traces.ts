import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import type { PlanReport } from './protocol.ts';
import type { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';

const COLOUR = 0xf2a03d;

/** Where the candidates of the latest plan would have gone, as lines in the picture. */
export class PlanTraces {
  /** How many lines are shown. */
  count = 0;
  readonly #stage: Stage;
  readonly #lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: COLOUR, transparent: true, opacity: 0.5 }),
  );

  constructor(sim: Simulation, stage: Stage) {
    this.#stage = stage;
    this.#lines.frustumCulled = false;
    this.#lines.name = 'plan';
    sim.on('loaded', () => this.#clear());
    sim.on('planned', (plan) => this.#show(plan));
  }

  #clear(): void {
    this.count = 0;
    this.#lines.removeFromParent();
  }

  #show({ traces, points }: PlanReport): void {
    const scene = this.#stage.viewer?.view.scene;
    if (scene === undefined || points < 2) return;
    if (this.#lines.parent !== scene) scene.add(this.#lines);
    this.count = traces.length / (3 * points);
    const segments = new Float32Array(this.count * (points - 1) * 6);
    for (let c = 0, at = 0; c < this.count; c++)
      for (let k = 0; k < points - 1; k++, at += 6)
        segments.set(traces.subarray(3 * (c * points + k), 3 * (c * points + k + 2)), at);
    this.#lines.geometry.dispose();
    this.#lines.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(segments, 3));
    this.#stage.wake();
  }
}
