import { Timers } from '../callbacks/timers.ts';
import { type ActivePlugin, destroyPlugins } from '../plugins/plugin-host.ts';
import { defineFields, refuseAssignment } from './define-fields.ts';
import * as table from './generated/layout.ts';
import { type Contacts, DataFields, type SolverStatistics, type Warnings } from './generated/public.ts';
import { checkLent, checkModel } from './handle.ts';
import type { Model } from './model.ts';
import { dataObject } from './named.ts';
import { startData } from './reset.ts';
import { makePart } from './sub-objects.ts';

/**
 * The state of a simulation, its inputs, and everything that the stages compute from them. Arrays have MuJoCo's names and layouts and are
 * views that stay valid for life, readable and writable at any time. Those that grow (`contact`, `efc_*`) are handed out up to their valid
 * length: take them anew after a step. Made by `makeData`.
 *
 * @example
 * data.qpos[0] = 0.3; // radians
 * data.ctrl[0] = 0.1;
 * step(model, data);
 * console.log(data.time, data.body('arm').xpos, data.sensor('gyro').data);
 */
export class Data extends DataFields {
  static override readonly name = 'Data';
  /** The model that it was made for. */
  readonly model: Model;
  /** Called at each warning with its kind (`enums.Warning`) and the index of what it is about. */
  onWarning: ((kind: number, info: number) => void) | undefined;
  /** @internal What `watchWarnings` has set. */
  watch: ((kind: number, info: number) => void) | undefined;
  /** @internal Instances of the model's plugins. */
  contexts: readonly ActivePlugin[] | undefined;
  #contact: Contacts | undefined;
  #solver: SolverStatistics | undefined;
  #warning: Warnings | undefined;
  #timers: Timers | undefined;

  /**
   * @param model The model.
   * @param lent Where it is, if another thread has made it.
   */
  constructor(model: Model, lent?: number) {
    checkModel(model);
    checkLent(lent);
    const block = model.backend.allocate(model.dataShape, lent);
    super(block);
    this.model = model;
    try {
      model.backend.setOwner(block, this);
      if (lent !== undefined) return;
      table.dynamicSizes.forEach(([, least], size) => {
        if (least > 0) block.grow(size, least);
      });
      startData(model, this);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Contacts of the last collision stage: one array for each member, valid up to `ncon`. */
  get contact(): Contacts {
    this.#contact ??= makePart<Contacts>(this, table.dataArrays, [], 'contact_');
    return this.#contact;
  }

  /** Statistics of the constraint solver: 200 iterations of each of 20 islands. */
  get solver(): SolverStatistics {
    this.#solver ??= makePart<SolverStatistics>(this, table.dataArrays, [], 'solver_');
    return this.#solver;
  }

  /** How often each warning was raised, and what the last one was about. */
  get warning(): Warnings {
    this.#warning ??= makePart<Warnings>(this, table.dataArrays, [], 'warning_');
    return this.#warning;
  }

  /** How long the parts of a step took, while the model has a clock (`callbacks.time`). */
  get timers(): Timers {
    this.#timers ??= new Timers();
    return this.#timers;
  }

  /**
   * Time, state, controls and counts, for logs and consoles.
   *
   * @returns A plain object.
   */
  override toJSON(): object {
    const { time, qpos, qvel, act, ctrl, ncon, nefc } = this;
    return { time, qpos: [...qpos], qvel: [...qvel], act: [...act], ctrl: [...ctrl], ncon, nefc };
  }

  override [Symbol.dispose](): void {
    const contexts = this.contexts ?? [];
    super[Symbol.dispose]();
    this.contexts = undefined;
    destroyPlugins(contexts);
  }

  /** @internal */
  protected named(kind: string, key: string | number): object {
    return dataObject(this, kind, key);
  }
}

/** Counts, sizes and flags, which only stages set. */
const counters = table.dataScalars.filter(({ type }) => type === 'i32').map(({ name }) => name);
defineFields(Data.prototype, table.dataArrays, table.dataScalars, counters);
refuseAssignment(Data.prototype, ['contact', 'solver', 'warning', 'timers']);

/**
 * A Data of a model, in its initial state. Its memory is returned when nobody holds it any more, or at once with `using`.
 *
 * @param model The model.
 * @returns The Data.
 * @see mj_makeData
 * @example
 * const fresh = makeData(model);
 * console.log(fresh.time); // 0
 */
export function makeData(model: Model): Data {
  return new Data(model);
}
