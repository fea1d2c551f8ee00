import { describe, expect, test } from 'vitest';
import type { ModelError } from '../errors.ts';
import { findElement } from '../spec/edit.ts';
import type { Body } from '../spec/types.ts';
import { elementsOf } from '../spec/walk.ts';
import { parseUrdf } from './parse.ts';

const link = (name: string, inner = ''): string => `<link name="${name}">${inner}</link>`;
const joint = (type: string, inner = '', name = 'j', parent = 'a', child = 'b'): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inner}</joint>`;
const robot = (inner: string): string => `<robot name="r">${inner}</robot>`;
const jointsOf = (inner: string) =>
  elementsOf(findElement(parseUrdf(robot(link('a') + link('b') + inner)), 'body', 'b') as Body, 'joint');
const codeOf = (text: string): string => {
  try {
    parseUrdf(text);
  } catch (e) {
    return (e as ModelError).code;
  }
  return 'none';
};

describe('joints', () => {
  test.each([
    ['revolute', 'hinge'],
    ['continuous', 'hinge'],
    ['prismatic', 'slide'],
    ['floating', 'free'],
    ['spherical', 'ball'],
  ])('%s', (type, wanted) => expect(jointsOf(joint(type)).map((j) => j.type)).toEqual([wanted]));

  test('fixed makes none, planar three; limits and effort go to the first', () => {
    expect(jointsOf(joint('fixed'))).toEqual([]);
    const planar = jointsOf(
      joint(
        'planar',
        '<axis xyz="0 0 1"/><dynamics damping="2" friction="3"/><limit lower="-1" upper="1" effort="4"/>',
      ),
    );
    expect(planar.map((j) => j.name)).toEqual(['j_TX', 'j_TY', 'j_RZ']);
    expect(planar.map((j) => j.damping)).toEqual([[2], [2], [2]]);
    expect(planar.map((j) => j.range)).toEqual([[-1, 1], undefined, undefined]);
    expect(planar[0]?.actuatorfrcrange).toEqual([-4, 4]);
  });

  test('a range that makes no sense is none', () => {
    expect(jointsOf(joint('revolute', '<limit lower="1" upper="-1"/>'))[0]?.limited).toBe(false);
    expect(jointsOf(joint('revolute', '<limit lower="1"/>'))[0]?.limited).toBe(false);
  });

  test('mimic is an equality', () => {
    const spec = parseUrdf(
      robot(link('a') + link('b') + joint('revolute', '<mimic joint="k" multiplier="2" offset="0.5"/>')),
    );
    expect(spec.equalities[0]).toMatchObject({ joint1: 'j', joint2: 'k', polycoef: [0.5, 2, 0, 0, 0] });
  });

  test.each(['floating', 'planar', 'spherical'])('mimic of a %s joint is ignored', (type) => {
    expect(parseUrdf(robot(link('a') + link('b') + joint(type, '<mimic joint="k"/>'))).equalities).toEqual([]);
  });
});

describe('links', () => {
  const BOX = '<geometry><box size="2 4 6"/></geometry>';

  test('the link world is the world', () => {
    const spec = parseUrdf(
      robot(link('world', `<collision>${BOX}</collision>`) + link('b') + joint('floating', '', 'j', 'world')),
    );
    expect(spec.worldbody.children.map((c) => c.kind)).toEqual(['geom', 'body']);
  });

  test('half sizes, colours, visuals kept on request', () => {
    const inner = `<visual name="v"><material name="m"><color rgba="1 0 0 1"/></material>${BOX}</visual><collision name="c"><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>${BOX}</collision>`;
    const plain = parseUrdf(robot(link('a', inner)));
    const [body] = elementsOf(plain.worldbody, 'body');
    expect(body?.children).toHaveLength(1);
    expect(body?.children[0]).toMatchObject({ size: [1, 2, 3], pos: [1, 2, 3], rgba: [1, 0, 0, 1], contype: 1 });
    const kept = parseUrdf(robot(`<mujoco><compiler discardvisual="false" foo="1"/></mujoco>${link('a', inner)}`));
    const [both] = elementsOf(kept.worldbody, 'body');
    expect(both?.children[0]).toMatchObject({ name: 'v', group: 1, contype: 0, density: 0 });
  });

  test('inertia is turned to the frame of the body; all zero means unknown', () => {
    const inertial = (rpy: string, ixx: number): string =>
      link(
        'a',
        `<inertial><origin rpy="${rpy}"/><mass value="2"/><inertia ixx="${ixx}" iyy="${2 * ixx}" izz="${3 * ixx}" ixy="0" ixz="0" iyz="0"/></inertial>`,
      );
    const read = (text: string) =>
      elementsOf(elementsOf(parseUrdf(robot(text)).worldbody, 'body')[0] as Body, 'inertial')[0];
    const turned = read(inertial('0 0 1.5707963267948966', 1))?.fullinertia ?? [];
    for (const [k, v] of [2, 1, 3, 0, 0, 0].entries()) expect(turned[k]).toBeCloseTo(v, 12);
    expect(read(inertial('0 0 0', 1))?.fullinertia).toEqual([1, 2, 3, 0, 0, 0]);
    expect(read(inertial('0 0 0', 0))?.fullinertia).toBeUndefined();
  });

  test('one mesh for each scale', () => {
    const mesh = (scale: string): string =>
      `<collision><geometry><mesh filename="d/x.stl" scale="${scale}"/></geometry></collision>`;
    const spec = parseUrdf(robot(link('a', mesh('1 1 1') + mesh('2 2 2') + mesh('1 1 1'))));
    expect(spec.meshes.map((m) => m.name)).toEqual(['x', 'x1']);
  });

  test('package:// is looked for around the model', () => {
    const text = robot(
      link('a', '<collision><geometry><mesh filename="package://bot/meshes/x.stl"/></geometry></collision>'),
    );
    const spec = parseUrdf(text, { file: 'bot/urdf/bot.urdf', files: { 'bot/meshes/x.stl': '' } });
    expect(spec.meshes[0]?.file).toBe('../meshes/x.stl');
  });
});

describe('bad URDF', () => {
  test.each([
    ['wrong root', '<mujoco/>', 'wrong-root'],
    ['link without a name', robot('<link/>'), 'missing-attribute'],
    ['duplicate link', robot(link('a') + link('a')), 'duplicate-name'],
    ['missing link', robot(link('a') + joint('fixed')), 'missing-reference'],
    ['two parents', robot(link('a') + link('b') + joint('fixed') + joint('fixed', '', 'k')), 'bad-value'],
    ['cycle', robot(link('a') + link('b') + joint('fixed') + joint('fixed', '', 'k', 'b', 'a')), 'bad-value'],
    ['unknown shape', robot(link('a', '<collision><geometry><cone/></geometry></collision>')), 'unknown-element'],
    ['unknown joint', robot(link('a') + link('b') + joint('hinge')), 'bad-keyword'],
    [
      'bad number',
      robot(link('a', '<collision><origin xyz="1,2,3"/><geometry><sphere radius="1"/></geometry></collision>')),
      'bad-number',
    ],
  ])('%s', (_, text, code) => expect(codeOf(text)).toBe(code));
});
