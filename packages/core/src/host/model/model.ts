import { checkSettings } from '../arguments.ts';
import { type Backend, type BackendName, currentBackend } from '../backend/select.ts';
import { dataShape, modelShape, type Shape } from '../backend/shape.ts';
import { type Callbacks, callbackMask } from '../callbacks/callbacks.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { PluginDefinition } from '../plugins/plugin.ts';
import { pluginMask } from '../plugins/plugin-host.ts';
import { defineFields, refuseAssignment } from './define-fields.ts';
import * as table from './generated/layout.ts';
import { ModelFields, type ModelSizeName, type Option, type Statistic, type Visual } from './generated/public.ts';
import { checkLent } from './handle.ts';
import { intSlot, type TypedArray } from './layout.ts';
import { modelObject } from './named.ts';
import { makePart, makeVisual } from './sub-objects.ts';

/** Sizes that a Model is made with; those not given are 0. */
export type ModelSizes = Partial<Record<ModelSizeName, number>>;

/** Sizes that `console.log` shows. */
const mainSizes = 'nq nv nu na nbody njnt ngeom nsite ncam nmesh ntendon neq nsensor nkey'.split(' ');

/** Arrays that do not start at zero: options and settings for drawing. */
const vectorDefaults = new Map<number, readonly number[]>();
table.modelArrays.forEach(({ name }, field) => {
  const values = table.optionVectorDefaults[name] ?? visualDefaults(name);
  if (values !== undefined) vectorDefaults.set(field, values);
});

const CALLBACK_MASK = intSlot(table.modelScalars, 'callbackMask');
const PIXELS = table.modelArrays.findIndex(({ name }) => name === 'tex_data');

function visualDefaults(name: string): number[] | undefined {
  return name.startsWith('vis_') ? table.visualGroups[name.slice(4)]?.flatMap(([, , initial]) => initial) : undefined;
}

/**
 * The description of a mechanism: constants with MuJoCo's names and layouts, as views that can be read and changed at any time. After
 * changes of masses, inertias or poses call `setConst`. Made by `loadModel`, `compile`, `restoreModel` or `makeModel`.
 *
 * @example
 * console.log(model.nq, model.nv, model.body('arm').mass);
 * model.opt.timestep = 0.001;
 * model.geom('ball').friction[0] = 0.5;
 */
export class Model extends ModelFields {
  static override readonly name = 'Model';
  /** @internal */
  readonly backend: Backend;
  /** @internal How a Data of this model is laid out. */
  readonly dataShape: Shape;
  #opt: Option | undefined;
  #stat: Statistic | undefined;
  #vis: Visual | undefined;
  #callbacks: Callbacks = {};
  #plugins: readonly PluginDefinition[] = [];
  #pluginMask = 0;
  #paint: ((pixels: Uint8Array) => void) | undefined;

  /**
   * @param sizes Sizes by name.
   * @param backend The back end that it will live in.
   * @param lent Where it is, if another thread has made it.
   */
  constructor(sizes: ModelSizes, backend: Backend = currentBackend(), lent?: number) {
    checkSettings('sizes', sizes);
    if (typeof backend?.allocate !== 'function') throw new ArgumentError('a back end is what currentBackend() returns');
    checkLent(lent);
    const complete: Record<string, number> = {};
    for (const name of table.modelSizeNames) complete[name] = sizes[name as ModelSizeName] ?? 0;
    const shape = modelShape(complete);
    const dataOf = dataShape(complete);
    const block = backend.allocate(shape, lent);
    super(block);
    this.backend = backend;
    this.dataShape = dataOf;
    backend.setOwner(block, this);
    if (lent !== undefined) return;
    const nfloat = block.floats.length;
    table.modelScalars.forEach(({ name, type, initial }, k) => {
      if (type === 'f64') block.floats[k] = initial;
      else block.ints[k - nfloat] = complete[name] ?? initial;
    });
    this.#setVectorDefaults();
  }

