import fs from 'node:fs';
import path from 'node:path';
import {
  callOracle,
  copyState,
  loadOracle,
  loadOracleXml,
  makeDrive,
  makeRandom,
  modelFromOracle,
  type Oracle,
  relativeError,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { Cone, DisableBit, EnableBit, Integrator, JacobianType, Solver } from '../../host/model/enums.ts';
import { dataScalars } from '../../host/model/generated/layout.ts';
import { intSlot } from '../../host/model/layout.ts';
import { forward, makeData, step } from '../../index.ts';

const METRIC_TERMS = intSlot(dataScalars, 'metricTerms');

/** Terms and rows are sums of a few products; solutions end with the solver's tolerance, which is set to 1e-14. */
const TOLERANCE = 1e-9;
const models = path.resolve(import.meta.dirname, '../../../../../conformance/models');
/** A servo at the bound of its torque: whether the clamped norm reaches the bound is a matter of the last digit. */
const onTheEdge = new Set(['orientation.xml', 'so3-site.xml']);
const effective = ['efm_c', 'efm_ck', 'efm_diag', 'efm_sdiag', 'qH'];
const always = ['qfrc_smooth', 'qacc_smooth', 'qacc', 'efc_D', 'efc_R', 'efc_aref', 'efc_diagA'];

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

/** Names of fields that differ on the way of 5 steps from a random velocity. */
function wrongFields(xml: string, options: object): string[] {
  const { model, data } = loadOracleXml(oracle, xml);
  Object.assign(model['opt'] as object, { integrator: Integrator.DISCRETE, tolerance: 1e-14, ...options });
  const ours = modelFromOracle(model);
  const d = makeData(ours);
  const random = makeRandom(11);
  const qvel = data['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-1, 1);
  const drive = makeDrive(model);
  const wrong = new Map<string, number>();
  const compare = (names: readonly string[]): void => {
    for (const name of names) {
      const mine = (d as never as Record<string, Float64Array>)[name] as Float64Array;
      const theirs = data[name] as Float64Array;
      const e = relativeError(mine.subarray(0, theirs.length), theirs);
      if (!(e <= TOLERANCE)) wrong.set(name, Math.max(e, wrong.get(name) ?? 0));
    }
  };
  for (let k = 0; k < 5; k++) {
    drive(data);
    copyState(data, d);
    callOracle(oracle, 'mj_forward', model, data);
    forward(ours, d);
    for (const name of ['nefmT', 'nefmA', 'nefc', 'nisland'] as const)
      if (d[name] !== data[name]) wrong.set(`${name} ${d[name]} not ${String(data[name])}`, 1);
    compare(always);
    if (d.nisland > 0) compare(['dof_island', 'efc_island']);
    if (d.ints[METRIC_TERMS] !== 0) compare(effective);
    copyState(data, d);
    callOracle(oracle, 'mj_step', model, data);
    step(ours, d);
    compare(['qvel', 'qpos', 'act']);
  }
  data.delete();
  model.delete();
  return [...wrong].map(([name, e]) => `${name} ${e.toExponential(1)}`);
}

/** Iterations of the solver from rest: few with a true Hessian. */
function iterations(xml: string): number {
  const { model: theirs, data: unused } = loadOracleXml(oracle, xml);
  const model = modelFromOracle(theirs);
  unused.delete();
  theirs.delete();
  model.opt.integrator = Integrator.DISCRETE;
  const data = makeData(model);
  forward(model, data);
  return data.solver_niter[0] as number;
}

describe('effective metric of the discrete integrator', () => {
  test.each([
    ['Newton', { solver: Solver.NEWTON }],
    ['CG', { solver: Solver.CG, iterations: 500 }],
    ['PGS', { solver: Solver.PGS }],
    ['Newton and noslip', { solver: Solver.NEWTON, noslip_iterations: 5 }],
    ['exact diagonals', { enableflags: EnableBit.DIAGEXACT }],
    ['dense, one island', { jacobian: JacobianType.DENSE, disableflags: DisableBit.ISLAND }],
    ['sparse, elliptic', { jacobian: JacobianType.SPARSE, cone: Cone.ELLIPTIC }],
  ] as const)(
    '%s: terms, rows and solutions equal the oracle on the models of this repository',
    (name, options) => {
      const wrong: string[] = [];
      for (const folder of name === 'Newton' ? ['integrator', 'smooth', 'actuation', 'tendon'] : ['integrator']) {
        const dir = path.join(models, folder);
        for (const file of fs
          .readdirSync(dir, { recursive: true, encoding: 'utf8' })
          .filter((f) => f.endsWith('.xml') && !onTheEdge.has(path.basename(f)))) {
          const found = wrongFields(fs.readFileSync(path.join(dir, file), 'utf8'), options);
          if (found.length > 0) wrong.push(`${folder}/${file}: ${found.join(', ')}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  test.each(['stiffness="3"', 'stiffness="0 3"', ''])(
    'a tendon without slope (%s) leaves a free body on its own',
    (spring) => {
      const xml = `<mujoco><worldbody><site name="hook" pos=".3 .2 1"/>
      <body pos="1 0 .3"><freejoint/><geom type="box" size=".08 .1 .2"/><site name="eye" pos="0 0 .08"/></body></worldbody>
      <tendon><spatial name="rope" ${spring}><site site="hook"/><site site="eye"/></spatial></tendon>
      <actuator><motor tendon="rope" armature=".02"/></actuator></mujoco>`;
      expect(wrongFields(xml, {})).toEqual([]);
    },
  );

  test.each([
    ['orientation', '<orientation site="h" refsite="c" kp="1"/>'],
    ['turn', '<general site="h" refsite="c" gear="0 0 0 0 1 0" gainprm="1" biastype="affine" biasprm="0 -1 0"/>'],
  ])('servo of an %s between two trees, of which one does not move it: both are in the island', (_, servo) => {
    const xml = `<mujoco><worldbody><body><joint axis="0 1 0" frictionloss="1"/><geom size=".1" pos=".3 0 0"/><site name="h"/></body>
      <body pos="1 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/><site name="c"/></body></worldbody><actuator>${servo}</actuator></mujoco>`;
    expect(wrongFields(xml, {})).toEqual([]);
  });

  test('another integrator after a discrete step: exact diagonals and the dual solver are those of M', () => {
    const file = path.join(models, 'integrator/tendons-and-servos.xml');
    const { model, data } = loadOracleXml(oracle, fs.readFileSync(file, 'utf8'));
    const ours = modelFromOracle(model);
    ours.opt.enableflags |= EnableBit.DIAGEXACT;
    ours.opt.solver = Solver.PGS;
    const [fresh, used] = [makeData(ours), makeData(ours)];
    ours.opt.integrator = Integrator.DISCRETE;
    forward(ours, used);
    ours.opt.integrator = Integrator.EULER;
    forward(ours, fresh);
    forward(ours, used);
    expect(fresh.nefc).toBeGreaterThan(0);
    expect([...used.efc_D, ...used.efc_AR, ...used.qacc]).toEqual([...fresh.efc_D, ...fresh.efc_AR, ...fresh.qacc]);
    data.delete();
    model.delete();
  });

  // boxes in a row, which two arms press together: an island of 78 dofs, whose Hessian is in fronts
  const box = '<body pos="0 0 0.1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>';
  const arm = (name: string, x: number): string => `<body pos="${x} 0 0.1">
    <joint name="${name}1" type="slide" axis="1 0 0"/><geom type="box" size=".02 .05 .05"/>
    <body><joint name="${name}2" axis="0 0 1"/><geom type="sphere" size=".05" pos="0 0 0.2"/>
    <body><joint name="${name}3" axis="0 1 0"/><geom type="sphere" size=".05" pos="0 0 0.4"/></body></body></body>`;
  const pressed = (coupling: string): string => `<mujoco><worldbody><geom type="plane" size="0 0 1"/>
    <replicate count="12" offset="0.199 0 0">${box}</replicate>${arm('left', -0.115)}${arm('right', 2.304)}</worldbody>
    <tendon><fixed stiffness="3000" damping="200">${coupling}</fixed></tendon><actuator>
    <position joint="left1" kp="200" kv="10"/><position joint="right1" kp="200" kv="10"/><position joint="left3" kp="20"/></actuator></mujoco>`;

  test.each([
    ['along an arm', '<joint joint="left1" coef="1"/><joint joint="left3" coef="-.5"/>'],
    ['of two arms', '<joint joint="left2" coef="1"/><joint joint="right2" coef="1"/>'],
  ])('a tendon %s and servos in a large island', (_, coupling) => {
    expect(wrongFields(pressed(coupling), { solver: Solver.NEWTON })).toEqual([]);
    expect(iterations(pressed(coupling))).toBeLessThan(5);
  });
});
