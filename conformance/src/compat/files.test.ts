import { loadModel, writeMjb } from 'qpos';
import { loadMujoco, type MainModule, MujocoError } from 'qpos/compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadOracle, type OracleStruct } from '../oracle/oracle.ts';
import { SCENE } from './both-modules.ts';

let mj: MainModule;
const printed: string[] = [];
const warned: string[] = [];
beforeAll(async () => {
  mj = await loadMujoco({ print: (text) => printed.push(text), printErr: (text) => warned.push(text) });
});

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const MESH =
  '<mujoco><asset><mesh name="t" file="parts/t.obj"/></asset><worldbody><geom type="mesh" mesh="t"/></worldbody></mujoco>';

describe('FS', () => {
  test('folders and files', () => {
    mj.FS.mkdirTree('/a/b');
    mj.FS.writeFile('/a/b/c.txt', 'hello');
    expect(mj.FS.readFile('/a/b/c.txt', { encoding: 'utf8' })).toBe('hello');
    expect(mj.FS.readFile('/a/b/c.txt')).toEqual(new TextEncoder().encode('hello'));
    expect(mj.FS.readdir('/a/b')).toEqual(['.', '..', 'c.txt']);
    mj.FS.rename('/a/b/c.txt', '/a/d.txt');
    expect(mj.FS.analyzePath('/a/b/c.txt').exists).toBe(false);
    expect(mj.FS.analyzePath('/a/d.txt')).toMatchObject({ exists: true, name: 'd.txt', parentExists: true });
    mj.FS.unlink('/a/d.txt');
    mj.FS.rmdir('/a/b');
    mj.FS.mount(mj.MEMFS, {}, '/working');
    mj.FS.writeFile('/working/x', new Uint8Array([1]));
    mj.FS.mkdir('/working/sub');
    expect(mj.FS.cwd()).toBe('/');
  });

  test.each([
    ['a file that is not there', () => mj.FS.readFile('/nowhere')],
    ['a file in no folder', () => mj.FS.writeFile('/no/folder', '')],
    ['a folder twice', () => mj.FS.mkdir('/tmp')],
    ['a folder as a file', () => mj.FS.unlink('/tmp')],
    ['a folder that is not empty', () => mj.FS.rmdir('/working')],
    ['another file system', () => mj.FS.mount({}, {}, '/x')],
    ['a number as content', () => mj.FS.writeFile('/x', 3 as never)],
  ])('%s is refused', (_, f) => expect(f).toThrow(MujocoError));
});

describe('models', () => {
  test('from a path, with assets beside it', () => {
    mj.FS.mkdirTree('/robot/parts');
    mj.FS.writeFile('/robot/robot.xml', MESH);
    mj.FS.writeFile('/robot/parts/t.obj', OBJ);
    expect(mj.MjModel.mj_loadXML('/robot/robot.xml').nmesh).toBe(1);
    expect(() => mj.MjModel.from_xml_path('/robot/none.xml')).toThrow(
      "MuJoCo Error: Loading error: ParseXML: Error opening file '/robot/none.xml'",
    );
  });

  test('from a text, with assets in a VFS', () => {
    const vfs = new mj.MjVFS();
    vfs.addBuffer('t.obj', new TextEncoder().encode(OBJ));
    expect(mj.MjModel.from_xml_string(MESH, vfs).nmesh).toBe(1);
    expect(() => vfs.addBuffer('t.obj', '')).toThrow(MujocoError);
    vfs.deleteFile('t.obj');
    expect(() => mj.MjModel.from_xml_string(MESH, vfs)).toThrow('MuJoCo Error: Loading error');
    vfs.delete();
    expect(vfs.isDeleted()).toBe(true);
  });

  test('read, copied and compiled in two steps; warnings are printed', () => {
    const spec = mj.parseXMLString(
      '<mujoco model="m"><worldbody><flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" radius=".01"/></worldbody></mujoco>',
    );
    const copy = new mj.MjSpec(spec);
    spec.modelname = 'changed';
    expect([spec.modelname, copy.modelname]).toEqual(['changed', 'm']);
    expect(mj.mj_compile(copy).nflex).toBe(1);
    expect(warned.length).toBeGreaterThan(0);
  });

  test('saved as MJB, XML and text, and loaded again', () => {
    const model = mj.MjModel.from_xml_string(SCENE);
    const bytes = writeMjb(loadModel(SCENE));
    mj.mj_saveModel(model, '/tmp/scene.mjb', null);
    expect(mj.FS.readFile('/tmp/scene.mjb')).toEqual(bytes);
    expect(mj.mj_sizeModel(model)).toBe(BigInt(bytes.length));
    const buffer = new mj.Uint8Buffer(bytes.length);
    mj.mj_saveModel(model, null, buffer);
    expect(buffer.GetView()).toEqual(bytes);
    expect(() => mj.mj_saveModel(model, null, new Uint8Array(3))).toThrow(MujocoError);
    expect(mj.MjModel.from_binary_path('/tmp/scene.mjb').nbody).toBe(model.nbody);
    mj.FS.writeFile('/tmp/bad.mjb', 'no model');
    expect(() => mj.MjModel.mj_loadModel('/tmp/bad.mjb')).toThrow('not an MJB file');

    expect(mj.mj_saveLastXML('/tmp/scene.xml', model)).toBe(1);
    expect(mj.MjModel.mj_loadXML('/tmp/scene.xml').ngeom).toBe(model.ngeom);
    mj.mj_printModel(model, '/tmp/model.txt');
    mj.mj_printData(model, new mj.MjData(model), '/tmp/data.txt');
    expect(mj.FS.readFile('/tmp/model.txt', { encoding: 'utf8' })).toContain('body_mass');
    mj.mju_printMatSparse([3], [1], [0], [1]);
    expect(printed.at(-2)).toContain('1: 3.0');
    mj.mju_printMat([1, 2], 1, 2);
    expect(printed.at(-2)).toContain('1.0');
  });

  test('each module has files of its own', async () => {
    const other = await loadMujoco();
    other.FS.writeFile('/only-there.txt', 'x');
    expect([other.FS.analyzePath('/only-there.txt').exists, mj.FS.analyzePath('/only-there.txt').exists]).toEqual([
      true,
      false,
    ]);
  });

  test('copies of models and Data are independent', () => {
    const model = mj.MjModel.from_xml_string(SCENE);
    const data = new mj.MjData(model);
    const [otherModel, otherData] = [new mj.MjModel(model), new mj.MjData(model, data)];
    otherModel.body_mass[1] = 9;
    otherData.qpos[0] = 5;
    expect([model.body_mass[1] === 9, data.qpos[0] === 5]).toEqual([false, false]);
    data.delete();
    expect(() => mj.mj_step(model, data)).toThrow('Cannot pass deleted object as a pointer of type MjData');
  });
});

test('settings have the official defaults', async () => {
  const { mj: official } = await loadOracle();
  for (const name of ['MjLROpt', 'MjOption'] as const) {
    const theirs = new (official[name] as new () => OracleStruct)();
    const ours = new mj[name]() as unknown as Record<string, unknown>;
    for (
      let p: object = Object.getPrototypeOf(theirs) as object;
      p !== Object.prototype;
      p = Object.getPrototypeOf(p) as object
    )
      for (const field of Object.getOwnPropertyNames(p))
        if (typeof theirs[field] === 'number') expect(ours[field], field).toBe(theirs[field]);
    theirs.delete();
  }
  const option = new mj.MjOption();
  option.timestep = 1;
  const copy = option.copy();
  mj.mj_defaultOption(option);
  expect([option.timestep, copy.timestep]).toEqual([0.002, 1]);
});
