// A quadruped stands up from its back, by the best of 40 random candidates every 40 ms.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';

/** Plans for some seconds; returns how far the goal is, below 1 when it is reached. */
export function standUp(seconds = controlTasks['quadruped-stand'].duration): number {
  const task = controlTasks['quadruped-stand'];
  const run = new TaskRun(loadModel(task.xml), task);
  run.planner.cost.setWeight('posture', 0.05); // how much it minds where its legs are
  while (run.data.time < seconds) {
    const { cost } = run.advance();
    if (run.planner.plans % 10 === 0) console.log(run.data.time.toFixed(2), cost.toFixed(3), run.distance.toFixed(2));
  }
  return run.distance;
}

if (process.argv[1] === import.meta.filename) console.log('distance', standUp());
