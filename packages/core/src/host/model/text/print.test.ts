import { loadOracle, loadOracleXml, modelFromOracle } from '@qpos/conformance';
import { expect, test } from 'vitest';
import { forward, makeData, printData, printModel } from '../../../index.ts';

test('a model and its data as text', async () => {
  const xml = '<mujoco><worldbody><body pos="1 2 3"><freejoint/><geom size=".1" mass="2"/></body></worldbody></mujoco>';
  const model = modelFromOracle(loadOracleXml(await loadOracle(), xml).model);
  const data = makeData(model);
  forward(model, data);
  const text = printModel(model);
  expect(text).toContain('nq 7');
  expect(text).toContain('opt.gravity 0 0 -9.81000');
  expect(text).toMatch(/body_pos {2}2 x 3\n {2}0 0 0\n {2}1 2 3\n/);
  expect(printModel(model, { match: /^geom_size$/ })).toBe('geom_size  1 x 3\n  0.100000 0 0');
  expect(printData(data, { match: /^(time|qpos)$/, rows: 2 })).toBe('time 0\nqpos  7 x 1\n  1\n  2\n  ... 5 more');
});
