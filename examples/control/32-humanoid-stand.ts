// A humanoid stays on its feet.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const task = controlTasks['humanoid-stand'];
  const model = loadModel(task.xml);
  const run = new TaskRun(model, task);
  run.goal.set([1.3]); // height of the torso
  return {
    model,
    data: run.data,
    advance: () => void run.advance(), // plans, and simulates until the next plan
    report: () => ({ distance: run.distance, plans: run.planner.plans }),
  };
}
