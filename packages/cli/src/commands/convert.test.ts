import fs from 'node:fs';
import path from 'node:path';
import { saveModel, writeMjb } from 'qpos';
import { afterAll, describe, expect, test } from 'vitest';
import { openModel } from '../model/open.ts';
import { PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
const file = (name: string): string => path.join(folder, name);
afterAll(() => fs.rmSync(folder, { recursive: true }));

const URDF = `<robot name="arm"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`;

const SHAPES = `<mujoco>
  <asset>
    <mesh name="tetra" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
    <hfield name="hill" nrow="3" ncol="4" size="2 1 .5 .1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
    <material name="red" rgba="1 0 0 .5"/>
  </asset>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <geom type="hfield" hfield="hill"/>
    <camera name="c" pos="0 0 3"/>
    <body name="b" pos="1 2 3"><freejoint/>
      <geom size=".1"/><geom type="box" size=".1 .2 .3"/><geom type="capsule" size=".1 .2"/><geom type="cylinder" size=".1 .2"/>
      <geom type="ellipsoid" size=".1 .2 .3"/><geom type="mesh" mesh="tetra" material="red"/><geom size=".1" group="3"/>
    </body>
  </worldbody>
</mujoco>`;

/** The JSON and the binary part of a .glb file, after a look at its header. */
function readGlb(bytes: Buffer) {
  expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
  expect(bytes.readUInt32LE(8)).toBe(bytes.length);
  const length = bytes.readUInt32LE(12);
  return { document: JSON.parse(bytes.toString('utf8', 20, 20 + length)), binary: bytes.subarray(28 + length) };
}

const TEXTURED = `<mujoco>
  <statistic extent="2" center="0 0 0"/>
  <asset>
    <texture name="grid" type="2d" builtin="checker" rgb1="1 1 1" rgb2="0 0 0" width="8" height="4"/>
    <texture name="sides" type="cube" builtin="flat" rgb1="1 0 0" rgb2="0 0 1" width="4" height="4"/>
    <material name="floor" texture="grid" texrepeat="3 3" texuniform="true"/>
    <material name="crate" texture="sides"/>
    <material name="glow" rgba="1 0 0 1" emission=".5"/>
  </asset>
  <worldbody>
    <light name="sun" directional="true" dir="0 0 -1" diffuse=".8 .4 .2"/>
    <light name="lamp" pos="0 0 3" cutoff="30"/>
    <light name="off" active="false"/>
    <camera name="front" pos="0 -2 0" xyaxes="1 0 0 0 0 1"/>
    <camera name="watch" pos="3 0 1" mode="targetbody" target="box"/>
    <geom type="plane" size="0 0 1" material="floor"/>
    <body name="box" pos="0 0 1"><freejoint/>
      <geom type="box" size=".1 .1 .1" material="crate"/><geom size=".1" material="crate"/><geom size=".1" material="glow"/>
    </body>
  </worldbody>
</mujoco>`;

interface Document {
  readonly nodes: { children?: number[]; mesh?: number; camera?: number }[];
  readonly meshes: { primitives: { attributes: Record<string, number>; indices: number; material: number }[] }[];
  readonly materials: unknown[];
  readonly cameras: unknown[];
  readonly images: { bufferView: number }[];
  readonly textures: { source: number; sampler: number }[];
  readonly samplers: unknown[];
  readonly accessors: {
    bufferView: number;
    componentType: number;
    count: number;
    type: string;
    min?: number[];
    max?: number[];
  }[];
  readonly bufferViews: { byteOffset: number; byteLength: number }[];
  readonly buffers: { byteLength: number }[];
}

/** Every index leads to something, every accessor fits its view and keeps its bounds, every view fits the buffer. */
function checkDocument(d: Document, binary: Buffer): void {
  const within = (index: number, list: readonly unknown[]): void => {
    expect(index).toBeGreaterThanOrEqual(0);
    expect(index).toBeLessThan(list.length);
  };
  expect(d.buffers[0]?.byteLength).toBe(binary.length);
  for (const { byteOffset, byteLength } of d.bufferViews) {
    expect(byteOffset % 4).toBe(0);
    expect(byteOffset + byteLength).toBeLessThanOrEqual(binary.length);
  }
  const values = (index: number): number[][] => {
    const { bufferView, componentType, count, type } = d.accessors[index] as Document['accessors'][number];
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type] as number;
    const { byteOffset, byteLength } = d.bufferViews[bufferView] as Document['bufferViews'][number];
    expect(byteLength).toBe(4 * width * count);
    const read = (k: number): number =>
      componentType === 5126 ? binary.readFloatLE(byteOffset + 4 * k) : binary.readUInt32LE(byteOffset + 4 * k);
    return Array.from({ length: count }, (_, r) => Array.from({ length: width }, (_, k) => read(r * width + k)));
  };
  d.accessors.forEach(({ min, max }, index) => {
    const rows = values(index);
    for (const k of min?.keys() ?? []) {
      expect(Math.min(...rows.map((row) => row[k] as number))).toBe(min?.[k]);
      expect(Math.max(...rows.map((row) => row[k] as number))).toBe(max?.[k]);
    }
  });
  for (const { primitives } of d.meshes) {
    for (const { attributes, indices, material } of primitives) {
      const count = d.accessors[attributes['POSITION'] as number]?.count ?? 0;
      for (const accessor of Object.values(attributes)) expect(d.accessors[accessor]?.count).toBe(count);
      expect(Math.max(...values(indices).flat())).toBeLessThan(count);
      for (const normal of values(attributes['NORMAL'] as number)) expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      within(material, d.materials);
    }
  }
  for (const { children = [], mesh, camera } of d.nodes) {
    for (const child of children) within(child, d.nodes);
    if (mesh !== undefined) within(mesh, d.meshes);
    if (camera !== undefined) within(camera, d.cameras);
  }
  for (const { source, sampler } of d.textures) {
    within(source, d.images);
    within(sampler, d.samplers);
  }
  for (const { bufferView } of d.images) within(bufferView, d.bufferViews);
}

