// A tippe top turns itself upside down, by friction alone.
import { makeData, resetDataKeyframe, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('tippe-top.xml');
  const data = makeData(model);
  const begin = (): void => resetDataKeyframe(model, data, model.key('spin').id);
  begin();
  return {
    model,
    data,
    advance: () => (data.time < 4 ? step(model, data, 4) : begin()),
    report: () => ({ upright: data.xmat[9 * 1 + 8], 'spin (rad/s)': data.qvel[5] }),
  };
}
