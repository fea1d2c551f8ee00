/** Recordings that cannot be written: a full disk, files and folders that vanish. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadModel, makeData, QposError, step } from 'qpos';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFile } from '../../../packages/cli/src/recording/file.ts';
import { Recorder } from '../../../packages/cli/src/recording/recorder.ts';
import { damage } from './reference.ts';

const model = loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>');
let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-faults-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Linux has a disk that is always full; other systems have no test of it. */
const onFullDisk = fs.existsSync('/dev/full') ? test : (): void => {};

/** Records a run; `spoil` is called when a part of it is on the disk. */
async function record(file: string, spoil: () => void): Promise<void> {
  const recorder = new Recorder(file, model, { model: 'faults', timestep: model.opt.timestep } as never);
  const data = makeData(model);
  try {
    for (let k = 0; k < 200; k++) {
      recorder.before(data);
      step(model, data);
      recorder.after(data);
      if (k % 50 === 49) await recorder.flush();
      if (k === 100) spoil();
    }
    await recorder.finish();
  } catch (error) {
    recorder.discard();
    throw error;
  }
}

async function failure(work: Promise<void>): Promise<QposError> {
  const error = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(QposError);
  return error as QposError;
}

describe.each(['.csv', '.npz', '.mcap'])('a recording %s', (suffix) => {
  test('is written when nothing is wrong, and leaves no other file', async () => {
    const file = path.join(folder, `run${suffix}`);
    await record(file, () => {});
    expect(fs.readdirSync(folder)).toEqual([`run${suffix}`]);
  });

  onFullDisk('on a full disk: a typed error, no file', async () => {
    const file = path.join(folder, `run${suffix}`);
    fs.symlinkSync('/dev/full', `${file}.${process.pid}.part`);
    const error = await failure(record(file, () => {}));
    expect(error.message).toContain('the disk is full');
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(damage()).toEqual([]);
  });

  test('whose folder vanishes: a typed error', async () => {
    const inner = path.join(folder, 'inner');
    fs.mkdirSync(inner);
    const error = await failure(record(path.join(inner, `run${suffix}`), () => fs.rmSync(inner, { recursive: true })));
    expect(error.message).toContain('there is no folder');
    expect(damage()).toEqual([]);
  });

  test('whose file vanishes: a typed error that says so', async () => {
    const file = path.join(folder, `run${suffix}`);
    const error = await failure(record(file, () => fs.rmSync(`${file}.${process.pid}.part`)));
    expect(error.message).toContain('removed while it was written');
  });
});

onFullDisk('a file that is written at once', () => {
  const file = path.join(folder, 'model.bin');
  fs.symlinkSync('/dev/full', `${file}.${process.pid}.part`);
  expect(() => writeFile(file, 'text')).toThrow('the disk is full');
  expect(fs.readdirSync(folder)).toEqual([]);
});
