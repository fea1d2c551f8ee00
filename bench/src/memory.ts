import { loadOracleXml, startOracle } from '@qpos/conformance';
import { type Data, makeData, step } from '@qpos/core';
import { loadModel } from 'qpos';
import type { Row, SuiteOptions } from './rows.ts';
import { bundled, heap } from './scenes.ts';

const COUNT = 1000;

/** Bytes of the managed heap in use. */
function managedBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/**
 * Bytes of one of our Data: how far apart the first and the last of many lie in memory, each stepped until its
 * contacts have room, plus the share of the objects that stand for them.
 */
function bytesOfOurs(xml: string, count: number, steps: number): number {
  const model = loadModel(xml);
  const before = managedBytes();
  const all: Data[] = [];
  for (let k = 0; k < count; k++) {
    const data = makeData(model);
    step(model, data, steps);
    all.push(data);
  }
  const objects = managedBytes() - before;
  const places = all.map((d) => d.qpos.byteOffset);
  return (Math.max(...places) - Math.min(...places)) / (count - 1) + Math.max(0, objects) / count;
}

/** Bytes of the oracle's mjData: its arrays and its arena, which is reserved whole. */
async function bytesOfTheirs(xml: string): Promise<number> {
  const { data } = loadOracleXml(await startOracle(), xml);
  return Number(data['nbuffer']) + Number(data['narena']);
}

/** Memory of a Data. */
export async function* memorySuite({ scene, progress }: SuiteOptions): AsyncIterable<Row> {
  const cases = [
    { name: 'Data of the humanoid', xml: bundled('humanoid.xml'), count: COUNT, steps: 100 },
    { name: 'Data of a heap of 100 boxes', xml: heap(100), count: 20, steps: 60 },
  ];
  for (const { name, xml, count, steps } of cases.filter((c) => scene.test(c.name))) {
    progress(`${name}, ${count} of them`);
    const ours = bytesOfOurs(xml, count, steps) / 1024;
    const oracle = (await bytesOfTheirs(xml)) / 1024;
    yield {
      name,
      unit: 'kB',
      oracle,
      ours,
      ratio: ours / oracle,
      spread: 0,
      limits: [{ of: 'ratio', most: 0.5 }],
      note: `mean of ${count}, with the contacts of ${steps} steps`,
    };
  }
}
