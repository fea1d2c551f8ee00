import { loadOracle, makeTwin, type Oracle, relativeError } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { step } from '../../index.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const xml = (integrator: string): string => `<mujoco><option integrator="${integrator}" timestep=".01"/><worldbody>
  <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/><body pos=".3 .1 0"><geom size=".1"/></body></body>
</worldbody></mujoco>`;

describe('gyroscopic derivative of a free body', () => {
  test.each(['implicitfast', 'discrete'])(
    '%s: masses that were edited after compilation count as they are now',
    (integrator) => {
      const { oracleModel, oracleData, model, data, call, release } = makeTwin(oracle, xml(integrator));
      for (const m of [oracleModel as unknown as typeof model, model]) {
        m.body_mass[1] *= 1.5;
        m.body_mass[2] *= 0.5;
      }
      for (const d of [oracleData as unknown as typeof data, data]) {
        d.qvel.set([1, 2, 3, 4, -3, 2]);
        d.qfrc_applied.set([1, -2, 3, -4, 5, -6]);
      }
      call('mj_step');
      step(model, data);
      expect(relativeError(data.qvel, oracleData['qvel'] as Float64Array)).toBeLessThan(1e-14);
      release();
    },
  );
});
