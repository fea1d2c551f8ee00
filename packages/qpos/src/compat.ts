/** The API of `@mujoco/mujoco` 3.14 on this engine: programs change one import. */
import { ArgumentError } from '@qpos/core';
import { type LoadOptions, type MainModule, makeModule } from './compat/module.ts';

export { MujocoError, type MujocoErrorCode } from './compat/errors.ts';
export type { LoadOptions, MainModule } from './compat/module.ts';
export type { MjContact } from './compat/simulation/contact.ts';
export type { MjData } from './compat/simulation/data.ts';
export type { MjModel } from './compat/simulation/model.ts';

/**
 * The module of the official package: its functions, classes, enumerations and an in-memory file system, over the engine of qpos. It starts
 * at once; the promise is there because programs wait for one.
 *
 * @param options Where printed lines go; the options about WebAssembly files are accepted and have no effect.
 * @returns The module.
 * @example
 * const mujoco = await loadMujoco();
 * const fallen = mujoco.MjModel.from_xml_string('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>');
 * const state = new mujoco.MjData(fallen);
 * mujoco.mj_step(fallen, state);
 * console.log(state.qpos[2] < 0);
 */
export async function loadMujoco(options: LoadOptions = {}): Promise<MainModule> {
  if (typeof options !== 'object' || options === null) throw new ArgumentError('options must be an object');
  return makeModule(options);
}

export { loadMujoco as default };
