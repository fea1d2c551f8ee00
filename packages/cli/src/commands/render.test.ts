import fs from 'node:fs';
import path from 'node:path';
import { inFull } from '@qpos/conformance';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeNpz } from '../recording/npz.ts';
import { findBrowser, findStudio } from '../studio/find.ts';
import { BROKEN, PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';
import { encodeApng } from '../video/apng.ts';
import { readPixels } from '../video/png-pixels.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM, 'studio/index.html': '<title>studio</title>' });
const studio = path.join(folder, 'studio');
const output = path.join(folder, 'out.png');
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('render', () => {
  const before = process.env['QPOS_BROWSER'];
  beforeEach(() => {
    process.env['QPOS_BROWSER'] = path.join(folder, 'no-browser');
  });
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, 'QPOS_BROWSER');
    else process.env['QPOS_BROWSER'] = before;
  });

  test.each<[string, string[], RegExp]>([
    ['no browser', [model, output, '--studio', studio], /no Chromium or Chrome was found.*\nhint: install one/],
    ['no studio', [model, output, '--studio', folder], /there is no studio in/],
    [
      'an unknown format',
      [model, 'out.bmp'],
      /must end in .png, or for a film in .apng, .gif, .webm, .mp4; numbers go to .npz/,
    ],
    ['two images at once', [model, output, '--depth', '--normals'], /only one of --depth and --normals/],
    ['numbers of nothing', [model, 'out.npz'], /'out.npz' holds numbers\nhint: add --depth/],
    [
      'a transparent film',
      [model, 'out.webm', '--transparent'],
      /cannot be transparent\nhint: render to .png or .apng/,
    ],
    ['a bad size', [model, output, '--size', '12'], /--size must be like 1280x720/],
    ['a size that is too large', [model, output, '--size', '100000x20'], /--size must be at most 8192x8192/],
    ['a film that is too long', [model, 'out.gif', '-d', '1e5'], /at most 20000 are made.*\nhint: shorten/],
    ['an unknown quality', [model, output, '-q', 'best'], /--quality is one of low, medium, high, not 'best'/],
    ['a bad rate', [model, 'out.webm', '--fps', '0'], /--fps must be a number above 0/],
    ['a missing model', ['nope.xml', output], /cannot find 'nope.xml'/],
    ['a broken model', [put(folder, { 'broken.xml': BROKEN }), output], /broken.xml:3:38: error/],
    ['an unknown keyframe', [model, output, '-k', 'down'], /no keyframe 'down'/],
  ])('%s is told on stderr, and nothing is written', async (_, args, message) => {
    const { code, out, err } = await run(['render', ...args]);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(message);
    expect(fs.existsSync(output)).toBe(false);
  });
});

/** The first bytes of a film, and the least that it has. */
const STARTS: Readonly<Record<string, readonly [string, number]>> = {
  '.apng': ['89504e47', 2000],
  '.gif': ['47494638', 2000],
  '.webm': ['1a45dfa3', 500],
};

describe('in the browser', () => {
  const picture = (name: string): string => path.join(folder, name);
  /** Where the studio or a browser is missing, that is what must be said. */
  const ready = findStudio() !== undefined && findBrowser() !== undefined;

  test('a picture of the wanted size through a camera, also of a compiled model', async () => {
    const compiled = picture('p.qposb');
    await run(['convert', model, compiled]);
    for (const [k, source] of (inFull ? [model, compiled] : [compiled]).entries()) {
      const file = picture(`picture${k}.png`);
      const { code, out, err } = await run([
        'render',
        source,
        file,
        '--size',
        '160x100',
        '-q',
        'low',
        '-c',
        'front',
        '-k',
        'up',
      ]);
      if (!ready) {
        expect([code, out]).toEqual([1, '']);
        expect(err).toMatch(/studio is not built|no Chromium/);
        continue;
      }
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^wrote .*picture\d\.png \(160x100, [\d.]+ kB\)\n$/);
      const png = fs.readFileSync(file);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([160, 100]);
      expect(png.length).toBeGreaterThan(2000); // a plain colour has a tenth of that
    }
  });

  test('depth as numbers, and a transparent sequence', async () => {
    const [numbers, frames] = [picture('depth.npz'), picture('frame%02d.png')];
    const size = ['--size', '64x48', '-q', 'low', '--json'];
    const depth = await run(['render', model, numbers, '--depth', '-c', 'front', ...size]);
    const sequence = await run(['render', model, frames, '--transparent', '-d', '0.1', '--fps', '20', ...size]);
    if (!ready) {
      expect([depth.code, sequence.code]).toEqual([1, 1]);
      return;
    }
    expect([depth.err, sequence.err]).toEqual(['', '']);
    expect(JSON.parse(depth.out)).toMatchObject({ image: 'depth', pictures: 1 });
    const array = decodeNpz(fs.readFileSync(numbers), numbers)['depth'];
    expect(array?.shape).toEqual([48, 64]);
    const finite = [...(array?.data ?? [])].map(Number).filter(Number.isFinite);
    expect(finite.length).toBeGreaterThan(10);
    expect(Math.min(...finite)).toBeGreaterThan(0);
    const pictures = [0, 1].map((k) => readPixels(fs.readFileSync(picture(`frame0${k}.png`))));
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [64, 48],
    ]);
    // nothing of the page is in the picture: its bar would be a white row at the top
    const top = [...(pictures[0]?.rgb.slice(0, 3 * 64) ?? [])];
    expect(top.some((x) => x > 0 && x < 230) || top.every((x) => x === 0)).toBe(true);
    expect(top.filter((x) => x > 240)).toEqual([]);
  });

  test('a film as animated PNG, GIF and WebM', async () => {
    for (const name of inFull ? ['film.apng', 'film.gif', 'film.webm'] : ['film.gif']) {
      const args = [
        'render',
        model,
        picture(name),
        '--size',
        '160x100',
        '-q',
        'low',
        '-d',
        '0.2',
        '--fps',
        '15',
        '--json',
      ];
      const { code, out, err } = await run(args);
      if (!ready) {
        expect(code).toBe(1);
        continue;
      }
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(out)).toMatchObject({ width: 160, height: 100, pictures: 3 });
      const bytes = fs.readFileSync(picture(name));
      const [start, least] = STARTS[path.extname(name)] ?? ['', 0];
      expect(bytes.toString('hex', 0, 4)).toBe(start);
      expect(bytes.length).toBeGreaterThan(least);
    }
  });
});

describe('an animated PNG', () => {
  test('has a control chunk for each picture, numbered through, and right checksums', () => {
    // two pictures of one grey pixel
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
      'base64',
    );
    const bytes = Buffer.from(encodeApng([pixel, pixel], 20));
    const types: string[] = [];
    const sequence: number[] = [];
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
      const type = bytes.toString('latin1', at + 4, at + 8);
      types.push(type);
      if (type === 'fcTL' || type === 'fdAT') sequence.push(bytes.readUInt32BE(at + 8));
    }
    expect(types).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
    expect(sequence).toEqual([0, 1, 2]);
    // chunks that were in the picture keep the checksums that they had there
    expect(bytes.includes(pixel.subarray(8, 33))).toBe(true);
    expect(bytes.includes(pixel.subarray(33, pixel.length))).toBe(false);
    expect(bytes.subarray(-12)).toEqual(pixel.subarray(-12));
  });
});
