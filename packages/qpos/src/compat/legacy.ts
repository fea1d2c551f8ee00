/** The API of the packages `mujoco-js` and `mujoco_wasm`, from before the official one: `Model`, `State`, `Simulation`. */
import { ArgumentError } from '@qpos/core';
import { type LoadOptions, type MainModule, makeModule } from './module.ts';
import { type LegacyModel, Simulation, State } from './simulation/simulation.ts';

export { MujocoError, type MujocoErrorCode } from './errors.ts';
export type { LoadOptions } from './module.ts';
export type { LegacyModel, Simulation, State } from './simulation/simulation.ts';

/** How models are loaded: `new Model(path)` and `Model.load_from_xml(path)` are the same. */
export interface ModelClass {
  new (path: string): LegacyModel;
  /**
   * Loads a model.
   *
   * @param path Its path in `FS`.
   * @returns The model.
   */
  load_from_xml(path: string): LegacyModel;
}

/** What `loadLegacyMujoco` resolves to: enumerations and files as in the official package, and the older classes. */
export type LegacyModule = MainModule & {
  readonly Model: ModelClass;
  readonly State: typeof State;
  readonly Simulation: typeof Simulation;
};

function modelClass({ MjModel }: MainModule): ModelClass {
  const load = (path: string): LegacyModel => {
    const model = MjModel.from_xml_path(path);
    return Object.assign(model, { getOptions: () => model.opt, free: () => model.delete() });
  };
  function Model(path: string): LegacyModel {
    return load(path);
  }
  return Object.assign(Model as unknown as ModelClass, { load_from_xml: load });
}

/**
 * The module of `mujoco-js` and `mujoco_wasm`, over the engine of qpos. Fields are arrays (`model.body_mass[1]`), as in their later versions.
 *
 * @param options Where printed lines go; the options about WebAssembly files are accepted and have no effect.
 * @returns The module.
 * @example
 * const mujoco = await loadLegacyMujoco();
 * console.log(typeof mujoco.Model.load_from_xml); // function
 */
export async function loadLegacyMujoco(options: LoadOptions = {}): Promise<LegacyModule> {
  if (typeof options !== 'object' || options === null) throw new ArgumentError('options must be an object');
  const module = makeModule(options);
  return Object.assign(module, { Model: modelClass(module), State, Simulation });
}

export { loadLegacyMujoco as default };
