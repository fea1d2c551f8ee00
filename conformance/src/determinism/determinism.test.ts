import { describe, expect, test } from 'vitest';
import { sceneTexts } from './bundle.ts';
import { FieldHash } from './field-hash.ts';
import { ADVICE, differences, orphans, readGolden } from './golden.ts';
import { runScene } from './run-scene.ts';
import { SCENES } from './scenes.ts';

const golden = readGolden();
const texts = sceneTexts();
/** This project's back end: the suite runs on each. */
const backend = process.env['QPOS_BACKEND'] === 'js' ? 'js' : 'wasm';

describe('golden hashes', () => {
  test.each(SCENES.map((scene) => [scene.name, scene] as const))('%s', (name, scene) => {
    const hashes = runScene(scene, texts[scene.file] as string);
    expect(differences(golden, { backend, scene: name, hashes }), ADVICE).toEqual([]);
    if (!name.startsWith('sleep/')) expect(hashes.resumed, 'a run from a saved state').toBe(hashes.end);
  });

  test('are of scenes that exist', () => {
    expect(orphans(golden), ADVICE).toEqual([]);
  });
});

describe('FieldHash', () => {
  const hashOf = (...values: number[]): string => new FieldHash().array(Float64Array.from(values)).digest();

  test('sees the last bit, the sign of zero, order and length', () => {
    const all = [hashOf(1, 2), hashOf(1 + 2 ** -52, 2), hashOf(2, 1), hashOf(0), hashOf(-0), hashOf(0, 0), hashOf()];
    expect(new Set(all).size).toBe(all.length);
  });

  test('takes every NaN for the same, and for no number', () => {
    const odd = new Float64Array(new Uint32Array([1, 0xfff80000]).buffer);
    expect(hashOf(odd[0] as number)).toBe(hashOf(Number.NaN));
    expect(hashOf(Number.NaN)).not.toBe(hashOf(0));
  });
});
