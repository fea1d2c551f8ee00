/** What runs in each JavaScript engine; `bundle.ts` adds the texts of the scenes and a way to report. */
import { type BackendName, backendName, setBackend } from 'qpos';
import { runScene, type SceneHashes } from './run-scene.ts';
import { SCENES } from './scenes.ts';

/** One scene on one back end. */
export interface SceneResult {
  readonly backend: BackendName;
  readonly scene: string;
  readonly hashes?: SceneHashes;
  /** Why there are no hashes. */
  readonly error?: string;
}

function scenesOn(backend: BackendName, texts: Readonly<Record<string, string>>): SceneResult[] {
  setBackend(backend);
  if (backendName() !== backend) throw new Error(`the ${backend} back end did not start`);
  return SCENES.map((scene) => {
    try {
      return { backend, scene: scene.name, hashes: runScene(scene, texts[scene.file] ?? '') };
    } catch (error) {
      return { backend, scene: scene.name, error: String(error) };
    }
  });
}

/** All scenes on the given back ends. A back end that does not start is an error of its every scene. */
export function runScenes(backends: readonly BackendName[], texts: Readonly<Record<string, string>>): SceneResult[] {
  const results: SceneResult[] = [];
  for (const backend of backends) {
    try {
      results.push(...scenesOn(backend, texts));
    } catch (error) {
      for (const { name } of SCENES) results.push({ backend, scene: name, error: String(error) });
    }
  }
  return results;
}
