import { describe, expect, test } from 'vitest';
import { type Diagnostic, Diagnostics, ModelError } from '../errors.ts';
import { parseMjcf } from '../mjcf/parse.ts';
import { processorTime } from '../testing.ts';
import { addBody, addGeom, addJoint } from './add.ts';
import { createSpec } from './create.ts';
import { expandSpec } from './expand.ts';
import type { BodyNode, Spec } from './types.ts';
import { walkTree } from './walk.ts';

function names(spec: Spec, kind: string): string[] {
  const found: string[] = [];
  walkTree(spec.worldbody, (e) => {
    if (e.kind === kind) found.push(('name' in e && e.name) || '');
    return true;
  });
  return found;
}
const listNames = (list: readonly { name?: string | undefined }[]): string[] => list.map((e) => e.name ?? '');
const load = (text: string, files: Record<string, string> = {}): Spec => expandSpec(parseMjcf(text, { files }));

describe('replicate', () => {
  test('names get padded indices, poses add up', () => {
    const spec = load(
      '<mujoco><worldbody><replicate count="10" offset="1 0 0" euler="0 0 90" sep="-"><body name="b"/></replicate></worldbody></mujoco>',
    );
    expect(names(spec, 'body').slice(0, 3)).toEqual(['b-00', 'b-01', 'b-02']);
    const frames = spec.worldbody.children as { pos: number[]; quat: number[] }[];
    const wanted = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]; // biome-ignore format: a table
    for (const [i, pos] of wanted.entries())
      for (const [k, v] of pos.entries()) expect(frames[i]?.pos[k]).toBeCloseTo(v, 12);
    expect(frames[2]?.quat[3]).toBeCloseTo(1, 12);
  });

  test('what refers to the copies is copied, what bridges to others is kept where MuJoCo keeps it', () => {
    const spec = load(`<mujoco><worldbody><body name="b"><joint name="z"/><geom size="1"/>
      <replicate count="2"><body name="x"><geom name="g" size="1"/><joint name="j"/><site name="s"/></body></replicate></body></worldbody>
      <sensor><jointpos joint="j" name="js"/><touch site="s"/><jointpos joint="z"/><tendonpos tendon="t"/></sensor>
      <actuator><motor joint="j" name="m"/><motor joint="z"/></actuator>
      <equality><joint joint1="j"/><joint joint1="j" joint2="z"/></equality>
      <contact><exclude body1="b" body2="x"/><pair geom1="g" geom2="g"/></contact>
      <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon></mujoco>`);
    expect(names(spec, 'joint')).toEqual(['z', 'j0', 'j1']);
    expect(listNames(spec.sensors)).toEqual(['', 'js0', '', '', 'js1', '', '']);
    expect(listNames(spec.actuators)).toEqual(['', 'm0', 'm1']);
    expect(listNames(spec.tendons)).toEqual(['t0', 't1']);
    expect(spec.equalities).toHaveLength(2);
    expect(spec.excludes.map((e) => [e.body1, e.body2])).toEqual([['b', 'x0'], ['b', 'x1']]); // biome-ignore format: pairs
    expect(spec.pairs.map((p) => p.geom2)).toEqual(['g0', 'g1']);
  });

  test('nested', () => {
    const spec = load(
      '<mujoco><worldbody><replicate count="2" sep="a"><replicate count="2" sep="b"><geom name="g" size="1"/></replicate></replicate></worldbody></mujoco>',
    );
    expect(names(spec, 'geom')).toEqual(['gb0a0', 'gb1a0', 'gb0a1', 'gb1a1']);
  });

  test('does not change its Spec', () => {
    const spec = parseMjcf(
      '<mujoco><worldbody><replicate count="2"><geom name="g" size="1"/></replicate></worldbody><sensor><user dim="1" objtype="geom" objname="g"/></sensor></mujoco>',
    );
    const before = JSON.stringify(spec.worldbody) + JSON.stringify(spec.sensors);
    expandSpec(spec);
    expect(JSON.stringify(spec.worldbody) + JSON.stringify(spec.sensors)).toBe(before);
  });

  test('time grows with the number of copies, not with its square', () => {
    const time = (count: number): number => {
      const spec = parseMjcf(
        `<mujoco><worldbody><replicate count="${count}" offset="1 0 0"><body name="b"><freejoint/><geom name="g" size="1"/></body></replicate></worldbody><sensor><framepos objtype="geom" objname="g"/></sensor></mujoco>`,
      );
      const start = processorTime();
      expect(expandSpec(spec).sensors).toHaveLength(count);
      return processorTime() - start;
    };
    time(2000);
    const few = Math.min(time(3000), time(3000), time(3000)) / 3000;
    const many = Math.min(time(30000), time(30000)) / 30000;
    expect(many / few).toBeLessThan(4); // 10 if it were quadratic
  });
});

