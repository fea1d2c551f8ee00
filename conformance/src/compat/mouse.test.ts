import { beforeAll, describe, expect, test } from 'vitest';
import { makeRandom, type Random } from '../models/random-tree.ts';
import { oracleMessage } from '../oracle/oracle.ts';
import { relativeError } from '../oracle/transfer.ts';
import { type AnyModule, type Both, loadBoth } from './both-modules.ts';
import { plainValue } from './member-values.ts';

/** Cameras and scenes keep single precision; everything else is computed from them. */
const TOLERANCE = 1e-6;
const REPEATS = 8;

const XML = `<mujoco><statistic extent="2" center=".1 .2 1"/>
  <visual><global fovy="50" ipd=".06"/><map znear=".02" zfar="30" stiffness="120" stiffnessrot="400"/></visual>
  <worldbody>
    <camera pos="1 2 3" fovy="20" euler="30 20 10"/>
    <camera pos="0 -2 1" resolution="640 480" sensorsize=".01 .008" focal=".012 .013" principal=".001 .0005" euler="80 0 0"/>
    <camera projection="orthographic" fovy="2" pos="0 0 4"/>
    <geom type="plane" size="2 2 .1"/><geom type="box" size=".2 .2 .2" pos="1 0 .2" group="3"/>
    <body pos="0 0 1" euler="10 20 30"><freejoint/><geom size=".3"/><geom type="box" size=".1 .2 .3" pos=".5 0 0"/>
      <body pos=".5 .5 0"><joint axis="0 1 0"/><geom type="capsule" size=".1 .2"/></body></body>
    <body mocap="true" pos="1 1 1" euler="5 6 7"><geom size=".1"/><body pos=".1 .2 .3" euler="10 0 0"><geom size=".1" pos=".1 0 0"/></body></body>
    <body pos="-1 0 1"><joint/><geom size=".1" pos=".1 0 .2"/></body>
    <flexcomp name="sheet" type="grid" count="4 4 1" spacing=".2 .2 .2" pos="-.5 -.5 1.8" radius=".01" dim="2"/>
  </worldbody></mujoco>`;

let both: Both;
beforeAll(async () => {
  both = await loadBoth();
});

type Record_ = Record<string, unknown>;
/** One engine, with a model in motion, a scene, and what the mouse changes. */
interface Stage {
  readonly mj: AnyModule;
  readonly model: Record_;
  readonly data: Record<string, Float64Array>;
  readonly scene: Record_;
  readonly camera: Record_;
  readonly perturb: Record_;
  readonly option: Record_;
}

const array = (from: Record_, name: string): Float64Array => from[name] as Float64Array;
const numbers = (random: Random, n: number): number[] => Array.from({ length: n }, () => random.uniform(-1.5, 1.5));

const models = new Map<AnyModule, Record_>();

function makeStage(mj: AnyModule, seed: number): Stage {
  const random = makeRandom(seed);
  const make = (name: string, ...given: unknown[]): Record_ =>
    new (mj[name] as unknown as new (...given: unknown[]) => Record_)(...given);
  const { from_xml_string: load } = mj['MjModel'] as unknown as { from_xml_string(text: string): Record_ };
  const model = models.get(mj) ?? load(XML);
  models.set(mj, model);
  const data = make('MjData', model) as Record<string, Float64Array>;
  data['qvel']?.set(numbers(random, 8));
  mj['mj_forward']?.(model, data);
  const [option, camera, perturb] = [make('MjvOption'), make('MjvCamera'), make('MjvPerturb')];
  mj['mjv_defaultFreeCamera']?.(model, camera);
  Object.assign(camera, { azimuth: random.uniform(-180, 180), elevation: random.uniform(-75, 75) });
  const type = random.below(3);
  Object.assign(camera, { type, fixedcamid: random.below(3), trackbodyid: 1 + random.below(4) });
  if (random.chance(0.2)) camera['orthographic'] = 1;
  const scene = make('MjvScene', model, 100);
  mj['mjv_updateScene']?.(model, data, option, perturb, camera, 7, scene);
  if (random.chance(0.5)) {
    Object.assign(scene, { enabletransform: 1, scale: random.uniform(0.5, 1.5) });
    array(scene, 'translate').set(numbers(random, 3));
    const quat = numbers(random, 4);
    array(scene, 'rotate').set(quat.map((x) => x / Math.hypot(...quat)));
  }
  perturb['select'] = 1 + random.below(5);
  array(perturb, 'localpos').set(numbers(random, 3).map((x) => x / 10));
  return { mj, model, data, scene, camera, perturb, option };
}

