// A quadruped walks to a place.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const task = controlTasks['quadruped-walk'];
  const model = loadModel(task.xml);
  const run = new TaskRun(model, task);
  run.goal.set([0.5, 0.2]); // metres
  return {
    model,
    data: run.data,
    advance: () => void run.advance(), // plans, and simulates until the next plan
    report: () => ({ distance: run.distance, plans: run.planner.plans }),
  };
}
