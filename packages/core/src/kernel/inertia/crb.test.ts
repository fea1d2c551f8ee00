import {
  callOracle,
  dataFromOracle,
  loadOracle,
  loadOracleXml,
  modelFromOracle,
  relativeError,
} from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { crb, makeData } from '../../index.ts';

const arm = `<mujoco><worldbody><body><freejoint/><geom size=".1"/>
  <body pos="0 0 1"><joint axis="0 1 0" armature=".1"/><joint type="slide"/><geom type="capsule" size=".1 .2"/>
    <body pos=".3 0 1"><joint type="ball"/><geom type="box" size=".1 .2 .3"/></body></body></body></worldbody></mujoco>`;

describe('crb', () => {
  test('equals the oracle on every joint type', async () => {
    const oracle = await loadOracle();
    const { model, data } = loadOracleXml(oracle, arm);
    (data['qpos'] as Float64Array).forEach((x, i, q) => {
      q[i] = x + 0.1 * Math.sin(i + 1);
    });
    callOracle(oracle, 'mj_forward', model, data);
    const m = modelFromOracle(model);
    const d = makeData(m);
    dataFromOracle(data, d);
    d.M.fill(Number.NaN);
    crb(m, d);
    expect(relativeError(d.M, data['M'] as Float64Array)).toBeLessThan(1e-15);
  });
});
