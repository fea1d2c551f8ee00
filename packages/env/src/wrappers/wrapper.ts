import type { Env, EnvMetadata, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { checkSettings, EnvError } from '../errors.ts';
import { readSaved, writeSaved } from '../saved/container.ts';
import { SavedNumbers } from '../saved/numbers.ts';
import type { Space } from '../spaces/space.ts';
import { checkEnvironment } from './boxes.ts';

/**
 * An environment around another that passes everything on: the base class of wrappers, yours included.
 *
 * @example
 * class Halve extends Wrapper {
 *   override step(action: ArrayLike<number>) {
 *     const result = super.step(action);
 *     result.reward /= 2;
 *     return result;
 *   }
 * }
 * const env = new Halve(await make('Hopper-v5'));
 * env.reset({ seed: 1 });
 * console.log(env.step([0, 0, 0]).reward);
 */
export class Wrapper implements Env {
  /** The environment inside. */
  readonly env: Env;
  /** Where observations lie. */
  readonly observationSpace: Space<unknown>;
  /** Where actions lie. */
  readonly actionSpace: Space<unknown>;

  /**
   * @param env The environment inside.
   * @param spaces Spaces in place of its own.
   */
  constructor(env: Env, spaces: { observation?: Space<unknown>; action?: Space<unknown> } = {}) {
    checkEnvironment(env, 'a wrapper');
    checkSettings('spaces', spaces);
    this.env = env;
    this.observationSpace = spaces.observation ?? env.observationSpace;
    this.actionSpace = spaces.action ?? env.actionSpace;
  }

  /** Facts about the environment inside. */
  get metadata(): EnvMetadata {
    return this.env.metadata;
  }

  /** The environment inside all wrappers. */
  get unwrapped(): Env<unknown, unknown> {
    return this.env.unwrapped;
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  reset(options?: ResetOptions): ResetResult {
    return this.env.reset(options);
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  step(action: ArrayLike<number>): StepResult {
    return this.env.step(action);
  }

  /**
   * Draws the current state with the renderer that was given to `make`.
   *
   * @returns The picture, or undefined without a renderer.
   */
  render(): unknown {
    return this.env.render();
  }

  /**
   * All that it takes to go on from here with the same bytes, of this wrapper and of what is inside.
   *
   * @returns The bytes, for `load`.
   */
  save(): Uint8Array {
    if (this.env.save === undefined) throw this.#unsaved();
    return writeSaved('wrapper', {}, [this.env.save(), Float64Array.from(this.saveState())]);
  }

  /**
   * Goes on from what was saved, in this process or another.
   *
   * @param bytes What `save` of an environment that was made in the same way returned.
   */
  load(bytes: Uint8Array): void {
    const [inside, own] = readSaved(bytes, 'wrapper').parts;
    if (this.env.load === undefined) throw this.#unsaved();
    const numbers = new SavedNumbers(own);
    this.loadState(numbers);
    numbers.end();
    this.env.load(inside as Uint8Array);
  }

  /**
   * What this wrapper remembers from step to step, as numbers; none by default.
   *
   * @returns The numbers, which `loadState` takes back.
   */
  protected saveState(): Iterable<number> {
    return [];
  }

  /**
   * Takes back what `saveState` returned.
   *
   * @param _saved The numbers; all of them are to be read.
   */
  protected loadState(_saved: SavedNumbers): void {}

  #unsaved(): EnvError {
    return new EnvError('unsupported', 'the environment inside of the wrapper cannot be saved', {
      hint: 'give it save and load',
    });
  }

  /** Ends the use of the environment; a second call does nothing. */
  close(): void {
    this.env.close();
  }
}
