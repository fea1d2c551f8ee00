import path from 'node:path';
import { BinaryError, FieldError, loadModel, type QposError, readMjb, writeMjb } from 'qpos';
import { describe, expect, test } from 'vitest';
import { arrays, HEADER_BYTES, sizeNames } from '../../../packages/core/src/host/model/mjb/layout.ts';
import { scanFolder } from '../models/folder.ts';
import { makeRandom } from '../models/random-tree.ts';
import { loadOracle, loadOracleXml } from '../oracle/oracle.ts';
import { root } from '../root.ts';
import { compareMjb, loadOracleMjb, oracleMjb } from './compare-mjb.ts';
import { unexpectedFields } from './rounding.ts';

/** Every n-th model of this repository; the corpus tests take all. */
const EVERY = 5;
const sample = ['models', 'conformance/models']
  .flatMap((folder) => scanFolder(path.join(root, folder)))
  .filter((e) => !e.path.startsWith('soft/')) // need a plugin that the oracle does not have
  .filter((_, k) => k % EVERY === 0);

const XML = `<mujoco><size memory="3M"/><option gravity="0 0 -1" integrator="RK4"><flag energy="enable"/></option>
  <visual><global offwidth="800" fovy="50"/><rgba fog="1 0 0 .5"/></visual>
  <asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/></asset>
  <worldbody><geom type="plane" size="1 1 1" adhesion="2"/>
    <body name="b" gravcomp="1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;

/** The bytes with one 32-bit word of the header, or a 64-bit size by name, changed. */
function changed(key: number | string, value: number): Uint8Array {
  const bytes = writeMjb(loadModel(XML));
  const view = new DataView(bytes.buffer);
  if (typeof key === 'number') view.setInt32(4 * key, value, true);
  else view.setBigInt64(HEADER_BYTES + 8 * sizeNames.indexOf(key), BigInt(value), true);
  return bytes;
}

function codeOf(bytes: Uint8Array): string {
  try {
    readMjb(bytes);
    return 'read';
  } catch (error) {
    return (error as QposError).code;
  }
}

describe('MJB files', () => {
  test.each(sample)('$path: the same bytes as the oracle writes, and back', async (entry) => {
    const oracle = await loadOracle();
    const findings = compareMjb(oracle, entry);
    expect(findings.rewritten).toBe(true);
    expect(unexpectedFields(entry.path, findings)).toEqual([]);
  });

  test('settings, flags and the memory asked for', async () => {
    const oracle = await loadOracle();
    const { model, data } = loadOracleXml(oracle, XML);
    const theirs = oracleMjb(oracle, model);
    const ours = writeMjb(loadModel(XML));
    expect(Buffer.from(ours).equals(theirs)).toBe(true);
    const copy = readMjb(theirs);
    expect([copy.narena, copy.vis.global.offwidth, copy.opt.integrator, copy.flg_adhesion]).toEqual([
      3 << 20,
      800,
      1,
      1,
    ]);
    expect(copy.tex_data).toEqual(loadModel(XML).tex_data);
    data.delete();
    model.delete();
  });

  test('the oracle loads what we write', async () => {
    const oracle = await loadOracle();
    const bytes = writeMjb(loadModel(XML));
    const model = loadOracleMjb(oracle, bytes);
    if (model === null) throw new Error('refused');
    expect(Buffer.from(oracleMjb(oracle, model)).equals(bytes)).toBe(true);
    model.delete();
  });

  test.each([
    ['nothing', () => new Uint8Array(0), 'not-a-model'],
    ['another mark', () => changed(0, 1), 'not-a-model'],
    ['numbers of 4 bytes', () => changed(1, 4), 'version'],
    ['another number of sizes', () => changed(2, 97), 'version'],
    ['another version', () => changed(3, 3013001), 'version'],
    ['another number of arrays', () => changed(4, 480), 'version'],
    ['half a header', () => changed(0, 54321).slice(0, 100), 'truncated'],
    ['a byte less', () => changed(0, 54321).slice(0, -1), 'truncated'],
    ['a byte more', () => new Uint8Array([...changed(0, 54321), 0]), 'sizes'],
    ['a negative size', () => changed('nq', -1), 'sizes'],
    ['a huge size', () => changed('nbody', 2 ** 40), 'sizes'],
    ['more bodies than there are bytes', () => changed('nbody', 1e6), 'truncated'],
  ])('%s is refused', (_, bytes, code) => expect(codeOf(bytes())).toBe(code));

  test('a version is named', () => {
    expect(() => readMjb(changed(3, 3013001))).toThrow('the MJB file is of MuJoCo 3.13.1, not 3.14.0');
  });

  test('mutants are read, or refused with a typed error', () => {
    const random = makeRandom(5);
    const seed = writeMjb(loadModel(XML));
    let refused = 0;
    const total = Number(process.env['QPOS_MUTANTS'] ?? 400);
    for (let k = 0; k < total; k++) {
      const bytes = seed.slice();
      const at = random.below(random.chance(0.3) ? 1798 : bytes.length);
      bytes[at] = random.below(256);
      try {
        readMjb(bytes)[Symbol.dispose]();
      } catch (error) {
        if (!(error instanceof BinaryError || error instanceof FieldError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(total / 10);
  });

  test('487 arrays', () => expect(arrays.length).toBe(487));
});
