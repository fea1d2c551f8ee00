import { describe, expect, test } from 'vitest';
import type { ModelError } from '../errors.ts';
import { assetFiles } from '../files/asset-files.ts';
import { elementsOf } from '../spec/walk.ts';
import { parseMjcf } from './parse.ts';

const errorOf = (text: string, files: Record<string, string>, file = 'main.xml'): ModelError => {
  try {
    parseMjcf(text, { files, file });
  } catch (e) {
    return e as ModelError;
  }
  throw new Error('no error');
};

describe('include', () => {
  test('anywhere, in place, whatever the root of the file is', () => {
    const spec = parseMjcf(
      '<mujoco><include file="s.xml"/><worldbody><geom name="a" size="1"/><include file="g.xml"/><geom name="d" size="1"/></worldbody></mujoco>',
      {
        files: {
          's.xml': '<x><option timestep="3"/></x>',
          'g.xml': '<mujocoinclude><geom name="b" size="1"/><include file="h.xml"/></mujocoinclude>',
          'h.xml': '<y><geom name="c" size="1"/></y>',
        },
      },
    );
    expect(spec.option.timestep).toBe(3);
    expect(elementsOf(spec.worldbody, 'geom').map((g) => g.name)).toEqual(['a', 'b', 'c', 'd']);
    expect(elementsOf(spec.worldbody, 'geom')[2]?.source).toEqual({ file: 'h.xml', line: 1, column: 4 });
  });

  test('next to the main file first, then next to the including file', () => {
    const spec = parseMjcf('<mujoco><include file="sub/a.xml"/></mujoco>', {
      file: 'm/main.xml',
      files: {
        'm/sub/a.xml': '<x><include file="b.xml"/></x>',
        'm/sub/b.xml': '<x><asset><mesh name="q" file="q.stl"/></asset></x>',
        'm/sub/q.stl': '',
      },
    });
    expect(assetFiles(spec)).toEqual(['m/sub/q.stl']);
  });

  test('an asset of an included file is independent of meshdir', () => {
    const files = {
      'sub/b.xml': '<x><asset><mesh file="q.stl"/><mesh file="r.stl"/></asset></x>',
      'sub/q.stl': '',
      'meshes/r.stl': '',
    };
    const spec = parseMjcf('<mujoco><compiler meshdir="meshes"/><include file="sub/b.xml"/></mujoco>', { files });
    expect(assetFiles(spec).sort()).toEqual(['meshes/r.stl', 'sub/q.stl']);
  });

  test('a cycle, with its chain', () => {
    const error = errorOf('<mujoco><include file="a.xml"/></mujoco>', {
      'a.xml': '<x>\n<include file="b.xml"/></x>',
      'b.xml': '<x>\n\n  <include file="a.xml"/></x>',
    });
    expect(error).toMatchObject({ code: 'include-cycle', file: 'b.xml', line: 3, column: 12 });
    expect(error.hint).toMatch('main.xml -> a.xml -> b.xml -> a.xml');
  });

  test('a file that includes itself', () => {
    expect(errorOf('<mujoco><include file="main.xml"/></mujoco>', {}).code).toBe('include-cycle');
  });

  test('a file included twice', () => {
    const twice = '<mujoco><include file="a.xml"/><include file="./a.xml"/></mujoco>';
    expect(errorOf(twice, { 'a.xml': '<x><option/></x>' }).code).toBe('include-repeated');
  });

  test('a missing file, with its chain', () => {
    const error = errorOf('<mujoco><include file="a.xml"/></mujoco>', { 'a.xml': '<x><include file="no.xml"/></x>' });
    expect(error).toMatchObject({ code: 'missing-file', file: 'a.xml' });
    expect(error.hint).toMatch('main.xml -> a.xml');
  });

  test('nothing to include, or children', () => {
    expect(errorOf('<mujoco><include file="a.xml"/></mujoco>', { 'a.xml': '<x/>' }).code).toBe('include-invalid');
    expect(errorOf('<mujoco><include file="a.xml"><b/></include></mujoco>', { 'a.xml': '<x><option/></x>' }).code).toBe(
      'include-invalid',
    );
  });

  test.each(['../up.xml', 'a/../../up.xml', '/etc/passwd', 'https://example.org/a.xml', 'C:\\a.xml', '..\\up.xml'])(
    'refused: %s',
    (path) => {
      const error = errorOf(`<mujoco>\n<include file="${path}"/></mujoco>`, { 'a.xml': '' });
      expect(error).toMatchObject({ code: 'path-escape', line: 2 });
      expect(error.hint).toMatch(/relative/);
    },
  );

  test('a model to attach is found the same way, and may not use itself', () => {
    const error = errorOf('<mujoco><asset><model file="a.xml"/></asset></mujoco>', {
      'a.xml': '<mujoco><asset>\n<model file="main.xml"/></asset></mujoco>',
      'main.xml': '<mujoco/>',
    });
    expect(error).toMatchObject({ code: 'include-cycle', file: 'a.xml', line: 2 });
  });
});
