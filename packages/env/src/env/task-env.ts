import { RandomGenerator } from '@qpos/batch';
import {
  cloneModel,
  type Data,
  enums,
  forward,
  type Model,
  makeData,
  resetData,
  rnePostConstraint,
  step,
} from '@qpos/core';
import { checkSettings, EnvError } from '../errors.ts';
import { readSaved, refuseSaved, writeSaved } from '../saved/container.ts';
import { randomNumbers, SavedNumbers } from '../saved/numbers.ts';
import { Box, isNumeric } from '../spaces/box.ts';
import { anySeed, checkSeed } from '../spaces/space.ts';
import type { Env, EnvMetadata, Info, Renderer, ResetOptions, ResetResult, StepResult } from './env.ts';
import { loadPhysics, savePhysics } from './physics-state.ts';
import { RandomisedFields } from './randomised-fields.ts';
import type { Task, TaskContext } from './task.ts';

/** How an environment is made of a task. */
export interface TaskEnvOptions {
  /** A compiled model to use in place of the task's own. */
  readonly model?: Model;
  /** The id of the task. */
  readonly id?: string;
  /** Draws pictures for `render`. */
  readonly renderer?: Renderer;
}

const REQUIRED = ['model', 'reset', 'observe', 'evaluate'] as const;

/** Refuses what is no task. */
export function checkTask(task: Task, name: string): Task {
  const missing = REQUIRED.filter(
    (member) => typeof (task as unknown as Record<string, unknown>)?.[member] !== 'function',
  );
  if (missing.length > 0)
    throw new EnvError('bad-task', `${name} has no function ${missing.join(', ')}`, {
      hint: `a task has ${REQUIRED.join(', ')}`,
    });
  const { frameSkip = 1 } = task;
  if (!Number.isSafeInteger(frameSkip) || frameSkip < 1)
    throw new EnvError('bad-task', `${name} has a frame skip of ${frameSkip}`, { hint: 'whole numbers from 1 on' });
  return task;
}

function observationSpace({ observation }: Task, model: Model): Box {
  const given = typeof observation === 'function' ? observation(model) : (observation ?? model.nq + model.nv);
  return typeof given === 'number' ? new Box(-Infinity, Infinity, [given], 'float64') : given;
}

/** One action per actuator: in its control range if it has one, else unbounded. */
function controlSpace(model: Model): Box {
  const end = (side: 0 | 1): Float64Array =>
    Float64Array.from({ length: model.nu }, (_, k) =>
      model.actuator_ctrllimited[k]
        ? (model.actuator_ctrlrange[2 * k + side] as number)
        : side === 0
          ? -Infinity
          : Infinity,
    );
  return new Box(end(0), end(1), [model.nu]);
}

/** Warnings after which the engine has started over from the initial state. */
const RESTARTS = [enums.Warning.BADQPOS, enums.Warning.BADQVEL, enums.Warning.BADQACC] as const;

class Context implements TaskContext {
  readonly model: Model;
  readonly data: Data;
  readonly dt: number;
  readonly initQpos: Float64Array;
  readonly initQvel: Float64Array;
  rng: RandomGenerator;
  steps = 0;
  options: Readonly<Record<string, unknown>> = {};
  reward = 0;
  terminated = false;
  truncated = false;
  info: Info = {};

  constructor(model: Model, frameSkip: number, rng: RandomGenerator) {
    this.model = model;
    this.data = makeData(model);
    this.dt = model.opt.timestep * frameSkip;
    this.initQpos = this.data.qpos.slice();
    this.initQvel = this.data.qvel.slice();
    this.rng = rng;
  }
}

/**
 * The environment of a task, without wrappers. A step allocates nothing: results are one object that each call overwrites.
 *
 * @example
 * const env = new TaskEnv({
 *   model: () => loadModel('<mujoco><worldbody><body><joint/><geom size=".1" pos="1 0 0"/></body></worldbody></mujoco>'),
 *   reset(ctx, rng) {
 *     ctx.data.qpos[0] = rng.uniform(-1, 1);
 *   },
 *   observe(ctx, out) {
 *     out.set(ctx.data.qpos);
 *     out.set(ctx.data.qvel, 1);
 *   },
 *   evaluate(ctx) {
 *     ctx.reward = -Math.abs(ctx.data.qpos[0] ?? 0);
 *   },
 * });
 * console.log(env.reset({ seed: 1 }).obs, env.step([]).reward);
 */
