import { defineFields } from './define-fields.ts';
import * as table from './generated/layout.ts';
import { type Contacts, DataFields, type SolverStatistics, type Warnings } from './generated/public.ts';
import type { Model } from './model.ts';
import { dataObject } from './named.ts';
import { makePart } from './parts.ts';
import type { ActivePlugin } from './plugin-host.ts';
import { resetData } from './reset.ts';

/** The state of a simulation and all that the stages compute from it. */
export class Data extends DataFields {
  static override readonly name = 'Data';
  readonly model: Model;
  /** Called at each warning with its kind (`Warning`) and what it is about (an index). */
  onWarning: ((kind: number, info: number) => void) | undefined;
  /** @internal Instances of the model's plugins. */
  contexts: readonly ActivePlugin[] | undefined;
  #contact: Contacts | undefined;
  #solver: SolverStatistics | undefined;
  #warning: Warnings | undefined;

  constructor(model: Model) {
    const block = model.backend.allocate(model.dataShape);
    super(block);
    this.model = model;
    model.backend.setOwner(block, this);
    table.dynamicSizes.forEach(([, least], size) => {
      if (least > 0) block.grow(size, least);
    });
    resetData(model, this);
  }

  /** Contacts of the last collision stage, as a struct of arrays that are valid up to `ncon`. */
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

  override toJSON(): object {
    const { time, qpos, qvel, act, ctrl, ncon, nefc } = this;
    return { time, qpos: [...qpos], qvel: [...qvel], act: [...act], ctrl: [...ctrl], ncon, nefc };
  }

  /** @internal */
  protected named(kind: string, key: string | number): object {
    return dataObject(this, kind, key);
  }
}

defineFields(Data.prototype, table.dataArrays, table.dataScalars, []);

/** A Data of the model, in its initial state. */
export function makeData(model: Model): Data {
  return new Data(model);
}
