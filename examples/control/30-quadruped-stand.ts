// A quadruped stands up from its back, by the best of 40 random candidates every 40 ms.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const task = controlTasks['quadruped-stand'];
  const model = loadModel(task.xml);
  const run = new TaskRun(model, task);
  run.planner.cost.setWeight('posture', 0.05); // how much it minds where its legs are
  return {
    model,
    data: run.data,
    advance: () => void run.advance(), // plans, and simulates until the next plan
    report: () => ({ distance: run.distance, plans: run.planner.plans }),
  };
}
