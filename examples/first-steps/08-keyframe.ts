// A humanoid holds the pose of a keyframe by springs on its joints, then lets go.
import { makeData, resetDataKeyframe, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('humanoid.xml');
  const data = makeData(model);
  const begin = (): void => resetDataKeyframe(model, data, model.key('squat').id);
  begin();
  const pose = data.qpos.slice();
  return {
    model,
    data,
    follow: 'torso',
    advance: () => {
      if (data.time > 4) begin();
      for (let a = 0; a < model.nu; a++) {
        const joint = model.actuator_trnid[2 * a];
        const [q, v] = [model.jnt_qposadr[joint], model.jnt_dofadr[joint]];
        data.ctrl[a] = data.time > 2 ? 0 : 3 * (pose[q] - data.qpos[q]) - 0.1 * data.qvel[v];
      }
      step(model, data);
    },
    report: () => ({ 'torso (m)': data.body('torso').xpos[2], contacts: data.ncon }),
  };
}
