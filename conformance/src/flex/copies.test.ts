import {
  cloneData,
  cloneModel,
  compile,
  copyData,
  type Data,
  enums,
  getState,
  type Model,
  makeData,
  parseMjcf,
  recompile,
  restoreModel,
  saveModel,
  setState,
  stateSize,
  step,
} from 'qpos';
import { describe, expect, test } from 'vitest';
import { flexModels } from './models.ts';

// A copy of a flex model, of its Data or of its state goes on to the same bits as what it was made of.

const contact = (option: string, flex: string): string => `<mujoco><option ${option}/><worldbody>
  <geom type="plane" size="1 1 .1"/><body pos=".1 .1 .35"><freejoint/><geom size=".05"/></body>
  <body name="base" pos="0 0 .05">${flex}</body></worldbody></mujoco>`;
const sheet = (inner: string): string =>
  `<flexcomp name="f" type="grid" dim="2" count="5 5 1" spacing=".06 .06 .06" mass=".3" radius=".02">${inner}</flexcomp>`;

/** Those that touch nothing, and some that rest on a floor under a ball. */
const models: Record<string, string> = {
  ...flexModels,
  'sheet on a floor': contact('', sheet('<edge equality="true" damping=".1"/>')),
  'sheet on a floor, discrete': contact(
    'integrator="discrete"',
    sheet('<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="both"/>'),
  ),
  'sheet on a floor, passive contacts': contact(
    'integrator="discrete" solver="CG"',
    sheet('<edge equality="true"/><contact passive="true"/>'),
  ),
};

const STEPS = 15;
const fields = ['qpos', 'qvel', 'qacc', 'qfrc_passive', 'flexvert_xpos', 'flexedge_length', 'efc_force'] as const;

function start(xml: string): { model: Model; data: Data } {
  const model = compile(parseMjcf(xml, { onWarning() {} }), { onWarning() {} });
  const data = makeData(model);
  for (let i = 0; i < model.nv; i++) data.qvel[i] = Math.sin(i);
  step(model, data, STEPS);
  return { model, data };
}

/** Steps both and compares what flexes and their contacts give. */
function expectSameFuture(model: Model, data: Data, model2: Model, data2: Data): void {
  step(model, data, STEPS);
  step(model2, data2, STEPS);
  expect(data2.ncon).toBe(data.ncon);
  for (const name of fields) expect(data2[name], name).toEqual(data[name]);
}

describe.each(Object.keys(models))('%s', (name) => {
  const xml = models[name] as string;

  test('cloned model and data', () => {
    const { model, data } = start(xml);
    expectSameFuture(model, cloneData(data), cloneModel(model), cloneData(data));
  });

  test('data copied into one that has gone elsewhere', () => {
    const { model, data } = start(xml);
    const other = makeData(model);
    step(model, other, 2);
    expectSameFuture(model, data, model, copyData(other, cloneData(data)));
  });

  test('saved and restored model, and state', () => {
    const { model, data } = start(xml);
    const restored = restoreModel(saveModel(model));
    const target = makeData(restored);
    const state = new Float64Array(stateSize(model, enums.StateBit.INTEGRATION));
    getState(model, data, state, enums.StateBit.INTEGRATION);
    setState(restored, target, state, enums.StateBit.INTEGRATION);
    expectSameFuture(model, data, restored, target);
  });

  test('recompiled with its state', () => {
    const spec = parseMjcf(xml, { onWarning() {} });
    const { model, data } = start(xml);
    const again = recompile(spec, model, data, { onWarning() {} });
    expectSameFuture(model, data, again.model, again.data);
  });
});
