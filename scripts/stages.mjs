// Writes the order of a step, from the table of stages, into the pages that show it.
import fs from 'node:fs';
import path from 'node:path';
import { loadTypeScript } from './load-typescript.mjs';
import { root } from './packages.mjs';

const START = '<!-- stages: written by npm run generate -->';
const END = '<!-- /stages -->';
const WIDTH = 110;

/** Pages that have the two markers. */
export const pages = ['ARCHITECTURE.md'];

/** The stages as lines: each part of the step with its functions, in order. */
export function stageLines(table) {
  const parts = [];
  for (const { part, name } of table) {
    const last = parts.at(-1);
    if (last?.part === part) last.names.push(name);
    else parts.push({ part, names: [name] });
  }
  return parts.flatMap(({ part, names }) => {
    const lines = [`    ${part.padEnd(14)}`];
    for (const name of names) {
      if (lines.at(-1).length + name.length >= WIDTH) lines.push(' '.repeat(18));
      lines.push(`${lines.pop()}${name} `);
    }
    return lines.map((line) => line.trimEnd());
  });
}

/** The text of a page with the stages between its markers. */
export function withStages(text, table) {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`there is no '${START}' with its '${END}'`);
  return `${text.slice(0, start)}${START}\n\n${stageLines(table).join('\n')}\n\n${text.slice(end)}`;
}

/** Brings all pages up to date. */
export async function writeStages() {
  const { stageTable } = await loadTypeScript('packages/core/src/host/stages.ts');
  for (const page of pages) {
    const file = path.join(root, page);
    const text = fs.readFileSync(file, 'utf8');
    const written = withStages(text, stageTable);
    if (written !== text) fs.writeFileSync(file, written);
  }
}
