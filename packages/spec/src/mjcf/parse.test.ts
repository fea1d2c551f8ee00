import { ArgumentError } from '@qpos/core/errors';
import { describe, expect, test } from 'vitest';
import { loadModel } from '../compile/load.ts';
import { type Diagnostic, type ErrorCode, ModelError } from '../errors.ts';
import type { ParseOptions } from '../options.ts';
import { expandSpec } from '../spec/expand.ts';
import { elementsOf } from '../spec/walk.ts';
import { processorTime } from '../testing.ts';
import { parseMjcf } from './parse.ts';

const world = (inner: string): string => `<mujoco>\n<worldbody>\n${inner}\n</worldbody>\n</mujoco>`;

function errorOf(run: () => unknown): ModelError {
  try {
    run();
  } catch (e) {
    expect(e).toBeInstanceOf(ModelError);
    return e as ModelError;
  }
  throw new Error('no error');
}

const parseError = (text: string | Uint8Array, options?: ParseOptions): ModelError =>
  errorOf(() => expandSpec(parseMjcf(text, options)));

describe('a model', () => {
  test('keeps what is written, and nothing else', () => {
    const spec = parseMjcf(
      world('<body name="b" pos="1 2 3"><joint type="slide" limited="true" range="-1 1"/><geom size=".1"/></body>'),
      { file: 'robots/a.xml' },
    );
    const [body] = elementsOf(spec.worldbody, 'body');
    expect(body).toMatchObject({ kind: 'body', name: 'b', pos: [1, 2, 3] });
    expect(body?.source).toEqual({ file: 'robots/a.xml', line: 3, column: 1 });
    expect(spec.dir).toBe('robots/');
    expect(Object.keys(body?.children[0] ?? {}).sort()).toEqual(['kind', 'limited', 'range', 'source', 'type']);
    expect(body?.children[0]).toMatchObject({ limited: true, range: [-1, 1] });
  });

  test('children keep their order, through frames', () => {
    const spec = parseMjcf(
      world('<geom name="a" size="1"/><frame><geom name="b" size="1"/></frame><geom name="c" size="1"/>'),
    );
    expect(spec.worldbody.children.map((c) => c.kind)).toEqual(['geom', 'frame', 'geom']);
  });

  test('sections merge: the last value wins, lists append', () => {
    const spec =
      parseMjcf(`<mujoco><option timestep="1" gravity="0 0 0"/><option timestep="2"><flag contact="disable"/></option>
      <compiler assetdir="a" meshdir="m"/><asset><material name="x"/></asset><asset><material name="y"/></asset></mujoco>`);
    expect(spec.option).toMatchObject({ timestep: 2, gravity: [0, 0, 0], flag: { contact: 'disable' } });
    expect(spec.compiler).toMatchObject({ meshdir: 'm', texturedir: 'a', assetdir: 'a' });
    expect(spec.materials.map((m) => m.name)).toEqual(['x', 'y']);
  });

  test('a class has its values before its nested classes', () => {
    const spec = parseMjcf(`<mujoco><default><default class="n"><geom size="1"/></default><geom density="5"/></default>
      <default><joint damping="1"/></default></mujoco>`);
    expect(spec.defaults.children.map((c) => c.kind)).toEqual(['geom', 'default', 'joint']);
  });

  test('an empty number is not given', () => {
    const spec = parseMjcf(world('<geom size="1" margin="" friction=" "/>'));
    expect(spec.worldbody.children[0]).not.toHaveProperty('margin');
  });

  test('flexcomp is read in full', () => {
    const spec = parseMjcf(
      world(`<body name="p"><flexcomp name="f" type="grid" count="3 3 1" dim="2"><edge equality="vert" solref="1 1"/>
        <elasticity young="0" elastic2d="both"/><contact selfcollide="sap" passive="true"/><pin id="1 2"/><pin grid="0 0"/></flexcomp></body>`),
    );
    const [body] = elementsOf(spec.worldbody, 'body');
    expect(body?.children[0]).toMatchObject({
      kind: 'flexcomp',
      count: [3, 3, 1],
      edge: { equality: 'vert' },
      elasticity: { elastic2d: 'both' },
      contact: { selfcollide: 'sap', passive: true },
      pins: [{ id: [1, 2] }, { grid: [0, 0] }],
    });
  });
});

