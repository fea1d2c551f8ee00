import { definePlugin, type Model } from '@qpos/core';

/**
 * A servo with an integral: force = kp·e - kv·velocity + ki·∫e, e = ctrl - length. The integral, one number for each actuator, stops growing
 * beyond ±imax; it is state of the plugin, and advances once per step.
 */
export const pid = definePlugin({
  name: 'example.pid',
  attributes: { kp: 0, ki: 0, kv: 0, imax: Number.POSITIVE_INFINITY, actuators: 1 },
  stateSize: ({ actuators }) => actuators,
  init(_model, _data, { actuators, config }) {
    if (actuators.length !== config.actuators) throw new Error(`the setting actuators must be ${actuators.length}`);
  },
  actuator(model, data, { actuators, config, state }) {
    for (let k = 0; k < actuators.length; k++) {
      const { ctrl, out } = places(model, actuators[k] as number);
      const error = (data.ctrl[ctrl] as number) - (data.actuator_length[out] as number);
      const damping = config.kv * (data.actuator_velocity[out] as number);
      data.actuator_force[out] = config.kp * error - damping + config.ki * (state[k] as number);
    }
  },
  advance(model, data, { actuators, config, state }) {
    for (let k = 0; k < actuators.length; k++) {
      const { ctrl, out } = places(model, actuators[k] as number);
      const error = (data.ctrl[ctrl] as number) - (data.actuator_length[out] as number);
      const integral = state[k] as number;
      const full = Math.abs(integral) >= config.imax && integral * error > 0;
      if (!full) state[k] = integral + model.opt.timestep * error;
    }
  },
});

/** Where the control and the force of an actuator are. */
const places = (model: Model, a: number): { ctrl: number; out: number } => ({
  ctrl: model.actuator_ctrladr[a] as number,
  out: model.actuator_outadr[a] as number,
});
