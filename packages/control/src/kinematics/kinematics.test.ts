import { RandomGenerator } from '@qpos/batch';
import { kinematics, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { ControlError, inverseKinematics } from '../index.ts';
import { bundledModel } from '../models.testing.ts';

const arm = bundledModel('arm');
const JOINTS = ['pan', 'lift', 'elbow', 'roll', 'pitch', 'twist'];

/** A posture within the limits, with the pose of the gripper there. */
function reachable(random: RandomGenerator): { position: number[]; quaternion: number[] } {
  const data = makeData(arm);
  for (const name of JOINTS) {
    const { id, qposadr } = arm.joint(name);
    data.qpos[qposadr] = random.uniform(arm.jnt_range[2 * id], arm.jnt_range[2 * id + 1]);
  }
  kinematics(arm, data);
  const { id } = arm.site('grip');
  const position = [...data.site_xpos.subarray(3 * id, 3 * id + 3)];
  const quaternion = [...data.xquat.subarray(4 * arm.site_bodyid[id], 4 * arm.site_bodyid[id] + 4)];
  data[Symbol.dispose]();
  return { position, quaternion };
}

describe('inverse kinematics', () => {
  test('reaches 1,000 random positions of the bundled arm to 1e-6', () => {
    const random = new RandomGenerator(1);
    const data = makeData(arm);
    const missed: number[] = [];
    for (let k = 0; k < 1000; k++) {
      const { position } = reachable(random);
      const options = { joints: JOINTS, restarts: 20, seed: k };
      const result = inverseKinematics(arm, data, [{ site: 'grip', position }], options);
      const at = data.site_xpos.subarray(3 * arm.site('grip').id, 3 * arm.site('grip').id + 3);
      if (!result.converged || Math.hypot(...at.map((x, i) => x - (position[i] as number))) > 1e-6) missed.push(k);
    }
    expect(missed).toEqual([]);
  });

  test('reaches 100 random poses, position and orientation', () => {
    const random = new RandomGenerator(2);
    const data = makeData(arm);
    let missed = 0;
    for (let k = 0; k < 100; k++) {
      const { position, quaternion } = reachable(random);
      const targets = [
        { site: 'grip', position },
        { site: 'grip', quaternion },
      ];
      const { converged } = inverseKinematics(arm, data, targets, { joints: JOINTS, restarts: 50, seed: k });
      if (!converged) missed++;
      for (const name of JOINTS) {
        const { id, qposadr } = arm.joint(name);
        expect(data.qpos[qposadr]).toBeGreaterThanOrEqual(arm.jnt_range[2 * id] - 1e-12);
        expect(data.qpos[qposadr]).toBeLessThanOrEqual(arm.jnt_range[2 * id + 1] + 1e-12);
      }
    }
    expect(missed).toBe(0);
  });

  test('two links in a plane: the angles of the law of cosines', () => {
    const model = loadModel(`<mujoco><worldbody><body><joint name="a" axis="0 0 1"/><geom size=".1"/>
      <body pos="1 0 0"><joint name="b" axis="0 0 1"/><geom size=".1"/><site name="tip" pos="1 0 0"/></body></body></worldbody></mujoco>`);
    const data = makeData(model);
    data.qpos[1] = 0.5;
    const { converged, error } = inverseKinematics(model, data, [{ site: 'tip', position: [1, 1, 0] }]);
    expect(converged).toBe(true);
    expect(error).toBeLessThan(1e-6);
    expect(data.qpos[1]).toBeCloseTo(Math.PI / 2, 5);
    expect(data.qpos[0]).toBeCloseTo(0, 5);
  });

  test('what is out of reach is told; the arm points there', () => {
    const model = loadModel(
      `<mujoco><worldbody><body><joint name="a" axis="0 0 1"/><geom size=".1"/><site name="tip" pos="1 0 0"/></body></worldbody></mujoco>`,
    );
    const data = makeData(model);
    const result = inverseKinematics(model, data, [{ site: 'tip', position: [0, 2, 0] }], { restarts: 2 });
    expect(result).toMatchObject({ converged: false, attempts: 3 });
    expect(result.error).toBeCloseTo(1, 6);
    expect(Math.sin(data.qpos[0])).toBeCloseTo(1, 5);
  });

  test('a posture moves only what the other targets leave free', () => {
    const data = makeData(arm);
    const position = [0.35, 0.1, 0.4];
    const options = { joints: JOINTS, iterations: 300 };
    inverseKinematics(arm, data, [{ site: 'grip', position }], { ...options, restarts: 5 });
    const distance = (): number => Math.hypot(...JOINTS.map((name) => data.qpos[arm.joint(name).qposadr]));
    const before = distance();
    const posture = arm.qpos0;
    const { converged, error } = inverseKinematics(arm, data, [{ site: 'grip', position }, { posture }], options);
    expect(converged).toBe(true);
    expect(error).toBeLessThan(1e-6);
    expect(distance()).toBeLessThan(before);
    // the least norm: what is left is felt by the target
    const after = data.qpos.slice();
    inverseKinematics(arm, data, [{ site: 'grip', position }, { posture }], options);
    for (const name of JOINTS)
      expect(data.qpos[arm.joint(name).qposadr]).toBeCloseTo(after[arm.joint(name).qposadr], 4);
  });

  test('the centre of mass of a humanoid is led over its foot', () => {
    const model = bundledModel('humanoid');
    const data = makeData(model);
    kinematics(model, data);
    const foot = data.body('right_foot').xpos.slice();
    const targets = [
      { body: 'right_foot', position: foot },
      { centerOfMass: [foot[0], foot[1], 0.9], weight: 1 },
    ];
    const { converged } = inverseKinematics(model, data, targets, { iterations: 200 });
    expect(converged).toBe(true);
  });

  test('refuses nonsense', () => {
    const data = makeData(arm);
    const code = (targets: unknown, options?: object): unknown => {
      try {
        inverseKinematics(arm, data, targets as [], options);
      } catch (error) {
        return error instanceof ControlError ? error.message : error;
      }
      return undefined;
    };
    expect(code([])).toMatch(/at least one target/);
    expect(code([{ site: 'grip' }])).toMatch(/targets\[0\] has no position/);
    expect(code([{ position: [0, 0, 0] }])).toMatch(/either a site or a body/);
    expect(code([{ site: 'grip', position: [0, 0] }])).toMatch(/must have 3/);
    expect(code([{ site: 'grip', position: [0, 0, Number.NaN] }])).toMatch(/NaN or infinity/);
    expect(code([{ site: 'grip', quaternion: [0, 0, 0, 0] }])).toMatch(/is zero/);
    expect(code([{ site: 'grip', position: [0, 0, 1] }], { tolerance: 0 })).toMatch(/tolerance/);
  });
});
