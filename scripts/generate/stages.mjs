const WIDTH = 110;

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