type Buffers = Record<'DoubleBuffer' | 'FloatBuffer' | 'IntBuffer', new (n: number) => { GetView(): Float64Array }>;
const buffer = (mj: AnyModule, type: keyof Buffers, n: number) => new (mj as unknown as Buffers)[type](n);

/** Everything that a call may change, and what it returned, as numbers by name. */
type Outcome = Record<string, unknown>;

/** A call with random arguments. */
type Case = (stage: Stage, random: Random) => unknown;

const call = ({ mj }: Stage, name: string, ...given: unknown[]): unknown => mj[name]?.(...given);

/** Calls a function whose first arguments are buffers of some sizes, and gives back what they hold. */
function intoBuffers(s: Stage, name: string, sizes: readonly number[], given: unknown[], type: keyof Buffers): unknown {
  const buffers = sizes.map((n) => buffer(s.mj, type, n));
  call(s, name, ...buffers, ...given);
  return buffers.map((b) => Array.from(b.GetView()));
}

function perturbed(s: Stage, random: Random): void {
  call(s, 'mjv_initPerturb', s.model, s.data, s.scene, s.perturb);
  Object.assign(s.perturb, { active: random.below(4), active2: random.below(4) });
  for (const name of ['refpos', 'refselpos']) {
    const at = array(s.perturb, name);
    at.set(numbers(random, 3).map((x, k) => (at[k] as number) + 0.3 * x));
  }
  const quat = numbers(random, 4);
  array(s.perturb, 'refquat').set(quat.map((x) => x / Math.hypot(...quat)));
}

const EYE =
  'pos forward up frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far orthographic';

