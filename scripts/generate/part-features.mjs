// The page that names the tests of each feature of `@qpos/parts`.

const MARKUP = /[|]/g;

/** A table of each library, as lines of Markdown. */
export function featureLines(tables) {
  return tables.flatMap(({ library, rows }, k) => [
    ...(k > 0 ? [''] : []),
    `## \`@qpos/parts/${library}\``,
    '',
    '| feature | shown by |',
    '|---|---|',
    ...rows.map(({ feature, tests }) => `| ${cell(feature)} | ${tests.map(cell).join('<br>')} |`),
  ]);
}

const cell = (text) => text.replaceAll(MARKUP, '\\|');
