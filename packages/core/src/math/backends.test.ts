import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as cholesky from './cholesky.ts';
import * as eig from './eig3.ts';
import * as leaf from './leaf.ts';
import * as quat from './quat.ts';
import * as rng from './rng.ts';
import { definite, generator, rotation, vector } from './testing.ts';
import { acos, asin, atan, atan2, cbrt, cos, exp, hypot, log, pow, sin, tan, tanh } from './trig.ts';

/** What `scripts/asc.mjs` does to a file: no extension, no `type`, no import of what AssemblyScript has built in. */
function forAssemblyScript(text: string): string {
  return text
    .replace(
      /\b(import|export)( type)? \{([^}]*)\} from '([^']*)\.ts';/g,
      (_, word: string, _type, names: string, from: string) => {
        const kept = names
          .split(',')
          .map((n) => n.trim().replace(/^type /, ''))
          .filter((n) => n !== '' && n !== 'i32' && n !== 'f64');
        return kept.length === 0 ? '' : `${word} { ${kept.join(', ')} } from '${from}';`;
      },
    )
    .replace(/\bboolean\b/g, 'bool');
}

const here = import.meta.dirname;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-math-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Every exported function of this folder, compiled, as `file_name`. */
function compile(): WebAssembly.Exports {
  fs.mkdirSync(path.join(folder, 'math'));
  fs.copyFileSync(path.join(here, '../dialect.as.ts'), path.join(folder, 'dialect.ts'));
  let entry = "export { scratchF64, scratchI32 } from './dialect';\n";
  for (const file of fs.readdirSync(here)) {
    if (!file.endsWith('.ts') || file === 'testing.ts' || /\.(test|as)\.ts$/.test(file)) continue;
    const name = file.replace(/\.ts$/, ''),
      simd = path.join(here, `${name}.as.ts`);
    const text = fs.existsSync(simd)
      ? fs.readFileSync(simd, 'utf8')
      : forAssemblyScript(fs.readFileSync(path.join(here, file), 'utf8'));
    fs.writeFileSync(path.join(folder, 'math', file), text);
    for (const [, f] of text.matchAll(/^export function (\w+)/gm))
      entry += `export { ${f} as ${name}_${f} } from './math/${name}';\n`;
  }
  fs.writeFileSync(path.join(folder, 'index.ts'), entry);
  const asc = path.resolve(here, '../../../../node_modules/assemblyscript/bin/asc.js'),
    wasm = path.join(folder, 'math.wasm');
  execFileSync(process.execPath, [
    asc,
    path.join(folder, 'index.ts'),
    '-O3',
    '--runtime',
    'stub',
    '--noAssert',
    '--enable',
    'simd',
    '-o',
    wasm,
  ]);
  return new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(wasm)), { env: { abort: () => undefined } })
    .exports;
}

const wasm = compile() as Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };
const random = generator(17);

/** Runs both builds on copies of the arrays and compares every bit of arrays and result. */
function same(
  name: string,
  ours: (...args: never[]) => unknown,
  ...args: (number | Float64Array | Int32Array)[]
): void {
  const pointers = args.map((a) => {
    if (typeof a === 'number') return a;
    const size = Math.max(1, a.length),
      p = a instanceof Int32Array ? wasm.scratchI32(size) : wasm.scratchF64(size);
    new (a.constructor as Float64ArrayConstructor)(wasm.memory.buffer, p, a.length).set(a);
    return p;
  });
  const theirs = wasm[name](...pointers),
    result = ours(...(args as never[]));
  if (result !== undefined) expect(theirs, name).toBe(typeof result === 'boolean' ? Number(result) : result);
  args.forEach((a, i) => {
    if (typeof a !== 'number')
      expect(new (a.constructor as Float64ArrayConstructor)(wasm.memory.buffer, pointers[i], a.length), name).toEqual(
        a,
      );
  });
}

describe('both back ends give the same bits', () => {
  test('leaf', () => {
    for (const n of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 31, 32, 33, 64, 101]) {
      const v = (): Float64Array => vector(random, n + 4),
        s = random(),
        t = random();
      const ind = Int32Array.from({ length: n + 4 }, () => Math.floor(random() * n));
      same('leaf_zero', leaf.zero, v(), 1, n);
      same('leaf_copy', leaf.copy, v(), 1, v(), 3, n);
      same('leaf_scl', leaf.scl, v(), 1, v(), 3, s, n);
      same('leaf_addTo', leaf.addTo, v(), 1, v(), 3, n);
      same('leaf_addToScl', leaf.addToScl, v(), 1, v(), 3, s, n);
      same('leaf_addSclScl', leaf.addSclScl, v(), 1, v(), 3, s, v(), 2, t, n);
      same('leaf_dot', leaf.dot, v(), 1, v(), 3, n);
      same('leaf_dotSparse', leaf.dotSparse, v(), 1, v(), 3, n, ind, 2);
    }
  });

  test('elementary functions', () => {
    const files = { sincos: [sin, cos, tan], explog: [exp, log, tanh], atan: [atan, asin, acos], roots: [cbrt] };
    for (let k = 0; k < 500; k++) {
      const x = (random() - 0.5) * 2 ** (k % 60),
        y = (random() - 0.5) * 8,
        unit = 2 * random() - 1;
      for (const [file, functions] of Object.entries(files)) {
        for (const f of functions) for (const a of [x, y, unit, x * 2 ** 900]) same(`${file}_${f.name}`, f, a);
      }
      same('atan_atan2', atan2, x, y);
      same('roots_hypot', hypot, x, y);
      same('explog_pow', pow, Math.abs(x), y);
    }
    for (const a of [0, -0, Infinity, -Infinity, NaN, 5e-324, -745.1, 1e22])
      for (const f of files.sincos) same(`sincos_${f.name}`, f, a);
  });

  test('what is built on them', () => {
    for (let k = 0; k < 50; k++) {
      const n = 1 + (k % 12);
      same('quat_quatIntegrate', quat.quatIntegrate, rotation(random), 0, vector(random, 3), 0, random());
      same('quat_subQuat', quat.subQuat, vector(random, 3), 0, rotation(random), 0, rotation(random), 0);
      same('quat_mat2Quat', quat.mat2Quat, vector(random, 4), 0, vector(random, 9), 0);
      same(
        'eig3_eig3',
        eig.eig3,
        vector(random, 3),
        0,
        vector(random, 9),
        0,
        vector(random, 4),
        0,
        definite(random, 3),
        0,
      );
      same('cholesky_cholFactor', cholesky.cholFactor, definite(random, n), 0, n, 1e-15);
      same(
        'rng_shuffleI',
        rng.shuffleI,
        Int32Array.from({ length: n }, (_, i) => i),
        0,
        n,
        Int32Array.of(k, 7 * k, 1, 0),
        0,
      );
    }
  });
});
