import fs from 'node:fs';
import path from 'node:path';
import { copyState, loadOracle, makeDrive, makeTwin, type Oracle, relativeError, type Twin } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { step } from '../../index.ts';

/** Engines that sum in the same order differ by what their solvers and elementary functions differ. */
const TOLERANCE = 1e-9;
const STEPS = 60;

const folder = path.resolve(import.meta.dirname, '../../../../../conformance/models/sensor');
const models = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.xml'));

/** Sets both engines moving: the same velocities, not small, not symmetric. */
function setMoving({ data, oracleData }: Twin): void {
  const theirs = oracleData['qvel'] as Float64Array;
  for (let i = 0; i < data.qvel.length; i++) {
    const v = 0.5 * Math.sin(1.3 * i + 0.4);
    data.qvel[i] = v;
    theirs[i] = v;
  }
}

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

describe('sensors', () => {
  test.each(models)('%s equals the oracle over driven steps', (file) => {
    const twin = makeTwin(oracle, fs.readFileSync(path.join(folder, file), 'utf8'));
    const { model, data, oracleData } = twin;
    const drive = makeDrive(model);
    setMoving(twin);
    const touching = file.startsWith('contact'); // resting contacts are chaotic: each step starts from the oracle's state
    let worst = 0;
    for (let k = 0; k < STEPS; k++) {
      drive(data);
      drive(oracleData);
      if (touching) copyState(oracleData, data);
      twin.call('mj_step');
      step(model, data);
      const error = relativeError(data.sensordata, oracleData['sensordata'] as Float64Array);
      worst = Math.max(worst, error);
    }
    twin.release();
    expect(worst).toBeLessThan(TOLERANCE);
  });
});
