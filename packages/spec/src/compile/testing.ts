import { loadOracleXml, modelFromOracle, type Oracle } from '@qpos/conformance';
import type { Model } from '@qpos/core';
import { modelFields, modelSizes } from '../../../core/src/host/model/fields/index.ts';

/** Sums in another order than the oracle's differ in the last bits. */
const RELATIVE = 1e-9;
const ABSOLUTE = 1e-12;

type Field = ArrayLike<number>;

/** A field of a Model by its name in the table. */
export function fieldOf(m: Model, name: string): Field {
  const [part, rest] = [name.slice(0, name.indexOf('_')), name.slice(name.indexOf('_') + 1)];
  const owner = part === 'opt' || part === 'stat' ? m[part] : m;
  return (owner as unknown as Record<string, Field>)[owner === m ? name : rest] as Field;
}

/** What the oracle makes of a model; undefined if it refuses it. */
export function inOracle(oracle: Oracle, xml: string, files: Record<string, string> = {}): Model | undefined {
  try {
    const { model, data } = loadOracleXml(oracle, xml, files);
    const copy = modelFromOracle(model);
    data.delete();
    model.delete();
    return copy;
  } catch {
    return undefined;
  }
}

/** Names of the sizes and arrays that differ. */
export function differences(ours: Model, theirs: Model): string[] {
  const sizes = modelSizes.filter(([name]) => ours[name as 'nq'] !== theirs[name as 'nq']).map(([name]) => name);
  const arrays = modelFields.filter(([name, type]) => {
    const [a, b] = [fieldOf(ours, name), fieldOf(theirs, name)];
    if (a.length !== b.length) return true;
    const exact = type === 'i32' || type === 'u8';
    return Array.from(a).some((x, i) => {
      const y = b[i] as number;
      if (Object.is(x, y) || x === y) return false;
      return exact || !(Math.abs(x - y) <= Math.max(ABSOLUTE, RELATIVE * Math.abs(y)));
    });
  });
  return [...sizes, ...arrays.map(([name]) => name)];
}

