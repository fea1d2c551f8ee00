import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { checkSettings, EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { actionBox, observationBox } from './boxes.ts';
import { OwnStream } from './own-stream.ts';
import { Wrapper } from './wrapper.ts';

/** A number of steps, or the least and the most of those from which each episode draws one. */
export type DelaySteps = number | readonly [least: number, most: number];

/** How late observations and actions are. */
export interface DelayOptions {
  /** Steps between the state and its observation. */
  readonly observation?: DelaySteps;
  /** Steps between an action and its effect; until the first arrives the actuators get `idle`. */
  readonly action?: DelaySteps;
  /** What the actuators get before the first action; zeros by default. */
  readonly idle?: ArrayLike<number>;
}

const STREAM_KEY = 0xde1a;

function checkedRange(name: string, steps: DelaySteps = 0): readonly [number, number] {
  const [least, most] = typeof steps === 'number' ? [steps, steps] : steps;
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least < 0 || most < least)
    throw new EnvError('bad-argument', `the delay of the ${name} cannot be ${String(steps)} steps`);
  return [least, most];
}

/** A line of vectors: what goes in comes out some steps later. */
class Line {
  readonly #cells: Float64Array;
  readonly #size: number;
  readonly #range: readonly [number, number];
  readonly #out: Float64Array;
  #delay = 0;
  #next = 0;

  constructor(size: number, range: readonly [number, number]) {
    this.#size = size;
    this.#range = range;
    this.#cells = new Float64Array(size * (range[1] + 1));
    this.#out = new Float64Array(size);
  }

  /** Fills the line and draws its length. */
  reset(stream: OwnStream, content: ArrayLike<number>): Float64Array {
    const [least, most] = this.#range;
    this.#delay = least === most ? least : stream.random.integers(least, most + 1);
    for (let at = 0; at < this.#cells.length; at += this.#size) this.#cells.set(content, at);
    this.#next = 0;
    this.#out.set(content);
    return this.#out;
  }

  save(): number[] {
    return [this.#delay, this.#next, ...this.#cells];
  }

  load(saved: SavedNumbers): void {
    this.#delay = saved.next();
    this.#next = saved.next();
    saved.into(this.#cells);
  }

  pass(content: ArrayLike<number>): Float64Array {
    const size = this.#size;
    const count = this.#cells.length / size;
    const from = (this.#next - this.#delay + count) % count;
    for (let k = 0; k < size; k++) this.#cells[this.#next * size + k] = content[k] as number;
    for (let k = 0; k < size; k++) this.#out[k] = this.#cells[from * size + k] as number;
    this.#next = (this.#next + 1) % count;
    return this.#out;
  }
}

/**
 * Latency: observations and actions arrive some steps late. With a range each episode has its own delay, drawn from the seed.
 *
 * @example
 * const env = new Delay(await make('HalfCheetah-v5'), { observation: 1, action: [0, 2] });
 * env.reset({ seed: 1 });
 * env.step([1, 1, 1, 1, 1, 1]);
 */
export class Delay extends Wrapper {
  readonly #stream = new OwnStream(STREAM_KEY);
  readonly #observations: Line;
  readonly #actions: Line;
  readonly #idle: ArrayLike<number>;

  /**
   * @param env The environment inside.
   * @param options How late observations and actions are.
   */
  constructor(env: Env, options: DelayOptions) {
    super(env);
    checkSettings('options', options);
    const { observation, action, idle } = options;
    const { size } = actionBox(env, 'Delay');
    this.#observations = new Line(observationBox(env, 'Delay').size, checkedRange('observation', observation));
    this.#actions = new Line(size, checkedRange('action', action));
    this.#idle = idle ?? new Float64Array(size);
    if (this.#idle.length !== size)
      throw new EnvError('bad-argument', `idle has ${this.#idle.length} numbers for ${size} actions`);
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    const result = super.reset(options);
    this.#stream.reset(options);
    this.#actions.reset(this.#stream, this.#idle);
    result.obs = this.#observations.reset(this.#stream, result.obs);
    return result;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    if (action.length !== this.#idle.length) return super.step(action); // refused there
    const result = super.step(this.#actions.pass(action));
    result.obs = this.#observations.pass(result.obs);
    return result;
  }

  protected override saveState(): Iterable<number> {
    return [...this.#stream.save(), ...this.#observations.save(), ...this.#actions.save()];
  }

  protected override loadState(saved: SavedNumbers): void {
    for (const part of [this.#stream, this.#observations, this.#actions]) part.load(saved);
  }
}
