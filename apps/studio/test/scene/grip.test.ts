import { forward, makeData, step } from '@qpos/core';
import { xpbdPlugin } from '@qpos/parts';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { pullVertex, releaseGrip, takeGrip } from '../../src/worker/grip.ts';
import { Session } from '../../src/worker/session.ts';
import { pullSoftVertex, takeSoftGrip } from '../../src/worker/soft-grip.ts';

const sheet = 'type="grid" dim="2" count="9 9 1" spacing=".05 .05 .05" radius=".005" mass=".5"';
const kinds = [
  ['full', `${sheet}><edge equality="true" damping=".01"/></flexcomp>`],
  [
    'trilinear',
    'type="grid" dim="3" dof="trilinear" count="4 4 4" spacing=".1 .1 .1" radius=".01" mass="2"><contact selfcollide="none" internal="false"/><elasticity young="5e3" poisson=".2" damping=".05"/></flexcomp>',
  ],
] as const;

const load = (body: string) => {
  const model = loadModel(
    `<mujoco><option timestep=".002" solver="CG"/><worldbody><flexcomp name="f" ${body}</worldbody></mujoco>`,
  );
  const data = makeData(model);
  forward(model, data);
  return { model, data };
};

describe.each(kinds)('a flex with dofs of kind %s', (_, body) => {
  test('is held by weights that sum to one, and pulled by forces that sum to that of the spring', () => {
    const { model, data } = load(body);
    const grip = takeGrip(model, data, 0);
    if (grip === undefined) throw new Error('nothing to hold');
    expect(grip.weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    const target = [...data.flexvert_xpos.subarray(0, 3)];
    target[2] = (target[2] ?? 0) + 0.1;
    pullVertex(model, data, grip, target);
    let up = 0;
    for (const b of grip.bodies) up += data.xfrc_applied[6 * b + 2] ?? 0;
    const stiffness = Math.min((model.vis.map.stiffness * grip.total) / grip.mass, (0.25 / model.opt.timestep) ** 2);
    expect(up).toBeCloseTo(grip.mass * stiffness * 0.1, 9);
    releaseGrip(data, grip);
    expect(data.xfrc_applied.every((x) => x === 0)).toBe(true);
  });

  test('is carried against gravity to near the target, and comes to rest there', () => {
    const { model, data } = load(body);
    const grip = takeGrip(model, data, 0);
    if (grip === undefined) throw new Error('nothing to hold');
    const target = [...data.flexvert_xpos.subarray(0, 3)];
    for (let k = 0; k < 1000; k++) {
      pullVertex(model, data, grip, target);
      step(model, data);
    }
    expect(data.warning.number.every((n) => n === 0)).toBe(true);
    expect(Math.abs((data.flexvert_xpos[2] ?? 0) - (target[2] ?? 0))).toBeLessThan(0.3);
    expect(Math.max(...data.qvel.map(Math.abs))).toBeLessThan(2);
  });
});

test('what cannot move is not held', () => {
  const { model, data } = load('type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" rigid="true"/>');
  expect(takeGrip(model, data, 0)).toBeUndefined();
});

describe('a soft body of the plugin qpos.xpbd', () => {
  const loadSoft = (pin: string) => {
    const model = loadModel(
      `<mujoco><option timestep=".004"/><extension><plugin plugin="qpos.xpbd"><instance name="i">
        <config key="flex" value="f"/><config key="vertices" value="81"/><config key="pin" value="${pin}"/>
      </instance></plugin></extension><worldbody><flexcomp name="f" ${sheet} rigid="true"><contact contype="0" conaffinity="0"/></flexcomp>
      </worldbody></mujoco>`,
      { plugins: [xpbdPlugin] },
    );
    const data = makeData(model);
    forward(model, data);
    return { model, data };
  };

  test('is carried against gravity to near the target, and comes to rest there; let go, it falls', () => {
    const { model, data } = loadSoft('');
    expect(takeGrip(model, data, 40)).toBeUndefined();
    const grip = takeSoftGrip(model, data, 40);
    if (grip === undefined) throw new Error('nothing to hold');
    const target = [0.1, 0, 0.3];
    for (let k = 0; k < 1000; k++) {
      pullSoftVertex(model, grip, target);
      step(model, data);
    }
    // the springs of the held vertices, by their masses, carry the weight of all
    const mass = grip.body.inverseMass.map((w) => 1 / w);
    const held = grip.held.reduce((sum, v, k) => sum + (grip.weights[k] ?? 0) * (mass[v] ?? 0), 0);
    const weight = 9.81 * mass.reduce((a, b) => a + b, 0);
    const sag = 0.3 - data.flexvert_xpos[3 * 40 + 2];
    expect(sag / (weight / (held * (0.25 / model.opt.timestep) ** 2))).toBeCloseTo(1, 2);
    expect(sag).toBeLessThan(0.05);
    expect(data.flexvert_xpos[3 * 40]).toBeCloseTo(0.1, 2);
    expect(Math.max(...grip.body.v.map(Math.abs))).toBeLessThan(0.2);
    step(model, data, 50);
    expect(data.flexvert_xpos[3 * 40 + 2]).toBeLessThan(0.15);
  });

  test('is not held where it is pinned', () => {
    const { model, data } = loadSoft(Array.from({ length: 81 }, (_, v) => v).join(' '));
    expect(takeSoftGrip(model, data, 40)).toBeUndefined();
  });
});

test('a mocap body goes where it was dragged, though the drag was over before the next step', () => {
  const model = loadModel('<mujoco><worldbody><body mocap="true"><geom size=".1"/></body></worldbody></mujoco>');
  const session = new Session(model);
  session.start(true);
  const drag = { vertex: -1, translate: true, rotate: false, local: [0, 0, 0], quat: [1, 0, 0, 0] };
  session.setPerturbation({ ...drag, body: 1, target: [0.3, 0, 0.2] });
  session.setPerturbation(undefined);
  session.stepOnce();
  expect([...session.data.mocap_pos]).toEqual([0.3, 0, 0.2]);
});
