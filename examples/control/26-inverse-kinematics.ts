// An arm draws a circle in the air: inverse kinematics finds its joint angles anew in each step.
import { inverseKinematics } from '@qpos/control';
import { copyData, makeData, resetDataKeyframe, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('arm.xml');
  const [data, ideal] = [makeData(model), makeData(model)];
  resetDataKeyframe(model, data, model.key('ready').id);
  copyData(ideal, data);
  const target = (): [number, number, number] => [0.45, 0.15 * Math.sin(data.time), 0.5 + 0.15 * Math.cos(data.time)];
  return {
    model,
    data,
    advance: () => {
      inverseKinematics(model, ideal, [{ site: 'grip', position: target() }], { iterations: 8 });
      for (let a = 0; a < 6; a++) {
        const joint = model.actuator_trnid[2 * a];
        const sag = data.qfrc_bias[model.jnt_dofadr[joint]] / model.actuator_gainprm[10 * a]; // what gravity would cost
        data.ctrl[a] = ideal.qpos[model.jnt_qposadr[joint]] + sag;
      }
      step(model, data, 5);
    },
    report: () => {
      const grip = data.site('grip').xpos;
      return { 'off by (mm)': 1000 * Math.hypot(...target().map((x, k) => x - grip[k])) };
    },
  };
}
