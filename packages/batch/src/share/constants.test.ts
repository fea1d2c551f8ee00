import fs from 'node:fs';
import path from 'node:path';
import { cloneModel, fieldView } from '@qpos/core';
import { loadModel, setConst } from '@qpos/spec';
import { expect, test } from 'vitest';
import { modelFields } from '../../../core/src/host/model/fields/index.ts';
import { RandomGenerator } from '../random/generator.ts';
import { constantFields } from './constants.ts';

const folder = path.resolve(import.meta.dirname, '../../../../models');
const EXTRA = `<mujoco><worldbody>
  <light name="spot" mode="trackcom" pos="0 0 3"/>
  <body name="a"><freejoint/><geom size=".1"/><site name="s" pos=".1 0 0"/><camera mode="trackcom" pos="1 0 0"/></body>
  <body name="b" pos="1 0 0"><joint name="j" axis="0 1 0"/><geom type="box" size=".1 .1 .1"/><site name="t"/></body>
</worldbody>
<equality><weld body1="a" body2="b"/><connect site1="s" site2="t"/></equality>
<tendon><spatial springlength="-1" stiffness="1"><site site="s"/><site site="t"/></spatial></tendon>
<actuator><motor joint="j"/></actuator></mujoco>`;

const CLOTH = `<mujoco><option timestep=".001"/><worldbody>
  <flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" dim="2" radius=".01" mass="1">
    <elasticity young="1e4" poisson=".1" thickness=".01" elastic2d="both" damping=".01"/>
  </flexcomp>
</worldbody></mujoco>`;

const models = [
  ...fs
    .readdirSync(folder)
    .filter((f) => f.endsWith('.xml'))
    .map((f) => [f, fs.readFileSync(path.join(folder, f), 'utf8')] as const),
  ['everything', EXTRA] as const,
  ['a cloth', CLOTH] as const,
];

/** Fields that the user changes and setConst reads. */
const changed = ['body_mass', 'body_inertia', 'body_pos', 'qpos0', 'dof_armature', 'body_gravcomp'];

test.each(models)('setConst changes no other fields of %s', (_, text) => {
  const model = loadModel(text);
  const random = new RandomGenerator(1);
  for (const name of changed) {
    const values = fieldView(model, name);
    values.forEach((x, k) => {
      values[k] = name === 'body_pos' || name === 'qpos0' ? x + 0.01 * random.random() : x * random.uniform(1, 1.1);
    });
  }
  model.body_gravcomp.fill(0.1);
  const before = cloneModel(model);
  setConst(model);
  const names = (modelFields as readonly (readonly [string, ...unknown[]])[]).map(([name]) => name);
  const different = names.filter((name) => {
    const [a, b] = [fieldView(before, name), fieldView(model, name)];
    return a.some((x, k) => !Object.is(x, b[k]));
  });
  expect(different.filter((name) => !constantFields.includes(name))).toEqual([]);
  expect(different.length).toBeGreaterThan(0);
});
