import { contactForce, forward, makeData, resetData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { mixFriction } from './contact/friction.ts';
import { CapsuleChain, Cloth, type Deformable, SoftBody, SoftScene, type XpbdOptions, xpbdPlugin } from './index.ts';

const world = (text: string, option = 'timestep="0.004"'): string =>
  `<mujoco><option ${option}/><worldbody><geom name="floor" type="plane" size="2 2 1"/>${text}</worldbody></mujoco>`;

function scene(text: string, bodies: Deformable[], options: XpbdOptions = {}, option?: string): SoftScene {
  const model = loadModel(world(text, option));
  return new SoftScene(model, makeData(model), bodies, options);
}
const run = (s: SoftScene, seconds: number): void => {
  for (let k = Math.round(seconds / s.model.opt.timestep); k > 0; k--) s.step();
};
/** Sum of the forces that a body's vertices feel from a geom's body. */
function forceFrom(body: Deformable, geom: number): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < body.count; i++)
    if (body.contactGeom[i] === geom) for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + body.contactForce[3 * i + k];
  return sum;
}
/** Largest relative error of a body's edges, beside what their compliance gives way by: |C + α·λ / h²|. */
const stretch = ({ x, distances: { vertices, rest, compliance, lambda } }: Deformable, h = Infinity): number =>
  rest.reduce((most, length, e) => {
    const [a, b] = [3 * vertices[2 * e], 3 * vertices[2 * e + 1]];
    const error = Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) - length;
    return Math.max(most, Math.abs(error + (compliance[e] * lambda[e]) / (h * h)) / length);
  }, 0);
const lowest = ({ x }: Deformable): number => x.filter((_, k) => k % 3 === 2).reduce((a, b) => Math.min(a, b));

const BOX =
  '<body name="box" pos="0 0 .27"><freejoint/><geom name="box" type="box" size=".1 .08 .05" mass="1.5"/></body>';
const slab = (): SoftBody => {
  const body = SoftBody.box({ size: [0.4, 0.4, 0.2], count: [7, 7, 4], centre: [0, 0, 0.1], radius: 0.005 });
  body.pinBottom();
  return body;
};
const cloth = (): Cloth => Cloth.grid({ count: [9, 9], spacing: 0.07, centre: [0.01, 0.02, 0.75], radius: 0.006 });
const SPHERE = '<geom name="sphere" size=".15" pos="0 0 .5" friction=".8"/>';

