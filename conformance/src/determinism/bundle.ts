import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { BackendName } from 'qpos';
import { root } from '../root.ts';
import { SCENES } from './scenes.ts';

/** The texts of the scenes, by their paths. */
export function sceneTexts(): Record<string, string> {
  return Object.fromEntries(SCENES.map(({ file }) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
}

/** A page sends its results to the server that it came from; Node prints them. */
const REPORT = `(results) => {
  const text = JSON.stringify(results);
  if (typeof document === 'object') return fetch('/results', { method: 'POST', body: text });
  console.log(text);
}`;

/** One module, from the sources, that runs every scene in whatever engine loads it, and reports. */
export async function bundleScenes(backends: readonly BackendName[]): Promise<string> {
  const contents = `import 'qpos/js';
    import { runScenes } from './run-scenes.ts';
    const report = ${REPORT};
    await report(await runScenes(${JSON.stringify(backends)}, ${JSON.stringify(sceneTexts())}));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.join(root, 'conformance/src/determinism'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: path.join(root, 'tsconfig.check.json'), // its paths lead to the sources
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
