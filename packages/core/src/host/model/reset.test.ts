import { loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { resetCtrl, resetData, resetDataDebug } from '../../index.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const xml = `<mujoco><worldbody><body><joint name="b" type="ball"/><geom size=".1"/>
    <body><joint name="h"/><geom size=".1"/></body></body></worldbody>
  <actuator><motor joint="h"/><orientation joint="b" input="quat"/><orientation joint="b"/></actuator></mujoco>`;

describe('controls after a reset', () => {
  test('a control that is a quaternion is the identity, all others are zero, as in the oracle', () => {
    const { oracleData, model, data, call, release } = makeTwin(oracle, xml);
    const neutral = [...(oracleData['ctrl'] as Float64Array)];
    expect(neutral).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
    expect([...data.ctrl]).toEqual(neutral);
    for (const reset of [resetCtrl, resetData, (m: typeof model, d: typeof data) => resetDataDebug(m, d, 7)]) {
      data.ctrl.fill(3);
      reset(model, data);
      expect([...data.ctrl]).toEqual(neutral);
    }
    (oracleData['ctrl'] as Float64Array).fill(3);
    call('mj_resetCtrl');
    expect([...(oracleData['ctrl'] as Float64Array)]).toEqual(neutral);
    release();
  });
});
