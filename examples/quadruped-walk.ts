// A quadruped walks to a place.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';

/** Plans for some seconds; returns how far the goal is, below 1 when it is reached. */
export function walk(seconds = controlTasks['quadruped-walk'].duration): number {
  const task = controlTasks['quadruped-walk'];
  const run = new TaskRun(loadModel(task.xml), task);
  run.goal.set([0.5, 0.2]); // metres
  while (run.data.time < seconds) {
    const { cost } = run.advance();
    if (run.planner.plans % 10 === 0) console.log(run.data.time.toFixed(2), cost.toFixed(3), run.distance.toFixed(2));
  }
  return run.distance;
}

if (process.argv[1] === import.meta.filename) console.log('distance', walk());
