// An arm reaches through a gate of posts.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const task = controlTasks['arm-reach'];
  const model = loadModel(task.xml);
  const run = new TaskRun(model, task);
  run.goal.set([0.5, 0.05, 0.25]); // metres
  return {
    model,
    data: run.data,
    advance: () => void run.advance(), // plans, and simulates until the next plan
    report: () => ({ distance: run.distance, plans: run.planner.plans }),
  };
}
