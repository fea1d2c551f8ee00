// A hand turns a cube that lies in it.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const task = controlTasks['hand-cube'];
  const model = loadModel(task.xml);
  const run = new TaskRun(model, task);
  run.goal.set([0.6]); // radians about the vertical
  return {
    model,
    data: run.data,
    advance: () => void run.advance(), // plans, and simulates until the next plan
    report: () => ({ distance: run.distance, plans: run.planner.plans }),
  };
}
