import { loadOracle, makeTwin, type Oracle, relativeError } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { Warning } from '../../host/model/enums.ts';
import { inverse, step } from '../../index.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

/** Two bodies, each with four slides in three directions: a pivot of each is zero. */
const body = (z: number): string => `<body pos="0 0 ${z}">
  ${['1 0 0', '0 1 0', '0 0 1', '1 1 0'].map((axis) => `<joint type="slide" axis="${axis}" damping="1e-17"/>`).join('')}
  <geom size=".1" mass="1"/></body>`;
const xml = (integrator: string): string =>
  `<mujoco><option gravity="1 2 -3" integrator="${integrator}"/><worldbody>${body(0)}${body(3)}</worldbody></mujoco>`;

interface Warnings {
  get(kind: number): { number: number; lastinfo: number };
}

describe('a singular inertia matrix', () => {
  test.each(['Euler', 'RK4', 'implicit', 'implicitfast', 'discrete'])(
    '%s: pivots are raised, and each factorisation warns once, as in the oracle',
    (integrator) => {
      const { oracleData, model, data, call, release } = makeTwin(oracle, xml(integrator));
      for (let k = 0; k < 2; k++) call('mj_step');
      step(model, data, 2);
      call('mj_inverse');
      inverse(model, data);
      const { number, lastinfo } = (oracleData['warning'] as Warnings).get(Warning.INERTIA);
      expect(number).toBeGreaterThan(0);
      expect([data.warning.number[Warning.INERTIA], data.warning.lastinfo[Warning.INERTIA]]).toEqual([
        number,
        lastinfo,
      ]);
      expect(relativeError(data.qvel, oracleData['qvel'] as Float64Array)).toBeLessThan(1e-14);
      release();
    },
  );

  test('a pivot that the implicit integrator makes tiny and negative stays so', () => {
    const { oracleData, model, data, call, release } = makeTwin(
      oracle,
      `<mujoco><option integrator="implicit"/><worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="1"/></body></worldbody>
      <actuator><general joint="j" biastype="affine" biasprm="0 0 500.00000000000006"/></actuator></mujoco>`,
    );
    (oracleData['qvel'] as Float64Array)[0] = 0.1;
    data.qvel[0] = 0.1;
    call('mj_step');
    step(model, data);
    expect(data.qvel[0]).toBeLessThan(-1e10);
    expect(relativeError(data.qvel, oracleData['qvel'] as Float64Array)).toBeLessThan(1e-14);
    release();
  });
});