describe('all problems at once', () => {
  test('each with its line and element', () => {
    const error = parseError(
      world(
        '<geom size="1" rgab="1 1 1 1"/>\n<body name="a"><joit/></body>\n<geom size="1 x"/>\n<geom class="no" size="1"/>',
      ),
      { file: 'm.xml' },
    );
    const found = error.diagnostics.map((d: Diagnostic) => [d.code, d.line]);
    expect(found).toContainEqual(['unknown-attribute', 3]);
    expect(found).toContainEqual(['unknown-element', 4]);
    expect(found).toContainEqual(['bad-number', 5]);
    expect(found).toContainEqual(['unknown-class', 6]);
    expect(error.message).toMatch(/and 3 more/);
  });
});

/** Bad input, its code, the line, and a part of the hint. */
const BAD: [string, string | Uint8Array, ErrorCode, number, RegExp?][] = [
  ['empty file', '', 'empty-file', 1],
  ['white space', ' \n ', 'empty-file', 1],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x3c, 0, 0x6d, 0]), 'encoding', 1, /UTF-8/],
  ['UTF-16 without mark', new Uint8Array([0x3c, 0, 0x6d, 0, 0x75, 0]), 'encoding', 1, /UTF-8/],
  ['binary file', new Uint8Array([1, 2, 0, 3, 0, 0, 4]), 'binary-file', 1],
  ['zip archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'binary-file', 1, /archive/],
  ['the name of a file', 'models/humanoid.xml', 'xml-syntax', 1, /loadModelFile/],
  ['wrong root', '\n<robots/>', 'wrong-root', 2, /mujoco/],
  ['URDF', '<robot/>', 'wrong-root', 1, /parseUrdf/],
  ['unclosed', '<mujoco>\n<worldbody>\n</mujoco>', 'xml-syntax', 3],
  ['unquoted value', '<mujoco model=a/>', 'xml-syntax', 1, /quotes/],
  ['text after the root', '<mujoco/>\nhello', 'xml-syntax', 2],
  [
    'twenty thousand unknown attributes',
    `<mujoco ${Array.from({ length: 20000 }, (_, k) => `a${k}=""`).join(' ')}/>`,
    'unknown-attribute',
    1,
  ],
  ['duplicate attribute', '<mujoco model="a" model="b"/>', 'xml-syntax', 1],
  ['doctype', '<!DOCTYPE mujoco>\n<mujoco/>', 'xml-doctype', 1, /DOCTYPE/],
  [
    'entity bomb',
    '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>\n<mujoco model="&c;"/>',
    'xml-doctype',
    1,
  ],
  [
    'depth 501',
    `<mujoco><worldbody>${'<body>'.repeat(499)}${'</body>'.repeat(499)}</worldbody></mujoco>`,
    'xml-depth',
    1,
    /limits/,
  ],
  ['depth 100,000', `<mujoco>${'<body>\n'.repeat(1e5)}`, 'xml-depth', 500],
  ['replicate 1e9', world('<replicate count="1000000000"><geom size="1"/></replicate>'), 'limit', 3, /limits/],
  ['replicate beyond int', world('<replicate count="1e9"><geom size="1"/></replicate>'), 'bad-number', 3],
  [
    'nested replicates 100^6',
    world(`${'<replicate count="100">'.repeat(6)}<geom size="1"/>${'</replicate>'.repeat(6)}`),
    'limit',
    3,
    /limits/,
  ],
  ['nkey 2e9', '<mujoco>\n<size nkey="2000000000"/></mujoco>', 'limit', 2, /limits.reserved/],
  [
    'hfield 1e5 x 1e5',
    '<mujoco><asset>\n<hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset></mujoco>',
    'limit',
    2,
    /hfieldCells/,
  ],
  ['flexcomp 2000^3', world('<flexcomp name="f" type="grid" count="2000 2000 2000"/>'), 'limit', 3, /flexVertices/],
  ['composite 1e9', world('<composite type="cable" count="1000000000 1 1"/>'), 'limit', 3],
  ['1e400', world('<geom size="1" margin="1e400"/>'), 'bad-number', 3],
  ['0,1', world('<geom size="0,1"/>'), 'bad-number', 3, /spaces/],
  ['too few numbers', world('<geom size="1" pos="1 2"/>'), 'bad-count', 3],
  ['too many numbers', world('<geom size="1" pos="1 2 3 4"/>'), 'bad-count', 3],
  ['whole number expected', world('<geom size="1" contype="1.5"/>'), 'bad-number', 3],
  ['unknown element', world('<geon size="1"/>'), 'unknown-element', 3, /geom/],
  ['element in the wrong place', '<mujoco>\n<geom size="1"/></mujoco>', 'unknown-element', 2, /worldbody|body/],
  ['unknown attribute', world('<geom sise="1"/>'), 'unknown-attribute', 3, /size/],
  ['unknown keyword', world('<geom type="spere" size="1"/>'), 'bad-keyword', 3, /sphere/],
  ['unknown class', world('<geom class="visul" size="1"/>'), 'unknown-class', 3],
  ['unknown childclass', world('<body childclass="c"/>'), 'unknown-class', 3],
  ['duplicate name', world('<body name="a"/>\n<body name="a"/>'), 'duplicate-name', 4],
  [
    'duplicate class',
    '<mujoco><default>\n<default class="a"/>\n<default class="a"/></default></mujoco>',
    'duplicate-name',
    3,
  ],
  ['nested class without a name', '<mujoco><default>\n<default/></default></mujoco>', 'missing-attribute', 2],
  ['missing attribute', '<mujoco><sensor>\n<jointpos name="s"/></sensor></mujoco>', 'missing-attribute', 2],
  ['unique element twice', '<mujoco><option>\n<flag/>\n<flag/></option></mujoco>', 'repeated-element', 3],
  ['exclusive attributes', '<mujoco>\n<size memory="1M" njmax="5"/></mujoco>', 'attribute-conflict', 2],
  ['two orientations', world('<body quat="1 0 0 0" euler="0 0 0"/>'), 'attribute-conflict', 3],
  ['zero quaternion', world('<body quat="0 0 0 0"/>'), 'bad-value', 3, /1 0 0 0/],
  ['joint in the world', world('<joint/>'), 'misplaced-element', 3, /body/],
  ['inertia of the world', world('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'), 'misplaced-element', 3],
  ['attributes of the world', '<mujoco>\n<worldbody name="a"/></mujoco>', 'misplaced-element', 2],
  ['global coordinates', '<mujoco>\n<compiler coordinate="global"/></mujoco>', 'unsupported', 2],
  ['deprecated composite', world('<composite type="grid" count="2 2 2"/>'), 'unsupported', 3, /flexcomp/],
  [
    'order of data',
    world('').replace('</mujoco>', '<sensor>\n<contact data="force found"/></sensor></mujoco>'),
    'bad-value',
    6,
    /found force/,
  ],
  ['attach: unknown model', world('<attach model="m" body="b" prefix="p"/>'), 'unknown-name', 3],
  ['attach: nothing to attach', world('<attach prefix="p"/>'), 'attach', 3],
  ['missing include', '<mujoco>\n<include file="x.xml"/></mujoco>', 'missing-file', 2],
  ['include without a file', '<mujoco>\n<include/></mujoco>', 'missing-attribute', 2],
];

