// The graph of modules: which folder imports which, read from the imports of its files.
import fs from 'node:fs';
import path from 'node:path';

/** Folders that nearly every other one imports; naming them in each row would hide the rest. */
const EVERYWHERE = new Set(['kernel', 'kernel/math', 'kernel/model', 'host/errors', 'spec', 'spatial']);

/** Sources below a folder, without tests and without the AssemblyScript twins. */
function sources(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/(\.test|\.as|\.d|testing)\.ts$/.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Relative imports of a text, types included. */
export function relativeImports(text) {
  return [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm)].map((match) => match[1]);
}

/** The folder of a file: two levels deep where the first has rooms of its own, otherwise one; '' at the top. */
function folderOf(file, deep) {
  const parts = path.dirname(file).split(path.sep);
  if (parts[0] === '.') return '';
  return deep.has(parts[0]) ? parts.slice(0, 2).join('/') : parts[0];
}

/** For each folder below `src`, the other folders that its files import. */
export function moduleGraph(src, deep = new Set()) {
  const graph = new Map();
  for (const file of sources(src)) {
    const from = folderOf(path.relative(src, file), deep);
    if (!graph.has(from)) graph.set(from, new Set());
    for (const target of relativeImports(fs.readFileSync(file, 'utf8'))) {
      const to = folderOf(path.relative(src, path.join(path.dirname(file), target)), deep);
      if (to !== from) graph.get(from).add(to);
    }
  }
  return graph;
}

/** A folder's name as seen from another: without the part they share. */
const seenFrom = (folder, name) => {
  const floor = `${folder.split('/')[0]}/`;
  return folder.includes('/') && name.startsWith(floor) ? name.slice(floor.length) : name;
};

/** The graph as lines `folder  what it imports`; folders that everything imports are left out on the right. */
export function moduleLines(graph) {
  const rows = [...graph]
    .filter(([folder]) => folder !== '' && folder !== 'kernel')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(...rows.map(([folder]) => folder.length)) + 2;
  return rows.map(([folder, imports]) => {
    const named = [...imports]
      .filter((name) => name !== '' && !EVERYWHERE.has(name))
      .map((name) => seenFrom(folder, name))
      .sort();
    return `    ${folder.padEnd(width)}${named.join(' ') || '–'}`;
  });
}