const CHILD = `<mujoco model="c"><compiler angle="radian"/><default><geom rgba="1 0 0 1"/><default class="v"><geom size=".3" material="mat"/></default></default>
  <asset><material name="mat"/><mesh file="dir/m.stl"/></asset>
  <worldbody><body name="b" childclass="v"><joint name="j"/><geom name="g" size="1" material="mat"/><body name="d"><joint name="k"/><geom class="v"/></body></body>
  <frame name="f" pos="1 0 0"><geom name="fg" size=".1"/></frame></worldbody>
  <sensor><jointpos name="sj" joint="j"/><jointpos name="sk" joint="k"/></sensor><actuator><motor name="mo" joint="j"/></actuator>
  <custom><numeric name="num" data="1"/></custom><keyframe><key name="kk" qpos="1 2" ctrl="5"/></keyframe></mujoco>`;
const attach = (inner: string, settings = ''): Spec =>
  load(`<mujoco>${settings}<asset><model name="c" file="sub/c.xml"/></asset><worldbody>${inner}</worldbody></mujoco>`, {
    'sub/c.xml': CHILD,
  });

describe('attach', () => {
  test('a body, with its references, assets, classes and settings', () => {
    const spec = attach('<attach model="c" body="b" prefix="p_"/>');
    expect(names(spec, 'body')).toEqual(['p_b', 'p_d']);
    expect(listNames(spec.sensors)).toEqual(['p_sj', 'p_sk']);
    expect(listNames(spec.actuators)).toEqual(['p_mo']);
    expect(spec.actuators[0]?.class).toBe('p_main');
    expect(listNames(spec.meshes)).toEqual(['p_m']);
    expect(listNames(spec.numerics)).toEqual(['p_num']);
    const [frame] = spec.worldbody.children as BodyNode[];
    expect(frame).toMatchObject({ kind: 'frame', childclass: 'p_main' });
    expect(frame?.children[0]).toMatchObject({
      childclass: 'p_v',
      scope: { dir: 'sub/', compiler: { angle: 'radian' } },
    });
    expect(spec.defaults.children[0]).toMatchObject({ class: 'p_main', fresh: true });
    expect(JSON.stringify(spec.defaults)).toContain('p_mat');
  });

  test('a frame, a nested body, a world', () => {
    expect(names(attach('<attach model="c" frame="f" prefix="p_"/>'), 'geom')).toEqual(['p_fg']);
    const inner = attach('<attach model="c" body="d" prefix="p_"/>');
    expect(listNames(inner.sensors)).toEqual(['p_sk']);
    expect(inner.worldbody.children[0]).toMatchObject({ childclass: 'p_v' });
    expect(names(attach('<frame><attach model="c" prefix="p_"/></frame>'), 'body')).toEqual(['p_b', 'p_d']);
  });

  test('keyframes lead to the copies of joints and actuators', () => {
    const spec = attach('<attach model="c" body="b" prefix="p_"/><attach model="c" body="b" prefix="q_"/>');
    expect(spec.attachedKeys.map((k) => k.key.name)).toEqual(['p_kk', 'q_kk']);
    const source = spec.attachedKeys[1]?.model.actuators[0];
    expect(spec.attachedKeys[1]?.copies.get(source as object)).toBe(spec.actuators[1]);
  });

  test('inside a replicate the keyframe goes with the first copy', () => {
    const spec = attach('<replicate count="3"><attach model="c" body="b" prefix="p_"/></replicate>');
    const copies = [...(spec.attachedKeys[0]?.copies.values() ?? [])] as { name?: string }[];
    expect(copies.map((c) => c.name)).toContain('p_j0');
  });

  test('without a prefix classes of the same name stay apart', () => {
    const spec = load(
      '<mujoco><default><default class="v"/></default><asset><model name="c" file="c.xml"/></asset><worldbody><attach model="c" body="b" prefix=""/></worldbody></mujoco>',
      { 'c.xml': CHILD },
    );
    const [frame] = spec.worldbody.children as BodyNode[];
    expect(frame?.children[0]).toMatchObject({ childclass: 'v_1' });
  });

  test('of itself, what was read so far', () => {
    const spec = load(
      '<mujoco><worldbody><body name="b"><joint name="j"/></body><frame><attach body="b" prefix="x"/></frame></worldbody><sensor><jointpos joint="j"/></sensor></mujoco>',
    );
    expect(names(spec, 'joint')).toEqual(['j', 'xj']);
    expect(spec.sensors).toHaveLength(2);
    const late = '<mujoco><worldbody><attach body="b" prefix="x"/><body name="b"/></worldbody></mujoco>';
    expect(() => load(late)).toThrow(/no body 'b'/);
  });

  test('settings that disagree', () => {
    const child = '<mujoco><option timestep="0.004" gravity="0 0 -1"/><worldbody><body name="b"/></worldbody></mujoco>';
    const parent = (conflict: string): string =>
      `<mujoco><compiler conflict="${conflict}"/><option timestep="0.005"/><asset><model name="c" file="c.xml"/></asset><worldbody><attach model="c" body="b" prefix="p"/></worldbody></mujoco>`;
    const files = { 'c.xml': child };
    expect(load(parent('merge'), files).option).toMatchObject({ timestep: 0.004, gravity: [0, 0, -1] });
    expect(load(parent('warning'), files).option.timestep).toBe(0.005);
    expect(() => load(parent('error'), files)).toThrow(/settings conflict/);
  });
});

