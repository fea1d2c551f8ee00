// A humanoid stays on its feet.
import { controlTasks, TaskRun } from '@qpos/control';
import { loadModel } from 'qpos';

/** Plans for some seconds; returns how far the goal is, below 1 when it is reached. */
export function stand(seconds = controlTasks['humanoid-stand'].duration): number {
  const task = controlTasks['humanoid-stand'];
  const run = new TaskRun(loadModel(task.xml), task);
  run.goal.set([1.3]); // height of the torso
  while (run.data.time < seconds) {
    const { cost } = run.advance();
    if (run.planner.plans % 10 === 0) console.log(run.data.time.toFixed(2), cost.toFixed(3), run.distance.toFixed(2));
  }
  return run.distance;
}

if (process.argv[1] === import.meta.filename) console.log('distance', stand());
