// A reward module for tests: a controller, rewards from the state, failures on request.
import fs from 'node:fs';

export const callbacks = {
  control(_model, data) {
    data.ctrl[0] = -0.1 * data.qvel[data.qvel.length - 1];
    if (data.userdata[0] === 13) throw new Error('unlucky');
  },
};

export function reset(_model, data, { random }) {
  data.qpos[0] += random.uniform(-0.1, 0.1);
}

/** Ends the worker: always if userdata[1] is 1, once for a file that is there if it is 2. */
export function before(_model, data) {
  const [, how] = data.userdata;
  if (how === 1) process.exit(3);
  if (how !== 2) return;
  try {
    fs.unlinkSync(process.env.QPOS_TEST_EXIT ?? '');
  } catch {
    return; // it is not there, or another worker was faster
  }
  process.exit(4);
}

export const reward = (_model, data, { environment, steps }) => data.qpos[2] + 1000 * environment + steps;
export const terminated = (_model, data) => data.qpos[2] < 0.35;
export const truncated = (_model, _data, { steps }) => steps >= 40;
