import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../packages.mjs';
import { translate } from './kernels.mjs';
import { openProgram } from './program.mjs';

const dialect = fs.readFileSync(path.join(root, 'packages/core/src/kernel/dialect.ts'), 'utf8');
const classes = 'export class Model {\n[name: string]: any;\n}\nexport class Data {\n[name: string]: any;\n}\n';
const head = `import { type F64, type I32, type f64, type i32, EMPTY_F64, idiv, isNaN64, scratchF64, scratchI32, toF64 } from './dialect.ts';
import type { Data, Model } from './classes.ts';
`;
const fields = {
  model: new Map([
    ['nv', { kind: 'scalar', el: 'i' }],
    ['opt_timestep', { kind: 'scalar', el: 'f' }],
    ['opt_flags', { kind: 'scalar', el: 'i' }],
    ['geom_type', { kind: 'array', el: 'i' }],
    ['mass', { kind: 'array', el: 'f' }],
  ]),
  data: new Map([
    ['ncon', { kind: 'scalar', el: 'i' }],
    ['time', { kind: 'scalar', el: 'f' }],
    ['idle', { kind: 'scalar', el: 'i', always: 0 }],
    ['qpos', { kind: 'array', el: 'f' }],
    ['order', { kind: 'array', el: 'i' }],
  ]),
};

/** The translator after the function `entry` of a file with this text. */
function translated(text, more = {}) {
  const texts = new Map([
    ['/kernel/dialect.ts', dialect],
    ['/kernel/classes.ts', classes],
    ['/kernel/x.ts', head + text],
    ...Object.entries(more),
  ]);
  const program = openProgram('/kernel', ['x.ts'], texts);
  return translate(program, fields, (t) => t.functions().filter((f) => f.name.text === 'entry'));
}

/** The lines of a function in WGSL, without its head and its last brace. */
function body(text, name = 'entry_') {
  const { text: wgsl, refusal } = translated(text).instances.get(name);
  if (refusal !== undefined) throw new Error(refusal);
  return wgsl.split('\n').slice(1, -1);
}

/** The lines of statements in a function of Model and Data. */
const statements = (text) => body(`export function entry(m: Model, d: Data): void {\n${text}\n}`);
const refusal = (text) => translated(text).instances.get('entry_').refusal;

describe('numbers', () => {
  test('literals take the type that is wanted, and fit single precision', () => {
    expect(statements('d.time = 1;')).toEqual(['dfs(D_time, 1.0);']);
    expect(statements('d.time = 1e300;')).toEqual(['dfs(D_time, 3.4028234663852886e+38);']);
    expect(statements('d.time = 1e-300;')).toEqual(['dfs(D_time, 0.0);']);
    expect(statements('d.ncon = -1;')).toEqual(['dis(D_ncon, (-1));']);
  });

  test('integers become floats where one is needed, never the other way round', () => {
    expect(statements('d.time = d.ncon * 0.5;')).toEqual(['dfs(D_time, (f32(di(D_ncon)) * 0.5));']);
    expect(refusal('export function entry(m: Model, d: Data): void { d.ncon = d.time; }')).toMatch(
      /^x\.ts:3: a f where a i is needed/,
    );
  });

  test('a quotient of integers is refused, idiv is not', () => {
    expect(refusal('export function entry(d: Data): void { d.ncon = d.ncon / d.ncon; }')).toMatch(/idiv/);
    expect(statements('d.ncon = idiv(d.ncon, 3);')).toEqual(['dis(D_ncon, (di(D_ncon) / 3));']);
  });

  test('shifts, unsigned ones too', () => {
    expect(statements('d.ncon = d.ncon << 2;')).toEqual(['dis(D_ncon, (di(D_ncon) << u32(2)));']);
    expect(statements('d.ncon = d.ncon >>> 2;')).toEqual(['dis(D_ncon, i32(u32(di(D_ncon)) >> u32(2)));']);
  });

  test('constants of a module are computed', () => {
    expect(
      body('const A: i32 = 3;\nconst B: f64 = 2 * A;\nexport function entry(d: Data): void { d.time = B; }'),
    ).toEqual(['dfs(D_time, 6.0);']);
  });

  test('NaN is tested by its bits', () => {
    expect(statements('if (isNaN64(d.time)) d.time = 0;')).toEqual([
      'if (isNaN(df(D_time))) {',
      'dfs(D_time, 0.0);',
      '}',
    ]);
  });
});

