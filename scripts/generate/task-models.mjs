// The models of the environments as a module of texts, so that @qpos/env needs no files.
import fs from 'node:fs';
import path from 'node:path';

/** Folders below models/ whose files all belong to tasks, and single models that tasks share with the studio. */
const FOLDERS = ['gymnasium', 'tasks'];
const SINGLE = ['cartpole', 'cheetah', 'humanoid', 'quadruped'];

const camelCase = (words) => words.replaceAll(/[^a-z0-9]+(.)/g, (_, letter) => letter.toUpperCase());

/** MJCF without comments and indentation. */
const compact = (text) =>
  text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** The text of the module. */
export function taskModelsTs(models) {
  const inFolders = FOLDERS.filter((folder) => fs.existsSync(path.join(models, folder))).flatMap((folder) =>
    fs
      .readdirSync(path.join(models, folder))
      .filter((file) => file.endsWith('.xml'))
      .map((file) => `${folder}/${file.slice(0, -4)}`),
  );
  const texts = [...inFolders, ...SINGLE].toSorted().map((name) => {
    const text = compact(fs.readFileSync(path.join(models, `${name}.xml`), 'utf8'));
    return `/** models/${name}.xml */\nexport const ${camelCase(name)} = ${JSON.stringify(text)};\n`;
  });
  return `// Generated from models/ by scripts/generate.mjs.\n${texts.join('')}`;
}
