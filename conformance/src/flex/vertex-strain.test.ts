import { forward, loadModel, makeData } from 'qpos';
import { expect, test } from 'vitest';
import { callOracle, loadOracle, loadOracleXml, oracleArray } from '../oracle/oracle.ts';
import { copyState } from '../oracle/transfer.ts';

const pinnedSheet = `<mujoco><worldbody>
  <flexcomp name="f" type="grid" dim="2" count="4 5 1" spacing=".1 .1 .1" mass="1" radius=".01">
    <edge equality="vert"/><pin id="0 4"/><contact selfcollide="none" internal="false"/>
  </flexcomp></worldbody></mujoco>`;

test('strain of vertices equals the oracle to the bit: rows of pinned ones have no softness and show the last', async () => {
  const oracle = await loadOracle();
  const { model: theirModel, data: theirs } = loadOracleXml(oracle, pinnedSheet);
  const qpos = theirs['qpos'] as Float64Array;
  for (let i = 0; i < qpos.length; i++) qpos[i] = 0.02 * Math.sin(1.7 * i + 0.3);
  callOracle(oracle, 'mj_forward', theirModel, theirs);

  const model = loadModel(pinnedSheet);
  const data = makeData(model);
  copyState(theirs, data);
  forward(model, data);

  expect(model.flex_vertmetric).toEqual(oracleArray(theirModel, 'flex_vertmetric'));
  for (const name of ['flexvert_length', 'flexvert_J', 'efc_pos', 'efc_aref'] as const)
    expect(data[name], name).toEqual(oracleArray(theirs, name));
  theirs.delete();
  theirModel.delete();
});