export class TaskEnv implements Env {
  /** The task. */
  readonly task: Task;
  /** Where observations lie. */
  readonly observationSpace: Box;
  /** Where actions lie. */
  readonly actionSpace: Box;
  /** Facts about the environment. */
  readonly metadata: EnvMetadata;
  readonly #frameSkip: number;
  readonly #context: Context;
  readonly #randomised: RandomisedFields;
  readonly #renderer: Renderer | undefined;
  readonly #obs: Float64Array;
  readonly #action: Float64Array;
  readonly #resetResult: ResetResult;
  readonly #stepResult: StepResult;
  #isReset = false;
  #isFresh = false;
  #isPrepared = false;
  #isClosed = false;

  /**
   * @param task The task.
   * @param options A compiled model, a name, a renderer.
   */
  constructor(task: Task, options: TaskEnvOptions = {}) {
    checkSettings('options', options);
    this.task = checkTask(task, options.id ?? 'the task');
    this.#frameSkip = task.frameSkip ?? 1;
    const shared = options.model ?? task.model();
    const model = task.randomise === undefined || options.model === undefined ? shared : cloneModel(shared);
    this.#randomised = new RandomisedFields(task, model, options.id ?? 'the task');
    this.#context = new Context(model, this.#frameSkip, new RandomGenerator(anySeed()));
    this.observationSpace = observationSpace(task, model);
    this.actionSpace = (typeof task.action === 'function' ? task.action(model) : task.action) ?? controlSpace(model);
    if (task.act === undefined && this.actionSpace.size !== model.nu)
      throw new EnvError('bad-task', `${this.actionSpace.size} actions do not fit ${model.nu} actuators`, {
        hint: 'give the task a function act that turns actions into controls',
      });
    this.#renderer = options.renderer;
    this.metadata = {
      ...(options.id !== undefined && { id: options.id }),
      renderFps: Math.round(1 / this.#context.dt),
    };
    this.#obs = new Float64Array(this.observationSpace.size);
    this.#action = new Float64Array(this.actionSpace.size);
    this.#resetResult = { obs: this.#obs, info: {} };
    this.#stepResult = { obs: this.#obs, reward: 0, terminated: false, truncated: false, info: {} };
  }

  /** This environment. */
  get unwrapped(): TaskEnv {
    return this;
  }

  /** The model. */
  get model(): Model {
    return this.#context.model;
  }

  /** The state, and everything computed from it. */
  get data(): Data {
    return this.#context.data;
  }

  /** @internal Time steps per action. */
  get frameSkip(): number {
    return this.#frameSkip;
  }

  /** Seconds between two actions. */
  get dt(): number {
    return this.#context.dt;
  }

  /** The random numbers of the environment: save them with the state to go on from both later. */
  get random(): RandomGenerator {
    return this.#context.rng;
  }
  set random(generator: RandomGenerator) {
    this.#context.rng = generator;
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  reset({ seed, options = {} }: ResetOptions = {}): ResetResult {
    this.#checkOpen();
    const ctx = this.#context;
    if (seed !== undefined) ctx.rng = new RandomGenerator(checkSeed(seed));
    ctx.options = options;
    ctx.steps = 0;
    ctx.info = this.#resetResult.info;
    ctx.terminated = false;
    ctx.truncated = false;
    this.#randomise(ctx);
    resetData(ctx.model, ctx.data);
    this.task.reset(ctx, ctx.rng);
    forward(ctx.model, ctx.data);
    this.task.observe(ctx, this.#obs);
    this.#isReset = true;
    this.#isFresh = true;
    this.#isPrepared = false;
    this.#resetResult.obs = this.#obs; // a wrapper may have put its own there
    return this.#resetResult;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  step(action: ArrayLike<number>): StepResult {
    const ctx = this.#context;
    const { task } = this;
    const result = this.#stepResult;
    if (!this.#isPrepared) {
      this.prepare(action);
      step(ctx.model, ctx.data, this.#frameSkip);
      if (task.postConstraint === true) rnePostConstraint(ctx.model, ctx.data);
    }
    this.#isPrepared = false;
    ctx.steps++;
    task.evaluate(ctx, this.#action);
    task.observe(ctx, this.#obs);
    const unstable = this.#hasRestarted();
    if (unstable) ctx.terminated = true;
    if (unstable || ctx.info['unstable'] !== undefined) ctx.info['unstable'] = unstable ? 1 : undefined;
    result.obs = this.#obs; // a wrapper may have put its own there
    result.reward = ctx.reward;
    result.terminated = ctx.terminated;
    result.truncated = ctx.truncated;
    return result;
  }

  /** @internal Turns an action into controls and leaves the physics to others: the next `step` takes Data as it finds them. */
  prepare(action: ArrayLike<number>): void {
    this.#checkOpen();
    if (!this.#isReset) throw new EnvError('not-reset', 'step before the first reset', { hint: 'call env.reset()' });
    this.#takeAction(action);
    const ctx = this.#context;
    ctx.info = this.#stepResult.info;
    ctx.terminated = false;
    ctx.truncated = false;
    if (this.task.act === undefined) ctx.data.ctrl.set(this.#action);
    else this.task.act(ctx, this.#action);
    this.#isPrepared = true;
  }

  /** @internal Whether there was a reset since the last call. */
  takeFresh(): boolean {
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    return isFresh;
  }

  /**
   * Draws the current state with the renderer that was given to `make`.
   *
   * @returns The picture, or undefined without a renderer.
   */
  render(): unknown {
    this.#checkOpen();
    return this.#renderer?.(this);
  }

  /**
   * All that it takes to go on from here with the same bytes: physics, episode, random numbers, the state of the task, the randomised model.
   * Contacts and constraint rows are computed again by the next step.
   *
   * @returns The bytes, for `load`.
   */
  save(): Uint8Array {
    this.#checkOpen();
    const { model, data, rng, steps, options } = this.#context;
    const own = [...(this.task.state ?? []), ...this.#randomised.arrays];
    return writeSaved('task', { id: this.metadata.id, steps, options, isReset: this.#isReset }, [
      Float64Array.from(randomNumbers(rng)),
      Float64Array.from(own.flatMap((array) => [...array])),
      savePhysics(model, data),
    ]);
  }

  /**
   * Goes on from what was saved, in this process or another.
   *
   * @param bytes What `save` of an environment of the same task with the same options returned.
   */
  load(bytes: Uint8Array): void {
    this.#checkOpen();
    const { facts, parts } = readSaved(bytes, 'task');
    const { id } = this.metadata;
    if (facts['id'] !== id)
      throw refuseSaved(`the saved environment is of ${String(facts['id'])}, not of ${String(id)}`);
    const ctx = this.#context;
    const [random, own, physics] = [0, 1, 2].map((k) => new SavedNumbers(parts[k])) as [
      SavedNumbers,
      SavedNumbers,
      SavedNumbers,
    ];
    ctx.rng = random.random();
    for (const array of this.task.state ?? []) own.into(array);
    for (const array of this.#randomised.arrays) own.into(array as Float64Array);
    own.end();
    this.#randomised.settle(ctx.data);
    loadPhysics(ctx.model, ctx.data, physics);
    physics.end();
    ctx.steps = facts['steps'] as number;
    ctx.options = facts['options'] as Record<string, unknown>;
    this.#isReset = facts['isReset'] === true;
    this.#isPrepared = false;
  }

  /** Ends the use of the environment; a second call does nothing. */
  close(): void {
    this.#isClosed = true;
  }

  #randomise(ctx: Context): void {
    if (this.task.randomise === undefined) return;
    this.#randomised.restore();
    this.task.randomise(ctx, ctx.rng);
    this.#randomised.settle(ctx.data);
  }

  /** Whether the state became NaN or too large in this step, so that the engine has started over; its counters are cleared at resets. */
  #hasRestarted(): boolean {
    const { number } = this.#context.data.warning;
    for (let k = 0; k < RESTARTS.length; k++) if ((number[RESTARTS[k] as number] as number) > 0) return true;
    return false;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new EnvError('closed', 'the environment was closed', { hint: 'make another' });
  }

  /** Copies an action, so that tasks always see the same kind of array. */
  #takeAction(action: ArrayLike<number>): void {
    const { size } = this.actionSpace;
    if (!isNumeric(action))
      throw new EnvError('bad-action', `an action is an array of ${size} numbers, not ${typeof action}`);
    if (action.length !== size)
      throw new EnvError('bad-action', `an action has ${size} numbers, not ${action.length}`, {
        hint: `the action space is ${String(this.actionSpace)}`,
      });
    const taken = this.#action;
    for (let k = 0; k < size; k++) taken[k] = action[k] as number;
    for (let k = 0; k < size; k++)
      if (Number.isNaN(taken[k] as number)) throw new EnvError('bad-action', `action[${k}] is NaN`);
  }
}