/** One model for each feature of the compiler. */
export const FEATURE_MODELS: Readonly<Record<string, string>> = {
  nothing: `<mujoco/>`,
  flexcomp: `<mujoco><asset><material name="m"/></asset><worldbody><body name="p" pos="0 0 1">
    <flexcomp name="f" type="grid" dim="2" count="4 3 1" spacing=".1 .1 .1" radius=".01" material="m" mass=".5">
    <edge equality="true" damping=".1"/><contact margin=".001" condim="3"/><pin id="0"/></flexcomp>
    <flexcomp name="g" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" radius=".01" pos="1 0 0">
    <elasticity young="1e3" poisson=".1" damping=".01"/></flexcomp></body></worldbody></mujoco>`,
  'interpolated flexcomp': `<mujoco><worldbody><body name="p" pos="0 0 1" euler="10 20 30">
    <flexcomp name="f" type="ellipsoid" dim="3" dof="trilinear" count="3 4 3" spacing=".1 .1 .1" radius=".01">
    <elasticity young="1e3" poisson=".1" damping=".01"/><contact selfcollide="none"/></flexcomp>
    </body></worldbody></mujoco>`,
  flex: `<mujoco><worldbody><body name="a" pos="0 0 1"><freejoint/><geom size=".02"/></body>
    <body name="b" pos=".2 0 1"><joint type="slide" axis="1 0 0"/><geom size=".02"/></body>
    <body name="c" pos=".2 .2 1"><joint/><geom size=".02" pos=".1 0 0"/></body></worldbody>
    <deformable><flex name="f" dim="2" body="a b c" element="0 1 2" radius=".01"><contact friction="1 .1 .1"/>
    <edge damping=".1"/><elasticity young="10" poisson=".1" elastic2d="stretch" thickness=".1"/></flex></deformable>
    </mujoco>`,
  primitives: `<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 1"><freejoint/><geom size=".1"/>
    <geom type="capsule" size=".1 .2" pos=".1 .2 .3" euler="10 20 30"/></body><body name="b" pos="1 0 1">
    <joint axis="1 2 3" range="-10 20"/><geom type="box" size=".1 .2 .3"/>
    <geom type="ellipsoid" size=".1 .2 .3" pos=".3 0 0"/>
    <geom type="cylinder" size=".1 .4" fromto="0 0 0 .1 .2 .3"/><body pos="0 .1 0">
    <joint type="slide" pos=".1 0 0"/><joint type="ball"/><geom size=".2" mass="3"/>
    <site name="s" size=".1 .1 .1" type="box" zaxis="1 1 0"/><camera name="c" xyaxes="1 0 0 0 1 1"/>
    <light dir="1 0 -1"/></body></body></worldbody></mujoco>`,
  'shell inertia': `<mujoco><worldbody><body><joint/><geom type="box" size=".1 .2 .3" shellinertia="true"/></body><body><joint/>
    <geom type="capsule" size=".1 .2" shellinertia="true"/></body><body><joint/>
    <geom type="cylinder" size=".1 .2" shellinertia="true"/></body><body><joint/>
    <geom type="sphere" size=".1" shellinertia="true"/></body><body><joint/>
    <geom type="ellipsoid" size=".1 .2 .3" shellinertia="true"/></body></worldbody></mujoco>`,
  'fluid coefficients': `<mujoco><worldbody><body><joint/><geom type="box" size=".1 .2 .3" fluidshape="ellipsoid"/>
    <geom type="capsule" size=".1 .2" fluidshape="ellipsoid" fluidcoef=".1 .2"/>
    <geom type="sphere" size=".1" fluidshape="ellipsoid"/>
    <geom type="cylinder" size=".1 .3" fluidshape="ellipsoid"/></body></worldbody></mujoco>`,
  'explicit inertia': `<mujoco><worldbody><body><joint/><inertial pos=".1 .2 .3" mass="2" diaginertia=".1 .2 .15" euler="10 20 30"/>
    </body><body><joint/><inertial pos="0 0 0" mass="1" fullinertia=".3 .2 .25 .01 .02 -.01"/></body></worldbody>
    </mujoco>`,
  'inertia groups, bounds, total mass': `<mujoco>
    <compiler angle="radian" inertiagrouprange="1 1" boundmass="0.01" boundinertia="0.001" settotalmass="5"/>
    <worldbody><body><joint range="-1 1" ref=".2" springref=".1"/><geom size=".1" group="3"/>
    <geom size=".2" group="1"/></body><body><joint/><geom size=".001"/></body></worldbody></mujoco>`,
  balanceinertia: `<mujoco><compiler balanceinertia="true"/><worldbody><body><joint/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 .1 .1"/></body></worldbody></mujoco>`,
  eulerseq: `<mujoco><compiler eulerseq="XYz"/><worldbody><body euler="10 20 30"><joint/><geom size=".1"/></body></worldbody>
    </mujoco>`,
  'aligned free body': `<mujoco><worldbody><body pos="1 2 3" euler="10 0 0"><freejoint align="true"/>
    <geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="0 40 0"/><geom size=".1"/><site pos=".1 0 0"/>
    <camera pos="0 .1 0"/><light pos="0 0 1"/></body></worldbody></mujoco>`,
  frames: `<mujoco><worldbody><frame pos="1 0 0" euler="0 0 90"><body name="x" pos="0 1 0">
    <frame pos="0 0 1" quat="1 1 0 0"><joint axis="0 1 0" pos=".1 0 0"/><geom type="capsule" size=".1 .1"/>
    <site pos="0 0 .1"/><camera/><light/></frame></body><geom size=".3"/></frame><body><joint/>
    <frame pos=".1 .2 .3" euler="10 20 30"><inertial pos=".1 0 0" mass="1" diaginertia=".1 .2 .15" euler="40 50 60"/></frame>
    </body></worldbody></mujoco>`,
  'default classes': `<mujoco><default><geom size=".1" friction=".5 .1 .1"/><default class="a"><joint damping="1" armature=".1"/>
    <geom rgba="1 0 0 1" friction=".7"/><default class="b"><geom type="box" size=".1 .2 .3"/>
    <joint type="slide" stiffness="2 1"/></default></default></default><worldbody><body childclass="a"><joint/>
    <geom/><geom class="b" size=".3"/><body><joint class="b"/><geom/></body></body></worldbody></mujoco>`,
  names: `<mujoco model="hällo"><worldbody>${Array.from(
    { length: 40 },
    (_, k) => `<body name="body_${k}ü"><geom name="g${7 * k}" size=".1"/></body>`,
  ).join('')}</worldbody></mujoco>`,
  'mocap bodies': `<mujoco><worldbody><body mocap="true" pos="1 2 3"><geom size=".1"/></body><body mocap="true"/></worldbody>
    </mujoco>`,
  'joint limits': `<mujoco><worldbody><body><joint type="ball" range="0 30"/><geom size=".1"/></body><body>
    <joint type="hinge" limited="false" range="0 30" actuatorfrcrange="-1 1"/><geom size=".1"/></body></worldbody>
    </mujoco>`,
  'pairs and excludes': `<mujoco><worldbody><body name="a"><freejoint/><geom name="g1" size=".1"/></body><body name="b"><freejoint/>
    <geom name="g2" size=".1"/></body><body name="c"><freejoint/><geom name="g3" size=".1"/></body></worldbody>
    <contact><pair geom1="g3" geom2="g2" friction="2"/><pair geom1="g2" geom2="g1" name="p" solref=".1"/>
    <exclude body1="c" body2="a"/><exclude body1="world" body2="b" name="e"/></contact></mujoco>`,
  equalities: `<mujoco><worldbody><body name="a"><freejoint/><geom size=".1"/><site name="s1"/></body>
    <body name="b" pos="1 0 0" euler="0 30 0"><freejoint/><geom size=".1"/><site name="s2"/></body><body>
    <joint name="j1"/><geom size=".1"/></body><body><joint name="j2"/><geom size=".1"/></body></worldbody><equality>
    <connect body1="a" body2="b" anchor=".1 .2 .3"/><connect site1="s1" site2="s2"/><weld body1="a" body2="b"/>
    <weld body1="b" relpose="0 0 1 1 0 0 1" torquescale=".5"/><weld site1="s1" site2="s2"/>
    <joint joint1="j1" joint2="j2" polycoef="1 2"/><joint joint1="j1" active="false"/></equality></mujoco>`,
  tendons: `<mujoco><worldbody><site name="w0" pos="0 0 1"/><body name="a"><joint name="j1"/>
    <geom name="g" type="cylinder" size=".05 .1"/><site name="s1" pos=".2 0 0"/><body pos=".3 0 0">
    <joint name="j2" axis="0 1 0"/><geom name="gs" size=".04"/><site name="s2" pos=".2 0 0"/>
    <site name="ss" pos="0 .1 0"/></body></body></worldbody><tendon><spatial range="0 1" stiffness="1">
    <site site="w0"/><geom geom="g" sidesite="ss"/><site site="s1"/><pulley divisor="2"/><site site="s1"/>
    <site site="s2"/></spatial><fixed armature=".1" springlength=".1"><joint joint="j2" coef="2"/>
    <joint joint="j1" coef="-1"/></fixed><spatial armature=".2"><site site="w0"/><site site="s2"/></spatial>
    <fixed actuatorfrcrange="-1 1"><joint joint="j1" coef="1"/></fixed></tendon></mujoco>`,
  actuators: `<mujoco><worldbody><body><joint name="h" range="-50 50"/><geom size=".1"/><site name="s"/><body name="b">
    <joint name="sl" type="slide" axis="1 0 0"/><geom size=".1"/><site name="s2" pos="0 .1 .2"/></body></body><body>
    <joint name="ball" type="ball"/><geom size=".1"/></body><body><freejoint name="free"/><geom size=".1"/></body>
    </worldbody><tendon><fixed name="t" range="-1 1"><joint joint="h" coef="1"/></fixed></tendon><actuator>
    <motor joint="h"/><motor joint="ball" gear="1 2 3"/><motor joint="free" gear="1 2 3 4 5 6"/>
    <motor jointinparent="ball"/><position joint="h" kp="10" kv="1"/>
    <position joint="h" kp="10" dampratio="1" inheritrange=".9"/><position joint="sl" timeconst=".1"/>
    <velocity joint="sl" kv="2"/><intvelocity joint="h" kp="5" inheritrange="1"/>
    <damper joint="h" kv="1" ctrlrange="0 1"/><cylinder joint="sl" diameter=".1" bias="1 2 3"/>
    <muscle tendon="t" lengthrange="0 1"/><adhesion body="b" ctrlrange="0 1" gain="3"/>
    <general site="s2" refsite="s" gear="1 0 0 0 0 1"/><general site="s2"/>
    <general cranksite="s" slidersite="s2" cranklength=".3"/>
    <pid joint="h" kp="5" ki="1" imax="2" posrange="-1 1" velrange="-2 2"/>
    <pid joint="sl" kp="5" dampratio="1" input="pos vel ff" ffrange="-1 1"/>
    <orientation joint="ball" kp="3" dampratio="1"/><orientation site="s2" refsite="s" input="quat" kv="1" kp="2"/>
    <dcmotor joint="h" motorconst=".1" resistance="2" inductance=".1" thermal="1 2 0 .1 20 20" lugre="1 .1 .1 .2 .3" saturation="1" cogging=".1 3 .2"/>
    <dcmotor joint="h" nominal="12 1 100" damping=".001" controller="1 2 3 4 5 6" input="pos vel"/>
    <general joint="h" dyntype="integrator" actrange="-1 1" actearly="true" group="2" user="1 2 3" delay=".01" nsample="3" interp="linear"/>
    <pid joint="h" nsample="4" delay=".01"/><motor joint="h" armature=".2" damping="1 2 3"/></actuator></mujoco>`,
  sensors: `<mujoco><worldbody><body name="b"><joint name="h" range="-50 50"/><geom name="g" size=".1"/><site name="s"/>
    <body name="b2"><joint name="ba" type="ball"/><geom name="g2" size=".1"/><camera name="cam" resolution="3 4"/>
    </body></body></worldbody><tendon><fixed name="t" range="-1 1"><joint joint="h" coef="1"/></fixed></tendon>
    <actuator><motor name="a" joint="h"/><orientation name="o" joint="ba" kp="1"/></actuator><sensor>
    <touch site="s"/><accelerometer site="s" noise=".1" cutoff="2"/><velocimeter site="s"/>
    <gyro site="s" name="gy" user="1 2"/><force site="s"/><torque site="s"/><magnetometer site="s"/>
    <camprojection site="s" camera="cam"/><rangefinder site="s"/><rangefinder camera="cam" data="dist point depth"/>
    <jointpos joint="h"/><jointvel joint="h"/><tendonpos tendon="t"/><tendonvel tendon="t"/>
    <actuatorpos actuator="a"/><actuatorvel actuator="o"/><actuatorfrc actuator="o"/><jointactuatorfrc joint="h"/>
    <tendonactuatorfrc tendon="t"/><ballquat joint="ba"/><ballangvel joint="ba"/><jointlimitpos joint="h"/>
    <jointlimitvel joint="h"/><jointlimitfrc joint="h"/><tendonlimitpos tendon="t"/><tendonlimitvel tendon="t"/>
    <tendonlimitfrc tendon="t"/><framepos objtype="body" objname="b" reftype="site" refname="s"/>
    <framequat objtype="xbody" objname="b"/><framexaxis objtype="geom" objname="g"/>
    <framezaxis objtype="camera" objname="cam"/><framelinvel objtype="site" objname="s"/>
    <framelinacc objtype="site" objname="s"/><frameangacc objtype="body" objname="b2"/><subtreecom body="b"/>
    <subtreelinvel body="b"/><subtreeangmom body="b"/><insidesite site="s" objtype="geom" objname="g2"/>
    <distance geom1="g" geom2="g2" cutoff="1"/><normal body1="b" geom2="g2"/><fromto geom1="g" body2="b2"/>
    <contact geom1="g" data="found force normal" num="3" reduce="maxforce"/><contact subtree1="b" body2="b2"/>
    <contact site="s"/><e_potential/><e_kinetic/><clock nsample="5" delay=".01" interval=".1 -.01" interp="cubic"/>
    <user dim="3" datatype="axis" needstage="vel" objtype="geom" objname="g"/><user dim="2"/></sensor></mujoco>`,
  keyframes: `<mujoco><worldbody><body mocap="true" pos="1 0 0"/><body pos="0 0 1" quat="1 1 0 0"><freejoint/><geom size=".1"/></body><body>
    <joint name="j" ref="30"/><geom size=".1"/></body></worldbody><actuator><general joint="j" dyntype="filter"/>
    </actuator><keyframe><key name="a" time="2" qpos="1 2 3 2 0 0 1 .5" ctrl="1"/>
    <key act="3" mpos="1 2 3" mquat="1 1 0 0" qvel="1 2 3 4 5 6 7"/><key qpos="1 2 3"/></keyframe><size nkey="5"/>
    </mujoco>`,
  'custom data': `<mujoco><custom><numeric name="n" data="1 2 3" size="5"/><numeric name="m" data="4"/>
    <text name="t" data="hello"/><tuple name="u"><element objtype="geom" objname="g" prm=".5"/>
    <element objtype="body" objname="world"/></tuple></custom><worldbody><geom name="g" size="1"/></worldbody>
    </mujoco>`,
  'options, statistics, visual': `<mujoco>
    <option timestep=".001" gravity="0 0 -1" integrator="implicitfast" solver="CG" cone="elliptic" jacobian="sparse" o_friction=".1 .2" actuatorgroupdisable="1 3">
    <flag contact="disable" energy="enable" override="enable" gravity="enable"/></option>
    <statistic extent="3" center="1 2 3" meanmass="7"/><visual><global fovy="30" bvactive="true"/>
    <rgba fog="1 1 1 .5"/><headlight ambient=".1 .2 .3"/><map znear=".1"/></visual>
    <size nuserdata="4" njmax="100" nconmax="20"/></mujoco>`,
  'cameras and lights': `<mujoco><worldbody>
    <camera focal=".01 .02" sensorsize=".03 .04" resolution="640 480" principalpixel="1 2" target="b" mode="targetbody" output="rgb depth"/>
    <camera fovy="60" projection="orthographic"/><body name="b"><geom size=".1"/>
    <light mode="targetbodycom" target="b" directional="true" castshadow="false"/>
    <light type="point" diffuse=".1 .2 .3"/></body></worldbody></mujoco>`,
  'meshes and fitted primitives': `<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 2 0 0 0 3" scale=".1 .2 .3" refpos=".1 0 0"/>
    <mesh name="v" vertex="0 0 0 1 0 0 0 2 0 0 0 3" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset><worldbody><body>
    <freejoint/><geom type="mesh" mesh="m"/><geom type="box" mesh="m" pos="1 0 0"/></body>
    <geom type="sphere" mesh="m" size="1 2 3" fitscale="2"/><geom type="capsule" mesh="m"/>
    <geom type="mesh" mesh="m" contype="0" conaffinity="0" surfacevel="1 2 3 4 5 6"/><site type="mesh" mesh="m"/>
    </worldbody></mujoco>`,
  'height fields': `<mujoco><asset><hfield name="h" nrow="3" ncol="4" size="1 2 3 .1" elevation="1 2 3 4 5 6 7 8 9 10 11 12"/>
    <hfield name="h0" nrow="2" ncol="2" size="1 2 3 .1"/></asset><worldbody><geom type="hfield" hfield="h"/>
    </worldbody></mujoco>`,
  'textures and materials': `<mujoco><asset><texture name="t" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0" mark="cross"/>
    <texture type="skybox" builtin="gradient" width="8"/><texture name="c" builtin="flat" width="4"/>
    <material name="m" texture="t" texrepeat="2 3" reflectance=".1"/><material name="m2" rgba="1 2 3 4">
    <layer role="normal" texture="t"/><layer role="orm" texture="c"/></material></asset><worldbody>
    <geom size="1" material="m"/><site material="m2"/></worldbody></mujoco>`,
  'fusestatic with references': `<mujoco><compiler fusestatic="true"/><worldbody><body name="a" pos="0 0 1"><joint name="j"/><geom size=".1"/>
    <body name="s1" pos=".1 0 0" euler="0 0 30"><geom type="box" size=".1 .2 .3"/><site name="st"/>
    <camera pos="0 0 .5"/><light pos="0 .5 0" dir="1 0 0"/><body name="s2" pos=".1 .2 .3"><geom size=".05"/>
    <body name="m" pos=".5 0 0"><joint/><geom size=".1"/></body></body></body><body name="kept"><geom size=".1"/>
    </body></body><body name="w1" pos="1 1 1"><geom name="wg" type="box" size=".1 .1 .1"/></body></worldbody>
    <sensor><framepos objtype="body" objname="kept"/><force site="st"/></sensor></mujoco>`,
  discardvisual: `<mujoco><compiler discardvisual="true"/><asset><material name="m"/>
    <texture name="t" type="2d" builtin="flat" width="4" height="4"/>
    <mesh name="m1" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/>
    <mesh name="m2" vertex="0 0 0 1 0 0 0 2 0 0 0 3" texcoord="0 0 1 1 0 1 1 0"/></asset><worldbody><body name="a">
    <joint/><geom size=".1" contype="0" conaffinity="0"/><geom size=".2" material="m"/>
    <geom name="used" size=".1" contype="0" conaffinity="0"/>
    <geom type="mesh" mesh="m1" contype="0" conaffinity="0"/><geom type="mesh" mesh="m2"/></body></worldbody>
    <sensor><framepos objtype="geom" objname="used"/></sensor></mujoco>`,
  springdamper: `<mujoco><worldbody><body><joint springdamper=".1 .5"/><geom size=".1"/></body><body>
    <joint type="ball" springdamper=".2 1"/><geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>`,
  'simple bodies': `<mujoco><worldbody><body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom size=".1"/>
    </body><body><freejoint/><geom size=".1"/></body><body pos="1 0 0"><body><joint axis="0 0 1"/><geom size=".1"/>
    </body></body><body simple="false"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`,
  'length range of a muscle': `<mujoco><worldbody><body><joint name="h" range="-50 50"/><geom size=".1"/></body></worldbody><actuator>
    <muscle joint="h"/></actuator></mujoco>`,
  replicate: `<mujoco><worldbody><replicate count="5" offset="1 0 0" euler="0 0 20"><body name="b"><joint name="f"/>
    <geom name="g" size=".1"/></body></replicate></worldbody></mujoco>`,
  'user data': `<mujoco><size nuser_geom="4"/><worldbody><body user="1 2"><joint user="3"/><geom size=".1" user="4 5 6"/>
    <site user="7"/><camera user="8 9"/></body></worldbody></mujoco>`,
  'sleep policies': `<mujoco><worldbody><body sleep="never"><freejoint/><geom size=".1"/></body><body sleep="init"><freejoint/>
    <geom size=".1"/></body><body><joint name="j"/><geom size=".1"/></body><body><freejoint/><geom size=".1"/>
    </body></worldbody><actuator><motor joint="j"/></actuator></mujoco>`,
  'gravity compensation, adhesion': `<mujoco><worldbody><body gravcomp="1"><joint actuatorgravcomp="true"/><geom size=".1" adhesion="2"/></body>
    </worldbody></mujoco>`,
  'signed distance geom': `<mujoco><asset><mesh name="m" builtin="sphere" params="1"/></asset><worldbody><body><freejoint/>
    <geom type="sdf" mesh="m"/></body></worldbody></mujoco>`,
  fusestatic: `<mujoco><compiler fusestatic="true"/><worldbody><body name="a" pos="0 0 1"><joint name="j"/><geom size=".1"/>
    <body name="s1" pos=".1 0 0" euler="0 0 30"><geom type="box" size=".1 .2 .3"/><site name="st"/>
    <camera pos="0 0 .5" euler="10 0 0"/><light pos="0 .5 0" dir="1 0 0"/><body name="s2" pos=".1 .2 .3">
    <geom size=".05"/><body name="m" pos=".5 0 0"><joint/><geom size=".1"/></body></body></body></body>
    <body name="w1" pos="1 1 1"><geom name="wg" type="box" size=".1 .1 .1"/><camera pos="0 0 1"/></body></worldbody>
    </mujoco>`,
  'discardvisual of fitted meshes': `<mujoco><compiler discardvisual="true"/><asset><mesh name="m1" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/>
    <mesh name="m2" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/><mesh name="m3" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/></asset>
    <worldbody><body name="a"><joint/><geom type="box" mesh="m1" contype="0" conaffinity="0"/>
    <geom type="box" mesh="m2"/><geom type="mesh" mesh="m3" contype="0" conaffinity="0" name="g"/></body>
    <geom type="sphere" size="1" contype="0" conaffinity="0"/></worldbody><custom><tuple name="t">
    <element objtype="geom" objname="g"/></tuple></custom></mujoco>`,
  pid: `<mujoco><worldbody><body><joint name="h"/><geom size=".1"/></body></worldbody><actuator>
    <pid joint="h" kp="5" ki="1" imax="2" posrange="-1 1" velrange="-2 2"/>
    <pid joint="h" kp="5" slewmax="2" nsample="4" delay=".01"/><position joint="h" kp="2"/></actuator></mujoco>`,
  'normals of a builtin mesh': `<mujoco><asset><mesh name="m" builtin="sphere" params="0" normal="1 0 0 0 1 0"/></asset></mujoco>`,
  'empty texture of a material': `<mujoco><default><material texture="t"/></default><asset>
    <texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="m" texture=""/>
    <material name="n"><layer texture="" role="rgb"/></material></asset></mujoco>`,
  'class with an empty texture': `<mujoco><default><material texture="t"/><default class="c"><material texture=""/></default></default><asset>
    <texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="m" class="c"/></asset></mujoco>`,
  'side site in a replicate': `<mujoco><worldbody><site name="w0"/><body><joint/><geom name="g" size=".05"/><site name="s1" pos="0 1 1"/>
    <replicate count="2"><site name="ss" pos="0 .1 0"/></replicate></body></worldbody><tendon><spatial><site site="w0"/>
    <geom geom="g" sidesite="ss"/><site site="s1"/></spatial></tendon></mujoco>`,
  'user numbers of a fused body': `<mujoco><compiler fusestatic="true"/><worldbody><body user="1 2"/></worldbody></mujoco>`,
  'colours out of range': `<mujoco><asset>
    <texture name="c" type="2d" builtin="checker" width="4" height="4" rgb1="-.3 .1 2" rgb2="1 -1 .5"/>
    <texture name="g" type="cube" builtin="gradient" width="4" rgb1="-.3 .1 2" rgb2="1 -1 .5"/></asset></mujoco>`,
  'aligned free body where static ones are fused': `<mujoco><compiler fusestatic="true" alignfree="true"/><worldbody>
    <body pos="1 2 3"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="0 40 0"/><site pos=".1 0 0"/>
    <camera pos="0 .1 0"/><light pos="0 0 1"/><frame pos=".1 .2 0" euler="0 20 0"><camera/><light/></frame></body></worldbody></mujoco>`,
  'empty orientation': `<mujoco><worldbody><geom size="1 1 1" type="box" xyaxes="" euler="0 40 0"/></worldbody></mujoco>`,
  'numeric without data': `<mujoco><custom><numeric name="n" size="2"/></custom></mujoco>`,
  'tendon defaults': `<mujoco><default><tendon range="0 1" width=".1" springlength=".2"/></default><worldbody><body><joint name="h"/>
    <geom size=".1"/></body></worldbody><tendon><fixed><joint joint="h" coef="1"/></fixed></tendon></mujoco>`,
  'material and mesh defaults': `<mujoco><default><material texture="t" shininess=".9"/><mesh scale="2 2 2"/></default><asset>
    <texture name="t" type="2d" builtin="flat" width="4" height="4"/>
    <texture name="u" type="2d" builtin="flat" width="4" height="4"/><material name="m">
    <layer role="normal" texture="u"/></material><mesh name="q" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/></asset>
    <worldbody><geom size="1" material="m"/></worldbody></mujoco>`,
  'orientation of a class beats a quaternion': `<mujoco><default><geom size=".1 .1 .1" euler="10 0 0"/></default><worldbody>
    <geom size=".1" type="box" quat="1 0 0 1"/></worldbody></mujoco>`,
};