  /** The back end that this model lives in. */
  get backendName(): BackendName {
    return this.backend.name;
  }

  /** Options of the simulation: time step, gravity, integrator, solver. */
  get opt(): Option {
    this.#opt ??= makePart<Option>(this, table.modelArrays, table.modelScalars, 'opt_');
    return this.#opt;
  }

  /** Statistics of the model: extent, centre, mean mass and size. */
  get stat(): Statistic {
    this.#stat ??= makePart<Statistic>(this, table.modelArrays, table.modelScalars, 'stat_');
    return this.#stat;
  }

  /** Settings of the picture: cameras, lights, colours, sizes of decor. */
  get vis(): Visual {
    this.#vis ??= makeVisual<Visual>(this);
    return this.#vis;
  }

  /** @internal Tells the numeric core which callbacks and hooks to call. */
  get callbackMask(): number {
    return this.ints[CALLBACK_MASK];
  }

  /** Your functions that run inside a step. Assign an object to set them. */
  get callbacks(): Callbacks {
    return this.#callbacks;
  }
  set callbacks(callbacks: Callbacks) {
    this.ints[CALLBACK_MASK] = callbackMask(callbacks) | this.#pluginMask;
    this.#callbacks = callbacks;
  }

  /** The plugins that `model.plugin` numbers; what the compiler was given. */
  get plugins(): readonly PluginDefinition[] {
    return this.#plugins;
  }
  set plugins(plugins: readonly PluginDefinition[]) {
    this.#pluginMask = pluginMask(this, plugins);
    this.#plugins = plugins;
    this.callbacks = this.#callbacks;
  }

  /**
   * Leaves writing `tex_data` to a function that runs when it is first read or copied: most programs never look at a pixel, and painting
   * takes a fifth of the time to compile a humanoid. For compilers.
   *
   * @param paint Writes all pixels to the array it is given.
   */
  setTexturePainter(paint: (pixels: Uint8Array) => void): void {
    if (typeof paint !== 'function') throw new ArgumentError('a texture painter is a function');
    this.#paint = paint;
    this.views[PIXELS] = undefined;
  }

  /** @internal */
  override view(field: number): TypedArray {
    const view = super.view(field);
    if (field === PIXELS) this.#paintNow(view as Uint8Array);
    return view;
  }

  /** @internal All arrays as bytes. */
  get bytes(): Uint8Array {
    if (this.#paint !== undefined) this.view(PIXELS);
    return this.block.bytes;
  }

  /**
   * The main sizes, for logs and consoles.
   *
   * @returns A plain object.
   */
  override toJSON(): object {
    const sizes = mainSizes.map((name) => [name, this[name as ModelSizeName]]);
    return Object.fromEntries(sizes.filter(([, size]) => size !== 0));
  }

  /** @internal */
  protected named(kind: string, key: string | number): object {
    return modelObject(this, kind, key);
  }

  #paintNow(pixels: Uint8Array): void {
    const paint = this.#paint;
    this.#paint = undefined;
    paint?.(pixels);
  }

  #setVectorDefaults(): void {
    for (const [field, values] of vectorDefaults) this.view(field).set(values);
  }
}

defineFields(Model.prototype, table.modelArrays, table.modelScalars, table.fixedSizeNames);
refuseAssignment(Model.prototype, ['opt', 'stat', 'vis']);

/**
 * A Model of the given sizes, with default options and every array zero: for compilers and tests.
 *
 * @param sizes Sizes by name.
 * @returns The model.
 * @example
 * console.log(makeModel({ nbody: 2, nq: 1, nv: 1 }).body_mass); // 0 0
 */
export function makeModel(sizes: ModelSizes): Model {
  checkSettings('sizes', sizes);
  const unknown = Object.keys(sizes).find((name) => !table.modelSizeNames.includes(name));
  if (unknown !== undefined) throw new ArgumentError(`a Model has no size '${unknown}'`, 'unknown-name');
  return new Model(sizes);
}
