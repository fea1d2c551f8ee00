import { describe, expect, test } from 'vitest';
import { dirName, isUrl, joinPath, normalizePath, relativePath } from './paths.ts';
import { recordResolver, rootedPath, toResolver } from './resolver.ts';

describe('paths', () => {
  test.each([
    ['a/./b//c', 'a/b/c'],
    ['a/../b', 'b'],
    ['../a', '../a'],
    ['a/../../b', '../b'],
    ['/a/../../b', '/b'],
    ['a\\b', 'a/b'],
  ])('normalizePath(%s)', (path, wanted) => expect(normalizePath(path)).toBe(wanted));

  test('joinPath, dirName, relativePath', () => {
    expect(joinPath('a/', 'b')).toBe('a/b');
    expect(joinPath('a', 'b')).toBe('a/b');
    expect(joinPath('a', '/b')).toBe('/b');
    expect(dirName('a/b/c.xml')).toBe('a/b/');
    expect(relativePath('a/meshes', 'a/sub/x.stl')).toBe('../sub/x.stl');
    expect(relativePath('', 'x.stl')).toBe('x.stl');
    expect(isUrl('C:/a')).toBe(false);
  });

  test('a record is rooted', () => {
    const resolver = recordResolver({ './a/b.xml': 'x' });
    expect(resolver('a/c/../b.xml')).toBe('x');
    expect(resolver('a/c.xml')).toBeUndefined();
    for (const path of ['../a', '/a', 'file:///a', 'data:text/plain,a', 'C:\\a', 'a\0b']) {
      expect(() => resolver(path)).toThrow(expect.objectContaining({ code: 'path-escape' }));
    }
    expect(rootedPath('a/../b')).toBe('b');
  });

  test('files may be a Map', () => {
    const resolver = toResolver(new Map([['./a/b.xml', 'x']]));
    expect(resolver('a/b.xml')).toBe('x');
    expect(resolver('b.xml')).toBeUndefined();
  });

  test('a record that has got more files since is seen as it is', () => {
    const files: Record<string, string> = {};
    expect(toResolver(files)('a.xml')).toBeUndefined();
    files['a.xml'] = 'x';
    expect(toResolver(files)('a.xml')).toBe('x');
  });
});
