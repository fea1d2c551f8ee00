// The models of environments and of planning tasks as modules of texts, so that @qpos/env and @qpos/control need no files.
import fs from 'node:fs';
import path from 'node:path';

/** Folders below models/ whose files all belong to a package, and single models that it shares with others. */
const PACKAGES = {
  env: { folders: ['gymnasium', 'tasks'], single: ['cartpole', 'cheetah', 'humanoid', 'quadruped'] },
  control: { folders: ['control'], single: ['cartpole', 'humanoid', 'quadruped', 'tasks/hand-cube'] },
};

const camelCase = (words) => words.replaceAll(/[^a-z0-9]+(.)/g, (_, letter) => letter.toUpperCase());

/** MJCF without comments and indentation. */
const compact = (text) =>
  text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** The text of the module of a package. */
export function taskModelsTs(models, name) {
  const { folders, single } = PACKAGES[name];
  const inFolders = folders
    .filter((folder) => fs.existsSync(path.join(models, folder)))
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(models, folder))
        .filter((file) => file.endsWith('.xml'))
        .map((file) => `${folder}/${file.slice(0, -4)}`),
    );
  const texts = [...inFolders, ...single].toSorted().map((model) => {
    const text = compact(fs.readFileSync(path.join(models, `${model}.xml`), 'utf8'));
    return `/** models/${model}.xml */\nexport const ${camelCase(model)} = ${JSON.stringify(text)};\n`;
  });
  return `// Generated from models/ by scripts/generate.mjs.\n${texts.join('')}`;
}
