import fs from 'node:fs';
import '@qpos/core/js'; // the tests run on both back ends
import { register } from '@qpos/env';
import { loadModel } from '@qpos/spec';

// A task that workers import. An action above 1 ends the worker if QPOS_TEST_EXIT names a file that is there, and removes the file; one above
// 1.5 always ends it; one above 2 throws.
register(
  'test/Push-v0',
  ({ size = 0.1 }) => {
    const pushes = new Float64Array(1);
    return {
      state: [pushes],
      model: () =>
        loadModel(
          `<mujoco><worldbody><body><joint name="x" type="slide" damping="1"/><geom size="${size}"/></body></worldbody><actuator><motor joint="x"/></actuator></mujoco>`,
        ),
      reset(ctx, rng) {
        ctx.data.qpos[0] = rng.normal();
        pushes[0] = 0;
      },
      act(ctx, action) {
        if (action[0] > 2) throw new TypeError('pushed too hard');
        const marker = process.env.QPOS_TEST_EXIT;
        if (action[0] > 1.5) process.exit(3);
        if (action[0] > 1 && marker !== undefined && fs.existsSync(marker)) {
          fs.rmSync(marker);
          process.exit(3);
        }
        ctx.data.ctrl[0] = action[0];
        pushes[0]++;
      },
      observe: ({ data }, out) => out.set([data.qpos[0], data.qvel[0] + pushes[0]]),
      evaluate(ctx) {
        ctx.reward = -Math.abs(ctx.data.qpos[0]);
        ctx.info.pushes = pushes[0];
        if (pushes[0] % 3 === 0) ctx.info[`third-${pushes[0]}`] = pushes;
      },
    };
  },
  { maxEpisodeSteps: 10 },
);
