import { enums, makeData, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import { specFromModel } from '../decompile/index.ts';
import { loadModel } from './load.ts';

const { EqualityType, Extension, Integrator } = enums;
const xml = `<mujoco><option integrator="implicitspringdamper" frictionmodel="tanh" friction_smoothing="50" limitmodel="penalty" meshmodel="triangles"
  cgformula="polak-ribiere" solverfallback="PGS" warmstartfrom="contacts"/><worldbody>
  <geom name="hook" size=".1" pos="0 0 2"/><body pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body></worldbody>
  <equality><distance geom1="hook" geom2="ball" distance=".8"/></equality></mujoco>`;

describe('extensions of the language', () => {
  test('stiffness and damping of equality constraints that have no solref', () => {
    const model = (option: string, extensions = true) =>
      loadModel(
        `<mujoco><option ${option}/><default><default class="own"><equality solref=".05 1"/></default></default>
        <worldbody><body name="a"><freejoint/><geom size=".1"/></body></worldbody>
        <equality><weld body1="a"/><weld class="own" body1="a"/><connect body1="a" anchor="0 0 0" solref=".1 1"/></equality></mujoco>`,
        { extensions },
      );
    const option = 'default_eq_stiffness="900" default_eq_damping="60"';
    expect([...model(option).eq_solref]).toEqual([-900, -60, 0.05, 1, 0.1, 1]);
    expect([...model('').eq_solref]).toEqual([0.02, 1, 0.05, 1, 0.1, 1]);
    expect(() => model(option, false)).toThrow(/unknown attribute 'default_eq_stiffness'/);
  });

  test('numbers of the solver become fields, and come back out of a model', () => {
    const text =
      '<mujoco><option regularization=".5" max_constraint_vel="2" max_constraint_angvel="3"/><worldbody/></mujoco>';
    const m = loadModel(text, { extensions: true });
    expect([m.regularization, m.maxConstraintVel, m.maxConstraintAngvel]).toEqual([0.5, 2, 3]);
    expect(specFromModel(m).spec.option).toMatchObject({
      regularization: 0.5,
      max_constraint_vel: 2,
      max_constraint_angvel: 3,
    });
    const plain = loadModel('<mujoco/>');
    expect([plain.regularization, plain.maxConstraintVel, plain.maxConstraintAngvel]).toEqual([0, 0, 0]);
    expect(() => loadModel(text)).toThrow(/unknown attribute 'regularization'/);
    for (const bad of ['regularization="-1"', 'max_constraint_vel="nan"', 'max_constraint_angvel="inf"'])
      expect(() => loadModel(`<mujoco><option ${bad}/></mujoco>`, { extensions: true, onWarning() {} })).toThrow(
        /is a number from 0 on/,
      );
  });

  test('become options and equalities', () => {
    const m = loadModel(xml, { extensions: true });
    expect(m.opt.integrator).toBe(Integrator.SPRINGDAMPER);
    expect(m.extensionFlags).toBe(
      Extension.TANH_FRICTION |
        Extension.PENALTY_LIMITS |
        Extension.TRIANGLES |
        Extension.DISTANCE |
        Extension.POLAK_RIBIERE |
        Extension.PGS_FALLBACK |
        Extension.CONTACT_WARMSTART,
    );
    expect(m.frictionSmoothing).toBe(50);
    expect([m.eq_type[0], m.eq_obj1id[0], m.eq_obj2id[0], m.eq_data[0]]).toEqual([EqualityType.DISTANCE, 0, 1, 0.8]);
    const d = makeData(m);
    step(m, d, 2000);
    expect(2 - (d.geom_xpos[5] as number)).toBeCloseTo(0.8, 2);
  });

  describe('meshmodel="triangles"', () => {
    // a trough: a box with a groove along y, 0.6 wide and 0.6 deep
    const profile = [[-1, 0], [1, 0], [1, 0.8], [0.3, 0.8], [0.3, 0.2], [-0.3, 0.2], [-0.3, 0.8], [-1, 0.8]] as const; // biome-ignore format: points
    const vertex = [-2, 2].flatMap((y) => profile.flatMap(([x, z]) => [x, y, z])).join(' ');
    const quads = profile.flatMap((_, k) => {
      const next = (k + 1) % 8;
      return [k, next + 8, next, k, k + 8, next + 8];
    });
    const caps = [[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]]; // biome-ignore format: triangles
    const face = [...quads, ...caps.flat(), ...caps.flatMap((t) => t.map((v) => v + 8).reverse())];
    const trough = (model: string, thing: string) =>
      loadModel(
        `<mujoco><option meshmodel="${model}"/><asset><mesh name="m" inertia="shell" vertex="${vertex}" face="${face.join(' ')}"/></asset><worldbody>
        <geom name="trough" type="mesh" mesh="m"/><body pos="0 0 .6"><freejoint/><geom name="thing" ${thing}/></body></worldbody></mujoco>`,
        { extensions: true },
      );
    const height = (model: string, thing: string): number => {
      const m = trough(model, thing);
      const d = makeData(m);
      step(m, d, 1500);
      return (d.geom_xpos[5] as number) - (d.geom_xpos[2] as number) + (m.mesh_pos[2] as number);
    };

    test.each([
      ['a ball', 'size=".2"', 0.2],
      ['a box', 'type="box" size=".2 .2 .15"', 0.15],
      ['a capsule', 'type="capsule" size=".1 .2" euler="90 0 0"', 0.1],
    ])('%s comes to rest in the groove, and on top of the hull without it', (_, thing, half) => {
      expect(height('triangles', thing)).toBeCloseTo(0.2 + half, 2);
      expect(height('hull', thing)).toBeGreaterThan(0.7);
    });
  });

  test('are errors otherwise', () => {
    let messages: string[] = [];
    try {
      loadModel(xml);
    } catch (error) {
      messages = (error as { diagnostics: { message: string }[] }).diagnostics.map((x) => x.message);
    }
    for (const word of [
      'implicitspringdamper',
      'frictionmodel',
      'friction_smoothing',
      'limitmodel',
      'meshmodel',
      'cgformula',
      'solverfallback',
      'warmstartfrom',
      'distance',
    ])
      expect(messages.some((x) => x.includes(`'${word}'`))).toBe(true);
  });
});
