import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { takeFields } from '../../../../../scripts/dialect/fields.mjs';
import { takeRecords } from '../../../../../scripts/dialect/records.mjs';
import * as eig from './eig3.ts';
import { acos, asin, atan, atan2, cbrt, cos, exp, hypot, log, pow, sin, tan, tanh } from './elementary/trig.ts';
import * as driver from './frontal/driver.testing.ts';
import * as panel from './frontal/panel.ts';
import { fronts, randomSample } from './frontal/testing.ts';
import * as cholesky from './linear/cholesky.ts';
import * as leaf from './linear/leaf.ts';
import * as quat from './quat.ts';
import * as rng from './rng.ts';
import { definite, generator, rotation, vector } from './testing.ts';

/** What `scripts/asc.mjs` does to a file: records as structs, no extension, no `type`, no import of what AssemblyScript has built in. */
function forAssemblyScript(text: string): string {
  return takeFields(takeRecords(text))
    .replace(
      /\b(import|export)( type)? \{([^}]*)\} from '([^']*)\.ts';/g,
      (_, word: string, _type, names: string, from: string) => {
        const kept = names
          .split(',')
          .map((n) => n.trim().replace(/^type /, ''))
          .filter((n) => n !== '' && n !== 'i32' && n !== 'f64' && !n.startsWith('EMPTY_'));
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
  for (const file of fs.readdirSync(here, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || path.basename(file) === 'testing.ts' || /\.(test|as|gpu)\.ts$/.test(file)) continue;
    const name = file.replace(/\.ts$/, ''),
      simd = path.join(here, `${name}.as.ts`);
    const text = fs.existsSync(simd)
      ? fs.readFileSync(simd, 'utf8')
      : forAssemblyScript(fs.readFileSync(path.join(here, file), 'utf8'));
    fs.mkdirSync(path.dirname(path.join(folder, 'math', file)), { recursive: true });
    fs.writeFileSync(path.join(folder, 'math', file), text);
    for (const [, f] of text.matchAll(/^export function (\w+)/gm))
      entry += `export { ${f} as ${path.basename(name, '.testing').replaceAll('-', '_')}_${f} } from './math/${name}';\n`;
  }
  fs.writeFileSync(path.join(folder, 'index.ts'), entry);
  const asc = path.resolve(here, '../../../../../node_modules/assemblyscript/bin/asc.js'),
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

/** Arrays that are not compared: above the diagonal, panels may hold anything. */
const working = new WeakSet<object>();

/** Runs both builds on copies of the arrays and compares every bit of arrays and result, which it returns. */
function same(
  name: string,
  ours: (...args: never[]) => unknown,
  ...args: (number | Float64Array | Int32Array)[]
): unknown {
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
    if (typeof a !== 'number' && !working.has(a))
      expect(new (a.constructor as Float64ArrayConstructor)(wasm.memory.buffer, pointers[i], a.length), name).toEqual(
        a,
      );
  });
  return result;
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
      same('leaf_dotFresh', leaf.dotFresh, v(), 1, v(), 3, n);
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

  test('panels', () => {
    for (let rows = 1; rows < 30; rows++) {
      const pivots = 1 + Math.floor(random() * rows),
        matrix = definite(random, rows);
      same('panel_cholPanel', panel.cholPanel, matrix.slice(), 0, rows, rows, pivots);
      panel.cholPanel(matrix, 0, rows, rows, pivots);
      same('panel_solvePanel', panel.solvePanel, vector(random, rows + 1), 1, matrix, 0, rows, rows, pivots);
      same('panel_solvePanelT', panel.solvePanelT, vector(random, rows + 1), 1, matrix, 0, rows, rows, pivots);
      const columns = (): Float64Array => vector(random, 2 * rows);
      same('panel_addColumns', panel.addColumns, columns(), 0, rows, columns(), 0, rows, rows, 2);
    }
  });

  test('factorisation by fronts, with an update and a solution', () => {
    for (let k = 0; k < 30; k++) {
      const { pattern, n, dense } = randomSample(random, 1 + k, 2 * k);
      const { variables, groups, cliques, members, group, cliqueAdr, cliqueSize, member } = pattern;
      const { panels, reals, count } = fronts(pattern);
      const room = 40 * n + 100 * (cliques + members) + 2 * groups ** 2 + 100;
      const call = [Int32Array.of(variables, groups, cliques, members), group, cliqueAdr, cliqueSize, member] as const;
      const memory = [
        new Int32Array(room),
        room,
        dense,
        new Float64Array(panels),
        new Float64Array(reals.length),
      ] as const;
      for (const array of [memory[3], memory[4]]) working.add(array);
      const u = vector(random, n);
      const columns = Int32Array.from({ length: n }, (_, i) => i);
      const x = vector(random, n);
      expect(same('driver_solveDense', driver.solveDense, ...call, ...memory, u, columns, x)).toBe(count);
    }
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
