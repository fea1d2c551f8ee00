import { loadMujoco, type MainModule } from 'qpos/compat';
import { loadOracle, type Oracle, type OracleModule, type OracleStruct } from '../oracle/oracle.ts';

/** A model with many kinds of objects, whose sizes differ from each other. */
export const SCENE = `<mujoco>
  <option timestep=".003" tolerance="1e-14"/>
  <size nuserdata="3"/>
  <asset>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hill" nrow="3" ncol="4" size="2 2 .5 .1" elevation="0 0 0 0 0 1 1 0 0 0 0 0"/>
    <texture name="grid" type="2d" builtin="checker" width="8" height="4"/>
    <material name="floor" texture="grid" specular=".3"/>
  </asset>
  <worldbody>
    <light name="sun" pos="0 0 3"/>
    <camera name="front" pos="0 -3 1"/>
    <geom name="floor" type="plane" size="4 4 .1" material="floor"/>
    <geom name="hill" type="hfield" hfield="hill" pos="3 3 0"/>
    <body name="box" pos="0 0 .09"><freejoint name="free"/><geom name="box" type="box" size=".1 .1 .1" group="2"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0" damping=".1" range="-1 1" limited="true"/>
      <geom name="arm" type="capsule" fromto="0 0 0 .4 0 0" size=".05"/>
      <site name="tip" pos=".4 0 0" size=".02"/>
      <body name="hand" pos=".4 0 0"><joint name="ball" type="ball"/><geom name="hand" type="mesh" mesh="tetra"/></body>
    </body>
    <body name="cart" pos="-1 0 .5"><joint name="slide" type="slide" axis="1 0 0"/><geom name="cart" size=".1"/></body>
    <body name="target" mocap="true" pos="0 1 1"><geom name="target" size=".05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <tendon><fixed name="rope"><joint joint="hinge" coef="1"/><joint joint="slide" coef="-1"/></fixed></tendon>
  <equality><joint name="couple" joint1="hinge" joint2="slide" polycoef="0 .5 0 0 0"/></equality>
  <actuator><motor name="turn" joint="hinge" gear="2"/><position name="push" joint="slide" kp="5"/></actuator>
  <sensor><gyro name="gyro" site="tip"/><jointpos name="angle" joint="hinge"/><framepos name="where" objtype="body" objname="hand"/></sensor>
  <custom><numeric name="numbers" data="1 2 3"/><text name="words" data="hello"/>
    <tuple name="pairs"><element objtype="body" objname="arm" prm=".5"/></tuple></custom>
  <keyframe><key name="home" time="1"/><key name="up" qvel="0 0 1 0 0 0 0 0 0 0 0"/></keyframe>
</mujoco>`;

/** The official names as a test calls them. */
export type AnyModule = Record<string, (...given: unknown[]) => unknown>;

/** Both modules with the scene loaded and simulated to a state with contacts. */
export interface Both {
  readonly oracle: Oracle;
  readonly theirs: { readonly mj: OracleModule; readonly model: OracleStruct; readonly data: OracleStruct };
  readonly ours: { readonly mj: MainModule; readonly model: object; readonly data: object };
}

function load(mj: AnyModule): { model: never; data: never } {
  const fs = mj['FS'] as unknown as { writeFile(path: string, text: string): void; unlink(path: string): void };
  fs.writeFile('/scene.xml', SCENE);
  const { MjModel, MjData } = mj as unknown as {
    MjModel: { from_xml_path(file: string): object };
    MjData: new (model: object) => object;
  };
  const model = MjModel.from_xml_path('/scene.xml');
  fs.unlink('/scene.xml');
  return { model: model as never, data: new MjData(model) as never };
}

export async function loadBoth(): Promise<Both> {
  const oracle = await loadOracle();
  const ours = await loadMujoco({ print() {} });
  return {
    oracle,
    theirs: { mj: oracle.mj, ...load(oracle.mj as unknown as AnyModule) },
    ours: { mj: ours, ...load(ours as unknown as AnyModule) },
  };
}
