import { type Data, enums, type Model } from '@qpos/core';
import { type CommandTask, type Env, make, type Task, type TaskEnv } from '@qpos/env';
import { type Act, actorOf, cleanOptions, policyActor, taskOf } from './actor.ts';

const PUSH = 0.8; // m/s

const commandOf = (task: Task): Float64Array | undefined => (task as Partial<CommandTask>).command;

/** An episode after the other of a task, driven by a policy (or standing still without one). */
export class Play {
  readonly task: string;
  readonly #env: Env;
  readonly #inner: TaskEnv;
  readonly #rest: Float64Array;
  #act: Act | undefined;
  #command: number[] | undefined;
  #obs: Float64Array;
  /** Return and steps of the current episode, episodes before it, and the return of the last one. */
  return = 0;
  steps = 0;
  episodes = 0;
  lastReturn = 0;

  private constructor(task: string, env: Env) {
    this.task = task;
    this.#env = env;
    this.#inner = env.unwrapped as unknown as TaskEnv;
    const { low, high } = this.#inner.actionSpace;
    this.#rest = Float64Array.from(low, (l, k) => Math.max(l, Math.min(high[k] ?? 0, 0)));
    if (commandOf(this.#inner.task) !== undefined) this.#command = [0.8, 0, 0];
    this.#obs = this.#begin();
  }

  /** Makes a task, or that which a policy was trained for; throws if there is none of that id, or if the policy does not fit. */
  static async of(id: string | undefined, policy: Uint8Array | undefined): Promise<Play> {
    const task = id ?? (policy === undefined ? '' : taskOf(policy));
    const play = new Play(task, await make(task, { ...cleanOptions(task), maxEpisodeSteps: 0 }));
    if (policy !== undefined) play.#act = await actorOf(policy, play.#obs.length, play.#rest.length);
    return play;
  }

  get model(): Model {
    return this.#inner.model;
  }

  get data(): Data {
    return this.#inner.data;
  }

  /** Seconds between two actions. */
  get dt(): number {
    return this.#inner.dt;
  }

  /** What the task is told to do, if it takes commands. */
  get command(): readonly number[] | undefined {
    return this.#command;
  }

  setCommand(values: readonly number[]): void {
    const command = commandOf(this.#inner.task);
    if (command === undefined) return;
    this.#command = [...values];
    command.set(values);
  }

  /** Takes another policy, if it fits the task. */
  setPolicy(bytes: Uint8Array): void {
    this.#act = policyActor(bytes, this.#obs.length, this.#rest.length);
  }

  /** Shoves the robot: to any side if it is free to go there, else along its rail. */
  push(): void {
    const { data, model } = this;
    const isFree = model.njnt > 0 && model.jnt_type[0] === enums.JointType.FREE;
    const angle = isFree ? 2 * Math.PI * Math.random() : Math.PI * Math.round(Math.random());
    if (model.nv > 0) data.qvel[0] += PUSH * Math.cos(angle);
    if (isFree) data.qvel[1] += PUSH * Math.sin(angle);
  }

  /** Begins the first episode again. */
  reset(): void {
    this.episodes = 0;
    this.lastReturn = 0;
    this.#obs = this.#begin();
  }

  /** One action; an episode that ended is followed by the next. */
  step(): void {
    const { obs, reward, terminated, truncated } = this.#env.step(this.#act?.(this.#obs) ?? this.#rest);
    this.#obs = obs;
    this.return += reward;
    this.steps++;
    if (!terminated && !truncated) return;
    this.lastReturn = this.return;
    this.episodes++;
    this.#obs = this.#begin();
  }

  #begin(): Float64Array {
    this.return = 0;
    this.steps = 0;
    return this.#env.reset({ ...(this.#command && { options: { command: this.#command } }) }).obs;
  }
}