describe('order of evaluation', () => {
  test('an index that counts on is taken before', () => {
    expect(statements('let k = 3;\nd.qpos[k--] = d.qpos[k];')).toEqual([
      'var k_: i32 = 3;',
      'let t0: i32 = k_;',
      'k_ = k_ - 1;',
      'dfs(D_qpos + t0, df(D_qpos + k_));',
    ]);
  });

  test('what is read before a call is read before it', () => {
    const text = 'function next(d: Data): f64 { d.time += 1; return d.time; }\n';
    expect(body(`${text}export function entry(d: Data): void { d.qpos[0] = d.time + next(d); }`)).toEqual([
      'let t1: f32 = df(D_time);',
      'let t0: f32 = next_();',
      'dfs(D_qpos, (t1 + t0));',
    ]);
  });

  test('the right side of && is computed only if the left side holds', () => {
    const text = 'function more(d: Data): boolean { d.ncon++; return d.ncon > 2; }\n';
    expect(body(`${text}export function entry(d: Data): void { if (d.ncon > 1 && more(d)) d.ncon = 0; }`)).toEqual([
      'var t1: bool = (di(D_ncon) > 1);',
      'if (t1) {',
      'let t0: bool = more_();',
      't1 = t0;',
      '}',
      'if (t1) {',
      'dis(D_ncon, 0);',
      '}',
    ]);
  });

  test('a choice reads memory only where its condition holds', () => {
    expect(statements('d.time = d.ncon > 0 ? d.qpos[d.ncon] : 0.0;')).toEqual([
      'var t0: f32;',
      'if ((di(D_ncon) > 0)) {',
      't0 = df(D_qpos + di(D_ncon));',
      '} else {',
      't0 = 0.0;',
      '}',
      'dfs(D_time, t0);',
    ]);
  });
});

describe('arrays', () => {
  const copy = 'function copy(res: F64, r: i32, a: F64, i: i32): void { res[r] = a[i]; }\n';

  test('a function is translated for each combination of address spaces', () => {
    const t = translated(`${copy}const force = scratchF64(6);
export function entry(m: Model, d: Data): void { copy(d.qpos, 1, m.mass, 2); copy(force, 0, d.qpos, 0); }`);
    expect(t.instances.get('entry_').text).toContain('copy_DM(D_qpos, 1, M_mass, 2);\ncopy_SD(S_force, 0, D_qpos, 0);');
    expect(t.instances.get('copy_DM').text).toBe(
      'fn copy_DM(res_: i32, r_: i32, a_: i32, i_: i32) {\ndfs(res_ + r_, mf(a_ + i_));\n}',
    );
    expect(t.scratch.get('S_force')).toBe(6);
  });

  test('one of two spaces carries its space', () => {
    expect(statements('const a = d.ncon > 0 ? m.mass : d.qpos;\nd.time = a[3];')).toEqual([
      'let a_: i32 = select(D_qpos, (M_mass + 268435456), (di(D_ncon) > 0));',
      'dfs(D_time, xf(a_ + 3));',
    ]);
  });

  test('the model is not written to', () => {
    expect(refusal('export function entry(m: Model): void { m.mass[0] = 1; }')).toMatch(
      /x\.ts:3: the model cannot be written/,
    );
  });
});

describe('records', () => {
  const text = `export class Hit {
  dist: f64 = 0;
  isNear: boolean = false;
  readonly at: F64 = scratchF64(3);
  from: F64 = EMPTY_F64;
}
const hit = new Hit();
function look(h: Hit, d: Data): void { h.dist = 2; h.isNear = true; h.at[1] = h.from[0]; h.from = d.qpos; }
`;

  test('are addresses in scratch; fields have fixed places there', () => {
    const t = translated(`${text}export function entry(d: Data): void { look(hit, d); }`);
    expect(t.scratch.get('S_hit')).toBe(6);
    expect(t.instances.get('look_').text).toBe(
      [
        'fn look_(h_: i32) {',
        'sfs(h_, 2.0);',
        'sis(h_ + 1, select(0, 1, true));',
        'sfs((h_ + 2) + 1, df(si(h_ + 5)));',
        'sis(h_ + 5, D_qpos);',
        '}',
      ].join('\n'),
    );
  });

  test('an array that a field borrows from two spaces carries its space', () => {
    const t = translated(`${text}const own = scratchF64(3);
export function entry(d: Data): void { hit.from = own; look(hit, d); }`);
    expect(t.instances.get('entry_').text).toContain('sis(S_hit + 5, (S_own + 536870912));');
    expect(t.instances.get('look_').text).toContain('xf(si(h_ + 5))');
  });
});

