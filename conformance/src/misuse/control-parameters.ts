import { Cost, controlTasks } from '@qpos/control';
import * as k from './kinds.ts';

const cost = new Cost([{ name: 'still' }], (_, data, residual) => residual.fill(data.qvel[0] as number));
const weights = k.value(() => 1, 'number', 'negative', 'fraction', 'huge');

/** What the parameters of the functions of `@qpos/control` take. */
export const CONTROL: Readonly<Record<string, k.Kind>> = {
  'Cost.terms': k.value(() => [{ name: 'still' }]),
  'Cost.residual': k.callback,
  'costOfModel.residual': k.callback,
  'ModelTask.residual': k.callback,
  'sensorResidual.residual': k.numbersOut(3),
  'dlqr.A': k.value(() => [0.5]),
  'dlqr.B': k.value(() => [1]),
  'dlqr.Q': weights,
  'dlqr.R': k.value(() => 1, 'number', 'fraction', 'huge'),
  'finiteHorizonLqr.steps': k.value(() => [{ A: Float64Array.of(0.5), B: Float64Array.of(1) }]),
  'finiteHorizonLqr.Q': weights,
  'finiteHorizonLqr.R': weights,
  'finiteHorizonLqr.final': weights,
  'lqr.costs': k.value(() => ({ Q: 1, R: 1 })),
  'fit.parameters': k.value(() => [{ name: 'mass', initial: 1, apply: () => {} }]),
  'fit.recordings': k.value(({ model, data }) => [
    { qpos: data.qpos, qvel: data.qvel, ctrl: data.ctrl, observed: new Float64Array(model.nsensordata) },
  ]),
  'fit.options': k.settings(),
  'inverseKinematics.targets': k.value(() => [{ site: 's', position: [0, 0, 1] }]),
  'inverseKinematics.options': k.settings(),
  'BoxQp.n': k.whole,
  'Ilqg.cost': k.value(() => cost),
  'Ilqg.options': k.value(() => ({ steps: 2 })),
  'Planner.cost': k.value(() => cost),
  'Planner.options': k.settings(),
  'WorkerPlanner.create.cost': k.value(() => cost),
  'WorkerPlanner.create.options': k.value(() => ({ workers: 0 }), ...k.settings().takes),
  'parallelTransition.options': k.value(() => ({ workers: 0 }), ...k.settings().takes),
  'TaskRun.task': k.value(() => controlTasks.cartpole),
  'TaskRun.options': k.settings(),
  'ControlSpline.nu': k.whole,
  'ControlSpline.count': k.whole,
  'ControlSpline.interpolation': k.value(() => 'cubic'),
};
