import { type Data, loadModel, type Model, makeData, saveModel, step } from 'qpos';
import { FieldHash } from '../../determinism/field-hash.ts';

/** What a case wrote to that does not belong to it. */
export class NeighbourError extends Error {
  static override readonly name = 'NeighbourError';
}

/** A Model and Data that no case knows of: whatever a case does, they must stay as they are. */
export class Neighbour {
  readonly #model: Model;
  readonly #data: Data;
  readonly #hash: string;

  constructor() {
    this.#model = loadModel(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`);
    this.#data = makeData(this.#model);
    step(this.#model, this.#data, 10);
    this.#hash = this.#now();
  }

  #now(): string {
    const { qpos, qvel, qacc, xpos, contact } = this.#data;
    const hash = new FieldHash().array(saveModel(this.#model));
    for (const array of [qpos, qvel, qacc, xpos, contact.dist, contact.frame]) hash.array(array as Float64Array);
    return hash.digest();
  }

  /** Throws if anything was written to it. */
  check(): void {
    if (this.#now() !== this.#hash) throw new NeighbourError('another Model or Data was written to');
  }
}
