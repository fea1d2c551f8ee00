import type { RandomGenerator } from '@qpos/batch';
import { asin, cos, sin } from '@qpos/core/math';
import { loadModel } from '@qpos/spec';
import type { Task, TaskContext } from '../env/task.ts';
import { append, squaredDistance } from '../measures/vectors.ts';
import { tasksHandCube } from '../models/generated/texts.ts';
import { Box } from '../spaces/box.ts';
import { type FreeBody, freeBody, type Posture, posture } from './model-parts.ts';
import { scale, scaleBody, scaleServo } from './scale.ts';
import { moveTargets } from './servos.ts';
import { simToRealOptions } from './sim-to-real.ts';

/** Options of the cube in the hand. */
export const handCubeOptions = {
  frame_skip: 10,
  /** Radians by which an action of 1 moves the target of a servo in one step. */
  action_scale: 0.15,
  /** Angle to the goal at which it counts as reached, in radians. */
  success_angle: 0.2,
  /** Least and most angle of a new goal from the last, in radians, about a vertical axis. */
  goal_range: [0.5, 3.1] as [number, number],
  ...simToRealOptions,
};

const FALLEN = 0.12;
const BONUS = 5;

/** Turn a cube in the hand until it lies as the other cube shows; then there is a new goal. */
export function handCube(o: typeof handCubeOptions): Task {
  const difference = new Float64Array(4);
  const before = new Float64Array(1);
  let last = new Float64Array(0);
  let palm = 0;
  let cube: FreeBody;
  let hold: Posture;
  const reached = new Int32Array(1);

  /** The rotation from the cube to the goal, goal · cube⁻¹, into `difference`; returns its angle. */
  const angleToGoal = ({ data: { xquat, mocap_quat: goal } }: TaskContext): number => {
    const c = 4 * cube.id;
    const [w, x, y, z] = [
      xquat[c] as number,
      -(xquat[c + 1] as number),
      -(xquat[c + 2] as number),
      -(xquat[c + 3] as number),
    ];
    const [gw, gx, gy, gz] = [goal[0] as number, goal[1] as number, goal[2] as number, goal[3] as number];
    difference[0] = gw * w - gx * x - gy * y - gz * z;
    difference[1] = gw * x + gx * w + gy * z - gz * y;
    difference[2] = gw * y - gx * z + gy * w + gz * x;
    difference[3] = gw * z + gx * y - gy * x + gz * w;
    const sine = Math.sqrt(difference[1] ** 2 + difference[2] ** 2 + difference[3] ** 2);
    return 2 * asin(Math.min(1, sine));
  };

  /** Turns the goal about the vertical axis. */
  const newGoal = ({ data: { mocap_quat: goal } }: TaskContext, rng: RandomGenerator): void => {
    const angle = rng.uniform(...o.goal_range) * (rng.random() < 0.5 ? -1 : 1);
    const c = cos(angle / 2);
    const s = sin(angle / 2);
    const [w, x, y, z] = [goal[0] as number, goal[1] as number, goal[2] as number, goal[3] as number];
    goal[0] = c * w - s * z;
    goal[1] = c * x - s * y;
    goal[2] = c * y + s * x;
    goal[3] = c * z + s * w;
  };

  return {
    frameSkip: o.frame_skip,
    reads: ['xpos', 'xquat'],
    get state() {
      return [last, reached]; // made when the model is there
    },
    action: ({ nu }) => new Box(-1, 1, [nu]),
    // joints, targets of the servos, cube from the palm, rotation to the goal, velocity of the cube, the last action
    observation(model) {
      cube = freeBody(model, 'cube');
      palm = model.body('palm').id;
      hold = posture(model, 'hold');
      last = new Float64Array(model.nu);
      return 3 * model.nu + 3 + 4 + 6;
    },
    model: () => loadModel(tasksHandCube),
    ...(o.randomise && {
      randomised: ['body_mass', 'body_inertia', 'geom_friction', 'dof_damping', 'actuator_gainprm', 'actuator_biasprm'],
      randomise({ model }: TaskContext, rng: RandomGenerator) {
        scale(model.geom_friction, rng.uniform(0.7, 1.3), 3 * cube.geom, 3 * cube.geom + 1);
        scaleBody(model, cube.id, rng.uniform(0.7, 1.4));
        scale(model.dof_damping, rng.uniform(0.7, 1.4));
        for (let a = 0; a < model.nu; a++) scaleServo(model, a, rng.uniform(0.85, 1.15));
      },
    }),
    reset(ctx, rng) {
      const { data } = ctx;
      data.qpos.set(hold.qpos);
      data.ctrl.set(hold.ctrl);
      for (let k = 0; k < last.length; k++) data.qpos[k] = (hold.qpos[k] as number) + rng.uniform(-0.05, 0.05);
      data.qpos[cube.qposadr] = (hold.qpos[cube.qposadr] as number) + rng.uniform(-0.003, 0.003);
      data.qpos[cube.qposadr + 1] = (hold.qpos[cube.qposadr + 1] as number) + rng.uniform(-0.003, 0.003);
      for (let k = 0; k < 4; k++) data.mocap_quat[k] = hold.qpos[cube.qposadr + 3 + k] as number;
      newGoal(ctx, rng);
      last.fill(0);
      reached[0] = 0;
    },
    act(ctx, action) {
      before[0] = angleToGoal(ctx);
      moveTargets(ctx, action, o.action_scale, ctx.model.nu);
    },
    observe(ctx, out) {
      const { data, model } = ctx;
      let at = 0;
      for (let k = 0; k < model.nu; k++) out[at++] = data.qpos[k] as number;
      at = append(out, at, data.ctrl);
      for (let k = 0; k < 3; k++)
        out[at++] = (data.xpos[3 * cube.id + k] as number) - (data.xpos[3 * palm + k] as number);
      angleToGoal(ctx);
      at = append(out, at, difference);
      for (let k = 0; k < 6; k++) out[at++] = data.qvel[cube.dofadr + k] as number;
      append(out, at, last);
    },
    evaluate(ctx, action) {
      const { data, info, rng } = ctx;
      const angle = angleToGoal(ctx);
      const success = angle < o.success_angle;
      const change = squaredDistance(action, last);
      last.set(action);
      ctx.terminated = (data.xpos[3 * cube.id + 2] as number) < FALLEN;
      const progress = (before[0] as number) - angle;
      ctx.reward = progress + (success ? BONUS : 0) - 0.001 * change - (ctx.terminated ? 5 : 0);
      if (success) {
        newGoal(ctx, rng);
        reached[0] = (reached[0] as number) + 1;
      }
      info['goals'] = reached[0];
      info['angle'] = angle;
      info['reward_progress'] = progress;
    },
  };
}
