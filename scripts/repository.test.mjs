import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root } from './packages.mjs';

const MOST_FILES = 25;

/** Files that git knows or would add: those of the working tree, without what is ignored. */
const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((f) => f !== '' && fs.existsSync(path.join(root, f)));
const sources = files.filter((f) => /\.(ts|mjs|cjs)$/.test(f));
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');

/** Line comments that follow one another, as one text each. */
function commentBlocks(text) {
  const blocks = [];
  let block = [];
  for (const line of text.split('\n')) {
    const [, comment] = /^\s*\/\/(?!\/)(.*)$/.exec(line) ?? [];
    if (comment !== undefined) block.push(comment);
    else if (block.length > 0) {
      blocks.push(block.join('\n'));
      block = [];
    }
  }
  return blocks;
}

/** Statements that a comment in words does not end in. */
const LOOKS_LIKE_CODE =
  /^\s*(const|let|import|export|return|if \(|for \(|while \(|\}|[\w.[\]]+\(.*\);|[\w.[\]]+ [-+*/]?= .*;)/m;

/** Whether a comment is code: it has the form of a statement, and parses. */
function isCode(comment) {
  if (!LOOKS_LIKE_CODE.test(comment) || !/[;{}]\s*$/m.test(comment)) return false;
  const { parseDiagnostics } = ts.createSourceFile('a.ts', comment, ts.ScriptTarget.Latest);
  return parseDiagnostics.length === 0;
}

describe('the repository', () => {
  test(`no folder has more than ${MOST_FILES} files`, () => {
    const counts = groupBy(files, path.dirname);
    const crowded = [...counts].filter(([, list]) => list.length > MOST_FILES);
    expect(crowded.map(([folder, list]) => `${folder}: ${list.length}`)).toEqual([]);
  });

  test('nothing is left to do in a comment', () => {
    const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X'.repeat(3)].join('|')})\\b`);
    expect(sources.filter((f) => mark.test(read(f)))).toEqual([]);
  });

  test('no code is commented out', () => {
    const found = sources.flatMap((f) =>
      commentBlocks(read(f))
        .filter(isCode)
        .map((c) => `${f}: ${c.trim()}`),
    );
    expect(found).toEqual([]);
    expect(isCode(' const a = 1;\n return a;')).toBe(true);
    expect(isCode(' if the tree is deep, it sinks; then it stops.')).toBe(false);
  });

  test('tests share modules, so that none replaces one for the others', () => {
    const spoilers = new RegExp(`\\bvi\\.(${['mock', 'doMock'].join('|')})\\(`);
    expect(sources.filter((f) => spoilers.test(read(f)))).toEqual([]);
  });

  test('no test is skipped or runs alone', () => {
    const marks = /\b(test|it|describe)(\.\w+)*\.(skip|skipIf|runIf|only|todo|fails)\b/;
    expect(sources.filter((f) => /\.test\.(ts|mjs)$/.test(f) && marks.test(read(f)))).toEqual([]);
  });
});

/** As Map.groupBy, which Node 20 does not have. */
function groupBy(list, key) {
  const groups = new Map();
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
