import { callOracle, loadOracle, loadOracleXml, type OracleStruct, oracleArray } from '@qpos/conformance';
import { forward, makeData } from '@qpos/core';
import { axisAngle2Quat, rotVecQuat } from '@qpos/core/math';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { random } from '../../testing/random.ts';
import { Skeleton, Skin, type SkinningMethod, skinOfModel } from '../index.ts';

const METHODS: readonly SkinningMethod[] = ['linear', 'dual-quaternion'];
const EXACT = 12;
const SINGLE = 6; // the oracle's skins are in single precision

/** Three bones in a row and 20 vertices around them. */
function limb(method: SkinningMethod): Skin {
  const r = random(3);
  const skeleton = new Skeleton([
    { name: 'a', pos: [0.1, 0.2, 0.3], quat: [1, 0.2, 0, 0.4] },
    { name: 'b', parent: 'a', pos: [0.5, 0, 0], quat: [0.3, 1, 0, 0] },
    { name: 'c', parent: 'b', pos: [0.5, 0.1, 0] },
  ]);
  const weights = Float64Array.from({ length: 60 }, () => r.number());
  return new Skin(skeleton, r.numbers(60), weights, { method });
}

describe.each(METHODS)('%s', (method) => {
  test('at binding the skin is as it was given', () => {
    const skin = limb(method);
    const before = skin.positions.slice();
    skin.update();
    before.forEach((x, k) => void expect(skin.positions[k]).toBeCloseTo(x, EXACT));
  });

  test('bones that move together move the skin rigidly', () => {
    const skin = limb(method);
    const rest = skin.positions.slice();
    const { pos, quat } = skin.skeleton.bone('a').local;
    const [turn, shift] = [axisAngle2Quat(new Float64Array(4), [0.6, 0, 0.8], 2.5), [1, -2, 0.5]];
    const before = { pos: pos.slice(), quat: quat.slice() };
    // the root by `turn` about the origin, then by `shift`
    rotVecQuat(pos, before.pos, turn);
    for (let k = 0; k < 3; k++) pos[k] += shift[k] ?? 0;
    const [w = 0, x = 0, y = 0, z = 0] = turn;
    const [bw = 0, bx = 0, by = 0, bz = 0] = before.quat;
    quat.set([
      w * bw - x * bx - y * by - z * bz,
      w * bx + x * bw + y * bz - z * by,
      w * by - x * bz + y * bw + z * bx,
      w * bz + x * by - y * bx + z * bw,
    ]);
    skin.skeleton.update();
    skin.update();
    for (let v = 0; v < 20; v++) {
      const wanted = rotVecQuat(new Float64Array(3), rest.subarray(3 * v, 3 * v + 3), turn);
      for (let k = 0; k < 3; k++) expect(skin.positions[3 * v + k]).toBeCloseTo(wanted[k] + (shift[k] ?? 0), EXACT);
    }
  });

  test.each([0.5, 2, 3.1])(
    'a twist of %d shrinks a sleeve as the mean of two turned points does, or not at all',
    (angle) => {
      const skeleton = new Skeleton([{ name: 'a' }, { name: 'b', pos: [1, 0, 0] }]);
      const share = 0.3;
      const skin = new Skin(skeleton, [0.5, 1, 0], [1 - share, share], { method });
      axisAngle2Quat(skeleton.bone('b').local.quat, [1, 0, 0], angle);
      skeleton.update();
      skin.update();
      const [x = 0, y = 0, z = 0] = skin.positions;
      const linear = Math.hypot(1 - share + share * Math.cos(angle), share * Math.sin(angle));
      expect(Math.hypot(y, z)).toBeCloseTo(method === 'linear' ? linear : 1, EXACT);
      expect(x).toBeCloseTo(0.5, EXACT);
    },
  );

  test('a bone whose quaternion has the opposite sign moves the skin as before', () => {
    const [one, other] = [limb(method), limb(method)];
    for (const { skeleton } of [one, other]) axisAngle2Quat(skeleton.bone('b').local.quat, [0, 0, 1], 1);
    const { quat } = other.skeleton.bone('c').local;
    quat.set(quat.map((q) => -q));
    for (const skin of [one, other]) {
      skin.skeleton.update();
      skin.update();
    }
    one.positions.forEach((x, k) => void expect(other.positions[k]).toBeCloseTo(x, EXACT));
  });
});

test('a skin of a model is where the oracle has it', async () => {
  const xml = `<mujoco><worldbody>
    <body name="a"><freejoint/><geom size=".1"/></body><body name="b" pos="2 0 0"><freejoint/><geom size=".1"/></body>
    </worldbody><deformable><skin name="strip" vertex="0 0 0 1 0 0 2 0 0 0 1 0" face="0 1 3 1 2 3">
      <bone body="a" bindpos="0 .1 0" bindquat="1 .2 0 0" vertid="0 1 3" vertweight="1 .25 1"/>
      <bone body="b" bindpos="2 0 0" bindquat="1 0 0 .1" vertid="1 2" vertweight=".75 1"/>
    </skin></deformable></mujoco>`;
  const model = loadModel(xml);
  const data = makeData(model);
  data.qpos.set([0.3, -1, 2, 0.6, 0, 0.8, 0, 1.5, 0.2, 0, 0.8, 0, 0, -0.6]);
  forward(model, data);
  const skin = skinOfModel(model, 'strip', { method: 'linear' });
  skin.skeleton.followModel(data);
  skin.update();
  const oracle = await loadOracle();
  const twin = loadOracleXml(oracle, xml);
  (twin.data['qpos'] as Float64Array).set(data.qpos);
  callOracle(oracle, 'mj_forward', twin.model, twin.data);
  const Scene = oracle.mj['MjvScene'] as new (model: OracleStruct, geoms: number) => OracleStruct;
  const scene = new Scene(twin.model, 10);
  callOracle(oracle, 'mjv_updateSkin', twin.model, twin.data, scene);
  const wanted = Array.from(oracleArray(scene, 'skinvert')).slice(0, 12);
  for (const struct of [scene, twin.data, twin.model]) struct.delete();
  expect(wanted.some((x) => x !== 0)).toBe(true);
  wanted.forEach((x, k) => void expect(skin.positions[k]).toBeCloseTo(x, SINGLE));
});

test('random skins never give NaN', () => {
  const r = random(5);
  for (let n = 0; n < 50; n++)
    for (const method of METHODS) {
      const skin = limb(method);
      for (const { local } of skin.skeleton.bones) {
        local.pos.set(r.numbers(3));
        axisAngle2Quat(local.quat, [0, 1, 0], r.number(-10, 10));
      }
      skin.skeleton.update();
      skin.update();
      expect(skin.positions.every(Number.isFinite)).toBe(true);
    }
});

const one = new Skeleton([{ name: 'a' }]);
test.each([
  ['no bones', () => new Skeleton([])],
  ['two bones of one name', () => new Skeleton([{ name: 'a' }, { name: 'a' }])],
  ['a parent that is not there', () => new Skeleton([{ name: 'a', parent: 'b' }])],
  ['an unknown bone', () => one.bone('b')],
  ['too few weights', () => new Skin(one, [0, 0, 0, 1, 0, 0], [1])],
  ['a vertex without a weight', () => new Skin(one, [0, 0, 0], [0])],
  ['a negative weight', () => new Skin(one, [0, 0, 0], [-1])],
  ['an unknown method', () => new Skin(one, [0, 0, 0], [1], { method: 'cubic' as 'linear' })],
])('refuses %s', (_, make) => {
  expect(make).toThrow(expect.objectContaining({ name: 'PartsError' }));
});
