import { beforeAll, describe, expect, test } from 'vitest';
import { relativeError } from '../oracle/transfer.ts';
import { type AnyModule, type Both, loadBoth, SCENE } from './both-modules.ts';
import { memberNames, plainValue } from './member-values.ts';

let both: Both;
beforeAll(async () => {
  both = await loadBoth();
});

type Mj = AnyModule;
type Vec = { size(): number; get(k: number): object };
interface Scene {
  readonly geoms: Vec;
  readonly lights: Vec;
  readonly camera: Vec;
  readonly ngeom: number;
  readonly nlight: number;
}

const engines = (): Mj[] => [both.ours.mj as unknown as Mj, both.theirs.mj as unknown as Mj];
function make(mj: Mj, name: string, ...given: unknown[]): object {
  const Class = mj[name] as unknown as new (...given: unknown[]) => object;
  return new Class(...given);
}

/** Members that the picture's program sets when it draws. */
const DRAWN = new Set(['copy', 'label', 'camdist']);
const membersOf = (object: object): Record<string, unknown> =>
  Object.fromEntries(
    memberNames(object)
      .filter((name) => !DRAWN.has(name))
      .map((name) => [name, plainValue((object as Record<string, unknown>)[name])]),
  );

function compare(ours: object, theirs: object, label: string): void {
  for (const [name, value] of Object.entries(membersOf(theirs))) {
    const got = plainValue((ours as Record<string, unknown>)[name]);
    const [a, b] = [[got].flat(), [value].flat()].map((x) => Float64Array.from(x as number[])) as [
      Float64Array,
      Float64Array,
    ];
    expect(a.length, `${label}.${name}`).toBe(b.length);
    expect(relativeError(a, b), `${label}.${name}: ${String(got)} ${String(value)}`).toBeLessThan(1e-6); // single precision
  }
}

const STRINGS = `<mujoco><statistic extent="2" center="0 0 1"/><visual><global azimuth="30" elevation="-10" fovy="50" orthographic="false"/><headlight ambient=".2 .2 .2"/></visual>
  <asset><texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="m" rgba="1 0 0 .5" texture="t" texrepeat="2 3" emission=".1" reflectance=".2"/>
  <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody><light directional="true" active="true"/><light active="false"/><camera name="fixed" pos="1 2 3" fovy="20" euler="30 0 0"/>
    <geom type="cylinder" size=".1 .2" material="m"/><geom type="ellipsoid" size=".1 .2 .3" rgba="0 0 1 1" material="m" group="4"/><geom type="box" size=".1 .1 .1" rgba="1 1 1 0"/>
    <site name="a" pos="0 0 2" type="capsule" size=".1 .2"/>
    <body name="b" pos="0 0 1"><joint/><geom name="ball" size=".1"/><geom type="mesh" mesh="tetra" pos="3 0 0"/><site name="c" pos=".5 0 -1" group="3"/><site name="d" pos=".6 0 -1" rgba="0 1 0 1"/></body>
  </worldbody>
  <tendon><spatial width=".02" rgba="0 1 1 1"><site site="a"/><geom geom="ball"/><site site="c"/><pulley divisor="2"/><site site="c"/><site site="d"/></spatial></tendon></mujoco>`;

/** A scene of a model with options, in one engine. */
function sceneOf(
  mj: Mj,
  text: string,
  edit: (option: Record<string, Uint8Array>, camera: Record<string, unknown>) => void,
  mask = 7,
): Scene {
  const model = (mj as unknown as { MjModel: { from_xml_string(text: string): object } }).MjModel.from_xml_string(text);
  const data = make(mj, 'MjData', model);
  mj['mj_forward']?.(model, data);
  const [option, camera] = [make(mj, 'MjvOption'), make(mj, 'MjvCamera')];
  mj['mjv_defaultFreeCamera']?.(model, camera);
  edit(option as Record<string, Uint8Array>, camera as Record<string, unknown>);
  const scene = make(mj, 'MjvScene', model, 100);
  mj['mjv_updateScene']?.(model, data, option, make(mj, 'MjvPerturb'), camera, mask, scene);
  return scene as Scene;
}

describe('abstract scenes', () => {
  test.each(['MjvCamera', 'MjvOption', 'MjvPerturb', 'MjvFigure', 'MjvGLCamera', 'MjvGeom', 'MjvLight'])(
    '%s: every member of a new one',
    (name) => {
      const [ours, theirs] = engines().map((mj) => make(mj, name)) as [object, object];
      compare(ours, theirs, name);
    },
  );

  test.each<[string, string, (option: Record<string, Uint8Array>, camera: Record<string, unknown>) => void, number]>([
    ['the scene of every kind of object', SCENE, () => {}, 7],
    ['tendons, materials, groups', STRINGS, () => {}, 7],
    [
      'other groups',
      STRINGS,
      (o) => {
        for (const name of ['geomgroup', 'sitegroup']) o[name]?.set([1, 1, 1, 1, 1, 1]);
      },
      7,
    ],
    ['what moves', STRINGS, () => {}, 2],
    ['what does not move', STRINGS, () => {}, 1],
    ['hulls, without textures', STRINGS, (o) => o['flags']?.set([1, 0]), 7],
    ['transparent', STRINGS, (o) => o['flags']?.fill(1, 18, 19), 7],
    ['without what is static', STRINGS, (o) => o['flags']?.fill(0, 22, 23), 7],
    ['a camera of the model', STRINGS, (_, c) => Object.assign(c, { type: 2, fixedcamid: 0 }), 7],
    ['a camera that follows a body', STRINGS, (_, c) => Object.assign(c, { type: 1, trackbodyid: 1, distance: 3 }), 7],
  ])('%s', (_, text, edit, mask) => {
    const [ours, theirs] = engines().map((mj) => sceneOf(mj, text, edit, mask)) as [Scene, Scene];
    expect(ours.ngeom).toBe(theirs.ngeom);
    expect(ours.nlight).toBe(theirs.nlight);
    for (let k = 0; k < theirs.ngeom; k++) compare(ours.geoms.get(k), theirs.geoms.get(k), `geom ${k}`);
    for (let k = 0; k < theirs.nlight; k++) compare(ours.lights.get(k), theirs.lights.get(k), `light ${k}`);
    for (let k = 0; k < 2; k++) compare(ours.camera.get(k), theirs.camera.get(k), `camera ${k}`);
  });

  test('connectors and geoms of a program', () => {
    const [ours, theirs] = engines().map((mj) => {
      const geoms = [3, 5, 100, 103].map((type) => {
        const geom = make(mj, 'MjvGeom');
        mj['mjv_connector']?.(geom, type, 0.1, [0, 0.1, 0.2], [1, 0.5, -0.3]);
        return geom;
      });
      const own = make(mj, 'MjvGeom');
      mj['mjv_initGeom']?.(own, 2, [0.1, 0.2, 0.3], [1, 2, 3], [1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 0, 0, 1]);
      return [...geoms, own];
    }) as [object[], object[]];
    theirs.forEach((geom, k) => {
      compare(ours[k] as object, geom, `geom ${k}`);
    });
  });
});