describe('soft and rigid bodies', () => {
  test('a rigid body resting on a deformable surface experiences the same contact forces as resting on a rigid surface of equivalent geometry', () => {
    const soft = slab();
    const s = scene(BOX, [soft], {}, 'timestep="0.002"');
    run(s, 1.5);
    const rigid = loadModel(world(`${BOX}<geom type="box" size=".2 .2 .1" pos="0 0 .1"/>`, 'timestep="0.002"'));
    const data = makeData(rigid);
    step(rigid, data, 750);
    let expected = 0;
    const force = new Float64Array(6);
    for (let c = 0; c < data.ncon; c++) {
      contactForce(rigid, data, c, force);
      expected += force[0];
    }
    expect(expected).toBeCloseTo(1.5 * 9.81, 3);
    // averaged over some steps: vertices take turns
    const mean = [0, 0, 0];
    for (let k = 0; k < 50; k++) {
      s.step();
      forceFrom(soft, 1).forEach((f, a) => {
        mean[a] = (mean[a] ?? 0) + f / 50;
      });
    }
    expect(Math.abs((mean[2] ?? 0) / -expected - 1)).toBeLessThan(1e-3);
    expect(Math.hypot(mean[0] ?? 0, mean[1] ?? 0)).toBeLessThan(1e-2 * expected);
    expect(s.data.qpos[2]).toBeCloseTo(0.255, 2); // on top of the slab
    expect(Math.hypot(...s.data.qvel)).toBeLessThan(1e-3);
  });

  test('internal constraints are satisfied after contact resolution', () => {
    const bodies = [
      cloth(),
      SoftBody.sphere({ ballRadius: 0.1, count: 5, centre: [0.5, 0, 0.4], preset: 'rubber' }),
      CapsuleChain.line({ from: [-0.8, 0, 0.4], to: [-0.8, 0.6, 0.5], count: 13 }),
    ];
    const s = scene(SPHERE, bodies, { iterations: 15, substeps: 4 });
    const volume = (bodies[1] as SoftBody).volume;
    for (let k = 0; k < 150; k++) {
      s.step();
      for (const body of bodies) {
        expect(stretch(body, 0.001)).toBeLessThan(0.03);
        expect(lowest(body)).toBeGreaterThan(body.radius - 2e-3);
      }
      expect(Math.abs((bodies[1] as SoftBody).volume / volume - 1)).toBeLessThan(0.02);
    }
  });

  test('Material.friction is used in contacts with rigid bodies', () => {
    // on a slope of 0.5 rad, tan = 0.546: slides below that, with g·(sin - μ·cos), and holds above
    const [angle, time] = [0.5, 0.4];
    const slid = (friction: number): number => {
      const block = SoftBody.box({
        size: [0.1, 0.1, 0.02],
        count: [3, 3, 2],
        centre: [0, 0, 0.0111],
        radius: 0.001,
        preset: 'stiff',
        friction,
        damping: 0,
      });
      const gravity = `0 ${-9.81 * Math.sin(angle)} ${-9.81 * Math.cos(angle)}`;
      const model = loadModel(
        `<mujoco><option timestep=".002" gravity="${gravity}"/><worldbody><geom type="plane" size="5 5 1" friction=".01"/></worldbody></mujoco>`,
      );
      const s = new SoftScene(model, makeData(model), [block], { damping: 0 });
      run(s, time);
      return -block.centre[1];
    };
    for (const friction of [0.1, 0.3]) {
      const expected = 0.5 * 9.81 * (Math.sin(angle) - friction * Math.cos(angle)) * time ** 2;
      expect(slid(friction) / expected).toBeCloseTo(1, 1);
    }
    expect(slid(0.8)).toBeLessThan(0.002);
  });

  test('friction is mixed as the engine does: by priority, else the larger; the override comes first', () => {
    const geom = (attributes: string, option = ''): number => {
      const model = loadModel(
        `<mujoco>${option}<worldbody><geom size="1" friction=".4" ${attributes}/></worldbody></mujoco>`,
      );
      return mixFriction(model, 0, 0.6);
    };
    expect([geom(''), geom('priority="1"'), geom('priority="-1"')]).toEqual([0.6, 0.4, 0.6]);
    const override = '<option o_friction=".9 .9 .1 .1 .1"><flag override="enable"/></option>';
    expect(geom('', override)).toBe(0.9);
  });

  test('the collision constraint holds vertices off every geom type', () => {
    const corners = '-.3 -.3 -.1  .3 -.3 -.1  -.3 .3 -.1  .3 .3 -.1  -.3 -.3 .1  .3 -.3 .1  -.3 .3 .1  .3 .3 .1';
    const kinds = {
      plane: '<geom type="plane" size="1 1 1" pos="0 0 .1"/>',
      sphere: '<geom size=".3" pos="0 0 -.2"/>',
      capsule: '<geom type="capsule" size=".1" fromto="-.3 0 0 .3 0 0"/>',
      ellipsoid: '<geom type="ellipsoid" size=".4 .3 .1"/>',
      cylinder: '<geom type="cylinder" size=".3 .1"/>',
      box: '<geom type="box" size=".3 .3 .1"/>',
      mesh: '<geom type="mesh" mesh="block"/>',
      hfield: '<geom type="hfield" hfield="step" pos="0 0 .1"/>',
    };
    for (const [kind, geom] of Object.entries(kinds)) {
      const model = loadModel(
        `<mujoco><option timestep=".004"/><asset><mesh name="block" vertex="${corners}"/>
        <hfield name="step" nrow="3" ncol="3" size=".4 .4 .1 .1" elevation="0 0 0 0 0 0 0 0 0"/></asset><worldbody>${geom}</worldbody></mujoco>`,
      );
      const ball = SoftBody.sphere({ ballRadius: 0.05, count: 3, centre: [0, 0, 0.17], radius: 0.002, damping: 0.3 });
      const s = new SoftScene(model, makeData(model), [ball], { damping: 0.3 });
      run(s, 0.4);
      expect(lowest(ball), kind).toBeGreaterThan(0.1 + 0.002 - 1e-3);
      expect(ball.speed, kind).toBeLessThan(0.1);
      const weight = ball.contactForce.filter((_, k) => k % 3 === 2).reduce((a, b) => a + b);
      expect(weight / (9.81 * ball.totalMass), kind).toBeCloseTo(1, 0);
    }
  });

  test('without soft bodies a step is the step of the engine', () => {
    const [s, model] = [scene(BOX, []), loadModel(world(BOX))];
    const data = makeData(model);
    for (let k = 0; k < 100; k++) s.step();
    step(model, data, 100);
    expect([...s.data.qpos, ...s.data.qvel, s.data.time]).toEqual([...data.qpos, ...data.qvel, data.time]);
    expect(s.contactCount).toBe(0);
  });

  test('a cloth draped over a rigid sphere reaches stable equilibrium without jitter', () => {
    const body = cloth();
    const s = scene(SPHERE, [body], { damping: 0.1 });
    run(s, 5);
    expect(body.speed).toBeLessThan(1e-3);
    const at = body.x.slice();
    run(s, 1);
    expect(Math.max(...body.x.map((x, k) => Math.abs(x - at[k])))).toBeLessThan(1e-4);
    expect(Math.max(...body.x.filter((_, k) => k % 3 === 2))).toBeGreaterThan(0.65); // on the sphere, not the floor
    expect(lowest(body)).toBeGreaterThan(0.006);
  });

  test('the substep iteration count is configurable, and one works for cloth and rope', () => {
    for (const passes of [1, 2, 4]) {
      const rope = CapsuleChain.line({ from: [-0.5, 0, 0.7], to: [0.5, 0.02, 0.7], count: 17 });
      const s = scene(SPHERE, [cloth(), rope], { passes, iterations: 10, damping: 0.1 });
      run(s, 0.8);
      expect(s.solver.passes).toBe(passes);
      for (const body of s.bodies) {
        expect(stretch(body)).toBeLessThan(0.05);
        expect(lowest(body)).toBeGreaterThan(body.radius - 1e-3);
      }
    }
  });

  test('momentum is exchanged, not made', () => {
    const text = '<body pos=".3 0 .5"><freejoint/><geom name="ball" size=".1" mass="2"/></body>';
    const jelly = SoftBody.box({ size: [0.2, 0.2, 0.2], centre: [0, 0.02, 0.5], preset: 'gelatin' });
    for (let k = 0; k < jelly.v.length; k += 3) jelly.v[k] = 2;
    const s = scene(text, [jelly], { damping: 0 }, 'timestep="0.002" gravity="0 0 0"');
    const before = jelly.momentum.slice();
    run(s, 0.4);
    for (let a = 0; a < 3; a++) expect(jelly.momentum[a] + 2 * (s.data.qvel[a] as number)).toBeCloseTo(before[a], 9);
    expect(s.data.qvel[0]).toBeGreaterThan(0.5); // the ball was hit
  });

  test('all bodies of a tree answer together', () => {
    // a weight on a pan that hangs from a hinge with a counterweight: the soft weight turns the whole balance
    const balance = `<body pos="0 0 1"><joint axis="0 1 0" damping=".05"/><geom type="capsule" size=".01" fromto="-.4 0 0 .4 0 0" mass=".2"/>
      <body pos=".4 0 0"><joint axis="0 1 0" damping=".01"/><geom name="pan" type="box" size=".1 .1 .01" mass=".1"/></body>
      <body pos="-.4 0 0"><geom size=".03" mass=".1"/></body></body>`;
    const weight = SoftBody.box({
      size: [0.06, 0.06, 0.06],
      count: [3, 3, 3],
      centre: [0.4, 0, 1.05],
      preset: 'rubber',
    });
    const s = scene(balance, [weight], {}, 'timestep="0.002"');
    const before = s.data.qpos[0] as number;
    run(s, 0.3);
    expect((s.data.qpos[0] as number) - before).toBeGreaterThan(0.2); // its side goes down
    expect(forceFrom(weight, 2)[2]).toBeGreaterThan(0.1 * 9.81 * weight.totalMass);
  });
});

