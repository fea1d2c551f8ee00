import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notInlined } from '../dialect/inlining.mjs';
import { root } from '../packages.mjs';
import { compile } from './compile.mjs';
import { optimise } from './optimise-wasm.mjs';

const FUNCTION_SECTION = 3;
const dir = path.join(root, `build/as-test-${process.pid}`);
beforeAll(() => fs.mkdirSync(path.join(dir, 'kernel'), { recursive: true }));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

/** Functions of a module with less than 128 of them, and sections below 128 bytes before they are counted. */
function countFunctions(bytes) {
  let at = 8;
  while (bytes[at] !== FUNCTION_SECTION) at += 2 + bytes[at + 1];
  return bytes[at + 2];
}

// a function that is too large to be inlined in a cold file, and small enough in a hot one
const terms = Array.from({ length: 12 }, (_, k) => `(x + ${k})`).join(' * ');
const program = (head, doc) => `${head}\n/** A product. ${doc} */\nfunction product(x: f64): f64 { return ${terms}; }
  export function f(x: f64): f64 { return product(x) + product(x + 0.5); }`;

test.each([
  ['without a mark the function is inlined', program('', ''), 1],
  ['@noinline keeps the call', program('', '@noinline'), 2],
  ['@cold keeps the calls of a file', program('// @cold\n', ''), 2],
])('%s', async (_, text, functions) => {
  const entry = path.join(dir, 'kernel/planted.ts');
  const wasm = path.join(dir, 'planted.wasm');
  fs.writeFileSync(entry, text);
  compile(path.relative(root, entry), wasm, ['-O0', '--debug']);
  await optimise(wasm, notInlined(text, 'kernel/planted.ts'));
  expect(countFunctions(fs.readFileSync(wasm))).toBe(functions);
});
