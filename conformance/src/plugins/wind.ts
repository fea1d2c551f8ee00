import { applyFT, definePlugin } from '@qpos/core';

const force = new Float64Array(3);
const none = new Float64Array(3);

/** A gust along a direction on the bodies of the instance, that swells and ebbs: force = strength·(1 - cos(phase)) / 2. The phase is state. */
export const wind = definePlugin({
  name: 'example.wind',
  attributes: { direction: [1, 0, 0], strength: 1, period: 1 },
  stateSize: () => 1,
  passive(model, data, { bodies, config, state }) {
    const size = (config.strength * (1 - Math.cos(state[0] as number))) / 2;
    for (let k = 0; k < 3; k++) force[k] = size * (config.direction[k] as number);
    for (const body of bodies)
      applyFT(model, data, force, none, data.xipos.subarray(3 * body, 3 * body + 3), body, data.qfrc_passive);
  },
  advance(model, _data, { config, state }) {
    state[0] = (state[0] as number) + (2 * Math.PI * model.opt.timestep) / config.period;
  },
});