describe('what only a model decides', () => {
  test('conditions over its scalars enclose text', () => {
    expect(statements('if ((m.opt_flags & 4) !== 0) d.ncon = 1;\nelse d.ncon = m.nv;')).toEqual([
      '#if ["!=",["&","opt_flags",4],0]',
      '{',
      'dis(D_ncon, 1);',
      '}',
      '#else',
      '{',
      'dis(D_ncon, m_nv);',
      '}',
      '#end',
    ]);
  });

  test('functions of such a condition count as the condition', () => {
    const text = 'function asleep(m: Model, d: Data): boolean { return m.opt_flags === 1 && d.ncon > 0; }\n';
    expect(body(`${text}export function entry(m: Model, d: Data): void { if (asleep(m, d)) d.ncon = 1; }`)).toEqual([
      '#if ["==","opt_flags",1]',
      'if (((m_opt_flags == 1) && (di(D_ncon) > 0))) {',
      'dis(D_ncon, 1);',
      '}',
      '#else',
      '{',
      '}',
      '#end',
    ]);
  });

  test('what follows a return is left out with it', () => {
    expect(statements('if (m.nv === 0) return;\nd.ncon = 1;')).toEqual([
      '#if ["==","nv",0]',
      'return;',
      '#else',
      'dis(D_ncon, 1);',
      '#end',
    ]);
  });

  test('loops over nothing', () => {
    expect(statements('for (let i = 0; i < m.nv; i++) d.qpos[i] = 0;')).toEqual([
      '#if ["<",0,"nv"]',
      '{',
      'var i_: i32 = 0;',
      'for (; (i_ < m_nv); i_ = i_ + 1) {',
      'dfs(D_qpos + i_, 0.0);',
      '}',
      '}',
      '#end',
    ]);
  });

  test('cases of values that an array of the model does not have', () => {
    expect(
      statements('switch (m.geom_type[d.ncon]) {\ncase 2:\nd.ncon = 1;\nbreak;\ndefault:\nd.ncon = 0;\n}'),
    ).toEqual([
      'switch (mi(M_geom_type + di(D_ncon))) {',
      '#if ["has","geom_type",2]',
      'case 2: {',
      'dis(D_ncon, 1);',
      '}',
      '#end',
      'default: {',
      'dis(D_ncon, 0);',
      '}',
      '}',
    ]);
  });

  test('a number of Data that never changes', () => {
    expect(statements('if (d.idle > 0) d.ncon = 1;\nd.time = 2;')).toEqual(['{', '}', 'dfs(D_time, 2.0);']);
  });
});

describe('refusals name file and line', () => {
  test.each([
    ['a function of Math', 'd.time = Math.sin(d.time);', /x\.ts:4: not the same everywhere: Math\.sin/],
    ['bits of a double', 'd.ncon = highBits(d.time);', /x\.ts:4: .*highBits/],
    ['a label', 'a: for (;;) break a;', /x\.ts:4: no translation of LabeledStatement/],
    [
      'a case that goes on',
      'switch (d.ncon) { case 1: d.ncon = 2; case 2: d.ncon = 3; }',
      /x\.ts:4: a case that goes on/,
    ],
  ])('%s', (_, statement, message) => {
    const text = `import { highBits } from './dialect.ts';\nexport function entry(d: Data): void { ${statement} }`;
    expect(refusal(text)).toMatch(message);
  });

  test('a function that is refused does not stop its caller', () => {
    const t = translated(
      'function wrong(d: Data): f64 { return Math.sin(d.time); }\nexport function entry(d: Data): void { d.time = wrong(d); }',
    );
    expect(t.instances.get('wrong_').refusal).toMatch(/Math\.sin/);
    expect(t.instances.get('entry_').text).toContain('let t0: f32 = wrong_();');
  });
});
