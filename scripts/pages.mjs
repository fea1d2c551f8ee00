// Writes the generated sections of the pages: the order of a step, the graph of modules, the tests of the features of parts.
import fs from 'node:fs';
import path from 'node:path';
import { moduleGraph, moduleLines } from './generate/modules.mjs';
import { featureLines } from './generate/part-features.mjs';
import { stageLines } from './generate/stages.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { root } from './packages.mjs';

/** Pages, and the sections of each. */
export const pages = {
  'ARCHITECTURE.md': ['stages', 'core modules', 'spec modules'],
  'docs/guide/parts-features.md': ['part features'],
};

/** The lines of each section, from the sources. */
export async function sectionLines() {
  const { stageTable } = await loadTypeScript('packages/core/src/host/stages.ts');
  const { featureTables } = await loadTypeScript('packages/parts/src/testing/features/index.ts');
  return {
    stages: stageLines(stageTable),
    'core modules': moduleLines(moduleGraph(path.join(root, 'packages/core/src'), new Set(['kernel', 'host']))),
    'part features': featureLines(featureTables),
    'spec modules': moduleLines(moduleGraph(path.join(root, 'packages/spec/src'), new Set(['compile', 'assets']))),
  };
}

/** The text of a page with lines between the markers of a section. */
export function withSection(text, name, lines) {
  const open = `<!-- ${name}: written by npm run generate -->`;
  const start = text.indexOf(open);
  const end = text.indexOf(`<!-- /${name} -->`);
  if (start < 0 || end < start) throw new Error(`there is no '${open}' with its end`);
  return `${text.slice(0, start)}${open}\n\n${lines.join('\n')}\n\n${text.slice(end)}`;
}

/** Brings all pages up to date. */
export async function writePages() {
  const lines = await sectionLines();
  for (const [page, names] of Object.entries(pages)) {
    const file = path.join(root, page);
    const text = fs.readFileSync(file, 'utf8');
    const written = names.reduce((t, name) => withSection(t, name, lines[name]), text);
    if (written !== text) fs.writeFileSync(file, written);
  }
}
