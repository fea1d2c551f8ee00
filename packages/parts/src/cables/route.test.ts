import { forward, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { type Random, random } from '../testing/random.ts';
import { applyTension, Cable, followModel, Route, type RouteElement, routeOfTendon } from './index.ts';

const EQUAL = 1e-10; // lengths and moment arms, against the engine
const ROUTINGS = 100;
const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const vector = (r: Random, size: number): string => Array.from(r.numbers(3), (x) => size * x).join(' ');

/** A chain of three bodies with all kinds of joints, and a tendon through sites and around geoms on them. */
function randomModel(r: Random): string {
  const bodies = ['', '', '', ''];
  const path: string[] = [];
  let [sites, geoms] = [0, 0];
  const pick = (): number => Math.floor(r.number(0, 4));
  const site = (size: number, body = pick()): string => {
    bodies[body] += `<site name="s${sites}" pos="${vector(r, size)}"/>`;
    return `s${sites++}`;
  };
  const branches = r.number() < 0.3 ? 2 : 1;
  for (let b = 0; b < branches; b++) {
    if (branches > 1) path.push(`<pulley divisor="${r.number(0.5, 3)}"/>`);
    path.push(`<site site="${site(1)}"/>`);
    for (let k = Math.floor(r.number(1, 4)); k > 0; k--) {
      const kind = r.number();
      if (kind < 0.75) {
        const [body, radius, type] = [pick(), r.number(0.1, 0.4), kind < 0.4 ? 'sphere' : 'cylinder'];
        const [name, at] = [`g${geoms++}`, Array.from(r.numbers(3), (x) => 0.3 * x)];
        const size = type === 'sphere' ? `${radius}` : `${radius} 1`;
        bodies[body] +=
          `<geom name="${name}" type="${type}" size="${size}" pos="${at.join(' ')}" euler="${vector(r, 180)}"/>`;
        const side = r.number();
        if (side < 0.5) path.push(`<geom geom="${name}"/>`);
        else {
          const reach = side < 0.65 ? 0.3 * radius : 2 * radius; // inside, or anywhere around
          const place = at.map((x) => x + reach * r.number(-0.9, 0.9)).join(' ');
          bodies[body] += `<site name="s${sites}" pos="${place}"/>`;
          path.push(`<geom geom="${name}" sidesite="s${sites++}"/>`);
        }
      }
      path.push(`<site site="${site(1)}"/>`);
    }
  }
  const inertial = '<inertial pos=".1 0 0" mass="1" diaginertia=".1 .1 .1"/>';
  return `<mujoco><option gravity="0 0 0"><flag contact="disable"/></option><worldbody>${bodies[0]}
    <body pos=".5 0 .5">${inertial}<freejoint/>${bodies[1]}
      <body pos=".6 0 0">${inertial}<joint type="ball"/>${bodies[2]}
        <body pos="0 .5 0">${inertial}<joint axis="0 1 1"/><joint type="slide" axis="1 0 0"/>${bodies[3]}</body>
      </body></body></worldbody>
    <tendon><spatial name="t">${path.join('')}</spatial></tendon></mujoco>`;
}

describe('routes', () => {
  test('lengths and moment arms equal those of the engine on random routings', () => {
    const r = random(11);
    let wraps = 0;
    for (let n = 0; n < ROUTINGS; n++) {
      const model = loadModel(randomModel(r));
      const data = makeData(model);
      const route = new Route(routeOfTendon(model, 't'));
      const jacobian = new Float64Array(model.nv);
      for (let pose = 0; pose < 5; pose++) {
        data.qvel.set(r.numbers(model.nv));
        step(model, data, 50);
        forward(model, data);
        const length = followModel(model, data, route, jacobian);
        expect(Math.abs(length - (data.ten_length[0] as number))).toBeLessThan(EQUAL);
        const expected = new Float64Array(model.nv);
        for (let k = 0; k < (model.ten_J_rownnz[0] as number); k++)
          expected[model.ten_J_colind[k] as number] = data.ten_J[k] as number;
        for (let i = 0; i < model.nv; i++) expect(Math.abs(jacobian[i] - expected[i])).toBeLessThan(EQUAL);
        wraps += data.wrap_obj.subarray(0, data.ten_wrapnum[0]).filter((x) => x >= 0).length / 2;
      }
    }
    expect(wraps).toBeGreaterThan(ROUTINGS); // there was something to wrap around
  });

  test('around a sphere: two tangents and an arc', () => {
    const route = new Route([{ point: [-1, 0, 0] }, { sphere: 0.5, pos: [0, 0, -0.1] }, { point: [1, 0, 0] }]);
    route.update([0, 0, 0], unit);
    const d = Math.hypot(1, 0.1);
    const arc = 2 * (Math.atan2(1, 0.1) - Math.acos(0.5 / d));
    expect(route.length).toBeCloseTo(2 * Math.sqrt(d * d - 0.25) + 0.5 * arc, 12);
    expect(route.angle).toBeCloseTo(arc, 12);
    expect(route.pathCount).toBe(4);
  });

  test('around a cylinder: a helix; past its end: straight', () => {
    const elements = (halfHeight: number): RouteElement[] => [
      { point: [-1, 0, -0.3] },
      { cylinder: 0.5, halfHeight, side: { point: [0, 1, 0] } },
      { point: [1, 0, 0.3] },
    ];
    const route = new Route(elements(1));
    route.update([0, 0, 0], unit);
    const flat = 2 * Math.sqrt(0.75) + 0.5 * (Math.PI - 2 * Math.acos(0.5));
    expect(route.length).toBeCloseTo(Math.hypot(flat, 0.6), 12);
    expect(route.path[4]).toBeGreaterThan(0);
    const short = new Route(elements(0.01));
    short.update([0, 0, 0], unit);
    expect(short.length).toBeCloseTo(Math.hypot(2, 0.6), 12);
  });

  test('wrenches are minus the slope of the length', () => {
    const route = new Route([{ point: [0, 0, 1] }, { sphere: 0.2, frame: 1 }, { point: [0.1, 0, -0.5], frame: 2 }]);
    const pos = Float64Array.of(0, 0, 0, 0.1, 0.05, 0.3, 0.2, 0, 0);
    const at = (): number => {
      route.update(pos, [...unit, ...unit, ...unit]);
      return route.length;
    };
    at();
    const wrenches = route.wrenches.slice();
    for (const frame of [1, 2])
      for (let k = 0; k < 3; k++) {
        pos[3 * frame + k] += 1e-6;
        const above = at();
        pos[3 * frame + k] -= 2e-6;
        const slope = (above - at()) / 2e-6;
        pos[3 * frame + k] += 1e-6;
        expect(wrenches[6 * frame + 3 + k]).toBeCloseTo(-slope, 8);
      }
  });

  test('tension does the work that the cable loses', () => {
    const model = loadModel(randomModel(random(4)));
    const data = makeData(model);
    const route = new Route(routeOfTendon(model, 0));
    const cable = new Cable({ stiffness: 500, damping: 0, restLength: 0.3 });
    const force = new Float64Array(model.nv);
    const jacobian = new Float64Array(model.nv);
    data.qvel.set(random(9).numbers(model.nv));
    forward(model, data);
    const tension = cable.tension(followModel(model, data, route, jacobian), 0);
    applyTension(model, data, route, tension, force);
    const power = force.reduce((sum, f, i) => sum + f * (data.qvel[i] as number), 0);
    const velocity = jacobian.reduce((sum, j, i) => sum + j * (data.qvel[i] as number), 0);
    expect(tension).toBeGreaterThan(10);
    expect(power).toBeCloseTo(-tension * velocity, 9);
    expect(velocity).toBeCloseTo(data.ten_velocity[0] as number, 9);
  });

  test('random routes never give NaN', () => {
    const r = random(8);
    for (let n = 0; n < 300; n++) {
      const at = r.numbers(3);
      const route = new Route([
        { point: n % 3 === 0 ? at : r.numbers(3) },
        n % 2 === 0
          ? { sphere: r.number(0.001, 2), pos: n % 5 === 0 ? at : [0, 0, 0] }
          : { cylinder: r.number(0.001, 2) },
        { point: n % 7 === 0 ? at : r.numbers(3) },
      ]);
      route.update([0, 0, 0], unit);
      expect([route.length, route.angle, ...route.wrenches].every(Number.isFinite)).toBe(true);
    }
  });

  test.each([
    ['no points', []],
    ['one point', [{ point: [0, 0, 0] }]],
    ['a surface at the end', [{ point: [0, 0, 0] }, { sphere: 1 }]],
    ['two surfaces in a row', [{ point: [0, 0, 0] }, { sphere: 1 }, { sphere: 1 }, { point: [1, 0, 0] }]],
    ['a radius of zero', [{ point: [0, 0, 0] }, { sphere: 0 }, { point: [1, 0, 0] }]],
    ['a pulley of zero', [{ pulley: 0 }, { point: [0, 0, 0] }, { point: [1, 0, 0] }]],
    ['a negative frame', [{ point: [0, 0, 0], frame: -1 }, { point: [1, 0, 0] }]],
    ['a branch of one point', [{ point: [0, 0, 0] }, { pulley: 2 }, { point: [0, 0, 0] }, { point: [1, 0, 0] }]],
  ] as [string, RouteElement[]][])('refuses %s', (_, elements) => {
    expect(() => new Route(elements)).toThrow(expect.objectContaining({ name: 'PartsError' }));
  });
});
