import { ArgumentError } from '@qpos/core';
import { registeredTasks } from '@qpos/env';
import { loadOnnxPolicy, loadPolicy } from '@qpos/learn';

/** Chooses actions. */
export type Act = (obs: Float64Array) => ArrayLike<number>;

/** Options under which a task shows what a policy can do: without noise, delays or changed models. */
const CLEAN = { randomise: false, observation_noise: 0, latency: [0, 0] };

/** Those of them that a task has. */
export function cleanOptions(id: string): Record<string, unknown> {
  const known = registeredTasks().find((t) => t.id === id)?.options ?? {};
  return Object.fromEntries(Object.entries(CLEAN).filter(([name]) => name in known));
}

/** Whether a file begins as those in the format ONNX do, with the version of the format; safetensors have a brace after the length of their header. */
const isOnnx = (bytes: Uint8Array): boolean => bytes[0] === 0x08 && (bytes[1] ?? 0x80) < 0x80 && bytes[8] !== 0x7b;

/** The task that a policy was trained for; empty if it does not say. */
export const taskOf = (bytes: Uint8Array): string => (isOnnx(bytes) ? '' : loadPolicy(bytes).parts.task);

/** A policy of a file (of `savePolicy`, or a network in the format ONNX that the page computes by itself), if it fits these sizes. */
export async function actorOf(bytes: Uint8Array, observations: number, actions: number): Promise<Act> {
  return isOnnx(bytes) ? networkOf(bytes, observations, actions) : policyActor(bytes, observations, actions);
}

/** A policy of a file of `savePolicy`, if it fits these sizes. */
export function policyActor(bytes: Uint8Array, observations: number, actions: number): Act {
  const policy = loadPolicy(bytes);
  const [takes, gives] = [policy.observationSize, policy.parts.low.length];
  if (takes !== observations || gives !== actions)
    throw new ArgumentError(
      `the policy takes ${takes} observations and gives ${gives} actions; the task has ${observations} and ${actions}`,
      'bad-argument',
      policy.parts.task === '' ? '' : `it was trained for ${policy.parts.task}`,
    );
  return (obs) => policy.act(obs);
}

/** A network that says nothing of itself is tried. */
async function networkOf(bytes: Uint8Array, observations: number, actions: number): Promise<Act> {
  const policy = await loadOnnxPolicy(bytes);
  const act: Act = (obs) => policy.act(obs) as ArrayLike<number>;
  const gives = act(new Float64Array(observations)).length;
  if (gives !== actions) throw new ArgumentError(`the policy gives ${gives} actions; the task has ${actions}`);
  return act;
}
