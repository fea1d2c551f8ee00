import { copyState, drivenTwin, loadOracle, makeTwin, modelTexts, type Oracle, relativeError } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { EnableBit, Integrator } from '../../host/model/enums.ts';
import { collision, type Data, forward, inverse, type Model, makeConstraint, step } from '../../index.ts';

/** Forces are sums over all dofs; the solver's tolerance is set to 1e-14. */
const TOLERANCE = 1e-8;
const integrators = ['EULER', 'IMPLICIT', 'IMPLICITFAST', 'DISCRETE'] as const;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

/** The text of one model of this repository. */
function textOf(folder: string, file: string): string {
  const [, xml] = modelTexts(folder).find(([name]) => name === `${folder}/${file}`) as readonly [string, string];
  return xml;
}

/** The largest difference of inverse dynamics from the oracle's, at accelerations of a forward pass, of a step, and of nothing. */
function worst(xml: string, options: Readonly<Record<string, number>>): number {
  const twin = drivenTwin(oracle, xml, 5, options);
  const { model: m, data: d, oracleData, random } = twin;
  let error = 0;
  const compare = (name: 'qfrc_inverse' | 'solver_fwdinv'): void => {
    error = Math.max(error, relativeError(d[name], oracleData[name] as Float64Array));
  };
  for (let k = 0; k < 3; k++) {
    twin.drive();
    twin.call('mj_forward');
    forward(m, d);
    const qacc = oracleData['qacc'] as Float64Array;
    for (let i = 0; k === 1 && i < qacc.length; i++) qacc[i] = random.uniform(-3, 3);
    d.qacc.set(oracleData['qacc'] as Float64Array);
    twin.call('mj_inverse');
    inverse(m, d);
    compare('qfrc_inverse');
    copyState(oracleData, d);
    twin.call('mj_step');
    step(m, d);
    compare('solver_fwdinv');
  }
  twin.release();
  return error;
}

describe('inverse dynamics', () => {
  test.each(integrators)(
    '%s: equals the oracle, continuous and discrete, with and without the comparison in a step',
    (integrator) => {
      const wrong: string[] = [];
      for (const [name, xml] of ['integrator', 'actuation'].flatMap(modelTexts))
        for (const flags of [EnableBit.FWDINV, EnableBit.FWDINV | EnableBit.INVDISCRETE]) {
          const e = worst(xml, { integrator: Integrator[integrator], enableflags: flags });
          if (!(e <= TOLERANCE)) wrong.push(`${name} flags ${flags}: ${e.toExponential(1)}`);
        }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  test('the constraint inertia of the dual solvers is not computed', () => {
    const options = { integrator: Integrator.DISCRETE, noslip_iterations: 1 };
    const twin = makeTwin(oracle, textOf('integrator', 'tendons-and-servos.xml'), options);
    const { model, data, oracleData } = twin;
    twin.call('mj_inverse');
    inverse(model, data);
    expect(data.nefc).toBeGreaterThan(0);
    expect([data.nA, data.nY]).toEqual([oracleData['nA'], oracleData['nY']]);
    twin.release();
  });

  test.each<[string, (m: Model, d: Data) => void, string[]]>([
    ['go with its rows in inverse dynamics', inverse, ['mj_inverse']],
    ['go with its contacts', collision, ['mj_collision']],
    ['stay for new rows of the same contacts', makeConstraint, ['mj_makeConstraint']],
  ])('the islands of the last forward pass %s', (_, run, theirs) => {
    const twin = makeTwin(oracle, textOf('constraint', 'islands.xml'));
    const { model, data, oracleData } = twin;
    forward(model, data);
    expect(data.nisland).toBeGreaterThan(0);
    run(model, data);
    for (const name of ['mj_forward', ...theirs]) twin.call(name);
    expect([data.nisland, data.nidof]).toEqual([oracleData['nisland'], oracleData['nidof']]);
    twin.release();
  });
});
