export const reward = (_model, data, { steps }) => data.qpos[2] + steps;
export const terminated = (_model, data) => data.qpos[2] < 0.35;
export const callbacks = {
  control(_model, data) {
    data.ctrl[0] = -0.1 * data.qvel[data.qvel.length - 1];
  },
};
