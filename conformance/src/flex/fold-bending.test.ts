import { type Data, enums, forward, loadModel, type Model, makeData, step } from 'qpos';
import { specFromModel } from 'qpos/decompile';
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../models/random-tree.ts';

// The extension bendmodel="fold": springs on the angles between the triangles of a sheet. Laws decide, since MuJoCo does not have it.

type Vector = [number, number, number];

/** A sheet of 4x3 vertices without gravity and contacts; `height` gives its rest shape. */
function sheet(option: string, height: (x: number, y: number) => number = () => 0): Model {
  const points: number[] = [];
  for (let i = 0; i < 4; i++) for (let j = 0; j < 3; j++) points.push(0.1 * i, 0.12 * j, height(0.1 * i, 0.12 * j));
  const element: number[] = [];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 2; j++) {
      const v = 3 * i + j;
      element.push(v, v + 3, v + 4, v, v + 4, v + 1);
    }
  return loadModel(
    `<mujoco><option gravity="0 0 0" timestep="1e-3" ${option}/><worldbody>
    <flexcomp name="f" type="direct" dim="2" mass="1" radius=".001" point="${points.join(' ')}" element="${element.join(' ')}">
      <elasticity young="1e6" poisson=".3" thickness=".01" elastic2d="bend"/>
      <contact selfcollide="none" internal="false"/></flexcomp></worldbody></mujoco>`,
    { extensions: true },
  );
}

const roof = (x: number): number => 0.7 * Math.abs(x - 0.15);
const bump = (x: number, y: number): number => 0.1 * Math.sin(9 * x) * Math.cos(7 * y);
const fold = 'bendmodel="fold"';

const at = (data: Data, v: number): Vector => [...data.flexvert_xpos.subarray(3 * v, 3 * v + 3)] as Vector;
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Angle between the triangles at each inner edge, by the arc cosine of their unit normals. */
function angles(model: Model, data: Data): number[] {
  const result: number[] = [];
  for (let e = 0; e < model.nflexedge; e++) {
    const [p, q] = [model.flex_edge[2 * e], model.flex_edge[2 * e + 1]] as [number, number];
    const [r, s] = [model.flex_edgeflap[2 * e], model.flex_edgeflap[2 * e + 1]] as [number, number];
    if (s < 0) continue;
    const edge = minus(at(data, q), at(data, p));
    const n1 = cross(edge, minus(at(data, r), at(data, p)));
    const n2 = cross(minus(at(data, s), at(data, p)), edge);
    const cosine = dot(n1, n2) / Math.sqrt(dot(n1, n1) * dot(n2, n2));
    result.push(Math.sign(dot(cross(n1, n2), edge)) * Math.acos(Math.min(1, cosine)));
  }
  return result;
}

/** ½·Σ k·(θ - θ₀)² */
function energy(model: Model, data: Data, rest: readonly number[]): number {
  const stiffness = Array.from({ length: model.nflexedge }, (_, e) => e)
    .filter((e) => (model.flex_edgeflap[2 * e + 1] as number) >= 0)
    .map((e) => model.flex_bending[17 * e + 16] as number);
  return angles(model, data).reduce(
    (sum, a, k) => sum + 0.5 * (stiffness[k] as number) * (a - (rest[k] as number)) ** 2,
    0,
  );
}

function shake(model: Model, data: Data, size: number): void {
  const random = makeRandom(3);
  for (let i = 0; i < model.nq; i++) data.qpos[i] = random.uniform(-size, size);
  forward(model, data);
}

describe.each([
  ['flat', () => 0],
  ['roof', roof],
  ['bump', bump],
] as const)('%s', (_, shape) => {
  const model = sheet(fold, shape);

  test('no force at rest, nor after a rigid motion', () => {
    const data = makeData(model);
    forward(model, data);
    expect(Math.max(...data.qfrc_spring.map(Math.abs))).toBeLessThan(1e-9);
    const [c, s] = [Math.cos(0.8), Math.sin(0.8)];
    for (let v = 0; v < model.nflexvert; v++) {
      const [x, y, z] = at(data, v);
      const moved = [c * x - s * z + 1, y - 2, s * x + c * z + 3];
      for (let k = 0; k < 3; k++) data.qpos[3 * v + k] = (moved[k] as number) - ([x, y, z][k] as number);
    }
    forward(model, data);
    expect(Math.max(...data.qfrc_spring.map(Math.abs))).toBeLessThan(1e-8);
  });

  test('the force is the negative gradient of the energy, and has neither resultant nor torque', () => {
    const data = makeData(model);
    forward(model, data);
    const rest = angles(model, data);
    shake(model, data, 0.01);
    const force = data.qfrc_spring.slice();
    const scale = Math.max(...force.map(Math.abs));
    expect(scale).toBeGreaterThan(0.1);
    const [sum, torque]: [Vector, Vector] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let v = 0; v < model.nflexvert; v++) {
      const f = [...force.subarray(3 * v, 3 * v + 3)] as Vector;
      const moment = cross(at(data, v), f);
      for (let k = 0; k < 3; k++) {
        sum[k] = (sum[k] as number) + (f[k] as number);
        torque[k] = (torque[k] as number) + (moment[k] as number);
      }
    }
    expect(Math.max(...[...sum, ...torque].map(Math.abs))).toBeLessThan(1e-11 * scale);
    const h = 1e-6;
    for (let i = 0; i < model.nv; i++) {
      const x = data.qpos[i] as number;
      const [up, down] = [h, -h].map((step) => {
        data.qpos[i] = x + step;
        forward(model, data);
        return energy(model, data, rest);
      }) as [number, number];
      data.qpos[i] = x;
      expect(Math.abs((down - up) / (2 * h) - (force[i] as number))).toBeLessThan(1e-6 * scale);
    }
  });

  test('returns to its rest angles under the discrete integrator', () => {
    const damped = sheet(`${fold} integrator="discrete"`, shape);
    damped.flex_damping[0] = 0.05;
    const data = makeData(damped);
    forward(damped, data);
    const rest = angles(damped, data);
    shake(damped, data, 0.005);
    const before = energy(damped, data, rest);
    step(damped, data, 2000);
    expect(energy(damped, data, rest)).toBeLessThan(1e-2 * before);
  });
});

test('a small fold of a flat sheet is resisted as in the quadratic model, to first order', () => {
  const [ours, theirs] = [sheet(fold), sheet('')].map((model) => {
    const data = makeData(model);
    for (let v = 0; v < model.nflexvert; v++) data.qpos[3 * v + 2] = 1e-5 * Math.sin(v);
    forward(model, data);
    return data.qfrc_spring.slice();
  }) as [Float64Array, Float64Array];
  const scale = Math.max(...theirs.map(Math.abs));
  // across the sheet; along it, both are of second order
  for (let i = 2; i < ours.length; i += 3)
    expect(Math.abs((ours[i] as number) - (theirs[i] as number))).toBeLessThan(1e-6 * scale);
});

test('is off by default, refused without extensions, and survives a decompilation', () => {
  expect(sheet('').extensionFlags).toBe(0);
  const model = sheet(fold, roof);
  expect(model.extensionFlags).toBe(enums.Extension.FOLD_BENDING);
  expect(() => loadModel('<mujoco><option bendmodel="fold"/></mujoco>')).toThrow(/bendmodel/);
  expect(specFromModel(model).spec.option.bendmodel).toBe('fold');
});
