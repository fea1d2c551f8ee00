import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../io.ts';
import type { OpenedModel } from '../model/open.ts';
import { findPackage, importOptional } from '../studio/find.ts';

/** As much of the official build as is used here. */
interface MujocoModule {
  FS: { mkdirTree(p: string): void; writeFile(p: string, bytes: Uint8Array): void };
  MjModel: { from_xml_path(p: string): object | null };
  MjData: new (model: object) => { time: number; delete(): void };
  mj_step(model: object, data: object): void;
  mj_resetData(model: object, data: object): void;
  mj_resetDataKeyframe(model: object, data: object, key: number): void;
}

/** A model in the official build, ready to step. */
export interface MujocoRun {
  step(): void;
}

const PACKAGE = '@mujoco/mujoco';

/** True if the official build is installed. */
export const hasMujoco = (): boolean => findPackage(PACKAGE) !== undefined;

/** Loads a model in the official build; starts again from `keyframe` after so many seconds. */
export async function startMujoco(opened: OpenedModel, keyframe: number, seconds: number): Promise<MujocoRun> {
  const entry = findPackage(PACKAGE);
  const glue = await importOptional<{ default: (options: object) => Promise<MujocoModule> }>(PACKAGE);
  if (entry === undefined || glue === undefined) throw new UsageError(`${PACKAGE} is not installed`);
  if (opened.files.size === 0) throw new UsageError('a compiled model cannot be loaded there');
  const folder = path.dirname(entry);
  const mj = await glue.default({
    wasmBinary: fs.readFileSync(path.join(folder, 'mujoco.wasm')),
    locateFile: (f: string) => path.join(folder, f),
    print: () => {},
    printErr: () => {},
  });
  for (const [name, bytes] of opened.files) {
    const file = path.resolve(name).split(path.sep).join('/');
    mj.FS.mkdirTree(path.posix.dirname(file));
    mj.FS.writeFile(file, bytes);
  }
  const model = mj.MjModel.from_xml_path(path.resolve(opened.main).split(path.sep).join('/'));
  if (model === null) throw new UsageError('MuJoCo does not load the model');
  const data = new mj.MjData(model);
  const restart = (): void => {
    if (keyframe >= 0) mj.mj_resetDataKeyframe(model, data, keyframe);
    else mj.mj_resetData(model, data);
  };
  restart();
  return {
    step: () => {
      mj.mj_step(model, data);
      if (data.time > seconds) restart();
    },
  };
}
