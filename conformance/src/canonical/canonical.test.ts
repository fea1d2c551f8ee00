import path from 'node:path';
import { compile, parseMjcf } from 'qpos';
import { writeMjcf } from 'qpos/decompile';
import { describe, expect, test } from 'vitest';
import { scanFolder } from '../models/folder.ts';
import { loadInOracle } from '../oracle/oracle.ts';
import { root } from '../root.ts';
import { differingLines, oracleText, saveEntry, saveInBoth, saver } from './compare-canonical.ts';

/** One model for each part of the language whose form is not that of all others. */
const CASES: Readonly<Record<string, string>> = {
  'nothing at all': '<mujoco/>',
  settings: `<mujoco model="a &amp; b's"><compiler autolimits="false" boundmass=".1" alignfree="true" conflict="merge" usethread="false" meshdir="m"/>
    <option timestep="0.0012345678" gravity="0 0 -9.810000001" o_solref="0.03" actuatorgroupdisable="1 3" solver="CG" jacobian="sparse">
      <flag gravity="disable" sleep="enable"/></option>
    <statistic extent="2" center="1 2 3"/><size nuserdata="2" njmax="100"/>
    <visual><global azimuth="12.3456789" orthographic="true"/><rgba fog="0.1 0.2 0.3 1"/></visual></mujoco>`,
  classes: `<mujoco><default><joint range="-90 90" damping="0.1 0 .2"/><geom user="1 2"/><default class="b"><joint range="-45 45" ref="90"/>
    <geom type="box" euler="0 0 90" pos="1 2 3" mass="1"/><site quat="0 1 0 0"/><position kp="100"/><tendon springlength="1"/><default class="c"/></default></default>
    <worldbody><body><joint/><joint axis="1 0 0" class="b"/><geom size="1 1 1" class="b" name="&lt;a" user="1 3"/></body></worldbody></mujoco>`,
  frames: `<mujoco><default><default class="b"><geom rgba="1 0 0 1"/><default class="d"/></default></default><worldbody>
    <frame euler="0 0 90" pos="1 0 0"><frame name="fr" pos="0 2 0" euler="30 0 0"><frame pos="0 0 3"><geom name="g1" type="box" size="1" fromto="0 0 0 0 0 1"/>
      <frame name="inner" pos=".1 .2 .3"><site/><camera/><light/><body name="in" pos="3 2 1" euler="10 0 0"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint pos="1 2 3" axis="1 0 0"/><geom size=".2" pos="1 2 3"/></body></frame></frame></frame></frame>
    <body name="bb"><frame name="jf" pos="1 0 0" euler="0 0 90"><joint axis="1 0 0" pos="0 1 0"/><geom size="1"/><inertial pos="1 2 3" mass="1" diaginertia="1 2 3"/></frame></body>
    <body childclass="b"><frame pos="1 0 0"><geom size="1"/><frame pos="2 0 0"><geom size="1" class="d"/></frame></frame><frame childclass="b"><geom size="3"/></frame>
      <frame childclass="d" name="x"><frame name="y"><geom size="3"/></frame></frame></body><frame name="empty"/></worldbody></mujoco>`,
  'free bodies in their inertial frames': `<mujoco><worldbody><body name="b" pos="0 0 1"><freejoint align="true"/>
    <frame pos="1 1 0" euler="0 30 0"><geom name="g" type="capsule" size=".1" fromto="0 0 0 0 0 1"/><site/></frame><geom type="box" size=".1 .2 .3" euler="10 20 30"/></body></worldbody></mujoco>`,
  assets: `<mujoco><asset><texture name="t" type="2d" builtin="checker" width="10" height="20" rgb1=".1 .2 .3"/><texture name="s" type="skybox" builtin="gradient" width="8" height="8"/>
    <material name="m" texture="t" rgba=".1 .2 .3 1"/><material name="n"><layer texture="t" role="normal"/><layer texture="t" role="rgb"/></material>
    <mesh name="me" vertex="0 0 0 1.1234567 0 0 0 1 0 0 0 1" scale="2 2 2"/><mesh name="ball" builtin="sphere" params="0"/><mesh name="plate" builtin="plate" params="3 3"/>
    <hfield name="h" nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 6"/><hfield name="flat" nrow="2" ncol="2" size="1 1 1 1"/></asset>
    <worldbody><geom type="mesh" mesh="me" material="m"/><geom type="mesh" mesh="me" pos="1 2 3" euler="90 0 0"/><geom type="box" mesh="ball"/><geom type="hfield" hfield="h"/></worldbody></mujoco>`,
  'joints, actuators and tendons': `<mujoco><worldbody><body><joint name="a" springdamper=".1 1"/><geom size="1"/><site name="s"/>
    <body pos="1 0 0"><joint name="b" type="ball"/><geom name="w" type="cylinder" size=".1 .1"/><site name="t"/></body></body></worldbody>
    <tendon><fixed name="f" springlength=".1 .2"><joint joint="a" coef="2"/></fixed><spatial name="p" range="0 1" rgba="1 0 0 1"><site site="s"/><geom geom="w" sidesite="t"/><site site="t"/></spatial></tendon>
    <actuator><muscle joint="a" lengthrange="0 1"/><pid joint="a" kp="3" ki="1" input="pos vel"/><orientation joint="b" kp="2"/><dcmotor joint="a" motorconst="1" resistance="2"/>
      <adhesion body="world" ctrlrange="0 1"/><general site="t" refsite="s" gear="1 2"/><cylinder joint="a" timeconst="1"/><intvelocity joint="a" actrange="-1 1"/></actuator></mujoco>`,
  'constraints, sensors and the rest':
    `<mujoco><worldbody><body name="a"><joint name="j"/><joint name="k" axis="1 0 0"/><geom name="g" size="1"/><site name="s"/></body>
    <body name="b" pos="3 0 0"><freejoint/><geom name="h" size="1"/></body><body name="m" mocap="true" pos="0 0 1"/></worldbody>
    <contact><pair geom1="h" geom2="g" friction="2"/><exclude body1="b" body2="a"/></contact>
    <equality><connect body1="a" body2="b" anchor="1 2 3"/><weld body1="a" body2="b" torquescale="2"/><joint joint1="j" joint2="k" polycoef="0 2"/></equality>
    <sensor><framepos objtype="body" objname="a" reftype="geom" refname="h" cutoff="2"/><contact geom1="g" num="3" data="found force"/><rangefinder site="s" data="dist normal"/>
      <distance body1="a" geom2="h" cutoff="9"/><insidesite site="s" objtype="body" objname="a"/><user dim="3" needstage="vel" user="1 2"/><jointpos joint="j" delay=".1" nsample="4" interp="linear"/></sensor>
    <custom><numeric name="n" size="3" data="1 2.5"/><text name="t" data="x &lt; y"/><tuple name="u"><element objtype="geom" objname="g" prm="3"/><element objtype="body" objname="a"/></tuple></custom>
    <keyframe><key/><key name="one" qpos="1 0 0 0 0 0 0 0 1" mpos="1 2 3" time="2"/></keyframe></mujoco>`.replace(
      ' qpos="1 0 0 0 0 0 0 0 1"',
      ' qpos="1 0 0 0 0 1 0 0 0"',
    ),
  'generated parts': `<mujoco><worldbody><replicate count="2" offset="1 0 0"><geom name="g" size=".1"/><body name="b" pos="1 1 1"><geom size=".2"/></body></replicate>
    <body name="q"><composite type="cable" curve="s" count="4 1 1" size="1 .1 .1"><joint kind="main" damping="0.15"/><geom type="capsule" size=".005"/></composite></body>
    <body name="f"><flexcomp name="fl" type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2" radius=".01" mass="1"><edge equality="true" damping="1"/><contact selfcollide="none" solref=".03"/></flexcomp></body></worldbody></mujoco>`,
};

