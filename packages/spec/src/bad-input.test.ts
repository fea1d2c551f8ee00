import zlib from 'node:zlib';
import { DEFAULT_MODEL_LIMITS } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { tetrahedronMsh, tetrahedronObj, tetrahedronStl } from './assets/testing.ts';
import { loadModel } from './compile/load.ts';
import { crc32 } from './compression/checksum.ts';
import { type ErrorCode, ModelError } from './errors.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { processorTime } from './testing.ts';

const MESHES = { 'a.obj': tetrahedronObj(), 'a.stl': tetrahedronStl(), 'a.msh': tetrahedronMsh() };
const SECOND = 1000;
const MEGABYTE = 2 ** 20;

const asset = (element: string, body = ''): string =>
  `<mujoco><asset>\n${element}\n</asset><worldbody>${body}</worldbody></mujoco>`;
const mesh = (attributes: string): string => asset(`<mesh name="m" ${attributes}/>`, '<geom type="mesh" mesh="m"/>');
const texture = asset('<texture name="t" type="2d" file="a.png"/>');
const bodies = (text: string): string => `<mujoco><worldbody>\n${text}\n</worldbody></mujoco>`;
const halfOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length >> 1);

function pngChunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const frame = Buffer.alloc(named.length + 8);
  frame.writeUInt32BE(body.length);
  named.copy(frame, 4);
  frame.writeUInt32BE(crc32(named, 0, named.length), named.length + 4);
  return frame;
}

/** A grey PNG of the stated size with the given data. */
function png(width: number, height: number, data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [signature, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))];
  return Uint8Array.from(Buffer.concat(parts));
}
const goodPng = png(8, 8, zlib.deflateSync(Buffer.alloc(72)));
const swollen = zlib.deflateSync(Buffer.alloc(100 * MEGABYTE));

const BOX = '-1 -1 -1 1 -1 -1 1 1 1 -1 1 1 1 -1 1 -1 1 -1';

/** What is wrong, the model, its files, the code and a part of the hint; the line is the second one. */
const BAD: [string, string, Record<string, Uint8Array | string>, ErrorCode, RegExp?][] = [
  ['mesh without data', mesh(''), {}, 'asset', /vertices/],
  ['flat mesh', mesh('vertex="0 0 0 1 0 0 0 1 0 1 1 0"'), {}, 'asset', /thickness/],
  ['NaN in a mesh', mesh(`vertex="${BOX} 0 0 nan"`), {}, 'asset', /finite/],
  ['face out of range', mesh(`vertex="${BOX}" face="0 1 99"`), {}, 'asset', /numbered from 0/],
  ['truncated STL', mesh('file="a.stl"'), { 'a.stl': halfOf(MESHES['a.stl']) }, 'asset', /damaged/],
  ['truncated OBJ', mesh('file="a.obj"'), { 'a.obj': halfOf(halfOf(MESHES['a.obj'])) }, 'asset', /./],
  ['truncated MSH', mesh('file="a.msh"'), { 'a.msh': halfOf(MESHES['a.msh']) }, 'asset', /incomplete/],
  ['truncated PNG', texture, { 'a.png': halfOf(goodPng) }, 'asset', /incomplete/],
  ['PNG bomb by its header', texture, { 'a.png': png(1e6, 1e6, swollen) }, 'limit'],
  ['PNG bomb by its data', texture, { 'a.png': png(8, 8, swollen) }, 'limit'],
  ['missing file', mesh('file="b.stl"'), {}, 'missing-file', /in the files of the model/],
  [
    'file of another folder',
    mesh('file="b.stl"'),
    { 'parts/b.stl': MESHES['a.stl'] },
    'missing-file',
    /is 'parts\/b.stl'/,
  ],
  ['file in other letters', mesh('file="b.stl"'), { 'B.STL': MESHES['a.stl'] }, 'missing-file', /there is 'B.STL'/],
  ['path out of the model', mesh('file="../../b.stl"'), {}, 'path-escape', /relative/],
  ['absolute path', mesh('file="/etc/passwd"'), {}, 'path-escape', /relative/],
  ['URL', mesh('file="https://example.org/b.stl"'), {}, 'path-escape', /relative/],
  ['zero mass', bodies('<body><joint/><geom size=".1" mass="0"/></body>'), {}, 'mass'],
  ['negative mass', bodies('<body><joint/><inertial pos="0 0 0" mass="-1" diaginertia="1 1 1"/></body>'), {}, 'mass'],
  [
    'impossible inertia',
    bodies('<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 .1 .1"/></body>'),
    {},
    'inertia',
    /balanceinertia/,
  ],
  [
    'sensors of 2^31 numbers',
    '<mujoco><sensor>\n<user dim="2147483647"/></sensor></mujoco>',
    {},
    'limit',
    /limits.reserved/,
  ],
  ['missing reference', bodies('<geom type="mesh"/>'), {}, 'missing-reference'],
  [
    'unknown name',
    bodies('<geom size="1" material="metl"/>').replace('<mujoco>', '<mujoco><asset><material name="metal"/></asset>'),
    {},
    'unknown-name',
    /'metal'/,
  ],
];

