export { Cost, type CostOptions, type CostTerm, type Residual } from './costs/cost.ts';
export { costOfModel, type ModelTerm, sensorResidual } from './costs/model-cost.ts';
export type { NormName } from './costs/norms.ts';
export { ControlError, type ControlErrorCode } from './errors.ts';
export { JointController, type JointGains, type JointReference } from './feedback/joint-control.ts';
export { LinearFeedback } from './feedback/linear-feedback.ts';
export { type CostMatrix, dlqr, finiteHorizonLqr, type LinearStep, type LqrCosts, lqr } from './feedback/lqr.ts';
export { type ParallelTransitionOptions, parallelTransition } from './feedback/parallel-transition.ts';
export { type FitOptions, type FitParameter, type FitResult, fit, type Recording } from './identification/fit.ts';
export {
  type InverseKinematicsOptions,
  type InverseKinematicsResult,
  inverseKinematics,
} from './kinematics/inverse-kinematics.ts';
export type {
  CenterOfMassTarget,
  OrientationTarget,
  PositionTarget,
  PostureTarget,
  Target,
} from './kinematics/targets.ts';
export { BoxQp } from './linear/box-qp.ts';
export type { RiccatiSolution } from './linear/riccati.ts';
export type { Plan } from './planning/candidates.ts';
export { Ilqg, type IlqgOptions, type IlqgProgress } from './planning/ilqg.ts';
export { Planner, type PlannerOptions, type PlanningMethod } from './planning/planner.ts';
export { ControlSpline, type Interpolation } from './planning/spline.ts';
export { WorkerPlanner, type WorkerPlannerOptions } from './planning/worker-planner.ts';
export type { StateReference } from './state/tangent-state.ts';
export { controlTasks } from './tasks/index.ts';
export { ModelTask, type ModelTaskOptions, type TaskParameter, type TaskResidual } from './tasks/model-task.ts';
export { type ControlTask, TaskRun, type TaskRunOptions } from './tasks/task.ts';
