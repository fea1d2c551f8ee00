import { definePlugin, enums } from '@qpos/core';

/** A sensor that follows the position of a joint with a time constant: ẏ = (x - y) / tau. */
export const lowPass = definePlugin({
  name: 'example.low-pass',
  attributes: { tau: 0.1 },
  stateSize: () => 1,
  init(model, _data, { sensors }) {
    const [sensor] = sensors;
    if (sensors.length !== 1 || model.sensor_objtype[sensor as number] !== enums.ObjType.JOINT)
      throw new Error('an instance filters one joint');
    return model.jnt_qposadr[model.sensor_objid[sensor as number] as number] as number;
  },
  sensor: {
    stage: 'pos',
    dim: () => 1,
    compute(model, data, { sensors, state }) {
      data.sensordata[model.sensor_adr[sensors[0] as number] as number] = state[0] as number;
    },
  },
  advance(model, data, { config, local, state }) {
    const value = state[0] as number;
    state[0] = value + (model.opt.timestep * ((data.qpos[local] as number) - value)) / config.tau;
  },
});