describe('bad input beyond the text is refused with the right code, line and hint, quickly', () => {
  test('good files load', () => {
    for (const name of ['a.stl', 'a.obj', 'a.msh']) loadModel(mesh(`file="${name}"`), { files: MESHES });
    loadModel(texture, { files: { 'a.png': goodPng } });
  });

  test.each(BAD)('%s', (_, text, files, code, hint) => {
    const memory = process.memoryUsage();
    const start = processorTime();
    let error: unknown;
    try {
      loadModel(text, { files });
    } catch (e) {
      error = e;
    }
    expect(processorTime() - start).toBeLessThan(SECOND);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    expect(heapUsed + arrayBuffers - memory.heapUsed - memory.arrayBuffers).toBeLessThan(200 * MEGABYTE);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code, line: 2, file: 'model.xml' });
    if (hint !== undefined) expect((error as ModelError).hint).toMatch(hint);
  });
});

describe('limits', () => {
  const world = (inside: string): string => `<mujoco><worldbody>${inside}</worldbody></mujoco>`;
  const limits = { attributeLength: 1000, nameLength: 50, iterations: 500 };

  test.each([
    ['a long name', world(`<geom name="${'n'.repeat(51)}" size="1"/>`), 'nameLength'],
    ['a long tag', world(`<${'g'.repeat(51)}/>`), 'nameLength'],
    ['a long name of an attribute', world(`<geom ${'a'.repeat(51)}="1"/>`), 'nameLength'],
    ['a long list', world(`<geom size="${'1 '.repeat(501)}"/>`), 'attributeLength'],
    ...['iterations', 'ls_iterations', 'noslip_iterations', 'ccd_iterations', 'sdf_iterations', 'sdf_initpoints'].map(
      (name): [string, string, string] => [name, `<mujoco><option ${name}="501"/></mujoco>`, 'iterations'],
    ),
  ])('%s', (_, xml, limit) => {
    expect(() => loadModel(xml, { limits })).toThrow(
      expect.objectContaining({ code: 'limit', hint: `raise limits.${limit}` }),
    );
    if (limit === 'iterations') expect(() => loadModel(xml)).not.toThrow();
  });

  test('those of Model and of files agree', () => {
    expect(DEFAULT_LIMITS).toMatchObject(DEFAULT_MODEL_LIMITS);
  });

  test('hints are not searched for problems that are not kept', () => {
    const count = 4000;
    const each = (make: (k: number) => string): string => Array.from({ length: count }, (_, k) => make(k)).join('');
    const xml = `<mujoco><worldbody>${each((k) => `<body name="a_long_name_of_number_${k}"/>`)}</worldbody>
      <contact>${each((k) => `<exclude body1="a_long_nmae_of_number_${k}" body2="world"/>`)}</contact></mujoco>`;
    const start = processorTime();
    expect(() => loadModel(xml)).toThrow(/did you mean/);
    expect(processorTime() - start).toBeLessThan(5 * SECOND); // more than 20 if all are compared with all
  });
});

test('trees never fall asleep with RK4, and the compiler says so', () => {
  const warnings: string[] = [];
  const xml = (integrator: string): string =>
    `<mujoco><option integrator="${integrator}"><flag sleep="enable"/></option></mujoco>`;
  loadModel(xml('RK4'), { onWarning: (w) => warnings.push(w.message) });
  loadModel(xml('Euler'), { onWarning: (w) => warnings.push(w.message) });
  expect(warnings).toEqual(['trees never fall asleep with the integrator RK4']);
  expect(() => loadModel(xml('RK4'), { mode: 'strict' })).toThrow(/RK4/);
});
