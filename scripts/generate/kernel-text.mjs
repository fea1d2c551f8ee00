// Pieces of kernel files: imports, switches, predicates.

/** Imports of named functions, by file: `[['touch', './touch.ts'], ...]`. */
export function imports(pairs) {
  const byFile = new Map();
  for (const [name, file] of pairs) byFile.set(file, new Set([...(byFile.get(file) ?? []), name]));
  const line = ([file, names]) => `import { ${[...names].sort().join(', ')} } from '${file}';`;
  return [...byFile]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(line)
    .join('\n');
}

/** A function that does one thing for each value: `cases` are pairs of constants and statements. */
export function switchFunction(doc, head, on, cases, otherwise) {
  const merged = new Map();
  for (const [constant, statement] of cases) merged.set(statement, [...(merged.get(statement) ?? []), constant]);
  const lines = [...merged].map(
    ([statement, constants]) => `${constants.map((c) => `    case ${c}:`).join('\n')}\n      ${statement}`,
  );
  if (otherwise !== undefined) lines.push(`    default:\n      ${otherwise}`);
  return `/** ${doc} */\nexport function ${head} {\n  switch (${on}) {\n${lines.join('\n')}\n  }\n}\n`;
}

/** Whether a type is one of these. */
export function predicate(doc, name, constants) {
  const test = constants.map((c) => `type === ${c}`).join(' || ') || 'false';
  return `/** ${doc} */\nexport function ${name}(type: i32): boolean {\n  return ${test};\n}\n`;
}