describe('what MuJoCo saves, byte by byte', () => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const texts = saveInBoth(await saver(), { path: 'model.xml', files: { 'model.xml': CASES[name] as string } });
    expect(texts.theirs.length).toBeGreaterThan(50);
    expect(differingLines(texts)).toEqual([]);
  });

  const bundled = scanFolder(path.join(root, 'models')).filter((e) => /^(humanoid|hand|meshes)\.xml$/.test(e.path));
  test.each(bundled)('$path', async (entry) => {
    expect(differingLines(saveEntry(await saver(), entry))).toEqual([]);
  });

  test('with the numbers of a model that has changed', async () => {
    const text = CASES['frames'] as string;
    const oracle = await saver();
    const { model, data } = loadInOracle(oracle, { path: 'model.xml', files: { 'model.xml': text } });
    const spec = parseMjcf(text);
    const ours = compile(spec);
    for (const m of [model, ours] as unknown as Record<string, Float64Array>[])
      for (const field of ['geom_pos', 'body_pos', 'jnt_pos', 'site_quat', 'geom_rgba', 'body_ipos'])
        m[field]?.forEach((x, k) => {
          (m[field] as Float64Array)[k] = x + 0.01 * (k + 1);
        });
    const texts = { ours: writeMjcf(spec, { style: 'mujoco', model: ours }), theirs: oracleText(oracle, model) };
    data.delete();
    model.delete();
    expect(differingLines(texts)).toEqual([]);
  });
});
