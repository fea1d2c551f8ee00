import {
  CALLBACK_ACTBIAS,
  CALLBACK_ACTDYN,
  CALLBACK_ACTGAIN,
  CALLBACK_COLLISION,
  CALLBACK_CONTACT,
  CALLBACK_CONTACTFILTER,
  CALLBACK_CONTROL,
  CALLBACK_PASSIVE,
  CALLBACK_SENSOR,
  CALLBACK_TIME,
} from '../../kernel/model/constants.ts';
import { checked } from '../checks/switch.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { runPlugins, sensorStageName } from '../plugins/plugin-host.ts';
import { CallbackError, type CallbackStage } from './callback-error.ts';
import { type PairContact, PairContacts } from './pair-contacts.ts';

/**
 * Your functions that run inside a step. Each may read and write the Data as MuJoCo allows at that point. To change them assign a new
 * object to `model.callbacks`.
 */
export interface Callbacks {
  /** Sets `ctrl`, `qfrc_applied` or `xfrc_applied` before the actuation stage. */
  control?: (model: Model, data: Data) => void;
  /** Adds to `qfrc_passive` at the end of the passive stage. */
  passive?: (model: Model, data: Data) => void;
  /** Writes the values of user sensors of this stage (`Stage`). */
  sensor?: (model: Model, data: Data, stage: number) => void;
  /** Time derivative of the activation of a user-type actuator. */
  actDyn?: (model: Model, data: Data, actuator: number) => number;
  /** Gain of a user-type actuator. */
  actGain?: (model: Model, data: Data, actuator: number) => number;
  /** Bias of a user-type actuator. */
  actBias?: (model: Model, data: Data, actuator: number) => number;
  /** Whether to drop the pair of geoms that is about to be tested for contact. */
  contactFilter?: (model: Model, data: Data, geom1: number, geom2: number) => boolean;
  /**
   * Contacts of two geoms that may touch, the one of lower type (`GeomType`) first, in place of those that the engine finds; `undefined`
   * leaves the pair to the engine. What is farther apart than the margins is dropped, as is what goes beyond 50 contacts.
   */
  collision?: (model: Model, data: Data, geom1: number, geom2: number) => readonly PairContact[] | undefined;
  /** The time, in any unit: `data.timers` run while there is such a clock. */
  time?: () => number;
}

const bits: readonly (readonly [keyof Callbacks, number])[] = [
  ['control', CALLBACK_CONTROL],
  ['passive', CALLBACK_PASSIVE],
  ['sensor', CALLBACK_SENSOR],
  ['actDyn', CALLBACK_ACTDYN],
  ['actGain', CALLBACK_ACTGAIN],
  ['actBias', CALLBACK_ACTBIAS],
  ['contactFilter', CALLBACK_CONTACTFILTER],
  ['collision', CALLBACK_COLLISION],
  ['time', CALLBACK_TIME],
];

/** Kinds that plugins answer lie between these. */
const isOfPlugins = (kind: number): boolean => kind > CALLBACK_CONTACTFILTER && kind < CALLBACK_COLLISION;

const pairContacts = new PairContacts();

/** A model as the numeric core's host sees it. */
export type CallbackModel = Model;

/** The bit set that tells the numeric core which callbacks there are; refuses unknown ones. */
export function callbackMask(callbacks: Callbacks): number {
  if (typeof callbacks !== 'object' || callbacks === null)
    throw new ArgumentError('callbacks must be an object of functions');
  const names: string[] = bits.map(([name]) => name);
  for (const [name, value] of Object.entries(callbacks))
    if (!names.includes(name))
      throw new ArgumentError(`there is no callback '${name}': it is one of ${names.join(', ')}`, 'unknown-name');
    else if (value !== undefined && typeof value !== 'function')
      throw new ArgumentError(`the ${name} callback must be a function`);
  return bits.reduce((mask, [name, bit]) => (callbacks[name] === undefined ? mask : mask | bit), 0);
}

function stageOf(callback: keyof Callbacks, index: number): CallbackStage {
  switch (callback) {
    case 'contactFilter':
    case 'collision':
      return 'position';
    case 'passive':
      return 'velocity';
    case 'sensor':
      return sensorStageName(index);
    default:
      return 'actuation';
  }
}

/** Runs the callback or the plugins' hooks `kind`; `index` is a stage, an actuator, a geom, or `geom1 * ngeom + geom2`. */
export function answerCallback(kind: number, model: CallbackModel, data: Data, index: number): number {
  if (isOfPlugins(kind)) return runPlugins(kind, model, data, index);
  if (kind === CALLBACK_CONTACT) return pairContacts.number(index);
  try {
    const answer = runCallback(kind, model, data, index);
    if (kind === CALLBACK_TIME) return answer; // a clock changes nothing
    const isPosition = kind === CALLBACK_CONTACTFILTER || kind === CALLBACK_COLLISION;
    checked.check?.(isPosition ? 'fwdPosition' : 'callback', model, data);
    return answer;
  } catch (cause) {
    if (cause instanceof CallbackError) throw cause; // of a step inside the callback
    const name = (bits.find(([, bit]) => bit === kind) as (typeof bits)[number])[0];
    throw new CallbackError(name, stageOf(name, index), cause);
  }
}

function runCallback(kind: number, model: CallbackModel, data: Data, index: number): number {
  const { callbacks } = model;
  switch (kind) {
    case CALLBACK_CONTROL:
      callbacks.control?.(model, data);
      return 0;
    case CALLBACK_PASSIVE:
      callbacks.passive?.(model, data);
      return 0;
    case CALLBACK_SENSOR:
      callbacks.sensor?.(model, data, index);
      return 0;
    case CALLBACK_ACTDYN:
      return callbacks.actDyn?.(model, data, index) ?? 0;
    case CALLBACK_ACTGAIN:
      return callbacks.actGain?.(model, data, index) ?? 0;
    case CALLBACK_ACTBIAS:
      return callbacks.actBias?.(model, data, index) ?? 0;
    case CALLBACK_CONTACTFILTER:
      return callbacks.contactFilter?.(model, data, Math.floor(index / model.ngeom), index % model.ngeom) ? 1 : 0;
    case CALLBACK_COLLISION:
      return pairContacts.take(
        callbacks.collision?.(model, data, Math.floor(index / model.ngeom), index % model.ngeom),
      );
    case CALLBACK_TIME:
      data.timers.note(index, callbacks.time?.() ?? 0);
      return 0;
    default:
      return 0;
  }
}
