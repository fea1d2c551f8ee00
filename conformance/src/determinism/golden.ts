import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import type { SceneHashes } from './run-scene.ts';
import type { SceneResult } from './run-scenes.ts';
import { SCENES } from './scenes.ts';

/** What a golden file holds: the hashes of each scene, which every engine and back end must reproduce. */
export type Golden = Readonly<Record<string, SceneHashes>>;

const FILE = path.join(root, 'conformance/golden/determinism.json');

/** What to do about a hash that differs; part of the message of each failing test. */
export const ADVICE = `The bits of a simulation or of a compiled model have changed.
If that was not meant, find the change that did it (compare the two back ends first: they must agree).
If it was, run \`npm run determinism -- --update\` and commit conformance/golden/determinism.json together with
the change, with a sentence in the message that says why the numbers differ.`;

export function readGolden(): Golden {
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, 'utf8')) as Golden) : {};
}

/** Stores the hashes of one run as what all others must give. */
export function writeGolden(results: readonly SceneResult[]): void {
  const failed = results.find((r) => r.hashes === undefined);
  if (failed !== undefined) throw new Error(`${failed.scene} has no hashes: ${failed.error}`);
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  fs.writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(results.map((r) => [r.scene, r.hashes])), null, 2)}\n`);
}

/** How a result differs from the golden hashes: the parts that do, or the error; empty if it does not. */
export function differences(golden: Golden, { scene, hashes, error }: SceneResult): string[] {
  if (hashes === undefined) return [error ?? 'no hashes'];
  const expected = golden[scene];
  if (expected === undefined) return ['no golden hashes'];
  const parts = Object.keys(hashes) as (keyof SceneHashes)[];
  return parts.filter((part) => hashes[part] !== expected[part]);
}

/** Golden hashes of scenes that are no more. */
export function orphans(golden: Golden): string[] {
  const names = new Set(SCENES.map((s) => s.name));
  return Object.keys(golden).filter((name) => !names.has(name));
}