/** A tetrahedron as binary STL. */
function tetrahedronStl(): Uint8Array {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const stl = new Uint8Array(84 + 4 * 50);
  const view = new DataView(stl.buffer);
  view.setUint32(80, 4, true);
  for (const [k, corner] of faces.entries()) {
    const at = 84 + 50 * Math.floor(k / 3) + 12 + 12 * (k % 3);
    for (let i = 0; i < 3; i++) view.setFloat32(at + 4 * i, corners[3 * corner + i] as number, true);
  }
  return stl;
}

describe('convert', () => {
  test('to a compiled model, which loads as the same model', async () => {
    const { code, out } = await run(['convert', model, file('p.qposb')]);
    expect(code).toBe(0);
    expect(out).toMatch(/wrote .*p.qposb/);
    expect(saveModel(openModel(file('p.qposb')).model)).toEqual(saveModel(openModel(model).model));
    expect((await run(['sim', file('p.qposb'), '-d', '0.1'])).code).toBe(0);
    expect((await run(['info', file('p.qposb')])).out).toContain('hinge swing');
    await run(['convert', model, file('p.mjb')]);
    expect(writeMjb(openModel(file('p.mjb')).model)).toEqual(writeMjb(openModel(model).model));
    expect((await run(['convert', file('p.mjb'), file('again.xml')])).code).toBe(0);
  });

  test('to normalised MJCF, which compiles to the same model; again, and nothing changes', async () => {
    await run(['convert', model, file('n.xml')]);
    expect(saveModel(openModel(file('n.xml')).model)).toEqual(saveModel(openModel(model).model));
    await run(['convert', file('n.xml'), file('n2.xml')]);
    expect(fs.readFileSync(file('n2.xml'), 'utf8')).toBe(fs.readFileSync(file('n.xml'), 'utf8'));
  });

  test('from URDF to MJCF', async () => {
    const { code } = await run(['convert', put(folder, { 'arm.urdf': URDF }), file('arm.xml')]);
    expect(code).toBe(0);
    expect(JSON.parse((await run(['info', file('arm.xml'), '--json'])).out).joints[0]).toMatchObject({
      name: 'j',
      type: 'hinge',
    });
  });

  test('assets follow to another folder', async () => {
    const stl = tetrahedronStl();
    const source = put(folder, {
      'from/m.xml':
        '<mujoco><compiler meshdir="parts"/><asset><mesh name="m" file="m.stl"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>',
      'from/parts/m.stl': stl,
    });
    const { code, out } = await run(['convert', source, file('m.xml'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out).files).toHaveLength(2);
    expect((await run(['check', '--no-plausibility', file('m.xml')])).code).toBe(0);
  });

  test('to a glTF scene with every shape, materials, a camera and hidden groups left out', async () => {
    const { code } = await run(['convert', put(folder, { 'shapes.xml': SHAPES }), file('s.glb')]);
    expect(code).toBe(0);
    const { document, binary } = readGlb(fs.readFileSync(file('s.glb')));
    const names = document.meshes.map((m: { name: string }) => m.name.split(' ')[0]);
    expect(new Set(names)).toEqual(new Set(['plane', 'hfield', 'sphere', 'box', 'capsule', 'cylinder', 'mesh']));
    expect(document.buffers[0].byteLength).toBe(binary.length);
    expect(document.nodes.filter((n: { mesh?: number }) => n.mesh !== undefined)).toHaveLength(8);
    expect(document.nodes.find((n: { name: string }) => n.name === 'b').translation).toEqual([1, 2, 3]);
    expect(document.materials.find((m: { name: string }) => m.name === 'red')).toMatchObject({ alphaMode: 'BLEND' });
    expect(document.cameras).toHaveLength(1);
    for (const a of document.accessors) expect(a.count).toBeGreaterThan(0);
    for (const mesh of document.meshes) {
      for (const { attributes, indices } of mesh.primitives) {
        const { count: vertices } = document.accessors[attributes.POSITION];
        const { bufferView, count } = document.accessors[indices];
        const at = document.bufferViews[bufferView].byteOffset;
        for (let k = 0; k < count; k++) expect(binary.readUInt32LE(at + 4 * k)).toBeLessThan(vertices);
      }
    }
  });

  test('a glTF scene has textures, lights and cameras, and every index and length in it is right', async () => {
    const { code } = await run(['convert', put(folder, { 'textured.xml': TEXTURED }), file('t.glb')]);
    expect(code).toBe(0);
    const { document, binary } = readGlb(fs.readFileSync(file('t.glb')));
    checkDocument(document, binary);
    expect(document.extensionsUsed.toSorted()).toEqual(['KHR_lights_punctual', 'KHR_texture_transform']);

    const material = (name: string) => document.materials.find((m: { name: string }) => m.name === name);
    const floor = material('floor').pbrMetallicRoughness.baseColorTexture;
    // a plane without end: the picture repeats 3 times per two lengths, up to 5 extents
    const { scale, offset } = floor.extensions.KHR_texture_transform;
    expect(scale[0]).toBeCloseTo(3 * 5 * 2, 6);
    expect(offset[0]).toBeCloseTo(-scale[0] / 2, 6);
    const picture = document.images[document.textures[floor.index].source];
    expect(picture).toMatchObject({ name: 'grid', mimeType: 'image/png' });
    const { byteOffset, byteLength } = document.bufferViews[picture.bufferView];
    const png = binary.subarray(byteOffset, byteOffset + byteLength);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([8, 4]);
    expect(document.materials.filter((m: { name: string }) => m.name === 'crate')).toHaveLength(2); // box and ball
    expect(material('glow').emissiveFactor[0]).toBeCloseTo(0.5, 6);

    const { lights } = document.extensions.KHR_lights_punctual;
    expect(lights.map((l: { type: string }) => l.type)).toEqual(['directional', 'spot']);
    expect(lights[1].spot.outerConeAngle).toBeCloseTo(Math.PI / 6, 6);
    expect(lights[0].color).toEqual([1, 0.5, 0.25]);
    const sun = document.nodes.find((n: { name: string }) => n.name === 'sun');
    expect(sun.extensions.KHR_lights_punctual.light).toBe(0);
    // it shines along -z of its node: down from above, in the model's axes
    expect(sun.rotation.map((x: number) => Math.abs(x))).toEqual([0, 0, 0, 1]);
    expect(document.cameras).toHaveLength(2);
    const tracking = document.nodes.find((n: { name: string }) => n.name === 'watch');
    // from x = 3 the target is in the direction of -x: z of the camera is x
    const [x, y, z, w] = tracking.rotation;
    expect([2 * (x * z + w * y), 1 - 2 * (x * x + y * y)].map((v) => Math.round(v))).toEqual([1, 0]);
  });

  test('with a recording the bodies move', async () => {
    await run(['sim', model, '-d', '0.5', '-k', 'up', '-r', file('run.npz')]);
    await run(['convert', model, file('run.glb'), '--recording', file('run.npz'), '--fps', '20']);
    const { document } = readGlb(fs.readFileSync(file('run.glb')));
    expect(document.animations[0].channels).toHaveLength(2);
    const { input } = document.animations[0].samplers[0];
    expect(document.accessors[input]).toMatchObject({ count: 11, min: [0] });
    expect(document.accessors[input].max[0]).toBeCloseTo(0.5, 6);
  });

  test.each<[string[], RegExp]>([
    [[model, 'x.txt'], /must end in .xml, .mjcf, .qposb, .mjb, .glb/],
    [[model, model], /onto itself/],
    [[model, '/nope/x.qposb'], /cannot write/],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await run(['convert', ...args]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  test('from a compiled model to MJCF, with its textures in a folder of their own', async () => {
    const humanoid = path.resolve(import.meta.dirname, '../../../../models/humanoid.xml');
    await run(['convert', humanoid, file('h.qposb')]);
    const { code, out } = await run(['convert', file('h.qposb'), file('h.xml')]);
    expect(code).toBe(0);
    expect(out).toMatch(/wrote .*h\.xml/);
    expect(fs.readdirSync(file('h-assets')).every((name) => name.endsWith('.png'))).toBe(true);
    const [before, after] = [humanoid, file('h.xml')].map((name) => openModel(name).model);
    expect(after?.body_mass).toEqual(before?.body_mass);
    expect(after?.key_qpos).toEqual(before?.key_qpos);
    expect(Buffer.compare(Buffer.from(after?.tex_data ?? []), Buffer.from(before?.tex_data ?? []))).toBe(0);
    expect((await run(['check', file('h.xml'), '--no-plausibility'])).code).toBe(0);
  });

  test('a damaged compiled model', async () => {
    await run(['convert', model, file('p.qposb')]);
    const bytes = fs.readFileSync(file('p.qposb'));
    bytes[200] = (bytes[200] as number) ^ 1;
    fs.writeFileSync(file('bad.qposb'), bytes);
    expect((await run(['info', file('bad.qposb')])).err).toMatch(/damaged/);
    fs.writeFileSync(file('bad.qposb'), 'hello');
    expect((await run(['info', file('bad.qposb')])).code).toBe(1);
  });
});
