import { type Data, type Model, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';

/** Boxes that fall on each other, so that contacts grow memory, and a driven arm with an activation. */
export const BOXES = `<mujoco>
  <size nuserdata="2"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="low" pos="0 0 .4"><freejoint/><geom name="low" type="box" size=".15 .15 .1"/></body>
    <body name="mid" pos=".05 .02 .7"><freejoint/><geom name="mid" type="box" size=".15 .15 .1"/></body>
    <body name="top" pos="-.03 .04 1"><freejoint/><geom name="top" type="box" size=".15 .15 .1" mass="2"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0" damping=".1"/>
      <geom name="arm" type="capsule" fromto="0 0 0 .5 0 0" size=".03"/><site name="tip" pos=".5 0 0"/></body>
  </worldbody>
  <actuator>
    <motor joint="hinge"/>
    <intvelocity joint="hinge" kp="2" actrange="-1 1"/>
  </actuator>
  <sensor><framepos objtype="site" objname="tip"/><accelerometer site="tip"/><jointvel joint="hinge"/></sensor>
  <keyframe><key name="up" qpos="0 0 .1 1 0 0 0  1 1 .1 1 0 0 0  2 2 .1 1 0 0 0  .5" ctrl=".2 .3"/></keyframe>
</mujoco>`;

export const boxes = (): Model => loadModel(BOXES);

/** A state and controls of environment `e` that no other has. */
export function disturb(states: Float64Array, ctrl: Float64Array, model: Model, e: number): void {
  const at = e * (model.nq + model.nv + model.na);
  for (let j = 0; j < 3; j++) {
    states[at + 7 * j] = (states[at + 7 * j] as number) + 0.01 * ((e * (j + 3)) % 11);
    states[at + model.nq + 6 * j + 3 + (e % 3)] = 0.3 * ((e % 5) - 2);
  }
  drive(ctrl, model, e, 0);
}

/** Controls of environment `e` at call `k`. */
export function drive(ctrl: Float64Array, model: Model, e: number, k: number): void {
  ctrl[e * model.nu] = 0.2 * ((e % 7) - 3);
  ctrl[e * model.nu + 1] = 0.1 * ((k + e) % 5);
}

/** Environments one after the other, each with a Data of its own. */
export class Sequential {
  readonly model: Model;
  readonly all: Data[];
  readonly states: Float64Array;
  readonly ctrl: Float64Array;

  constructor(model: Model, n: number) {
    this.model = model;
    this.all = Array.from({ length: n }, () => makeData(model));
    this.states = new Float64Array(n * (model.nq + model.nv + model.na));
    this.ctrl = new Float64Array(n * model.nu);
    this.all.forEach((data, e) => {
      this.read(data, e);
    });
  }

  read({ qpos, qvel, act, ctrl }: Data, e: number): void {
    const { nq, nv, na, nu } = this.model;
    const at = e * (nq + nv + na);
    this.states.set(qpos, at);
    this.states.set(qvel, at + nq);
    this.states.set(act, at + nq + nv);
    this.ctrl.set(ctrl, e * nu);
  }

  stepAll(steps: number, models?: readonly Model[]): void {
    const { nq, nv, na, nu } = this.model;
    this.all.forEach((data, e) => {
      const row = this.states.subarray(e * (nq + nv + na), (e + 1) * (nq + nv + na));
      data.qpos.set(row.subarray(0, nq));
      data.qvel.set(row.subarray(nq, nq + nv));
      data.act.set(row.subarray(nq + nv));
      data.ctrl.set(this.ctrl.subarray(e * nu, (e + 1) * nu));
      step(models?.[e] ?? this.model, data, steps);
      this.read(data, e);
    });
  }

  /** A field of Data of all environments. */
  field(name: 'xpos' | 'sensordata' | 'qacc' | 'qfrc_constraint'): number[] {
    return this.all.flatMap((data) => [...data[name]]);
  }
}
