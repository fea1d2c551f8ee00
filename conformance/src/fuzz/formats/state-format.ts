import { enums, getState, loadModel, type Model, makeData, setState, stateSize, step } from 'qpos';
import { mutateInPlace } from './byte-mutations.ts';
import type { Format } from './format.ts';
import { mjcfSeeds } from './model-seeds.ts';
import { Neighbour } from './neighbour.ts';

const HEADER_BYTES = 8; // number of the model, signature
const STEPS = 5;
const MODELS = 30;

let models: readonly Model[] | undefined;
let neighbour: Neighbour | undefined;

/** Some models of this repository, made once. */
function loadedModels(): readonly Model[] {
  const texts = mjcfSeeds();
  models ??= texts
    .filter((_, k) => k % Math.ceil(texts.length / MODELS) === 0)
    .map((text) => loadModel(text, { onWarning() {} }));
  return models;
}

function seedOf(model: Model, k: number): Uint8Array {
  const data = makeData(model);
  step(model, data, 10);
  const signature = enums.StateBit.INTEGRATION;
  const state = new Float64Array(stateSize(model, signature));
  getState(model, data, state, signature);
  const out = new Uint8Array(HEADER_BYTES + state.byteLength);
  new Int32Array(out.buffer).set([k, signature], 0);
  out.set(new Uint8Array(state.buffer), HEADER_BYTES);
  return out;
}

function run(bytes: Uint8Array): void {
  if (bytes.length < HEADER_BYTES) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const all = loadedModels();
  const model = all[view.getUint32(0, true) % all.length] as Model;
  const state = new Float64Array(bytes.slice(HEADER_BYTES, bytes.length - (bytes.length % 8)).buffer);
  neighbour ??= new Neighbour();
  const data = makeData(model);
  try {
    setState(model, data, state, view.getInt32(4, true));
    step(model, data, STEPS);
  } finally {
    data[Symbol.dispose]();
    neighbour.check();
  }
}

/** A state vector as a file or a link would have it: signature and numbers. */
export const state: Format = {
  name: 'state',
  extension: 'state',
  seeds: () => loadedModels().map(seedOf),
  mutate: mutateInPlace,
  run,
};
