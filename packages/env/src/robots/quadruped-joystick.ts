import type { RandomGenerator } from '@qpos/batch';
import { exp } from '@qpos/core/math';
import { loadModel } from '@qpos/spec';
import type { Task, TaskContext } from '../env/task.ts';
import { EnvError } from '../errors.ts';
import { appendLocal, uprightness } from '../measures/body-frame.ts';
import { append, squaredDistance, sumOfSquares } from '../measures/vectors.ts';
import { quadruped } from '../models/generated/texts.ts';
import { Box } from '../spaces/box.ts';
import { scale, scaleBody, scaleServo } from './scale.ts';
import { simToRealOptions } from './sim-to-real.ts';

/** Options of the joystick task. */
export const quadrupedJoystickOptions = {
  frame_skip: 5,
  /** Radians that an action of 1 moves a servo from the standing posture. */
  action_scale: 0.5,
  /** Ranges of the commands: forward and sideways in m/s, turning in rad/s. */
  forward_range: [-0.6, 1] as [number, number],
  sideways_range: [-0.4, 0.4] as [number, number],
  turn_range: [-1, 1] as [number, number],
  /** Steps between new commands; 0 keeps those of the reset. */
  command_steps: 250,
  /** Speed of the pushes that come with new commands, in m/s. */
  push_speed: 0.5,
  reset_noise_scale: 0.05,
  terminate_when_unhealthy: true,
  ...simToRealOptions,
};

const ROOT_POSITIONS = 7;
const ROOT_DOFS = 6;
const LEAST_HEIGHT = 0.18;
const LEAST_UPRIGHT = 0.4;
/** Squared error of a velocity at which its reward has fallen to 1/e. */
const TRACKING = 0.25;

/** A task that follows commands, which may be changed at any time. */
export interface CommandTask extends Task {
  /** Forward and sideways in m/s, turning in rad/s. */
  readonly command: Float64Array;
}

/**
 * Walk as a joystick says: forward, sideways and turning. The commands change in the course of an episode, unless the reset has the option
 * `command`.
 */
export function quadrupedJoystick(o: typeof quadrupedJoystickOptions): CommandTask {
  const command = new Float64Array(3);
  const last = new Float64Array(12);
  const velocity = new Float64Array(3);
  let stand = new Float64Array(0);
  let trunk = 0;
  const isFixed = new Uint8Array(1); // whether the reset gave the command

  const newCommand = (rng: RandomGenerator): void => {
    command[0] = rng.uniform(...o.forward_range);
    command[1] = rng.uniform(...o.sideways_range);
    command[2] = rng.uniform(...o.turn_range);
    if (rng.random() < 0.1) command.fill(0); // standing still has to be learnt, too
  };
  const takeCommand = (given: unknown, rng: RandomGenerator): void => {
    isFixed[0] = given === undefined ? 0 : 1;
    if (given === undefined) newCommand(rng);
    else if (Array.isArray(given) && given.length === 3 && given.every(Number.isFinite)) command.set(given as number[]);
    else throw new EnvError('bad-argument', 'the option command is [forward, sideways, turn]');
  };
  const push = ({ data }: TaskContext, rng: RandomGenerator): void => {
    data.qvel[0] = (data.qvel[0] as number) + rng.uniform(-o.push_speed, o.push_speed);
    data.qvel[1] = (data.qvel[1] as number) + rng.uniform(-o.push_speed, o.push_speed);
  };

  return {
    command,
    frameSkip: o.frame_skip,
    reads: ['xpos', 'xmat', 'actuator_force'],
    state: [command, last, isFixed],
    action: ({ nu }) => new Box(-1, 1, [nu]),
    // turning rates and vertical in the frame of the trunk, commands, joints and their rates, the last action
    observation(model) {
      trunk = model.body('trunk').id;
      stand = model.key('stand').qpos.slice();
      return 9 + 3 * model.nu;
    },
    model: () => loadModel(quadruped),
    ...(o.randomise && {
      randomised: ['body_mass', 'body_inertia', 'geom_friction', 'dof_damping', 'actuator_gainprm', 'actuator_biasprm'],
      randomise({ model }: TaskContext, rng: RandomGenerator) {
        scale(model.geom_friction, rng.uniform(0.5, 1.25));
        scale(model.dof_damping, rng.uniform(0.7, 1.5));
        scaleBody(model, trunk, rng.uniform(0.85, 1.2));
        for (let a = 0; a < model.nu; a++) scaleServo(model, a, rng.uniform(0.9, 1.1));
      },
    }),
    reset(ctx, rng) {
      const { data } = ctx;
      data.qpos.set(stand);
      for (let k = ROOT_POSITIONS; k < stand.length; k++)
        data.qpos[k] = (stand[k] as number) + rng.uniform(-o.reset_noise_scale, o.reset_noise_scale);
      append(data.ctrl, 0, stand, ROOT_POSITIONS);
      last.fill(0);
      takeCommand(ctx.options['command'], rng);
      ctx.info['command'] = command;
    },
    act(ctx, action) {
      const { data, model, rng } = ctx;
      if (isFixed[0] === 0 && o.command_steps > 0 && ctx.steps > 0 && ctx.steps % o.command_steps === 0) {
        newCommand(rng);
        push(ctx, rng);
      }
      for (let k = 0; k < model.nu; k++)
        data.ctrl[k] = (stand[ROOT_POSITIONS + k] as number) + o.action_scale * (action[k] as number);
    },
    observe({ data }, out) {
      let at = 0;
      for (let k = 3; k < 6; k++) out[at++] = data.qvel[k] as number;
      for (let k = 6; k < 9; k++) out[at++] = data.xmat[9 * trunk + k] as number;
      at = append(out, at, command);
      for (let k = ROOT_POSITIONS; k < stand.length; k++) out[at++] = (data.qpos[k] as number) - (stand[k] as number);
      append(out, append(out, at, data.qvel, ROOT_DOFS), last);
    },
    evaluate(ctx, action) {
      const { data, info } = ctx;
      appendLocal(velocity, 0, data, trunk, data.qvel, 0);
      const forward = (velocity[0] as number) - (command[0] as number);
      const sideways = (velocity[1] as number) - (command[1] as number);
      const turn = (data.qvel[5] as number) - (command[2] as number);
      const tracking = exp(-(forward * forward + sideways * sideways) / TRACKING);
      const turning = exp(-(turn * turn) / TRACKING);
      const change = squaredDistance(action, last);
      const bounce = (velocity[2] as number) ** 2;
      const sway = (data.qvel[3] as number) ** 2 + (data.qvel[4] as number) ** 2;
      const tilt = 1 - uprightness(data, trunk);
      const effort = sumOfSquares(data.actuator_force);
      const height = data.qpos[2] as number;
      ctx.terminated = o.terminate_when_unhealthy && (height < LEAST_HEIGHT || 1 - tilt < LEAST_UPRIGHT);
      const costs = 0.5 * bounce + 0.05 * sway + tilt + 0.01 * change + 2e-4 * effort;
      ctx.reward = (tracking + 0.5 * turning - costs) * ctx.dt - (ctx.terminated ? 1 : 0);
      last.set(action);
      info['command'] = command;
      info['reward_tracking'] = tracking;
      info['reward_turning'] = turning;
      info['cost'] = costs;
      info['height'] = height;
    },
  };
}
