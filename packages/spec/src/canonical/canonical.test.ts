import { describe, expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import { parseMjcf } from '../mjcf/parse.ts';
import { writeMjcf } from './canonical.ts';

const MODEL = `<mujoco model="arm"><!-- two links -->
  <compiler angle="degree"/>
  <default><geom rgba="1 0 0 1"/><default class="link"><geom type="capsule" size=".05"/><joint range="-90 90"/></default></default>
  <worldbody>
    <frame name="stand" pos="0 0 1" euler="0 90 0">
      <body name="upper" childclass="link"><joint name="shoulder" axis="0 1 0" ref="30"/><geom fromto="0 0 0 .3 0 0"/>
        <body name="lower" pos=".3 0 0"><joint name="elbow" axis="0 1 0" range="0 120"/><geom fromto="0 0 0 .2 0 0" rgba="0 1 0 1"/></body>
      </body>
    </frame>
  </worldbody>
  <actuator><position class="link" joint="elbow" kp="20"/></actuator>
  <keyframe><key name="bent" qpos="1 .5"/></keyframe>
</mujoco>`;

const saved = (text: string): string => writeMjcf(parseMjcf(text), { style: 'mujoco' });

describe('a model as MuJoCo saves it', () => {
  test('is the compiled one, in radians, and begins with its comment', () => {
    const text = saved(MODEL);
    expect(text).toContain('<mujoco model="arm">\n  <!-- two links -->\n  <compiler angle="radian"/>\n');
    expect(text).toContain('<frame name="stand" pos="0 0 1" quat="0.707107 0 0.707107 0">');
    expect(text).toContain('<joint name="elbow" range="0 2.0944" axis="0 1 0"/>');
    expect(text).toContain('<general class="link" joint="elbow" biastype="affine" gainprm="20" biasprm="0 -20"/>');
  });

  test('read and saved again it is the same text', () => {
    // classes keep the degrees that they were stated in, as in MuJoCo, so the ranges of joints come from the joints alone
    const text = saved(MODEL.replace('<joint range="-90 90"/>', ''));
    expect(saved(text)).toBe(text);
  });

  test('has the numbers of a model that has changed since', () => {
    const spec = parseMjcf(MODEL);
    const model = compile(spec);
    model.geom_rgba.set([0.25, 0.5, 0.75, 1]);
    model.body_pos[0] += 1; // of the world: not written
    model.body_pos[3] += 2; // in the world, whose x axis is the z axis of the frame
    model.opt.timestep = 0.01;
    model.stat.extent = 7;
    const text = writeMjcf(spec, { style: 'mujoco', model });
    expect(text).toContain('<option timestep="0.01"/>');
    expect(text).toContain('<statistic extent="7"/>');
    expect(text).toContain('rgba="0.25 0.5 0.75 1"');
    expect(text).toContain('<body name="upper" childclass="link" pos="0 0 2">');
  });

  test('states inertias where it is told to, and bytes in the largest unit', () => {
    const text = saved(MODEL.replace('angle="degree"/>', 'angle="degree" saveinertial="true"/><size memory="2048K"/>'));
    expect(text).toContain('<size memory="2M" nkey="1"/>');
    expect(text.match(/<inertial /g)).toHaveLength(2);
    const plain = compile(parseMjcf(MODEL));
    const [mass = ''] = /mass="([^"]+)"/.exec(text)?.slice(1) ?? [];
    expect(Number(mass)).toBeCloseTo(plain.body_mass[1] as number, 5);
  });

  test('a model of other sizes is refused', () => {
    const other = compile(parseMjcf('<mujoco/>'));
    expect(() => writeMjcf(parseMjcf(MODEL), { style: 'mujoco', model: other })).toThrow(/was not compiled from/);
    expect(() => writeMjcf(parseMjcf(MODEL), { style: 'other' as never })).toThrow(/style/);
  });
});
