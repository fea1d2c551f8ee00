import { loadOracle, modelFromXml, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactForce, type Data, type Model, makeData, step } from '../../../index.ts';

const G = 9.81;

/** Force of all contacts on geom g, world axes. */
function forceOn(m: Model, d: Data, g: number): number[] {
  const sum = [0, 0, 0];
  const local = new Float64Array(6);
  const { geom, frame } = d.contact;
  for (let c = 0; c < d.ncon; c++) {
    const side = geom[2 * c] === g ? -1 : geom[2 * c + 1] === g ? 1 : 0;
    if (side === 0) continue;
    contactForce(m, d, c, local);
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++)
        sum[i] = (sum[i] as number) + side * (frame[9 * c + 3 * k + i] as number) * (local[k] as number);
  }
  return sum;
}

describe('flexes at rest', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test('a box on a soft block is carried by forces that sum to its weight, and the floor carries both', () => {
    const [floor, box, boxMass, blockMass] = [0, 1, 0.5, 1];
    const m = modelFromXml(
      oracle,
      `<mujoco><option timestep=".001"/><worldbody><geom type="plane" size="0 0 1"/>
        <flexcomp name="block" type="grid" dim="3" count="4 4 3" spacing=".05 .05 .05" radius=".005" mass="${blockMass}" pos="0 0 .06">
          <elasticity young="2e4" poisson=".2" damping=".001"/><contact selfcollide="none" condim="3" solref=".01 1"/></flexcomp>
        <body pos="0 0 .16"><freejoint/><geom type="box" size=".06 .06 .03" mass="${boxMass}"/></body></worldbody></mujoco>`,
    );
    const d = makeData(m);
    step(m, d, 1500);
    const vertical = m.nv - 4; // dof of the box, which is the last body
    const before = d.qvel[vertical] as number;
    const steps = 500;
    const onBox = [0, 0, 0];
    let onFloor = 0;
    for (let s = 0; s < steps; s++) {
      step(m, d);
      forceOn(m, d, box).forEach((f, i) => {
        onBox[i] = (onBox[i] as number) + f / steps;
      });
      onFloor += (forceOn(m, d, floor)[2] as number) / steps;
    }
    const acceleration = ((d.qvel[vertical] as number) - before) / (steps * m.opt.timestep);
    const weight = boxMass * G;
    expect(Math.abs((onBox[2] as number) - boxMass * (G + acceleration))).toBeLessThan(1e-5 * weight);
    expect(Math.abs((onBox[2] as number) - weight)).toBeLessThan(0.01 * weight);
    expect(Math.hypot(onBox[0] as number, onBox[1] as number)).toBeLessThan(0.01 * weight);
    expect(Math.abs(onFloor + (boxMass + blockMass) * G)).toBeLessThan(0.01 * (boxMass + blockMass) * G);
  });

  test.each(['pyramidal', 'elliptic'])('a cloth over a fixed sphere comes to rest without jitter, %s cones', (cone) => {
    const m = modelFromXml(
      oracle,
      `<mujoco><option timestep=".004" viscosity=".5" cone="${cone}"><flag energy="enable"/></option><worldbody><geom size=".15"/>
        <flexcomp name="cloth" type="grid" dim="2" count="7 7 1" spacing=".1 .1 .1" radius=".01" mass=".2" pos="0 0 .18">
          <edge equality="true"/><contact selfcollide="none" condim="3" solref=".01 1"/></flexcomp></worldbody></mujoco>`,
    );
    const d = makeData(m);
    step(m, d, 750);
    let most = 0;
    for (let s = 0; s < 500; s++) {
      step(m, d);
      most = Math.max(most, d.energy[1] as number);
    }
    expect(d.ncon).toBeGreaterThan(8);
    expect(most).toBeLessThan(1e-6); // for two seconds
    expect(d.flexvert_xpos.every((x) => Math.abs(x) < 1)).toBe(true); // it lies on the sphere, and did not fall off
  });
});
