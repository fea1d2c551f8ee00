import { type Backend, currentBackend } from '../backend/select.ts';
import { modelShape } from '../backend/shape.ts';
import { type Callbacks, callbackMask } from './callbacks.ts';
import * as table from './generated/layout.ts';
import { ModelFields, type ModelSizeName, type Option, type Statistic, type Visual } from './generated/public.ts';
import { makePart, makeVisual } from './parts.ts';

/** Sizes that a Model is made with; what is not given is 0. */
export type ModelSizes = Partial<Record<ModelSizeName, number>>;

/** The description of a mechanism: constants with MuJoCo's names and layouts. Made by a compiler, or by `makeModel`. */
export class Model extends ModelFields {
  /** @internal */
  readonly backend: Backend;
  /** Options of the simulation. */
  readonly opt: Option;
  /** Statistics of the model. */
  readonly stat: Statistic;
  #vis: Visual | undefined;
  #callbacks: Callbacks = {};

  constructor(sizes: ModelSizes, backend: Backend = currentBackend()) {
    const complete: Record<string, number> = {};
    for (const name of table.modelSizeNames) complete[name] = sizes[name as ModelSizeName] ?? 0;
    const block = backend.allocate(modelShape(complete));
    super(block);
    this.backend = backend;
    backend.setOwner(block, this);
    const nfloat = block.floats.length;
    table.modelScalars.forEach(([name, type, initial], k) => {
      if (type === 'f64') block.floats[k] = initial;
      else block.ints[k - nfloat] = complete[name] ?? initial;
    });
    this.opt = makePart<Option>(this, table.modelArrays, table.modelScalars, 'opt_');
    this.stat = makePart<Statistic>(this, table.modelArrays, table.modelScalars, 'stat_');
    this.#setVectorDefaults();
  }

  /** Settings for drawing. */
  get vis(): Visual {
    this.#vis ??= makeVisual<Visual>(this);
    return this.#vis;
  }

  /** Functions that run inside a step. */
  get callbacks(): Callbacks {
    return this.#callbacks;
  }
  set callbacks(callbacks: Callbacks) {
    this.#callbacks = callbacks;
    this.callbackMask = callbackMask(callbacks);
  }

  #setVectorDefaults(): void {
    table.modelArrays.forEach(([name], field) => {
      const values = table.optionVectorDefaults[name];
      if (values !== undefined) this.view(field).set(values);
    });
    for (const [group, rows] of Object.entries(table.visualGroups)) {
      const field = table.modelArrays.findIndex((r) => r[0] === `vis_${group}`);
      this.view(field).set(rows.flatMap(([, , initial]) => initial));
    }
  }
}

/** A Model of the given sizes with default options and every array zero. */
export function makeModel(sizes: ModelSizes): Model {
  return new Model(sizes);
}
