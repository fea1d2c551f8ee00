import { loadOracle, makeTwin, type Oracle, relativeError } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { inverse, step } from '../../index.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const xml = (integrator: string, flag: string, actuator: string): string => `<mujoco>
  <option integrator="${integrator}"><flag invdiscrete="enable" ${flag}/></option>
  <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" mass="1" pos=".3 0 0"/></body></worldbody>
  <actuator><general joint="j" gaintype="affine" gainprm="2 -1 -.2" ${actuator}/></actuator></mujoco>`;

const cases = [
  ['out of its range', '', 'ctrlrange="-1 1"', 2.6],
  ['out of a range that is off', 'clampctrl="disable"', 'ctrlrange="-1 1"', 2.6],
  ['delayed', '', 'delay=".01" nsample="8"', 2.6],
  ['not a number', '', '', Number.NaN],
] as const;

describe.each(['implicit', 'implicitfast', 'discrete'])(
  '%s: a gain by velocity has the slope of the control that acts',
  (integrator) => {
    test.each(cases)('%s', (_, flag, actuator, control) => {
      const { oracleData, model, data, call, release } = makeTwin(oracle, xml(integrator, flag, actuator));
      for (const d of [oracleData as unknown as typeof data, data]) {
        d.ctrl[0] = control;
        d.qvel[0] = 0.3;
      }
      call('mj_inverse');
      inverse(model, data);
      expect(relativeError(data.qfrc_inverse, oracleData['qfrc_inverse'] as Float64Array)).toBeLessThan(1e-14);
      for (let k = 0; k < 8; k++) call('mj_step');
      step(model, data, 8);
      expect(relativeError(data.qvel, oracleData['qvel'] as Float64Array)).toBeLessThan(1e-13);
      release();
    });
  },
);
