import { type Data, definePlugin, enums, type Model, type PluginContext } from '@qpos/core';

const NONE = Number.POSITIVE_INFINITY; // of an optional limit

const attributes = { kp: 0, ki: 0, kd: 0, imax: NONE, slewmax: NONE };
type Self = PluginContext<typeof attributes>;

const clip = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

/** Addresses of an actuator's activations: of the integral, of the last setpoint, and of its own dynamics; -1 for those it lacks. */
const place = { integral: -1, last: -1, own: -1 };

/** What an actuator is asked for: the setpoint, its rate, and the error to the actuator's length. */
const command = { setpoint: 0, rate: 0, error: 0 };

function findActivations(model: Model, { config }: Self, a: number): void {
  const first = model.actuator_actadr[a] as number;
  place.integral = config.ki > 0 ? first : -1;
  place.last = config.slewmax < NONE ? first + (config.ki > 0 ? 1 : 0) : -1;
  const dynamic = model.actuator_dyntype[a] !== enums.DynamicsType.NONE;
  place.own = dynamic ? first + (model.actuator_actnum[a] as number) - 1 : -1;
}

/** The setpoint before its rate is limited: the control, or the activation of the actuator's dynamics. */
function wanted(model: Model, data: Data, a: number): number {
  const { own } = place;
  if (own >= 0) {
    const early = model.actuator_actearly[a] ? model.opt.timestep * (data.act_dot[own] as number) : 0;
    return (data.act[own] as number) + early;
  }
  const ctrl = data.ctrl[model.actuator_ctrladr[a] as number] as number;
  const clamped = model.actuator_ctrllimited[a] && !(model.opt.disableflags & enums.DisableBit.CLAMPCTRL);
  if (!clamped) return ctrl;
  return clip(ctrl, model.actuator_ctrlrange[2 * a] as number, model.actuator_ctrlrange[2 * a + 1] as number);
}

/** Sets `place` and `command` for an actuator. */
function readCommand(model: Model, data: Data, self: Self, a: number): void {
  findActivations(model, self, a);
  const { last, own } = place;
  const goal = wanted(model, data, a);
  const started = last >= 0 && self.state[0] !== 0;
  const before = started ? (data.act[last] as number) : goal;
  const reach = started ? self.config.slewmax * model.opt.timestep : 0;
  command.setpoint = clip(goal, before - reach, before + reach);
  if (started) command.rate = (command.setpoint - before) / model.opt.timestep;
  else command.rate = own >= 0 ? (data.act_dot[own] as number) : 0;
  command.error = command.setpoint - (data.actuator_length[model.actuator_outadr[a] as number] as number);
}

/** How many activations an actuator of the instance has. */
function expectedDim(model: Model, { config }: Self, a: number): number {
  const own = model.actuator_dyntype[a] === enums.DynamicsType.NONE ? 0 : 1;
  return own + (config.ki > 0 ? 1 : 0) + (config.slewmax < NONE ? 1 : 0);
}

/**
 * `mujoco.pid`, a servo with an integral:
 *
 *     force = kp·e + I + kd·ė      İ = ki·e      e = setpoint - length
 *
 * The integral is an activation in units of force, clipped to ±`imax`. With `slewmax` the setpoint follows the control at no more than that rate, and
 * is an activation as well, so give the actuator `actdim` for both.
 */
export const pid = definePlugin({
  name: 'mujoco.pid',
  attributes,
  stateSize: ({ slewmax }) => (slewmax < NONE ? 1 : 0),
  init(model, _data, self) {
    const { kp, ki, kd, imax, slewmax } = self.config;
    for (const [key, value] of Object.entries({ kp, ki, kd, imax, slewmax }))
      if (!(value >= 0)) throw new Error(`${key} of ${self.name || 'a mujoco.pid'} must not be below 0, not ${value}`);
    for (const a of self.actuators) {
      const dim = expectedDim(model, self, a);
      if (model.actuator_actnum[a] !== dim)
        throw new Error(`actuator ${a} has ${model.actuator_actnum[a]} activations, not ${dim}: write actdim="${dim}"`);
    }
  },
  activation(model, data, self) {
    const dt = model.opt.timestep;
    for (const a of self.actuators) {
      readCommand(model, data, self, a);
      const { integral, last } = place;
      const { setpoint, error } = command;
      if (integral >= 0) {
        const now = data.act[integral] as number;
        const next = clip(now + dt * self.config.ki * error, -self.config.imax, self.config.imax);
        data.act_dot[integral] = (next - now) / dt;
      }
      if (last >= 0) data.act_dot[last] = (setpoint - (data.act[last] as number)) / dt;
    }
  },
  actuator(model, data, self) {
    const { kp, kd, imax } = self.config;
    for (const a of self.actuators) {
      readCommand(model, data, self, a);
      const { integral } = place;
      const { rate, error } = command;
      const out = model.actuator_outadr[a] as number;
      const held = integral < 0 ? 0 : clip(data.act[integral] as number, -imax, imax);
      data.actuator_force[out] = kp * error + held + kd * (rate - (data.actuator_velocity[out] as number));
    }
  },
  advance(_model, _data, { state }) {
    if (state.length > 0) state[0] = 1;
  },
});