describe('composite cable', () => {
  test('names, joints, sites and excludes', () => {
    const spec = load(
      '<mujoco><worldbody><composite prefix="c" type="cable" count="5 1 1" curve="s" size="1" initial="none"><geom type="capsule" size=".01"/></composite></worldbody></mujoco>',
    );
    expect(names(spec, 'body')).toEqual(['cB_first', 'cB_1', 'cB_2', 'cB_last']);
    expect(names(spec, 'joint')).toEqual(['cJ_1', 'cJ_2', 'cJ_last']);
    expect(names(spec, 'site')).toEqual(['cS_first', 'cS_last']);
    expect(spec.excludes).toHaveLength(3);
    expect(listNames(spec.texts)).toEqual(['composite_c']);
  });

  test('the skin of a cable is bounded by the limits', () => {
    const xml = `<mujoco><worldbody><composite type="cable" prefix="c" count="5 1 1" curve="s" size="1">
      <geom type="box" size=".1 .1 .1"/><skin subgrid="100000"/></composite></worldbody></mujoco>`;
    expect(() => load(xml)).toThrow(/too fine/);
  });

  test('a cable of boxes has a skin', () => {
    const spec = load(
      '<mujoco><worldbody><composite type="cable" count="4 1 1" curve="s" size="1"><geom type="box" size=".1 .02 .01"/></composite></worldbody></mujoco>',
    );
    const [skin] = spec.skins;
    expect(skin?.vertex).toHaveLength(3 * 16);
    expect(skin?.bones).toHaveLength(8);
    expect(Math.max(...(skin?.face ?? []))).toBe(15);
  });
});

test('ten thousand nested bodies, with a replicate at the bottom', () => {
  const spec = createSpec();
  let node: BodyNode = spec.worldbody;
  for (let i = 0; i < 10_000; i++) {
    node = addBody(node, { name: `b${i}`, pos: [0, 0, 1] });
    addJoint(node);
    addGeom(node, { size: [1] });
  }
  node.children.push({ kind: 'replicate', count: 3, children: [{ kind: 'geom', name: 'g', size: [1] }] });
  expect(names(expandSpec(spec), 'geom')).toHaveLength(10_003);
});

test('models that attach one another twice do not grow without bound', () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 18; i++) {
    files[`m${i}.xml`] = `<mujoco><asset><model name="n" file="m${i + 1}.xml"/></asset><worldbody>${'abcd'
      .split('')
      .map((p) => `<attach model="n" prefix="${p}"/>`)
      .join('')}</worldbody></mujoco>`;
  }
  files['m18.xml'] = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>';
  const start = processorTime();
  const warnings: Diagnostic[] = [];
  expect(() =>
    expandSpec(parseMjcf(files['m0.xml'] ?? '', { files, file: 'm0.xml', onWarning: (w) => warnings.push(w) }), {
      limits: { expandedElements: 1e5 },
    }),
  ).toThrow(ModelError);
  expect(processorTime() - start).toBeLessThan(5000);
});

test('replicate beside keyframes or a clock: a warning, for MuJoCo copies them', () => {
  const text = (rest: string): string =>
    `<mujoco><worldbody>\n<replicate count="2"><body><joint/><geom size="1"/></body></replicate></worldbody>${rest}</mujoco>`;
  const warningsOf = (rest: string): Diagnostic[] => {
    const diagnostics = new Diagnostics();
    expandSpec(parseMjcf(text(rest)), { diagnostics });
    return diagnostics.list;
  };
  expect(warningsOf('')).toEqual([]);
  const expected = [{ severity: 'warning', code: 'unsupported', line: 2 }];
  expect(warningsOf('<keyframe><key qpos="1 2"/></keyframe>')).toMatchObject(expected);
  expect(warningsOf('<sensor><clock/></sensor>')).toMatchObject(expected);
});
