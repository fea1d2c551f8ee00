import { loadOracle, modelFromXml, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { enums, forward, getState, makeData, stages, stateSize, step } from '../index.ts';
import { constraintScenes } from '../kernel/constraint/scenes.testing.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

describe.each(Object.entries(constraintScenes))('stages of %s', (_, scene) => {
  test.each(['Euler', 'implicit', 'RK4'])('one after the other they make a step, %s', (integrator) => {
    const model = modelFromXml(oracle, scene(`integrator="${integrator}"`));
    const [whole, parts] = [makeData(model), makeData(model)];
    step(model, whole, 5);
    for (let k = 0; k < 5; k++) for (const { run } of stages) run(model, parts);
    const states = [whole, parts].map((data) => {
      const state = new Float64Array(stateSize(model, enums.StateBit.INTEGRATION));
      getState(model, data, state, enums.StateBit.INTEGRATION);
      return state;
    });
    expect(states[0]).toEqual(states[1]);
  });

  test('again after `forward` none of them changes the acceleration, but for the integration', () => {
    const model = modelFromXml(oracle, scene(''));
    const data = makeData(model);
    step(model, data, 5);
    forward(model, data);
    const before = data.qacc.slice();
    for (const { part, run } of stages) if (part !== 'integration') run(model, data);
    expect(data.qacc).toEqual(before);
  });
});
