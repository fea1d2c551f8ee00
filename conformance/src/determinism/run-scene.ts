import {
  type Data,
  enums,
  getState,
  loadModel,
  type Model,
  makeData,
  restoreModel,
  saveModel,
  setState,
  stateSize,
  step,
} from 'qpos';
import { makeDrive } from '../compare/drive.ts';
import { FieldHash } from './field-hash.ts';
import { modelHash } from './model-hash.ts';
import type { Scene } from './scenes.ts';

/** Steps between two looks at the fields of Data. */
const STRIDE = 50;

/** What a scene comes to. */
export interface SceneHashes {
  /** Everything that the compiler made. */
  readonly model: string;
  /** Looks at Data in the first half of the run. */
  readonly start: string;
  /** The same of the second half. */
  readonly end: string;
  /**
   * The second half once more, with a restored copy of the model and a new Data in the saved state. The same as `end`, except that a state vector does
   * not say which trees are asleep: as in MuJoCo, a new Data starts with all of them awake.
   */
  readonly resumed: string;
}

/** What the step computes, from the state to the forces. */
const DERIVED = [
  'xpos',
  'xquat',
  'M',
  'qacc',
  'ten_length',
  'actuator_force',
  'qfrc_bias',
  'qfrc_passive',
  'qfrc_actuator',
  'qfrc_constraint',
  'efc_force',
  'sensordata',
] as const;

const { StateBit } = enums;

/** A wave of period 1 and height 1 in exact arithmetic, as `Math.sin` differs between engines: two parabolas. */
function wave(x: number): number {
  const t = x - Math.floor(x);
  return t < 0.5 ? 16 * t * (0.5 - t) : 16 * (t - 0.5) * (t - 1);
}

function savedState(model: Model, data: Data): Float64Array {
  const state = new Float64Array(stateSize(model, StateBit.INTEGRATION));
  getState(model, data, state, StateBit.INTEGRATION);
  return state;
}

function lookAt(hash: FieldHash, model: Model, data: Data): void {
  hash.array(savedState(model, data)).number(data.ncon).number(data.nefc).number(data.nisland);
  for (const name of DERIVED) hash.text(name).array(data[name] as Float64Array);
  const { dist, pos, frame } = data.contact;
  hash.array(dist).array(pos).array(frame);
}

/** Driven steps from the present state. */
function drive(model: Model, data: Data, steps: number): string {
  const hash = new FieldHash();
  const control = makeDrive(model, wave);
  for (let k = 1; k <= steps; k++) {
    control(data);
    step(model, data);
    if (k % STRIDE === 0) lookAt(hash, model, data);
  }
  return hash.digest();
}

/** Compiles a scene from its text and runs it on the present back end. */
export function runScene({ name, options = {}, steps }: Scene, text: string): SceneHashes {
  const model = loadModel(text, { onWarning() {} });
  const compiled = modelHash(model);
  Object.assign(model.opt, options);
  const data = makeData(model);
  const start = drive(model, data, steps / 2);
  const state = savedState(model, data);
  const end = drive(model, data, steps / 2);

  const copy = restoreModel(saveModel(model));
  const resumedData = makeData(copy);
  setState(copy, resumedData, state, StateBit.INTEGRATION);
  const resumed = drive(copy, resumedData, steps / 2);
  if (data.qpos.some(Number.isNaN)) throw new Error(`${name}: the state is NaN, so that its hash says nothing`);
  return { model: compiled, start, end, resumed };
}
