import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArgumentError, compile, ModelError, saveModel, writeMjb } from './index.ts';
import { isCompiledFile, loadModelFile, openModelFile } from './node.ts';

const CUBE = `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
const model = (mesh: string): string =>
  `<mujoco><asset><mesh name="m" file="${mesh}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qpos-node-'));
  fs.mkdirSync(path.join(folder, 'robot', 'meshes'), { recursive: true });
  const write = (name: string, text: string): void => fs.writeFileSync(path.join(folder, name), text);
  write('shared.obj', CUBE);
  write('robot/meshes/own.obj', CUBE);
  write('robot/own.xml', model('meshes/own.obj'));
  write('robot/up.xml', model('../shared.obj'));
  write('robot/absolute.xml', model(path.join(folder, 'shared.obj')));
  write('robot/url.xml', model('https://example.com/a.obj'));
  fs.symlinkSync(path.join(folder, 'shared.obj'), path.join(folder, 'robot', 'link.obj'));
  write('robot/linked.xml', model('link.obj'));
  fs.symlinkSync('loop.obj', path.join(folder, 'robot', 'loop.obj'));
  write('robot/looped.xml', model('loop.obj'));
  write('robot/arm.urdf', '<robot name="r"><link name="base"/></robot>');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const load = (name: string, options = {}) => loadModelFile(path.join(folder, 'robot', name), options);
const codeOf = (f: () => unknown): string => {
  try {
    f();
  } catch (error) {
    if (error instanceof ModelError) return error.code;
    throw error;
  }
  return 'loaded';
};

describe('loadModelFile', () => {
  test('finds assets next to the file', () => {
    expect(load('own.xml').nmesh).toBe(1);
  });
  test('follows relative paths upwards', () => {
    expect(load('up.xml').nmesh).toBe(1);
  });
  test('reads URDF by its root element', () => {
    expect(load('arm.urdf').nbody).toBeGreaterThan(0);
  });
  test('refuses absolute paths unless they are allowed', () => {
    expect(codeOf(() => load('absolute.xml'))).toBe('path-escape');
    expect(load('absolute.xml', { allowAbsolute: true }).nmesh).toBe(1);
  });
  test('refuses URLs', () => {
    expect(codeOf(() => load('url.xml'))).toBe('path-escape');
  });
  test('root confines, also through links', () => {
    const root = path.join(folder, 'robot');
    expect(load('own.xml', { root }).nmesh).toBe(1);
    expect(codeOf(() => load('up.xml', { root }))).toBe('path-escape');
    expect(codeOf(() => load('linked.xml', { root }))).toBe('path-escape');
  });
  test('takes a URL, as import.meta.url gives it', () => {
    const url = pathToFileURL(path.join(folder, 'robot', 'own.xml'));
    expect(loadModelFile(url).nmesh).toBe(1);
    expect(loadModelFile(url.href).nmesh).toBe(1);
  });
  test('a file that is not there', () => {
    expect(codeOf(() => load('none.xml'))).toBe('missing-file');
    expect(() => load('none.xml')).toThrow(/cannot find/);
    expect(() => load('meshes')).toThrow(/is not a file/);
    expect(() => load('own.urdf')).toThrow(/there is own\.xml/);
    expect(() => load('nowhere/own.xml')).toThrow(/there is no folder/);
  });
  test('a root that is not there', () => {
    expect(() => load('own.xml', { root: path.join(folder, 'nowhere') })).toThrow(ArgumentError);
  });
  test('a link that leads to itself, and a path with a NUL', () => {
    expect(codeOf(() => load('looped.xml'))).toBe('missing-file');
    expect(codeOf(() => load('own\0.xml'))).toBe('path-escape');
  });
  test('a saved model, whole and damaged', () => {
    const bytes = saveModel(load('own.xml'));
    fs.writeFileSync(path.join(folder, 'robot/own.qposb'), bytes);
    expect(saveModel(load('own.qposb'))).toEqual(bytes);
    fs.writeFileSync(path.join(folder, 'robot/cut.qposb'), bytes.subarray(0, 100));
    expect(codeOf(() => load('cut.qposb'))).toBe('binary-file');
  });
  test('an MJB file, whole and of another version', () => {
    const bytes = writeMjb(load('own.xml'));
    fs.writeFileSync(path.join(folder, 'robot/own.mjb'), bytes);
    expect(writeMjb(load('own.mjb'))).toEqual(bytes);
    new DataView(bytes.buffer).setInt32(12, 3012000, true);
    fs.writeFileSync(path.join(folder, 'robot/old.MJB'), bytes);
    expect(codeOf(() => load('old.MJB'))).toBe('binary-file');
    expect(() => load('old.MJB')).toThrow('3.12.0');
    expect(['a.mjb', 'a.qposb', 'a.xml'].map(isCompiledFile)).toEqual([true, true, false]);
  });
  test('tells every file it reads', () => {
    const read: string[] = [];
    const options = { root: folder, onFile: (name: string) => read.push(name) };
    const { spec, main } = openModelFile(path.join(folder, 'robot/own.xml'), options);
    compile(spec);
    expect(main).toBe('robot/own.xml');
    expect(read).toEqual(['robot/own.xml', 'robot/meshes/own.obj']);
  });
  test('takes bytes in place of the file, and finds the rest next to its place', () => {
    const content = new TextEncoder().encode(model('meshes/own.obj'));
    expect(load('unwritten.xml', { content }).nmesh).toBe(1);
  });
});