const SECOND = 1000;
const MEGABYTE = 2 ** 20;

describe('bad input is refused with the right code, line and hint, quickly', () => {
  test.each(BAD)('%s', (_, text, code, line, hint) => {
    const memory = process.memoryUsage().heapUsed;
    const start = processorTime();
    const error = parseError(text);
    expect(processorTime() - start).toBeLessThan(SECOND);
    expect(process.memoryUsage().heapUsed - memory).toBeLessThan(200 * MEGABYTE);
    expect({ code: error.code, line: error.line }).toEqual({ code, line });
    if (hint !== undefined) expect(error.hint).toMatch(hint);
    expect(error.file).toBe('model.xml');
  });
});

test.each([undefined, null, 3, {}, new ArrayBuffer(4), Promise.resolve('<mujoco/>')])('%s is no model', (content) => {
  expect(() => parseMjcf(content as never)).toThrow(ArgumentError);
  expect(() => parseMjcf(content as never)).toThrow(/Uint8Array/);
});

test.each<[string, unknown]>([
  ['a Promise', Promise.resolve('v 0 0 0')],
  ['an ArrayBuffer', new ArrayBuffer(4)],
  ['null', null],
])('%s is no file', (_, content) => {
  const mesh = '<mesh name="m" file="a.obj"/>';
  const text = `<mujoco><asset>${mesh}</asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;
  const load = (): unknown => loadModel(text, { files: () => content as string });
  expect(load).toThrow(ModelError);
  expect(load).toThrow(/'a.obj' is given neither as text nor as a Uint8Array/);
  expect(() => parseMjcf('<mujoco><include file="a.xml"/></mujoco>', { files: () => content as string })).toThrow(
    /'a.xml' is given neither/,
  );
});

describe('compat and strict', () => {
  test.each([
    ['comment with --', '<mujoco><!-- a -- b --></mujoco>'],
    ['second root', '<mujoco/><mujoco/>'],
    ['text before the root', 'hello <mujoco/>'],
    ['NaN', world('<geom size="1" margin="nan"/>')],
    ['infinity', world('<geom size="1" margin="inf"/>')],
    ['unused attribute of a frame', world('<frame mocap="true"/>')],
    ['namespace', '<mujoco xmlns:xi="a"/>'],
    ['frame outside of worldbody', '<mujoco><frame/></mujoco>'],
    ['no space between attributes', world('<geom size="1"pos="0 0 0"/>')],
  ])('%s: a warning, an error in strict mode', (_, text) => {
    const warnings: Diagnostic[] = [];
    parseMjcf(text, { onWarning: (w) => warnings.push(w) });
    expect(warnings).toHaveLength(1);
    expect(errorOf(() => parseMjcf(text, { mode: 'strict' })).diagnostics[0]?.code).toBe(warnings[0]?.code);
  });

  test('text that MuJoCo takes as it is', () => {
    for (const text of [
      '\ufeff<mujoco/>',
      '<?xml version="1.0"?>\n<mujoco/>',
      '<mujoco>text</mujoco>',
      "<mujoco model='a'/>",
    ]) {
      parseMjcf(text, { mode: 'strict' });
    }
  });
});

describe("limits are the caller's", () => {
  test('depth', () => {
    const deep = world('<body>'.repeat(600) + '</body>'.repeat(600));
    expect(parseError(deep).code).toBe('xml-depth');
    expect(parseMjcf(deep, { limits: { depth: 1000 } }).worldbody.children).toHaveLength(1);
  });
  test('replicate', () => {
    const many = world('<replicate count="100"><geom size="1"/></replicate>');
    expect(errorOf(() => expandSpec(parseMjcf(many), { limits: { expandedElements: 50 } })).code).toBe('limit');
  });
});

describe('a custom text', () => {
  const textOf = (inner: string): string | undefined =>
    parseMjcf(`<mujoco><custom>${inner}</custom></mujoco>`).texts[0]?.data;

  test('may be a CDATA section', () => {
    expect(textOf('<text name="t"><![CDATA[x < y & "z"\n]]></text>')).toBe('x < y & "z"\n');
    expect(textOf('<text name="t" data="plain"/>')).toBe('plain');
  });

  test('may not be both, nor text without a section', () => {
    expect(() => textOf('<text name="t" data="1"><![CDATA[2]]></text>')).toThrow(/not both/);
    expect(() => textOf('<text name="t">words</text>')).toThrow(/data/);
  });
});
