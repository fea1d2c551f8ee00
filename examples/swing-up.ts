// A cart swings its pole up and balances it at a place on the rail.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';

/** Plans for some seconds; returns how far the goal is, below 1 when it is reached. */
export function swingUp(seconds = controlTasks.cartpole.duration): number {
  const task = controlTasks.cartpole;
  const run = new TaskRun(loadModel(task.xml), task);
  run.goal.set([0.3]); // metres from the middle
  while (run.data.time < seconds) {
    const { cost } = run.advance();
    if (run.planner.plans % 10 === 0) console.log(run.data.time.toFixed(2), cost.toFixed(3), run.distance.toFixed(2));
  }
  return run.distance;
}

if (process.argv[1] === import.meta.filename) console.log('distance', swingUp());
