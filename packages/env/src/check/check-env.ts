import type { Env, StepResult } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import { Box } from '../spaces/box.ts';
import { Space } from '../spaces/space.ts';
import { checkEnvironment } from '../wrappers/boxes.ts';

type AnyEnv = Env<unknown, never>;

/** What a checker expects; the message says what is wrong and how to right it. */
function expectThat(condition: boolean, message: string, hint?: string): void {
  if (!condition) throw new EnvError('bad-task', message, { hint });
}

/** A copy of anything that an environment returns, since it reuses its arrays. */
function snapshot(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (Array.isArray(value)) return value.map(snapshot);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, snapshot(part)]));
}

/** Whether two snapshots are equal, NaN included. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([key, part]) => isSame(part, (b as Record<string, unknown>)[key]));
}

const elementNames = (space: Space<unknown>, value: unknown): string => {
  if (!(space instanceof Box) || !ArrayBuffer.isView(value)) return `it should be in ${String(space)}`;
  const numbers = value as Float64Array;
  if (numbers.length !== space.size) return `it has ${numbers.length} numbers, and the space ${space.size}`;
  const k = numbers.findIndex((x, i) => !(x >= (space.low[i] as number) && x <= (space.high[i] as number)));
  return `element ${k} is ${numbers[k]}, outside of [${space.low[k]}, ${space.high[k]}]`;
};

function checkSpace(space: unknown, name: string): string[] {
  expectThat(space instanceof Space, `the environment has no ${name}`, `set env.${name} to a Box, Discrete, ...`);
  const checked = space as Space<unknown>;
  checked.seed(123);
  expectThat(checked.contains(checked.sample()), `${name} does not contain its own samples`);
  if (!(checked instanceof Box)) return [];
  const warnings: string[] = [];
  if (!checked.isBounded('below')) warnings.push(`${name} has no lower bound; that is probably too low`);
  if (!checked.isBounded('above')) warnings.push(`${name} has no upper bound; that is probably too high`);
  const isSymmetric = checked.low.every((low, k) => low === -(checked.high[k] as number) && Math.abs(low) === 1);
  if (name === 'actionSpace' && checked.isBounded() && !isSymmetric)
    warnings.push('actionSpace is not [-1, 1]; learners prefer that: see RescaleAction');
  return warnings;
}

/** The first observation of an episode, checked and copied. */
function firstObservation(env: AnyEnv, seed?: number): unknown {
  const result = env.reset(seed === undefined ? {} : { seed });
  expectThat(
    result !== null && typeof result === 'object' && 'obs' in result,
    'reset does not return { obs, info }',
    'return both, also when there is nothing to tell',
  );
  expectThat(result.info !== null && typeof result.info === 'object', 'info of reset is not an object');
  expectThat(
    env.observationSpace.contains(result.obs),
    `the observation of reset is not in the observation space: ${elementNames(env.observationSpace, result.obs)}`,
  );
  return snapshot(result.obs);
}

function checkResets(env: AnyEnv): void {
  const [first, second] = [firstObservation(env, 123), firstObservation(env)];
  const hint = 'draw random numbers only from the rng that reset is given';
  expectThat(isSame(first, firstObservation(env, 123)), 'two resets with the same seed differ', hint);
  expectThat(isSame(second, firstObservation(env)), 'the resets after two resets with the same seed differ', hint);
  firstObservation(env, 456);
  env.reset({ options: {} });
}

/** One step with a seeded action, checked and copied. */
function checkedStep(env: AnyEnv): unknown {
  const { obs, reward, terminated, truncated, info } = env.step(env.actionSpace.sample() as never) as StepResult;
  expectThat(
    env.observationSpace.contains(obs),
    `the observation of step is not in the observation space: ${elementNames(env.observationSpace, obs)}`,
  );
  expectThat(typeof reward === 'number' && Number.isFinite(reward), `the reward is ${String(reward)}`);
  expectThat(typeof terminated === 'boolean', `terminated is ${String(terminated)}, not a boolean`);
  expectThat(typeof truncated === 'boolean', `truncated is ${String(truncated)}, not a boolean`);
  expectThat(info !== null && typeof info === 'object', 'info of step is not an object');
  return snapshot({ obs, reward, terminated, truncated, info });
}

const STEPS = 50;

/** The steps of an episode, as far as it goes. */
function episode(env: AnyEnv): unknown[] {
  firstObservation(env, 123);
  env.actionSpace.seed(7);
  const steps: unknown[] = [];
  for (let k = 0; k < STEPS; k++) {
    const step = checkedStep(env) as StepResult;
    steps.push(step);
    if (step.terminated || step.truncated) break;
  }
  return steps;
}

/**
 * Tries an environment out, as Gymnasium's checker does: spaces, results of `reset` and `step`, and whether equal seeds give equal episodes.
 *
 * @param env The environment; it is closed afterwards.
 * @returns What is allowed but probably not meant. What is not allowed throws an `EnvError`.
 * @example
 * console.log(checkEnv(await make('Swimmer-v5'))); // observationSpace has no lower bound; ...
 */
export function checkEnv<Observation, Action>(env: Env<Observation, Action>): string[] {
  checkEnvironment(env as unknown as Env, 'checkEnv');
  const any = env as unknown as AnyEnv;
  const warnings = [
    ...checkSpace(env.observationSpace, 'observationSpace'),
    ...checkSpace(env.actionSpace, 'actionSpace'),
  ];
  checkResets(any);
  const hint = 'let nothing but state, action and rng decide what happens; reset all that the task keeps';
  expectThat(isSame(episode(any), episode(any)), 'two episodes with the same seed and actions differ', hint);
  env.close();
  env.close();
  return warnings;
}
