import { ArgumentError, type Data, type Model } from '@qpos/core';
import { type Env, makeVec, RandomGenerator, type SyncVectorEnv, type TaskContext, type TaskEnv } from '@qpos/env';
import { type Act, actorOf, cleanOptions } from '../worker/actor.ts';
import { type Drive, Lives } from './drive.ts';
import type { FieldRows, Fleet } from './fleet.ts';

const LIFE = 15; // seconds
const ALWAYS = ['qpos', 'qvel', 'act', 'sensordata'] as const satisfies readonly (keyof Data)[];

/** One environment: its task sees Data that the fleet's are copied to. */
interface Member {
  readonly env: Env;
  readonly inner: TaskEnv;
  readonly context: { -readonly [K in keyof TaskContext]: TaskContext[K] };
  obs: Float64Array;
  readonly action: Float64Array;
}

function memberOf(env: Env): Member {
  const inner = env.unwrapped as unknown as TaskEnv;
  const { model, data, dt } = inner;
  const context = {
    model,
    data,
    dt,
    initQpos: data.qpos.slice(),
    initQvel: data.qvel.slice(),
    rng: new RandomGenerator(Math.floor(2 ** 32 * Math.random())),
    steps: 0,
    options: {},
    reward: 0,
    terminated: false,
    truncated: false,
    info: {},
  };
  const member = { env, inner, context, obs: new Float64Array(inner.observationSpace.size) };
  return { ...member, action: new Float64Array(inner.actionSpace.size) };
}

/** Why a task cannot be played on Data that only parts are copied to; undefined if it can. */
function refusalOf({ task }: TaskEnv): string | undefined {
  if (task.randomise !== undefined) return 'the task changes its model';
  if (task.reads === undefined) return 'the task does not say what it reads';
  if (task.postConstraint === true) return 'the task reads forces that a batch does not compute';
  return undefined;
}

/** The tasks of all environments, played by one policy. The physics is the fleet's; tasks act, observe and end here. */
export class TaskDrive implements Drive {
  readonly model: Model;
  readonly fields: readonly (keyof Data & string)[];
  readonly steps: number;
  restarts = 0;
  readonly #members: readonly Member[];
  readonly #lives: Lives;
  readonly #states: Float64Array;
  readonly #ctrl: Float64Array;
  readonly #over: Uint8Array;
  #act: Act;

  private constructor(members: readonly Member[], first: Member, act: Act) {
    const n = members.length;
    const { model, task, data } = first.inner;
    const { nq, nv, na, nu } = model;
    this.model = model;
    this.#members = members;
    this.#act = act;
    this.steps = task.frameSkip ?? 1;
    const wanted = new Set([...ALWAYS, ...(task.reads ?? [])]);
    this.fields = [...wanted].filter((name) => (data[name] as Float64Array).length > 0);
    this.#lives = new Lives(n, LIFE);
    this.#states = new Float64Array(n * (nq + nv + na));
    this.#ctrl = new Float64Array(n * nu);
    this.#over = new Uint8Array(n);
    this.reset();
  }

  /** Makes the environments of a task; throws if it cannot be played here, or the policy does not fit. */
  static async of(id: string, policy: Uint8Array, n: number): Promise<TaskDrive> {
    const vec = await makeVec(id, { ...cleanOptions(id), n, workers: 0, maxEpisodeSteps: 0 });
    const members = (vec as SyncVectorEnv).envs.map(memberOf);
    const [first] = members;
    if (first === undefined) throw new ArgumentError('a swarm has at least one environment');
    const refusal = refusalOf(first.inner);
    if (refusal !== undefined) throw new ArgumentError(refusal, 'unsupported');
    return new TaskDrive(members, first, await actorOf(policy, first.obs.length, first.action.length));
  }

  async setPolicy(bytes: Uint8Array): Promise<void> {
    const [first] = this.#members;
    if (first !== undefined) this.#act = await actorOf(bytes, first.obs.length, first.action.length);
  }

  reset(): void {
    this.#lives.reset();
    for (let e = 0; e < this.#members.length; e++) this.#restart(e);
    this.restarts = 0;
  }

  async before(fleet: Fleet): Promise<void> {
    const { nq, nv, na, nu, nmocap } = this.model;
    const width = nq + nv + na;
    this.#members.forEach((member, e) => {
      this.#control(member);
      const { data } = member.inner;
      this.#states.set(data.qpos, e * width);
      this.#states.set(data.qvel, e * width + nq);
      this.#states.set(data.act, e * width + nq + nv);
      this.#ctrl.set(data.ctrl, e * nu);
    });
    if (this.#over.includes(1)) fleet.batch.resetWhere(this.#over, this.#states);
    this.#over.fill(0);
    if (nmocap > 0) for (const name of ['mocap_pos', 'mocap_quat'] as const) fleet.write(name, this.#rowsOf(name));
    await fleet.batch.write({ states: this.#states, ctrl: this.#ctrl });
  }

  after(rows: FieldRows): void {
    this.#members.forEach((member, e) => {
      const { inner, context, action } = member;
      for (const name of this.fields) copyRow(inner.data[name] as Float64Array, rows[name] ?? [], e);
      context.steps++;
      context.terminated = false;
      context.truncated = false;
      inner.task.evaluate(context, action);
      inner.task.observe(context, member.obs);
      if (this.#lives.pass(e, inner.dt) || context.terminated || context.truncated) this.#restart(e);
    });
  }

  /** Turns an observation into controls. */
  #control({ inner, context, obs, action }: Member): void {
    action.set(this.#act(obs));
    if (inner.task.act === undefined) inner.data.ctrl.set(action);
    else inner.task.act(context, action);
  }

  #restart(e: number): void {
    const member = this.#members[e];
    if (member === undefined) return;
    member.obs.set(member.env.reset().obs);
    member.context.steps = 0;
    this.#lives.renew(e);
    this.#over[e] = 1;
    this.restarts++;
  }

  #rowsOf(name: 'mocap_pos' | 'mocap_quat'): Float64Array {
    const width = this.#members[0]?.inner.data[name].length ?? 0;
    const rows = new Float64Array(this.#members.length * width);
    this.#members.forEach(({ inner }, e) => {
      rows.set(inner.data[name], e * width);
    });
    return rows;
  }
}

/** Copies row `e` of a matrix with rows as long as the target. */
function copyRow(target: Float64Array, rows: ArrayLike<number>, e: number): void {
  const { length } = target;
  for (let i = 0; i < length; i++) target[i] = rows[e * length + i] ?? 0;
}
