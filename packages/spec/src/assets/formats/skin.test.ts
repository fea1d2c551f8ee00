import { loadOracle, loadOracleXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { codeOf, isSame } from '../testing.ts';
import { decodeSkin, processSkin } from './skin.ts';

const NAMES = ['a', 'bb'];

/** A skin of six vertices, two faces and two bones with four vertices each. */
function makeSkn(): Uint8Array {
  const bytes = new Uint8Array(16 + 72 + 48 + 24 + 2 * (72 + 32));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const ints = (...values: number[]): void => {
    for (const x of values) {
      view.setInt32(at, x, true);
      at += 4;
    }
  };
  const floats = (n: number, f: (i: number) => number): void => {
    for (let i = 0; i < n; i++, at += 4) view.setFloat32(at, f(i), true);
  };
  ints(6, 6, 2, 2);
  floats(30, (i) => Math.sin(i));
  ints(0, 1, 2, 3, 4, 5);
  NAMES.forEach((name, b) => {
    for (let i = 0; i < name.length; i++) bytes[at + i] = name.charCodeAt(i);
    at += 40;
    floats(3, (i) => 0.3 * i);
    floats(4, (i) => 0.3 + 0.2 * i);
    ints(4, 2 * b, 2 * b + 1, 2 * b + 2, 2 * b + 3);
    floats(4, (i) => 0.3 + 0.1 * i + b);
  });
  return bytes;
}

describe('skins', () => {
  test('a file equals the oracle', async () => {
    const skin = processSkin(decodeSkin(makeSkn()));
    const bodies = NAMES.map((n) => `<body name="${n}"><geom size="1"/></body>`).join('');
    const xml = `<mujoco><worldbody>${bodies}</worldbody><deformable><skin name="s" file="s.skn"/></deformable></mujoco>`;
    const { model } = loadOracleXml(await loadOracle(), xml, { 's.skn': makeSkn() });
    const ours = {
      skin_vert: skin.vert,
      skin_texcoord: skin.texcoord,
      skin_face: skin.face,
      skin_bonevertid: skin.bones.flatMap((b) => [...b.vertid]),
      skin_bonevertweight: skin.bones.flatMap((b) => [...b.vertweight]),
      skin_bonebindpos: skin.bones.flatMap((b) => [...b.bindpos]),
      skin_bonebindquat: skin.bones.flatMap((b) => [...b.bindquat]),
    };
    for (const [name, array] of Object.entries(ours)) {
      expect(isSame(array, model[name] as Float32Array), name).toBe(true);
    }
    expect(skin.bones.map((b) => b.body)).toEqual(NAMES);
  });

  test('every truncation is refused with a code', () => {
    const bytes = makeSkn();
    for (let n = 0; n < bytes.length; n++) expect(codeOf(() => decodeSkin(bytes.subarray(0, n)))).toMatch(/^asset-/);
  });

  test('a vertex without weight and one out of range are refused', () => {
    const skin = decodeSkin(makeSkn());
    const [first, second] = skin.bones;
    expect(codeOf(() => processSkin({ ...skin, bones: [first] }))).toBe('skin-data');
    const wrong = { ...second, vertid: Int32Array.of(0, 1, 2, 6) };
    expect(codeOf(() => processSkin({ ...skin, bones: [first, wrong] }))).toBe('skin-data');
  });
});