const plugged = (more = '', vertices = 81): string => `<mujoco>
  <extension><plugin plugin="qpos.xpbd"><instance name="cloth">
    <config key="flex" value="sheet"/><config key="vertices" value="${vertices}"/><config key="drag" value=".1"/>${more}
  </instance></plugin></extension>
  <option timestep=".004"/>
  <worldbody><geom type="plane" size="1 1 1"/>${SPHERE}
    <flexcomp name="sheet" type="grid" dim="2" count="9 9 1" spacing=".07 .07 .07" pos="0 0 .75" radius=".006" rigid="true">
      <contact contype="0" conaffinity="0"/></flexcomp></worldbody></mujoco>`;

describe('qpos.xpbd', () => {
  const load = (text: string) => {
    const model = loadModel(text, { plugins: [xpbdPlugin] });
    return { model, data: makeData(model) };
  };

  test('a flex falls and drapes: its vertices are where the soft body is', () => {
    const { model, data } = load(plugged());
    expect(model.nv).toBe(0);
    step(model, data, 750);
    forward(model, data);
    const z = data.flexvert_xpos.filter((_, k) => k % 3 === 2);
    expect(Math.max(...z)).toBeGreaterThan(0.65);
    expect(Math.min(...z)).toBeLessThan(0.5);
    expect(data.flexvert_xpos).toEqual(data.plugin_state.slice(0, 3 * 81));
  });

  test('is part of the state: the same again after a reset and from a copy, and forward changes nothing', () => {
    const { model, data } = load(plugged());
    step(model, data, 100);
    const state = data.plugin_state.slice();
    forward(model, data);
    expect(data.plugin_state).toEqual(state);
    const copy = makeData(model);
    copy.plugin_state.set(state);
    step(model, data, 50);
    step(model, copy, 50);
    expect(copy.plugin_state).toEqual(data.plugin_state);
    resetData(model, data);
    step(model, data, 100);
    expect(data.plugin_state).toEqual(state);
  });

  test('pins, wind and presets can be set', () => {
    const { model, data } = load(
      plugged('<config key="pin" value="0 8"/><config key="preset" value="silk"/><config key="wind" value="0 0 .5"/>'),
    );
    const before = data.plugin_state.slice(0, 3);
    step(model, data, 50);
    expect(data.plugin_state.slice(0, 3)).toEqual(before);
    expect(data.plugin_state[3 * 40 + 2]).toBeLessThan(0.75);
  });

  test('works with the integrator RK4, which a scene refuses', () => {
    const { model, data } = load(plugged().replace('timestep', 'integrator="RK4" timestep'));
    step(model, data, 100);
    expect(data.plugin_state.every(Number.isFinite)).toBe(true);
    const s = scene(SPHERE, [cloth()], {}, 'integrator="RK4"');
    expect(() => s.step()).toThrow(/RK4/);
  });

  test.each([
    ['another number of vertices', plugged('', 80), /has 81 vertices, not 80/],
    ['a flex that moves', plugged().replace('rigid="true"', ''), /rigid/],
    ['an unknown preset', plugged('<config key="preset" value="wool"/>'), /preset/],
    ['an unknown flex', plugged().replace('value="sheet"', 'value="shed"'), /shed/],
  ])('refuses %s', (_, text, message) => {
    expect(() => load(text)).toThrow(message);
  });
});
