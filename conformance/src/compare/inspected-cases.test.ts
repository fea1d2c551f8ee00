import { ArgumentError, type Data, enums, forward, inverse, loadModel, makeData, step, step1, stepStrict } from 'qpos';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  callOracle,
  loadOracle,
  loadOracleXml,
  type Oracle,
  type OracleStruct,
  oracleArray,
} from '../oracle/oracle.ts';

// Dynamics in which an inspection saw us differ from the oracle.

const SOLVER = 1e-12; // conjugate gradients end on the same number along another path

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** The largest difference of two arrays; NaN where both are NaN is none. */
function difference(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  expect(ours.length).toBe(theirs.length);
  let worst = 0;
  for (let k = 0; k < ours.length; k++) {
    const [a, b] = [ours[k] as number, theirs[k] as number];
    if (!Object.is(a, b) && a !== b) worst = Math.max(worst, Number.isNaN(a - b) ? Infinity : Math.abs(a - b));
  }
  return worst;
}

interface Comparison {
  readonly fields: readonly (keyof Data & string)[];
  readonly steps: number;
  readonly tolerance?: number;
  readonly drive?: (ctrl: Float64Array, k: number) => void;
}

/** Steps a model in both engines and compares fields, in fresh data too. */
function compare(xml: string, { fields, steps, tolerance = 0, drive }: Comparison): void {
  const { model: theirModel, data: theirs } = loadOracleXml(oracle, xml);
  const model = loadModel(xml, { onWarning() {} });
  const data = makeData(model);
  for (let k = 0; k <= steps; k++) {
    for (const field of fields)
      expect(
        difference(data[field] as Float64Array, oracleArray(theirs, field)),
        `${field}, step ${k}`,
      ).toBeLessThanOrEqual(tolerance);
    drive?.(data.ctrl, k);
    drive?.(theirs['ctrl'] as Float64Array, k);
    step(model, data);
    callOracle(oracle, 'mj_step', theirModel, theirs);
  }
  theirs.delete();
  (theirModel as OracleStruct).delete();
}

const actuated = (actuator: string, joint = 'hinge'): string => `<mujoco><option timestep="0.01"/>
  <worldbody><body><joint name="j" type="${joint}"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/></body></worldbody>
  <actuator>${actuator}</actuator></mujoco>`;

describe('delays of actuators with several controls', () => {
  const drive = (ctrl: Float64Array, k: number): void => {
    for (let i = 0; i < ctrl.length; i++) ctrl[i] = 0.3 + 0.1 * i + 0.05 * k;
  };
  const fields = ['qpos', 'qvel', 'actuator_force', 'history', 'act', 'ctrl'] as const;

  describe.each(['zoh', 'linear', 'cubic'])('%s', (interp) => {
    const delay = `delay=".025" nsample="4" interp="${interp}"`;
    test.each([
      ['pid', `<pid joint="j" kp="40" kv="2" input="pos vel ff" ${delay}/>`, 'hinge'],
      ['pid with an integral', `<pid joint="j" kp="40" ki="10" kv="2" input="pos vel" ${delay}/>`, 'hinge'],
      [
        'dcmotor',
        `<dcmotor joint="j" motorconst=".05" resistance="2" input="pos vel ff voltage" controller="3 0 .1" ${delay}/>`,
        'hinge',
      ],
      ['orientation by a rotation vector', `<orientation joint="j" kp="4" kv=".2" input="expmap" ${delay}/>`, 'ball'],
      ['orientation by a quaternion', `<orientation joint="j" kp="4" kv=".2" input="quat" ${delay}/>`, 'ball'],
    ])('%s', (_, actuator, joint) => {
      compare(actuated(actuator, joint), { fields, steps: 8, drive });
    });
  });

  test('fresh data of a servo that is steered by a quaternion', () => {
    compare(actuated('<orientation joint="j" kp="4" kv=".2" input="quat" nsample="3" delay=".02"/>', 'ball'), {
      fields,
      steps: 4,
    });
  });
});

