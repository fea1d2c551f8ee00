import { type Data, forward, type Model, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import {
  InstancedMesh,
  Light,
  LineSegments,
  Mesh,
  type MeshPhysicalMaterial,
  PerspectiveCamera,
  Sprite,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { labelFlags, ownFlags, renderFlags, type VisualFlag, visualFlags } from './flags.ts';
import { labelKinds } from './options.ts';
import { SceneView } from './scene/scene-view.ts';

/** A model that has something of everything that a flag shows. */
const EVERYTHING = `<mujoco>
  <visual><global ipd=".1"/></visual>
  <asset>
    <texture type="skybox" builtin="flat" rgb1="1 1 1" rgb2="0 0 0" width="8" height="8"/>
    <texture name="grid" type="2d" builtin="checker" width="4" height="4"/>
    <material name="tiles" texture="grid" reflectance=".2"/>
    <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  .2 .2 .2" face="0 2 1  0 1 3  0 3 2  1 2 4  2 3 4  3 1 4" inertia="shell"/>
    <skin name="cover" vertex="0 0 0  1 0 0  0 1 0" face="0 1 2">
      <bone body="link" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </asset>
  <worldbody>
    <light name="sun" directional="true" pos="0 0 3"/>
    <camera name="eye" pos="0 -3 1"/>
    <geom type="plane" size="0 0 1" material="tiles"/>
    <geom type="box" size=".1 .1 .1" pos="3 0 0"/>
    <site name="hook" pos="0 0 3"/>
    <body name="link" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" range="-30 30" limited="true"/>
      <geom type="box" size=".1 .2 .3" rgba="1 0 0 .5" density="300"/>
      <site name="low" pos="0 0 -.4" euler="180 0 0"/>
      <body pos="0 0 .5"><joint type="slide" axis="1 0 0" range="-1 1" limited="true"/><geom type="mesh" mesh="wedge" mass="1"/></body>
    </body>
    <body name="ball" pos="2 0 .2"><freejoint/><geom size=".2"/></body>
    <flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" pos="-2 0 2" radius=".01" dim="2" mass="1"/>
  </worldbody>
  <tendon><spatial name="string"><site site="hook"/><site site="low"/></spatial></tendon>
  <actuator><general name="motor" joint="hinge" dyntype="integrator" ctrlrange="-1 1"/></actuator>
  <sensor><rangefinder site="low"/><accelerometer site="low"/></sensor>
  <equality><connect name="pin" body1="link" anchor="0 0 0"/></equality>
</mujoco>`;

let model: Model;
let data: Data;

/** As much of a page as drawing labels needs. */
const page = {
  createElement: () => ({
    width: 0,
    height: 0,
    getContext: () => ({
      measureText: () => ({ width: 10 }),
      fillText() {},
      beginPath() {},
      roundRect() {},
      fill() {},
    }),
  }),
};

beforeAll(() => {
  vi.stubGlobal('document', page);
  model = loadModel(EVERYTHING);
  data = makeData(model);
  step(model, data, 200);
  data.act[0] = 0.7;
  data.qvel[0] = 1;
  data.qvel[model.body_dofadr[model.body('ball').id]] = 1; // it slides, so there is friction
  forward(model, data);
});
afterAll(() => vi.unstubAllGlobals());

const look = (material: MeshPhysicalMaterial): unknown => [
  material.opacity,
  material.side,
  material.blending,
  material.wireframe === true,
  material.map !== null && material.map !== undefined,
  (material as never as { uniforms?: { haze?: { value: unknown } } }).uniforms?.haze?.value,
];

/** All that a renderer would draw, as text. */
function picture(view: SceneView): string {
  const parts: unknown[] = [view.scene.fog === null];
  view.scene.traverseVisible((object) => {
    if (object instanceof Light) parts.push([object.castShadow, object.intensity]);
    if (object instanceof Sprite) parts.push([object.position.toArray(), object.scale.toArray()]);
    if (object instanceof LineSegments)
      parts.push([...object.geometry.getAttribute('position').array.slice(0, 3 * object.geometry.drawRange.count)]);
    if (!(object instanceof Mesh)) return;
    parts.push(look(object.material as MeshPhysicalMaterial), object.geometry.getAttribute('position').count);
    if (!(object instanceof InstancedMesh)) return;
    parts.push([...object.instanceMatrix.array.slice(0, 16 * object.count)]);
    parts.push([...(object.instanceColor?.array.slice(0, 3 * object.count) ?? [])]);
  });
  return JSON.stringify(parts);
}

/** The picture with some options, in a scene where something is selected and pulled. */
function pictureWith(options: object): string {
  const view = new SceneView(model, { quality: 'low' });
  view.selected = model.body('ball').id;
  view.pull = { body: view.selected, local: new Float64Array(3), target: Float64Array.of(0, 0, 2), active: true };
  Object.assign(view.options, options);
  const camera = new PerspectiveCamera(45);
  camera.position.set(0, -5, 2);
  view.update(data, camera, new Vector3());
  const text = picture(view);
  view.dispose();
  return text;
}

/** What some flags need besides themselves. */
const NEEDS: Readonly<Record<string, object>> = {
  ACTIVATION: { actuator: true },
  SCLINERTIA: { inertia: true },
  CONTACTSPLIT: { contactForce: true },
  FLEXVERT: { flexSkin: false, flexEdge: false },
  FLEXEDGE: { flexSkin: false },
  FLEXFACE: { flexSkin: false },
};
/** Flags that the viewer follows, not the scene; the tests in a browser look at their pictures. */
const IN_THE_VIEWER = ['REFLECTION', 'DEPTH', 'SEGMENT', 'IDCOLOR'];

describe('the table of flags', () => {
  test('has the flags of MuJoCo: 31 but one, 11 and 16', () => {
    expect(visualFlags).toHaveLength(30);
    expect(renderFlags).toHaveLength(11);
    expect(labelFlags).toHaveLength(16);
    expect(new Set(labelFlags.map(([, label]) => label))).toEqual(new Set(labelKinds.filter((k) => k !== 'none')));
  });

  const drawn = [...visualFlags, ...ownFlags, ...renderFlags].filter(({ name }) => !IN_THE_VIEWER.includes(name));
  test.each(drawn.map((f) => [f.name, f] as const))('%s changes the picture', (name, { option }: VisualFlag) => {
    const needs = NEEDS[name] ?? {};
    expect(pictureWith({ ...needs, [option]: true })).not.toBe(pictureWith({ ...needs, [option]: false }));
  });

  test.each(labelFlags)('label %s is drawn', (_, label) => {
    expect(pictureWith({ label })).not.toBe(pictureWith({ label: 'none' }));
  });
});
