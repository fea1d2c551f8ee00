import { loadOracle, loadOracleXml, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, ModelError } from '../errors.ts';
import { parseMjcf } from '../mjcf/parse.ts';
import { compile } from './compile.ts';

const ARM = '<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body>';
const MESH = '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>';
const world = (body: string, before = '', after = ''): string =>
  `<mujoco>\n${before}<worldbody>${body}</worldbody>\n${after}</mujoco>`;

/** What is wrong, its code, and the model. */
const REFUSED: readonly (readonly [string, ErrorCode, string])[] = [
  ['joint in the world', 'misplaced-element', world('<joint/>')],
  ['moving body without mass', 'mass', world('<body><joint/></body>')],
  ['negative mass', 'mass', world('<body><joint/><geom size=".1" mass="-1"/></body>')],
  [
    'impossible inertia',
    'inertia',
    world('<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 .1 .1"/></body>'),
  ],
  ['free joint below', 'misplaced-element', world('<body><body><freejoint/><geom size=".1"/></body></body>')],
  ['ball and hinge', 'misplaced-element', world('<body><joint type="ball"/><joint/><geom size=".1"/></body>')],
  ['seven dofs', 'bad-count', world(`<body>${'<joint type="slide"/>'.repeat(7)}<geom size=".1"/></body>`)],
  ['zero axis', 'bad-value', world('<body><joint axis="0 0 0"/><geom size=".1"/></body>')],
  ['range upside down', 'bad-value', world('<body><joint limited="true" range="1 0"/><geom size=".1"/></body>')],
  ['zero size', 'bad-value', world('<geom size="0"/>')],
  ['size that is no number', 'bad-value', world('<geom type="box" size=".1 .2 nan"/>')],
  ['mesh that is not there', 'unknown-name', world('<geom type="mesh" mesh="x"/>')],
  ['mesh geom without mesh', 'missing-reference', world('<geom type="mesh"/>')],
  ['plane that moves', 'bad-value', world('<body><joint/><geom type="plane" size="1 1 1"/><geom size="1"/></body>')],
  ['zero z axis', 'bad-value', world('<geom size="1" zaxis="0 0 0"/>')],
  ['mocap below', 'misplaced-element', world('<body><body mocap="true"/></body>')],
  ['sleep policy of a static body', 'misplaced-element', world('<body sleep="never"/>')],
  ['pair of nothing', 'unknown-name', world(ARM, '', '<contact><pair geom1="g" geom2="x"/></contact>')],
  ['equality with itself', 'bad-value', world(ARM, '', '<equality><joint joint1="j" joint2="j"/></equality>')],
  ['empty tendon', 'bad-value', world(ARM, '', '<tendon><spatial/></tendon>')],
  ['actuator on nothing', 'missing-reference', world(ARM, '', '<actuator><motor/></actuator>')],
  ['unknown target', 'unknown-name', world(ARM, '', '<actuator><motor joint="x"/></actuator>')],
  ['two dampings', 'bad-value', world(ARM, '', '<actuator><position joint="j" kv="1" dampratio="1"/></actuator>')],
  ['actrange without state', 'bad-value', world(ARM, '', '<actuator><general joint="j" actrange="0 1"/></actuator>')],
  ['ball sensor on a hinge', 'bad-value', world(ARM, '', '<sensor><ballquat joint="j"/></sensor>')],
  ['keyframe too long', 'bad-count', world(ARM, '', '<keyframe><key qpos="1 2"/></keyframe>')],
  [
    'tuple of nothing',
    'unknown-name',
    world('', '', '<custom><tuple name="n"><element objtype="geom" objname="y"/></tuple></custom>'),
  ],
  ['flat mesh', 'asset', world('', '<asset><mesh name="a" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/></asset>')],
  ['missing file', 'missing-file', world('', '<asset><mesh name="a" file="x.stl"/></asset>')],
  [
    'actuator with armature on a tendon that wraps',
    'bad-value',
    world(
      `<site name="o"/>${ARM}`,
      '',
      `<tendon><spatial name="t"><site site="o"/><geom geom="g"/><site site="s"/></spatial></tendon>
      <actuator><motor tendon="t" armature="1"/></actuator>`,
    ),
  ],
  [
    'replicated joint beside an unknown one',
    'unknown-name',
    world(
      '<replicate count="1"><body><joint name="j"/><geom size=".1"/></body></replicate>',
      '',
      '<equality><joint joint1="j" joint2="x"/></equality>',
    ),
  ],
  ['mesh of a site that is no mesh', 'bad-value', world('<site mesh="m"/>', MESH)],
  ['mesh site without mesh', 'missing-reference', world('<site type="mesh" mesh=""/>')],
  ['two orientations, one of them empty', 'attribute-conflict', world('<geom size="1" quat="" euler="0 0 0"/>')],
  [
    'texture and layers in a default class',
    'attribute-conflict',
    world('', '<default><material texture="t"><layer texture="t" role="rgb"/></material></default>'),
  ],
  [
    'height field of a nameless file',
    'missing-attribute',
    world('', '<asset><hfield name="h" file="" nrow="2" ncol="2" size="1 1 1 1"/></asset>'),
  ],
  [
    'texture with less than no channels',
    'asset',
    world('', '<asset><texture name="t" builtin="flat" width="2" height="2" nchannel="-1"/></asset>'),
  ],
  [
    'normals of a builtin mesh',
    'asset',
    world('', '<asset><mesh name="m" builtin="sphere" params="0" normal="1"/></asset>'),
  ],
  [
    'length range of a muscle that cannot pull',
    'compile',
    world(ARM, '', '<actuator><muscle joint="j" gear="0"/></actuator>'),
  ],
  [
    'body that cannot start asleep',
    'compile',
    world(
      '<body sleep="init"><freejoint/><geom size=".1"/></body><body><freejoint/><geom size=".1"/></body>',
      '<option><flag sleep="enable"/></option>',
    ),
  ],
  [
    'sleep of a tree that a tendon couples',
    'compile',
    world(
      `${ARM}<body sleep="allowed"><joint name="k"/><geom size=".1"/></body>`,
      '<option><flag sleep="enable"/></option>',
      '<tendon><fixed stiffness="1"><joint joint="j" coef="1"/><joint joint="k" coef="1"/></fixed></tendon>',
    ),
  ],
  ['history without time', 'bad-value', world(ARM, '<option timestep="0"/>', '<sensor><clock nsample="2"/></sensor>')],
  [
    'DC motor without its state',
    'bad-value',
    world(ARM, '', '<actuator><general joint="j" gaintype="dcmotor"/></actuator>'),
  ],
  [
    'nameless texture that is discarded',
    'missing-attribute',
    world('', '<compiler discardvisual="true"/><asset><texture builtin="flat" width="2" height="2"/></asset>'),
  ],
  [
    'unknown texture of a class',
    'unknown-name',
    world(
      '',
      `<default><material texture="x"/></default><asset><texture name="t" builtin="flat" width="2"/>
      <material name="m" texture="t"/></asset>`,
    ),
  ],
  [
    'composite joint without its kind',
    'missing-attribute',
    world(
      '<composite type="cable" count="4 1 1" curve="s" size="1"><joint/><geom type="box" size=".1 .1 .1"/></composite>',
    ),
  ],
  ['site that is welded to nothing', 'unknown-name', world(ARM, '', '<equality><weld site1="s" site2=""/></equality>')],
  ['height field without a name', 'missing-reference', world('<geom type="hfield" hfield=""/>')],
  ['nuserdata below zero', 'bad-value', world('', '<size nuserdata="-1"/>')],
];

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

function refusal(xml: string): ModelError {
  try {
    compile(parseMjcf(xml));
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('compile refuses what the oracle refuses', () => {
  test.each(REFUSED)('%s', async (_, code, xml) => {
    expect(() => loadOracleXml(oracle, xml)).toThrow();
    if (oracle.dead) oracle = await loadOracle();
    const error = refusal(xml);
    expect(error.code).toBe(code);
    expect(error.line).toBeGreaterThan(0);
    expect(error.element).toBeDefined();
  });

  test('all problems at once', () => {
    const error = refusal(
      world('<geom size="0"/><geom type="box" size="1"/><body><joint axis="0 0 0"/><geom size="1"/></body>'),
    );
    expect(error.diagnostics.length).toBe(3);
  });

  test('a name that is nearly right is proposed', () => {
    const error = refusal(
      world('<body><joint name="elbow"/><geom size="1"/></body>', '', '<actuator><motor joint="elbw"/></actuator>'),
    );
    expect(error.hint).toContain("'elbow'");
  });

  test('more keyframes than the limit', () => {
    const spec = parseMjcf('<mujoco><size nkey="100"/></mujoco>');
    expect(() => compile(spec, { limits: { reserved: 10 } })).toThrow(/nkey/);
  });
});
