import { ArgumentError } from '@qpos/core/errors';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../errors.ts';
import { parseModel } from '../parse.ts';
import { processorTime, thrownBy } from '../testing.ts';
import { openArchive } from './archive.ts';

const zip = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const codeOf = (run: () => unknown): string => thrownBy(ModelError, run)?.code ?? 'none';

describe('openArchive', () => {
  test('a model with an include', () => {
    const archive = openArchive(
      zip({
        'robot/robot.xml': '<mujoco><include file="a.xml"/></mujoco>',
        'robot/a.xml': '<x><option timestep="2"/></x>',
      }),
      { name: 'robot.mjz' },
    );
    expect(archive.main).toBe('robot/robot.xml');
    const spec = parseModel(archive.files[archive.main ?? ''] ?? '', { file: archive.main, files: archive.files });
    expect(spec.option.timestep).toBe(2);
  });

  test.each([
    [['model.xml', 'other.xml'], 'model.xml'],
    [['scene.xml', 'robot.xml'], 'scene.xml'],
    [['deep/robot.xml', 'deep/sub/part.xml'], 'deep/robot.xml'],
    [['a.xml', 'b.xml'], undefined],
  ])('main of %j', (names, main) => {
    expect(openArchive(zip(Object.fromEntries(names.map((n) => [n, ''])))).main).toBe(main);
  });

  test('zip slip', () => {
    expect(codeOf(() => openArchive(zip({ '../evil.xml': '' })))).toBe('path-escape');
    expect(codeOf(() => openArchive(zip({ '/etc/evil.xml': '' })))).toBe('path-escape');
  });

  test('two files of one name, and what is not bytes', () => {
    const twice = zip({ 'a.xml': '', './a.xml': '' });
    expect(codeOf(() => openArchive(twice))).toBe('archive');
    expect(() => openArchive('zip' as never)).toThrow(ArgumentError);
  });

  test('a bomb is refused before it is inflated', () => {
    const bomb = zip({ 'a.xml': ' '.repeat(50e6) });
    expect(bomb.length).toBeLessThan(1e5);
    const start = processorTime();
    expect(codeOf(() => openArchive(bomb, { limits: { inflatedBytes: 1e6 } }))).toBe('limit');
    expect(processorTime() - start).toBeLessThan(200);
  });

  test('too many files, and no archive at all', () => {
    const many = zip(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}`, ''])));
    expect(codeOf(() => openArchive(many, { limits: { archiveFiles: 10 } }))).toBe('limit');
    expect(codeOf(() => openArchive(new Uint8Array([1, 2, 3])))).toBe('archive');
    const cut = zip({ 'a.xml': 'hello' });
    expect(codeOf(() => openArchive(cut.subarray(0, cut.length - 30)))).toBe('archive');
  });
});
