import fs from 'node:fs';
import path from 'node:path';
import { QposError } from 'qpos';
import { differences, type Golden, readGolden } from '../determinism/golden.ts';
import { runScene } from '../determinism/run-scene.ts';
import { SCENES } from '../determinism/scenes.ts';
import { root } from '../root.ts';

/** A scene that takes milliseconds. */
const NAME = 'slider-crank';

const scene = SCENES.find(({ name }) => name === NAME);
if (scene === undefined) throw new Error(`there is no scene ${NAME}`);
const text = fs.readFileSync(path.join(root, scene.file), 'utf8');
const golden: Golden = readGolden();

/** How a simulation in this process differs from the golden hashes, which it does once a fault has damaged the engine; empty if it does not. */
export function damage(): string[] {
  if (scene === undefined) return [];
  const hashes = runScene(scene, text);
  const backend = process.env['QPOS_BACKEND'] === 'js' ? 'js' : 'wasm';
  return differences(golden, { backend, scene: NAME, hashes });
}

/** What a faulty call came to: the code of a typed error, `untyped ...`, or `ok`. */
export function outcomeOf(call: () => unknown): string {
  try {
    call();
    return 'ok';
  } catch (error) {
    return error instanceof QposError ? error.code : `untyped ${String(error)}`;
  }
}

/** Whether all cases of a fault are tried, as `npm run test:long` does, and not only some. */
export const isLong = process.env['QPOS_FAULTS'] === 'all';
