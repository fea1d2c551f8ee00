import { loadOracle, type Oracle } from '@qpos/conformance';
import type { Model } from '@qpos/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadModel } from './load.ts';
import { differences, inOracle } from './testing.ts';

// Cases in which an inspection saw us differ from the oracle.

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

function ours(xml: string, files: Record<string, string> = {}): Model | undefined {
  try {
    return loadModel(xml, { files, onWarning: () => {} });
  } catch {
    return undefined;
  }
}

const world = (inside: string, rest = ''): string => `<mujoco>${rest}<worldbody>${inside}</worldbody></mujoco>`;
const cable = (attributes: string, inside = ''): string =>
  world(
    `<composite type="cable" prefix="c" ${attributes}><joint kind="main" damping=".1"/><geom type="capsule" size=".01"/>${inside}</composite>`,
  );
const TETRAHEDRON = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>';
const key = (joint: string, qpos: string): string =>
  `<mujoco><worldbody><body mocap="true"/><body pos="0 0 1">${joint}<geom size=".1"/></body></worldbody><keyframe><key qpos="${qpos}" mquat="0 0 0 0"/></keyframe></mujoco>`;

const CASES: [name: string, xml: string, files?: Record<string, string>][] = [
  ['a cable along a circle', cable('curve="cos(s) sin(s) 0" count="7 1 1" size="1 1 .7" initial="none"')],
  ['a cable along a helix', cable('curve="s cos(s) sin(s)" count="9 1 1" size="1 .3 2" initial="none"')],
  ['a cable through vertices', cable('vertex="0 0 0 .1 .05 0 .23 .07 .01 .31 .2 .03" initial="none"')],
  ['zero quaternion of a ball in a keyframe', key('<joint type="ball"/>', '0 0 0 0')],
  ['zero quaternion of a free body in a keyframe', key('<freejoint/>', '1 2 3 0 0 0 0')],
  ['mesh with faces that only a site uses', world('<site type="mesh" mesh="m"/>', `<asset>${TETRAHEDRON}</asset>`)],
  ['curved cable', cable('count="12 1 1" curve="cos(s) sin(s) s" size="1 .3 .2" initial="none"')],
  ['curved cable with a free end', cable('count="9 1 1" curve="cos(s) sin(s) 0" size=".7 .3 .2" offset=".1 .2 .3"')],
  ['skin of a cable with a subgrid', cable('count="6 1 1" curve="s" size="1"', '<skin texcoord="true" subgrid="1"/>')],
  ...[0, 1, 2, 3, 4, 7].map((subgrid): [string, string] => [
    `skin of a cable of boxes with a subgrid of ${subgrid}`,
    cable(
      'count="6 1 1" curve="cos(s) sin(s) s" size="1 .5 .3"',
      `<skin texcoord="true" subgrid="${subgrid}"/>`,
    ).replace('type="capsule" size=".01"', 'type="box" size=".1 .02 .01"'),
  ]),
  ['unknown start of a cable', cable('count="6 1 1" curve="s" size="1" initial="foo"')],
  ['empty group of a site', cable('count="6 1 1" curve="s" size="1"', '<site group=""/>')],
  [
    'attached URDF',
    `<mujoco><asset><model name="r" file="r.urdf"/></asset><worldbody><attach model="r" prefix="p_"/></worldbody></mujoco>`,
    {
      'r.urdf': `<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <link name="b"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
    },
  ],
  ['mass that is NaN', world('<body><joint/><geom size=".1" mass="nan"/></body>')],
  ['NaN in a position', world('<body pos="nan 0 0"><joint/><geom size=".1"/></body>')],
  ['NaN in an axis', world('<body><joint axis="nan 0 1"/><geom size=".1"/></body>')],
  [
    'spaces around the name in a tuple',
    '<mujoco><worldbody><geom name="c" size=".1"/></worldbody><custom><tuple name="t"><element objtype="geom" objname=" c "/></tuple></custom></mujoco>',
  ],
];

describe('equals the oracle, or is refused as there', () => {
  test.each(CASES)('%s', (_, xml, files = {}) => {
    const theirs = inOracle(oracle, xml, files);
    const model = ours(xml, files);
    expect(model === undefined ? 'refused' : 'loaded').toBe(theirs === undefined ? 'refused' : 'loaded');
    if (model !== undefined && theirs !== undefined) expect(differences(model, theirs)).toEqual([]);
  });
});