const CASES: Readonly<Record<string, Case>> = {
  mjv_alignToCamera: (s, r) => intoBuffers(s, 'mjv_alignToCamera', [3], [numbers(r, 3), numbers(r, 3)], 'DoubleBuffer'),
  mjv_cameraFrame: (s) => intoBuffers(s, 'mjv_cameraFrame', [3, 3, 3, 3], [s.data, s.camera], 'DoubleBuffer'),
  mjv_cameraFrustum: (s) => intoBuffers(s, 'mjv_cameraFrustum', [2, 2, 2], [s.model, s.camera], 'FloatBuffer'),
  mjv_cameraInModel: (s) => intoBuffers(s, 'mjv_cameraInModel', [3, 3, 3], [s.scene], 'DoubleBuffer'),
  mjv_cameraInRoom: (s) => intoBuffers(s, 'mjv_cameraInRoom', [3, 3, 3], [s.scene], 'DoubleBuffer'),
  mjv_camera2GLCamera: (s) => {
    const eye = call(s, 'mjv_camera2GLCamera', s.model, s.data, s.camera) as Record_;
    return EYE.split(' ').map((name) => plainValue(eye[name]));
  },
  mjv_frustumHeight: (s) => call(s, 'mjv_frustumHeight', s.scene),
  mjv_room2model: (s, r) =>
    intoBuffers(s, 'mjv_room2model', [3, 4], [numbers(r, 3), [0.5, 0.5, -0.5, 0.5], s.scene], 'DoubleBuffer'),
  mjv_model2room: (s, r) =>
    intoBuffers(s, 'mjv_model2room', [3, 4], [numbers(r, 3), [0.5, 0.5, -0.5, 0.5], s.scene], 'DoubleBuffer'),
  mjv_moveCamera: (s, r) => {
    for (let k = 0; k < 3; k++)
      call(s, 'mjv_moveCamera', s.model, r.below(11), r.uniform(-0.4, 0.4), r.uniform(-0.4, 0.4), s.camera);
  },
  mjv_moveModel: (s, r) => {
    const up = r.chance(0.5) ? [0, 0, 1] : numbers(r, 3);
    for (let k = 0; k < 2; k++)
      call(s, 'mjv_moveModel', s.model, r.below(9), r.uniform(-0.4, 0.4), r.uniform(-0.4, 0.4), up, s.scene);
  },
  mjv_initPerturb: (s) => call(s, 'mjv_initPerturb', s.model, s.data, s.scene, s.perturb),
  mjv_movePerturb: (s, r) => {
    perturbed(s, r);
    call(
      s,
      'mjv_movePerturb',
      s.model,
      s.data,
      r.below(9),
      r.uniform(-0.4, 0.4),
      r.uniform(-0.4, 0.4),
      s.scene,
      s.perturb,
    );
  },
  mjv_applyPerturbPose: (s, r) => {
    perturbed(s, r);
    call(s, 'mjv_applyPerturbPose', s.model, s.data, s.perturb, r.below(2));
  },
  mjv_applyPerturbForce: (s, r) => {
    perturbed(s, r);
    array(s.data, 'xfrc_applied').fill(7);
    call(s, 'mjv_applyPerturbForce', s.model, s.data, s.perturb);
  },
  mjv_select: (s, r) => {
    const groups = array(s.option, 'geomgroup');
    groups.set([1, 1, 1, r.below(2)]);
    array(s.option, 'flags')[22] = r.below(2);
    const found = [buffer(s.mj, 'DoubleBuffer', 3), ...[1, 1, 1].map((n) => buffer(s.mj, 'IntBuffer', n))];
    const where = [1.3, r.uniform(0.2, 0.8), r.uniform(0.2, 0.8)];
    const body = call(s, 'mjv_select', s.model, s.data, s.option, ...where, s.scene, ...found);
    return [body, ...found.flatMap((b) => Array.from(b.GetView()))];
  },
};

/** What a case does in one engine. */
function outcome(mj: AnyModule, name: string, seed: number): Outcome {
  const stage = makeStage(mj, seed);
  let returned: unknown;
  let error = '';
  try {
    returned = CASES[name]?.(stage, makeRandom(seed + 1));
  } catch (e) {
    error = e instanceof Error ? e.message : oracleMessage(both.oracle, e);
  }
  const all = (of: Record_, names: string) => names.split(' ').map((n) => plainValue(of[n]));
  const result = {
    error,
    returned,
    camera: all(stage.camera, 'lookat distance azimuth elevation'),
    scene: all(stage.scene, 'translate rotate scale'),
    perturb: all(stage.perturb, 'select active refpos refquat refselpos localpos localmass scale'),
    data: all(stage.data, 'qpos xfrc_applied mocap_pos mocap_quat'),
  };
  for (const object of [stage.scene, stage.data]) (object as unknown as { delete(): void }).delete();
  return result;
}

const flat = (x: unknown): Float64Array =>
  Float64Array.from([x].flat(4) as number[], (value) => (value === undefined ? 0 : Number(value)));

describe('the mouse, cameras and perturbations', () => {
  test.each(Object.keys(CASES))('%s', (name) => {
    for (let seed = 1; seed <= REPEATS; seed++) {
      const [ours, theirs] = [both.ours.mj, both.theirs.mj].map((mj) =>
        outcome(mj as unknown as AnyModule, name, 100 * seed),
      ) as [Outcome, Outcome];
      expect(ours['error'], `${name}, seed ${seed}`).toBe(theirs['error']);
      for (const part of Object.keys(theirs).filter((key) => key !== 'error'))
        expect(
          relativeError(flat(ours[part]), flat(theirs[part])),
          `${name}, seed ${seed}: ${part}\n${JSON.stringify(ours[part])}\n${JSON.stringify(theirs[part])}`,
        ).toBeLessThan(TOLERANCE);
    }
  });
});
