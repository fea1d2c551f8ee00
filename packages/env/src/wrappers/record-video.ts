import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { Wrapper } from './wrapper.ts';

/** A finished recording. */
export interface Video {
  /** `episode-3` or `step-1000`: where it begins. */
  readonly name: string;
  /** What the renderer returned, in order. */
  readonly frames: readonly unknown[];
  /** Frames per second of simulated time. */
  readonly fps: number;
}

/** What to record, and where it goes. */
export interface RecordVideoOptions {
  /** Receives each finished recording: writes a file, fills a gallery. */
  readonly save: (video: Video) => void;
  /** Whether to record the episode with this number; by default those numbered 0, 1, 8, 27, ..., then each thousandth. */
  readonly episodeTrigger?: (episode: number) => boolean;
  /** Whether to begin a recording at this step, counted over all episodes; by default none. */
  readonly stepTrigger?: (step: number) => boolean;
  /** Frames of a recording; by default it goes on to the end of the episode. */
  readonly videoLength?: number;
}

/** Cubes, then every thousandth: often while a policy changes quickly, seldom later. */
function cubicSchedule(episode: number): boolean {
  return episode < 1000 ? Math.round(Math.cbrt(episode)) ** 3 === episode : episode % 1000 === 0;
}

/**
 * Collects what the renderer of the environment draws, and hands over a recording when it is complete. A recording that is not is not
 * saved with the environment.
 *
 * @example
 * const env = new RecordVideo(await make('Hopper-v5', { renderer: () => 'a picture' }), {
 *   save: ({ name, frames, fps }) => console.log(name, frames.length, fps),
 * });
 * env.reset({ seed: 1 });
 * env.step([0, 0, 0]);
 * env.close(); // episode-0 2 125
 */
export class RecordVideo extends Wrapper {
  readonly #options: RecordVideoOptions;
  #frames: unknown[] = [];
  #name: string | undefined;
  #episode = -1;
  #step = 0;

  /**
   * @param env The environment inside, made with a renderer.
   * @param options What to record, and where it goes.
   */
  constructor(env: Env, options: RecordVideoOptions) {
    super(env);
    if (typeof options?.save !== 'function')
      throw new EnvError('bad-argument', 'RecordVideo has nowhere to put its recordings', {
        hint: 'new RecordVideo(env, { save: (video) => ... })',
      });
    this.#options = options;
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    this.#finish();
    const result = super.reset(options);
    this.#episode++;
    if ((this.#options.episodeTrigger ?? cubicSchedule)(this.#episode)) this.#begin(`episode-${this.#episode}`);
    return result;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action);
    this.#step++;
    if (this.#name !== undefined) this.#capture();
    else if (this.#options.stepTrigger?.(this.#step) === true) this.#begin(`step-${this.#step}`);
    const isOver = result.terminated || result.truncated;
    if (isOver && this.#options.videoLength === undefined) this.#finish();
    return result;
  }

  /** Ends the use of the environment; a second call does nothing. */
  override close(): void {
    this.#finish();
    super.close();
  }

  #begin(name: string): void {
    this.#name = name;
    this.#capture();
  }

  #capture(): void {
    const frame = super.render();
    if (frame === undefined)
      throw new EnvError('unsupported', 'the environment draws nothing that could be recorded', {
        hint: 'make it with a renderer: make(id, { renderer: (env) => ... })',
      });
    this.#frames.push(frame);
    if (this.#frames.length >= (this.#options.videoLength ?? Infinity)) this.#finish();
  }

  #finish(): void {
    if (this.#name === undefined) return;
    const video = { name: this.#name, frames: this.#frames, fps: this.metadata.renderFps };
    this.#name = undefined;
    this.#frames = [];
    this.#options.save(video);
  }

  protected override saveState(): Iterable<number> {
    return [this.#episode, this.#step];
  }

  protected override loadState(saved: SavedNumbers): void {
    this.#episode = saved.next();
    this.#step = saved.next();
  }
}
