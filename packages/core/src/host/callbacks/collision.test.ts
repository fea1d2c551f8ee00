import { loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ArgumentError,
  CallbackError,
  type Data,
  enums,
  forward,
  type Model,
  type PairContact,
  step,
} from '../../index.ts';

const { GeomType } = enums;
const XML = `<mujoco><option timestep=".002"/><worldbody><geom type="plane" size="1 1 .1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 .19"><freejoint/><geom type="box" size=".2 .2 .2"/></body></worldbody></mujoco>`;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** The closed form of a plane at z = 0 and a sphere. */
function planeSphere(model: Model, data: Data, geom1: number, geom2: number): readonly PairContact[] | undefined {
  if (model.geom_type[geom1] !== GeomType.PLANE || model.geom_type[geom2] !== GeomType.SPHERE) return undefined;
  const [x, y, z] = data.geom_xpos.subarray(3 * geom2, 3 * geom2 + 3);
  const dist = z - model.geom_size[3 * geom2];
  return [{ dist, pos: [x, y, dist / 2], normal: [0, 0, 1] }];
}

describe('contacts of the user', () => {
  test('the same formula as the engine has gives the same course, and other pairs stay with the engine', () => {
    const [own, user] = [makeTwin(oracle, XML), makeTwin(oracle, XML)];
    user.model.callbacks = { collision: planeSphere };
    for (let k = 0; k < 50; k++) for (const { model, data } of [own, user]) step(model, data);
    expect(own.data.ncon).toBe(5);
    expect(user.data.ncon).toBe(5);
    expect(user.data.qpos).toEqual(own.data.qpos);
  });

  test('they are called with the geoms in order of type, for pairs that are near', () => {
    const { model, data } = makeTwin(oracle, XML);
    const seen: string[] = [];
    model.callbacks = {
      collision: (_m, _d, geom1, geom2) => {
        seen.push(`${geom1} ${geom2}`);
        return [];
      },
    };
    forward(model, data);
    expect(seen).toEqual(['0 1', '0 2']);
    expect(data.ncon).toBe(0);
  });

  test('what is beyond the margin is dropped, and so is what goes beyond 50 contacts', () => {
    const { model, data } = makeTwin(oracle, XML);
    const found = (dist: number) => ({ dist, pos: [0, 0, 0], normal: [0, 0, 1] });
    model.callbacks = { collision: (_m, _d, _g, geom2) => (geom2 === 1 ? [found(0.01), found(-0.01)] : []) };
    forward(model, data);
    expect(Array.from(data.contact.dist.subarray(0, data.ncon))).toEqual([-0.01]);
    model.callbacks = {
      collision: (_m, _d, _g, geom2) => (geom2 === 1 ? Array.from({ length: 60 }, () => found(0)) : []),
    };
    forward(model, data);
    expect(data.ncon).toBe(50);
  });

  test.each([
    ['no array', 3],
    ['no numbers', [{ dist: 'near' }]],
    ['a short normal', [{ dist: 0, pos: [0, 0, 0], normal: [0, 1] }]],
    ['NaN', [{ dist: Number.NaN, pos: [0, 0, 0], normal: [0, 0, 1] }]],
  ])('%s is refused with the state as it was', (_, wrong) => {
    const { model, data } = makeTwin(oracle, XML);
    model.callbacks = { collision: () => wrong as never };
    const before = data.qpos.slice();
    let error: unknown;
    try {
      step(model, data);
    } catch (e) {
      error = e;
    }
    expect(error).toBeInstanceOf(CallbackError);
    expect((error as CallbackError).cause).toBeInstanceOf(ArgumentError);
    expect([(error as CallbackError).callback, (error as CallbackError).stage]).toEqual(['collision', 'position']);
    expect(data.qpos).toEqual(before);
  });
});