const ball = `<worldbody><geom type="plane" size="3 3 .1"/><body pos="0 0 .098"><freejoint/><geom size=".1"/></body></worldbody>`;
const discrete = (flags: string): string =>
  `<mujoco><option integrator="discrete" solver="CG"><flag ${flags}/></option>${ball}</mujoco>`;

describe('the discrete integrator', () => {
  test.each(['ipc="enable"', 'ipc="enable" island="disable"', 'ipc="enable" warmstart="disable"'])(
    'with %s keeps no warm start',
    (flags) => {
      const fields = ['qpos', 'qvel', 'qacc', 'qacc_warmstart', 'qfrc_constraint'] as const;
      compare(discrete(flags), { fields, steps: 4, tolerance: SOLVER });
    },
  );

  test.each(['ipc="enable" sleep="enable"', 'sleep="enable" island="disable"'])('refuses %s', (flags) => {
    const { model: theirModel, data: theirs } = loadOracleXml(oracle, discrete(flags));
    const model = loadModel(discrete(flags), { onWarning() {} });
    const data = makeData(model);
    for (const [name, ours] of Object.entries({
      mj_step: step,
      mj_forward: forward,
      mj_step1: step1,
      mj_inverse: inverse,
    })) {
      expect(() => callOracle(oracle, name, theirModel, theirs), name).toThrow(/mj_checkDiscrete/);
      expect(() => ours(model, data), name).toThrow(ArgumentError);
    }
    expect(() => stepStrict(model, data)).toThrow(ArgumentError);
    model.opt.enableflags = 0;
    expect(() => step(model, data)).not.toThrow();
  });
});

describe('the flag ipc, set after compiling', () => {
  const { Integrator, Solver, EnableBit } = enums;
  test.each([
    ['another solver', { solver: Solver.NEWTON }, step, 'mj_step'],
    ['another integrator', { integrator: Integrator.EULER }, forward, 'mj_forward'],
    ['fwdinv', { enableflags: EnableBit.IPC | EnableBit.FWDINV }, step, 'mj_step'],
    ['discrete inverse dynamics', { enableflags: EnableBit.IPC | EnableBit.INVDISCRETE }, inverse, 'mj_inverse'],
  ])('is refused with %s', (_, options, ours, theirs) => {
    const xml = discrete('');
    const edit = (opt: object): void => void Object.assign(opt, { enableflags: EnableBit.IPC, ...options });
    const { model: theirModel, data: theirData } = loadOracleXml(oracle, xml);
    const model = loadModel(xml);
    edit(theirModel['opt'] as object);
    edit(model.opt);
    expect(() => callOracle(oracle, theirs, theirModel, theirData)).toThrow(/ipc/);
    expect(() => ours(model, makeData(model))).toThrow(
      expect.objectContaining({ code: 'unsupported', hint: expect.any(String) }),
    );
  });
});

describe('a rotation that is NaN reaches positions', () => {
  test.each([
    '<joint/>',
    '<joint type="ball"/>',
    '<joint type="slide"/>',
    '<joint type="slide"/><joint/>',
    '<joint pos="1 0 0"/>',
    '',
  ])('of a body with %s', (joints) => {
    const xml = `<mujoco><worldbody><body pos="1 0 1" euler="nan 0 0">${joints}<geom size=".1"/><site/>
      <body><joint/><geom size=".1" pos="1 0 0"/></body></body></worldbody></mujoco>`;
    const fields = ['xpos', 'xquat', 'xmat', 'xipos', 'xanchor', 'xaxis', 'geom_xpos', 'site_xpos'] as const;
    const { model: theirModel, data: theirs } = loadOracleXml(oracle, xml);
    const model = loadModel(xml, { onWarning() {} });
    const data = makeData(model);
    callOracle(oracle, 'mj_kinematics', theirModel, theirs);
    forward(model, data);
    for (const field of fields) expect(difference(data[field], oracleArray(theirs, field)), field).toBe(0);
  });
});
