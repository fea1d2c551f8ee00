import { type Data, forward, type Model, makeData, resetData, resetDataKeyframe, step } from '@qpos/core';
import { fetchModel, loadModel } from '@qpos/spec';
import { ElementError } from './errors.ts';

/** Something that moves: a model by itself, or by a policy. */
export interface Scene {
  readonly model: Model;
  readonly data: Data;
  /** Lets a little time pass. */
  advance(): void;
  /** Starts over. */
  reset(): void;
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new ElementError('not-found', `${address} cannot be fetched: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The model at an address, with the files that it names. */
export async function fetchScene(address: string): Promise<Model> {
  const { href } = new URL(address, document.baseURI);
  const cut = href.lastIndexOf('/');
  const { file, files } = await fetchModel(href.slice(0, cut), href.slice(cut + 1));
  return loadModel(files[file] ?? '', { file, files });
}

/** A model that nothing moves but gravity and the controls of its keyframe. */
export function passiveScene(model: Model, keyframe: string): Scene {
  const data = makeData(model);
  const reset = (): void => {
    if (keyframe === '') resetData(model, data);
    else resetDataKeyframe(model, data, model.key(keyframe).id);
    forward(model, data);
  };
  reset();
  return { model, data, advance: () => step(model, data), reset };
}

/**
 * A policy in its own task, episode after episode. A model of its own may take the looks of the task's: it has the same joints in the same
 * order, and shows the state of the task.
 */
export async function policyScene(address: string, looks: Model | undefined): Promise<Scene> {
  const [{ make }, { loadPolicy }] = await Promise.all([import('@qpos/env'), import('@qpos/learn')]);
  const policy = loadPolicy(await fetchBytes(address));
  const env = await make(policy.parts.task);
  const { model, data } = env.unwrapped as unknown as { readonly model: Model; readonly data: Data };
  if (looks !== undefined && (looks.nq !== model.nq || looks.nv !== model.nv))
    throw new ElementError('wrong-model', `the model has ${looks.nq} positions, the task of the policy ${model.nq}`, {
      hint: `leave out src to see the model of ${policy.parts.task}`,
    });
  let { obs } = env.reset({ seed: 1 });
  const shown = looks === undefined ? data : makeData(looks);
  const show = (): void => {
    if (looks === undefined) return;
    shown.qpos.set(data.qpos);
    shown.qvel.set(data.qvel);
    forward(looks, shown);
    shown.time = data.time;
  };
  const reset = (): void => {
    obs = env.reset().obs;
    show();
  };
  const advance = (): void => {
    const result = env.step(policy.act(obs));
    obs = result.obs;
    if (result.terminated || result.truncated) obs = env.reset().obs;
    show();
  };
  show();
  return { model: looks ?? model, data: shown, advance, reset };
}
