// Which declarations of a package its users can reach.
import fs from 'node:fs';
import path from 'node:path';

const IMPORTS = /(?:from|import\(|import)\s*['"](\.[^'"]+)['"]/g;

/** The declarations that are named in the exports of a package. */
function entriesOf(folder) {
  const { exports = {} } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap((e) => (e.types === undefined ? [] : [path.join(folder, e.types)]));
}

/** Files of declarations that an entry of a package imports, directly or through others; the entries are among them. */
export function reachedDeclarations(folder) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      const next = path.join(path.dirname(file), name).replace(/\.[jt]s$/, '.d.ts');
      if (fs.existsSync(next)) visit(next);
    }
  };
  for (const entry of entriesOf(folder)) visit(entry);
  return reached;
}

/** Declarations in `dist` that no entry leads to: of no use outside of the repository. */
export function unreachedDeclarations(folder) {
  const reached = reachedDeclarations(folder);
  return fs
    .readdirSync(path.join(folder, 'dist'), { recursive: true })
    .map((file) => path.join(folder, 'dist', file))
    .filter((file) => file.endsWith('.d.ts') && !reached.has(file));
}
