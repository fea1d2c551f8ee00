// The page that names the tests of each feature of `@qpos/parts`.

const MARKUP = /[|]/g;

/** A table of each library, as lines of Markdown. */
export function featureLines(tables) {
  return tables.flatMap(({ library, title = `\`@qpos/parts/${library}\``, rows }, k) => [
    ...(k > 0 ? [''] : []),
    `## ${title}`,
    '',
    '| # | feature | shown by |',
    '|---|---|---|',
    ...rows.map(
      ({ number = '', feature, tests }) => `| ${number} | ${cell(feature)} | ${tests.map(cell).join('<br>')} |`,
    ),
  ]);
}

const cell = (text) => text.replaceAll(MARKUP, '\\|');
