import { expect, test } from 'vitest';
import type { Progress } from '../training/trainer.ts';
import { csvLog, jsonlLog } from './jsonl.ts';
import { maskedCrc, tensorboardLog } from './tensorboard.ts';

const progress: Progress = {
  steps: 2048,
  total: 4096,
  updates: 1,
  stepsPerSecond: 1000,
  meanReturn: Number.NaN,
  meanLength: 10,
  episodes: 3,
  evaluationReturn: Number.NaN,
  report: { loss: 0.5 },
};

test('JSON lines and CSV have a line for each update, CSV names first', () => {
  const [json, csv]: [string[], string[]] = [[], []];
  const logs = [jsonlLog((line) => json.push(line)), csvLog((line) => csv.push(line))];
  for (const log of logs) for (let k = 0; k < 2; k++) log.write(progress);
  expect(json.map((line) => JSON.parse(line))).toEqual(Array(2).fill({ ...JSON.parse(json[0] as string) }));
  expect(JSON.parse(json[0] as string)).toMatchObject({ steps: 2048, loss: 0.5, meanReturn: null });
  expect(csv).toHaveLength(3);
  expect(csv[0]?.split(',')).toHaveLength((csv[1] as string).split(',').length);
});

test("the check of records is CRC-32C: its catalogue's value of '123456789' is e3069283", () => {
  const crc = 0xe3069283;
  const masked = (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
  expect(maskedCrc(new TextEncoder().encode('123456789'))).toBe(masked);
});

test('an event file is a chain of records whose lengths and checks are right', () => {
  const pieces: Uint8Array[] = [];
  const log = tensorboardLog(
    (bytes) => pieces.push(bytes),
    () => 1,
  );
  log.write(progress);
  expect(pieces).toHaveLength(2);
  for (const bytes of pieces) {
    const view = new DataView(bytes.buffer);
    const length = view.getUint32(0, true);
    expect(bytes.length).toBe(16 + length);
    expect(view.getUint32(8, true)).toBe(maskedCrc(bytes.subarray(0, 8)));
    expect(view.getUint32(12 + length, true)).toBe(maskedCrc(bytes.subarray(12, 12 + length)));
  }
  const text = new TextDecoder().decode(pieces[1]);
  for (const tag of ['train/loss', 'train/meanReturn', 'train/stepsPerSecond']) expect(text).toContain(tag);
});
