import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../root.ts';

const LARGEST = 12_000; // characters; mutants of larger ones mostly repeat the same

/** Models of this repository that need no other file. */
export function mjcfSeeds(): Uint8Array[] {
  return ['models', 'conformance/models'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.xml'))
      .sort()
      .map((file) => fs.readFileSync(path.join(root, folder, file)))
      .filter((bytes) => bytes.length < LARGEST && !bytes.includes('file=') && !bytes.includes('plugin="qpos.'))
      .map((bytes) => new Uint8Array(bytes)),
  );
}

/** What the models here do not have: assets in the text, composites, attachments to themselves, plugins, keys. */
export const RARE_MJCF = `<mujoco model="rare"><compiler angle="radian" eulerseq="zyx" autolimits="true"/>
  <option timestep="0.01" iterations="20"><flag contact="enable" sleep="enable"/></option><size nkey="2" nuserdata="3"/>
  <default><geom rgba="1 0 0 1"/><default class="a"><joint damping="1"/></default></default>
  <asset><texture name="t" builtin="checker" width="8" height="8"/><texture name="c" type="cube" builtin="gradient" width="8" height="8"/>
    <material name="m" texture="t"/><hfield name="h" nrow="2" ncol="3" size="1 1 1 1" elevation="0 1 2 3 4 5"/>
    <mesh name="v" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
    <mesh name="w" builtin="wedge" params="8 8 1 1 0"/><mesh name="s" builtin="sphere" params="2"/></asset>
  <worldbody><light pos="0 0 3"/><geom type="hfield" hfield="h" pos="0 0 -2"/><geom name="floor" type="plane" size="1 1 1"/>
    <body name="b" pos="0 0 1" childclass="a"><freejoint/><geom type="mesh" mesh="v"/><geom type="sdf" mesh="s" pos="1 1 1" mass="1"/>
      <frame euler="0 0 1"><site name="site"/><body name="c"><site name="s2" pos="1 0 0"/><joint name="j" range="-1 1"/><geom name="wrap" type="cylinder" size=".05 1" contype="0"/><geom name="g" type="capsule" fromto="0 0 0 0 0 1" size=".1"/></body></frame></body>
    <body name="p" mocap="true"><geom size=".1" contype="0"/></body>
    <replicate count="3" offset="1 0 0" euler="0 0 1"><body name="r" pos="0 2 1"><joint type="slide" name="q"/><geom type="ellipsoid" size=".1 .2 .3"/></body></replicate>
    <composite prefix="k" type="cable" count="4 1 1" curve="s" size="1 0 0" initial="none"><joint kind="main" damping=".1"/><geom type="capsule" size=".02"/></composite></worldbody>
  <contact><pair geom1="g" geom2="floor"/><exclude body1="b" body2="c"/></contact>
  <tendon><fixed name="x"><joint joint="j" coef="1"/></fixed><spatial name="y"><site site="site"/><site site="s2"/><pulley divisor="2"/><site site="site"/><geom geom="wrap"/><site site="s2"/></spatial></tendon>
  <equality><weld body1="b" body2="c"/><connect body1="b" anchor="0 0 0"/><joint joint1="j" polycoef="0 1 0 0 0"/></equality>
  <actuator><motor joint="j"/><position joint="j" kp="3" delay=".02" nsample="3"/><muscle tendon="x" lengthrange="0 1"/><adhesion body="b" ctrlrange="0 1"/></actuator>
  <sensor><jointpos joint="j"/><framepos objtype="body" objname="b"/><rangefinder site="site"/><contact geom1="floor" data="force"/><user dim="3"/></sensor>
  <custom><numeric name="n" data="1 2"/><text name="tt" data="x"/><tuple name="u"><element objtype="body" objname="b" prm="1"/></tuple></custom>
  <keyframe><key name="k" time="1"/><key/></keyframe></mujoco>`;

export const URDF = `<?xml version="1.0"?><robot name="r"><mujoco><compiler discardvisual="false" fusestatic="true"/></mujoco>
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="a"><inertial><origin xyz="0 0 .1" rpy="0 0 1"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><sphere radius=".1"/></geometry><material name="red"/></visual>
    <collision><origin xyz="0 0 1" rpy="0 1 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="b"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><cylinder radius=".1" length="1"/></geometry></collision></link>
  <link name="c"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="d"/>
  <joint name="j" type="revolute"><origin xyz="1 0 0"/><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="3" velocity="1"/><dynamics damping=".1" friction=".2"/></joint>
  <joint name="k" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="1 0 0"/><limit lower="0" upper="1"/><mimic joint="j" multiplier="2" offset="1"/></joint>
  <joint name="f" type="fixed"><parent link="c"/><child link="d"/></joint></robot>`;
