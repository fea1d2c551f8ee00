import fs from 'node:fs';
import path from 'node:path';
import { corpusFolder } from '@qpos/conformance';
import type { Model } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { expect, test } from 'vitest';
import * as texts from '../models/generated/texts.ts';

/** Numbers that were written with other digits: 0.2 instead of 0.19999999999999996. */
const TOLERANCE = 1e-13;

const pairs: Readonly<Record<string, string>> = {
  ant: texts.gymnasiumAnt,
  half_cheetah: texts.gymnasiumHalfCheetah,
  hopper: texts.gymnasiumHopper,
  humanoid: texts.gymnasiumHumanoid,
  humanoidstandup: texts.gymnasiumHumanoidStandup,
  inverted_double_pendulum: texts.gymnasiumInvertedDoublePendulum,
  inverted_pendulum: texts.gymnasiumInvertedPendulum,
  pusher_v5: texts.gymnasiumPusher,
  reacher: texts.gymnasiumReacher,
  swimmer: texts.gymnasiumSwimmer,
  walker2d_v5: texts.gymnasiumWalker2d,
};

/** What is only looked at: colours, materials, lights, cameras, names, sites' shapes, data of users, and memory. */
const LOOKS =
  /^(name|bytes|ntex|nmat|tex_|mat_|n?cam|n?key|n?light|n?numeric|nuser|nbuffer|narena|nnames|npaths|paths|body_bvh|n?bvh|.*_user$|.*_rgba$|.*_matid$|.*_plugin$|site_size)/;

function fieldsOf(part: object): string[] {
  const names = new Set<string>();
  for (let p = part; p !== Object.prototype; p = Object.getPrototypeOf(p) as object)
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(p)))
      if (get !== undefined && !LOOKS.test(name)) names.add(name);
  return [...names];
}

/** Fields in which two models differ. */
function differences(ours: object, theirs: object): string[] {
  return fieldsOf(ours).filter((name) => {
    const [a, b] = [ours, theirs].map((part) => (part as Record<string, unknown>)[name]);
    if (typeof a === 'number') return a !== b;
    if (!ArrayBuffer.isView(a)) return false;
    const [x, y] = [a as Float64Array, b as Float64Array];
    return (
      x.length !== y.length ||
      x.some((v, k) => !(Math.abs(v - (y[k] as number)) <= TOLERANCE * Math.max(1, Math.abs(v))))
    );
  });
}

test.each(Object.entries(pairs))(
  "our %s has the bodies, joints, masses, gears and options of Gymnasium's",
  (name, text) => {
    const folder = path.join(corpusFolder, 'gymnasium/gymnasium/envs/mujoco/assets');
    const theirs: Model = loadModel(fs.readFileSync(path.join(folder, `${name}.xml`), 'utf8'));
    const ours = loadModel(text);
    expect(differences(ours, theirs)).toEqual([]);
    expect(differences(ours.opt, theirs.opt)).toEqual([]);
    const bodies = (model: Model): string[] => Array.from({ length: model.nbody }, (_, b) => model.body(b).name);
    expect(bodies(ours)).toEqual(bodies(theirs));
  },
);

test('a difference would be seen', () => {
  const changed = loadModel(texts.gymnasiumHopper.replace('gear="200"', 'gear="201"'));
  expect(differences(loadModel(texts.gymnasiumHopper), changed)).toContain('actuator_gear');
});
