// A cart swings its pole up and balances it at a place on the rail.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const task = controlTasks.cartpole;
  const model = loadModel(task.xml);
  const run = new TaskRun(model, task);
  run.goal.set([0.3]); // metres from the middle
  return {
    model,
    data: run.data,
    advance: () => void run.advance(), // plans, and simulates until the next plan
    report: () => ({ distance: run.distance, plans: run.planner.plans }),
  };
}
