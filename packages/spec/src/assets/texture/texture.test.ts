import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { hasCorpus, loadOracle, loadOracleXml, readManifest } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { chunk } from '../../decompile/png.ts';
import { processorTime } from '../../testing.ts';
import { hfieldFromElevation, hfieldFromFile } from '../formats/hfield.ts';
import { codeOf, isSame, makeRandom, using } from '../testing.ts';
import type { ImageFile, Texture, TextureOptions } from '../types.ts';
import { makeTexture } from './texture.ts';

const oracle = await loadOracle();
let count = 0;

interface PngOptions {
  depth?: number;
  type?: number;
  extra?: [string, Uint8Array][];
  /** the uncompressed data instead of random pixels */
  raw?: Uint8Array;
  isInterlaced?: boolean;
}

/** Width and height of what each pass of an interlaced image holds. */
function passSizes(width: number, height: number): [number, number][] {
  const steps = ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((t) => Array.from(t, Number));
  return steps.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]);
}

/** A PNG with random pixels and every filter. */
function makePng(width: number, height: number, options: PngOptions = {}): Uint8Array {
  const { depth = 8, type = 2, extra = [], raw, isInterlaced = false } = options;
  const random = makeRandom(width * depth + type);
  const rows: Uint8Array[] = [];
  for (const [w, h] of isInterlaced ? passSizes(width, height) : [[width, height]]) {
    const size = Math.ceil((w * depth * [1, 0, 3, 1, 2, 0, 4][type]) / 8);
    for (let r = 0; r < h && w > 0 && !raw; r++) {
      const row = new Uint8Array(size + 1);
      for (let i = 0; i < row.length; i++) row[i] = Math.floor(type === 3 ? 7 * Math.abs(random()) : 256 * random());
      row[0] = type === 3 ? 0 : r % 5;
      rows.push(row);
    }
  }
  const data = raw ?? Buffer.concat(rows);
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header[8] = depth;
  header[9] = type;
  header[12] = isInterlaced ? 1 : 0;
  return Buffer.concat([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk('IHDR', header),
    ...extra.map(([name, body]) => chunk(name, body)),
    chunk('IDAT', zlib.deflateSync(data)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function expectOracle(texture: Texture, attributes: string, files: ImageFile[] = []): void {
  const xml = `<mujoco><asset><texture name="t" ${attributes}/></asset></mujoco>`;
  const { width, height, nchannel, colorspace, size } = texture;
  const data = new Uint8Array(size);
  if (typeof texture.pixels === 'function') texture.pixels(data);
  else data.set(texture.pixels);
  using(loadOracleXml(oracle, xml, Object.fromEntries(files.map((f) => [f.name, f.bytes]))), (model) => {
    expect({ width, height, nchannel, colorspace }).toEqual({
      width: (model['tex_width'] as Int32Array)[0],
      height: (model['tex_height'] as Int32Array)[0],
      nchannel: (model['tex_nchannel'] as Int32Array)[0],
      colorspace: (model['tex_colorspace'] as Int32Array)[0],
    });
    expect(isSame(data, model['tex_data'] as Uint8Array)).toBe(true);
  });
}

const image = (bytes: Uint8Array): ImageFile => ({ name: `image${count++}.png`, bytes });

describe('makeTexture', () => {
  const rgb1 = [0.1, 0.2, 0.7];
  const rgb2 = [0.9, 0.55, 0.3];
  const markrgb = [1, 0.5, 0];
  const BUILTINS: Partial<TextureOptions>[] = [];
  for (const type of ['2d', 'cube', 'skybox'] as const) {
    for (const builtin of ['gradient', 'checker', 'flat'] as const) {
      for (const mark of ['none', 'edge', 'cross', 'random'] as const) BUILTINS.push({ type, builtin, mark });
    }
  }
  test.each(BUILTINS)('builtin equals the oracle: $type $builtin $mark', (options) => {
    const { type, builtin, mark } = options;
    const texture = makeTexture({ ...options, width: 31, height: 17, rgb1, rgb2, markrgb, random: 0.1 });
    const colors = `rgb1="${rgb1.join(' ')}" rgb2="${rgb2.join(' ')}" markrgb="${markrgb.join(' ')}" random=".1"`;
    expectOracle(texture, `type="${type}" builtin="${builtin}" mark="${mark}" width="31" height="17" ${colors}`);
  });

  test.each([
    [1, '.1 .2 .7', '.9 .5 .3'],
    [2, '.1 .2 .7', '.9 .5 .3'],
    [101, '1 1 1', '0 0 0'],
    [128, '.3 .5 .7', '0 0 0'],
    [65, '.2 .4 1', '.2 .8 1'], // channels that stay at the edge of a byte
    [256, '.55 .68 .82', '.12 .16 .24'],
  ])('sky of width %i from %s to %s equals the oracle', (width, high, low) => {
    const [rgb1, rgb2] = [high, low].map((text) => text.split(' ').map(Number));
    const texture = makeTexture({ type: 'skybox', builtin: 'gradient', width, rgb1, rgb2 });
    expectOracle(texture, `type="skybox" builtin="gradient" width="${width}" rgb1="${high}" rgb2="${low}"`);
  });

  const palette: [string, Uint8Array] = ['PLTE', Uint8Array.from({ length: 48 }, (_, i) => 5 * i)];
  const PNGS: PngOptions[] = [
    ...[1, 2, 4, 8, 16].map((depth) => ({ depth, type: 0 })),
    ...[8, 16].flatMap((depth) => [2, 4, 6].map((type) => ({ depth, type }))),
    ...[1, 2, 4, 8].map((depth) => ({ depth, type: 3, extra: [palette] })),
    { type: 3, extra: [palette, ['tRNS', Uint8Array.of(1, 2, 3)]] },
    { type: 0, extra: [['tRNS', Uint8Array.of(0, 7)]] },
    { type: 2, extra: [['sRGB', Uint8Array.of(0)]] },
    ...[1, 2, 4, 8, 16].map((depth) => ({ depth, type: 0, isInterlaced: true })),
    { depth: 2, type: 3, extra: [palette], isInterlaced: true },
    { type: 6, isInterlaced: true },
  ];
  test.each(PNGS)('PNG of depth $depth and colour type $type equals the oracle (interlaced: $isInterlaced)', (png) => {
    for (const nchannel of [1, 3, 4]) {
      for (const flips of ['', 'hflip', 'vflip']) {
        const file = image(makePng(13, 9, png));
        const texture = makeTexture(
          { type: '2d', nchannel, hflip: flips === 'hflip', vflip: flips === 'vflip' },
          { file },
        );
        const attribute = flips ? `${flips}="true"` : '';
        expectOracle(texture, `type="2d" file="${file.name}" nchannel="${nchannel}" ${attribute}`, [file]);
      }
    }
  });

  test('a cube from a grid, from one image and from separate files equals the oracle', () => {
    const grid = image(makePng(40, 30));
    const layout = { gridsize: [3, 4], gridlayout: '.U..LFRB....' };
    expectOracle(
      makeTexture({ type: 'cube', ...layout }, { file: grid }),
      `type="cube" file="${grid.name}" gridsize="3 4" gridlayout="${layout.gridlayout}"`,
      [grid],
    );
    const one = image(makePng(16, 16));
    expectOracle(makeTexture({ type: 'skybox' }, { file: one }), `type="skybox" file="${one.name}"`, [one]);
    const [right, front] = [image(makePng(16, 16)), image(makePng(16, 16, { type: 6 }))];
    expectOracle(
      makeTexture({ type: 'cube' }, { cube: [right, undefined, undefined, undefined, front] }),
      `type="cube" fileright="${right.name}" filefront="${front.name}"`,
      [right, front],
    );
  });

  // registered when the corpus is beside this checkout
  const inCorpus = hasCorpus ? test : () => {};
  inCorpus('the textures of the corpus equal the oracle', () => {
    const files = new Map<string, string>();
    for (const { files: names, folder } of readManifest()) {
      for (const f of names) if (f.endsWith('.png')) files.set(f, path.join(folder, f));
    }
    [...files.values()].forEach((file, i) => {
      if (i % 8 !== 0) return;
      const one = image(new Uint8Array(fs.readFileSync(file)));
      expectOracle(makeTexture({ type: '2d' }, { file: one }), `type="2d" file="${one.name}"`, [one]);
    });
  });

  const load = (bytes: Uint8Array) => makeTexture({ type: '2d' }, { file: image(bytes) });

  test('every truncation of a PNG, and each flipped byte, is refused with a code', () => {
    const bytes = makePng(5, 4);
    for (let n = 0; n < bytes.length; n++) expect(codeOf(() => load(bytes.subarray(0, n)))).toMatch(/^asset-/);
    for (let n = 0; n < bytes.length; n++) {
      const broken = Uint8Array.from(bytes);
      broken[n] ^= 0x10;
      expect(codeOf(() => load(broken))).toMatch(/^asset-/);
    }
  });

  test('bombs are refused at once: by the header, and by the data', () => {
    const huge = makePng(60_000, 60_000, { raw: new Uint8Array(100) });
    const hollow = makePng(8000, 8000, { raw: new Uint8Array(100) });
    const swollen = makePng(4, 4, { raw: new Uint8Array(60_000_000) });
    expect(swollen.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    const start = processorTime();
    expect(codeOf(() => load(huge))).toBe('asset-limit');
    expect(codeOf(() => load(hollow))).toBe('asset-truncated');
    expect(codeOf(() => load(swollen))).toBe('asset-limit');
    expect(processorTime() - start).toBeLessThan(2000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200e6);
  });

  test('sizes are limited', () => {
    expect(codeOf(() => makeTexture({ builtin: 'flat', width: 100_000 }))).toBe('asset-limit');
    expect(codeOf(() => makeTexture({ builtin: 'flat', width: 0 }))).toBe('texture-data');
    expect(codeOf(() => makeTexture({ type: '2d' }))).toBe('texture-data');
    expect(codeOf(() => makeTexture({ type: '2d' }, { file: { name: 'a.jpg', bytes: new Uint8Array(9) } }))).toBe(
      'asset-unsupported',
    );
  });
});

describe('height fields', () => {
  function expectField(
    field: { data: Float32Array },
    attributes: string,
    files: Record<string, Uint8Array> = {},
  ): void {
    const xml = `<mujoco><asset><hfield name="h" size="1 1 1 1" ${attributes}/></asset></mujoco>`;
    using(loadOracleXml(oracle, xml, files), (model) => {
      expect(isSame(field.data, model['hfield_data'] as Float32Array)).toBe(true);
    });
  }

  test.each<PngOptions>([{ type: 0 }, { type: 0, depth: 16 }, { type: 2 }, { type: 6 }])(
    'PNG %j equals the oracle',
    (png) => {
      const { name, bytes } = image(makePng(7, 5, png));
      expectField(hfieldFromFile(bytes, name), `file="${name}"`, { [name]: bytes });
    },
  );

  test('custom binary and inline elevation equal the oracle', () => {
    const values = Array.from({ length: 12 }, (_, i) => Math.fround(3 * Math.sin(i)));
    const bytes = new Uint8Array(8 + 48);
    new Int32Array(bytes.buffer, 0, 2).set([3, 4]);
    new Float32Array(bytes.buffer, 8).set(values);
    expectField(hfieldFromFile(bytes, 'a.bin'), 'file="field.bin"', { 'field.bin': bytes });
    expectField(hfieldFromElevation(3, 4, values), `nrow="3" ncol="4" elevation="${values.join(' ')}"`);
    expectField(hfieldFromElevation(2, 2), 'nrow="2" ncol="2"');
  });

  test('bad fields are refused', () => {
    expect(codeOf(() => hfieldFromElevation(100_000, 100_000))).toBe('asset-limit');
    expect(codeOf(() => hfieldFromElevation(2, 2, [1]))).toBe('hfield-data');
    expect(codeOf(() => hfieldFromElevation(0, 2))).toBe('hfield-data');
    const header = new Uint8Array(8);
    new Int32Array(header.buffer).set([100_000, 100_000]);
    expect(codeOf(() => hfieldFromFile(header, 'a.bin'))).toBe('asset-truncated');
    expect(codeOf(() => hfieldFromFile(new Uint8Array(3), 'a.bin'))).toBe('asset-truncated');
    expect(codeOf(() => hfieldFromFile(new Uint8Array(3), 'a.stl'))).toBe('asset-unsupported');
  });
});
