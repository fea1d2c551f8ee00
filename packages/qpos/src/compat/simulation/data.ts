import { cloneData, Data, makeData } from '@qpos/core';
import { MujocoError } from '../errors.ts';
import { Handle } from '../handle.ts';
import { dataAccessor, dataKindNames, type NamedAccessor } from './accessors.ts';
import { MjContactVec } from './contact.ts';
import { type FieldsOf, forwardFields } from './forward-fields.ts';
import { MjModel } from './model.ts';
import { type StatVec, solverOf, timersOf, warningsOf } from './statistics.ts';

type Access = (key: number | string) => NamedAccessor;

/** Objects of a Data by name or number. */
export interface DataAccess {
  actuator: Access;
  body: Access;
  cam: Access;
  geom: Access;
  jnt: Access;
  light: Access;
  sensor: Access;
  site: Access;
  tendon: Access;
}

const FLAGS = ['flg_energypos', 'flg_energyvel', 'flg_rnepost', 'flg_subtreevel'] as const;

type Fields = Omit<
  FieldsOf<Data>,
  keyof DataAccess | (typeof FLAGS)[number] | 'contact' | 'solver' | 'warning' | 'timers' | 'model' | 'onWarning'
>;

export interface MjData extends Fields, DataAccess, Record<(typeof FLAGS)[number], boolean> {}

/**
 * The state of a simulation, with the members of the official class.
 *
 * @example
 * const mujoco = await loadMujoco();
 * const ball = mujoco.MjModel.from_xml_string('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
 * const state = new mujoco.MjData(ball);
 * mujoco.mj_step(ball, state);
 * console.log(state.time, state.contact.size(), state.body(1).xpos);
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: forwardFields defines every member of the interface above
export class MjData extends Handle {
  static override readonly name: string = 'MjData'; // which minifiers keep
  /** The engine's Data, for what this package does not cover. */
  readonly inner: Data;
  readonly #contact: MjContactVec;

  /**
   * @param model The model.
   * @param other A Data of the model to copy; a new state by default.
   */
  constructor(model: MjModel, other?: MjData) {
    super();
    if (!(model instanceof MjModel)) throw new MujocoError('argument', 'a MjData is made for a MjModel');
    this.inner = other === undefined ? makeData(model.inner) : cloneData(other.inner);
    this.#contact = new MjContactVec(this.inner);
  }

  /** The contacts, as they are now: `contact.get(k).geom1`. */
  get contact(): MjContactVec {
    return this.#contact;
  }

  /** The course of the solver: 200 iterations for each of 20 islands. */
  get solver(): StatVec<'MjSolverStat'> {
    return solverOf(this.inner);
  }

  /** How often each warning was raised. */
  get warning(): StatVec<'MjWarningStat'> {
    return warningsOf(this.inner);
  }

  /** How often each part of a step ran; times are zero unless the engine's model has a clock (`callbacks.time`). */
  get timer(): StatVec<'MjTimerStat'> {
    return timersOf(this.inner);
  }

  /** Plugin instances of the model. */
  get nplugin(): number {
    return this.inner.model.nplugin;
  }
}

forwardFields(MjData.prototype, Data.prototype, FLAGS);
for (const kind of dataKindNames)
  Object.defineProperty(MjData.prototype, kind, {
    value(this: MjData, key: number | string) {
      return dataAccessor(this.inner, kind, key);
    },
  });
