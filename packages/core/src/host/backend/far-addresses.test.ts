import { loadOracle, loadOracleXml, modelFromOracle } from '@qpos/conformance';
import { expect, test } from 'vitest';
import { makeData, setMemoryLimit, step } from '../../index.ts';
import { currentBackend } from './select.ts';

const boxes = Array.from(
  { length: 60 },
  (_, k) => `<body pos="${k % 8} ${k >> 3} .05"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
).join('');
const xml = `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${boxes}</worldbody></mujoco>`;

test('arrays grow in objects that lie beyond 2 GiB', async () => {
  const model = modelFromOracle(loadOracleXml(await loadOracle(), xml).model);
  const near = makeData(model);
  const { heap } = currentBackend();
  setMemoryLimit(2 ** 32);
  const hole = heap?.allocate(2 ** 31); // never touched, so it takes no memory
  try {
    const far = makeData(model);
    step(model, near);
    step(model, far);
    expect(far.ncon).toBe(240);
    expect(far.qacc).toEqual(near.qacc);
  } finally {
    if (hole !== undefined) heap?.free(hole);
    setMemoryLimit(2 ** 31);
  }
});
