import { differences, lazyFields, loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { forward, inverse, rnePostConstraint, step, subtreeVel } from '../../index.ts';

/** Solvers that stop at different last digits of the same iteration. */
const TOLERANCE = 1e-7;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const scenes: Readonly<Record<string, string>> = {
  'contacts with every dimension': `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1" condim="1"/></body>
    <body pos=".5 0 .19"><freejoint/><geom type="box" size=".2 .2 .2" condim="3"/></body>
    <body pos="1 0 .09"><freejoint/><geom size=".1" condim="4"/></body>
    <body pos="1.5 0 .09"><freejoint/><geom size=".1" condim="6"/></body></worldbody></mujoco>`,
  'elliptic cones': `<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="5 5 1"/>
    <body pos=".5 0 .19"><freejoint/><geom type="box" size=".2 .2 .2"/></body></worldbody></mujoco>`,
  'connect and weld of bodies and sites': `<mujoco><worldbody><site name="w" pos="0 .1 1"/>
    <body name="a" pos="0 0 1"><joint type="ball"/><geom size=".1" mass="1" pos=".3 0 0"/><site name="sa" pos=".4 0 0"/></body>
    <body name="b" pos=".5 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="sb" pos="-.1 0 0"/></body>
    <body name="c" pos="1 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
    <equality><connect body1="a" body2="b" anchor=".4 0 0"/><weld body1="b" body2="c"/><connect site1="sa" site2="sb"/><weld site1="w" site2="sa"/></equality></mujoco>`,
  adhesion: `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1" adhesion="3"/></body></worldbody></mujoco>`,
};

describe('rnePostConstraint', () => {
  test.each(Object.entries(scenes))('%s: forces equal the oracle', (name, xml) => {
    let twin: ReturnType<typeof makeTwin>;
    try {
      twin = makeTwin(oracle, xml);
    } catch (error) {
      throw new Error(`${name}: ${String(error)}`);
    }
    const { model, data, oracleData, call } = twin;
    for (let k = 0; k < 5; k++) call('mj_step');
    step(model, data, 5);
    data.xfrc_applied[6 * (model.nbody - 1) + 2] = 3;
    (oracleData['xfrc_applied'] as Float64Array)[6 * (model.nbody - 1) + 2] = 3;
    for (const stage of ['mj_forward', 'mj_rnePostConstraint', 'mj_subtreeVel']) call(stage);
    forward(model, data);
    rnePostConstraint(model, data);
    subtreeVel(model, data);
    expect(data.nefc).toBeGreaterThan(0);
    expect(differences(data, oracleData, [...lazyFields, 'qfrc_adhesion', 'qfrc_passive', 'qacc'], TOLERANCE)).toEqual(
      [],
    );
    call('mj_inverse');
    inverse(model, data);
    expect(differences(data, oracleData, ['qfrc_inverse', 'qfrc_constraint'], TOLERANCE)).toEqual([]);
    twin.release();
  });
});
