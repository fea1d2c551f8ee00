// Belts and turntables carry parcels round and round: surfaces with a velocity of their own.
import { makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('conveyor.xml');
  const data = makeData(model);
  return { model, data, advance: () => step(model, data), report: () => ({ contacts: data.ncon }) };
}
