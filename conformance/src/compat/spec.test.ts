import { beforeAll, describe, expect, test } from 'vitest';
import { readField, relativeError } from '../oracle/transfer.ts';
import { type AnyModule, type Both, loadBoth } from './both-modules.ts';
import { memberNames, plainValue } from './member-values.ts';

let both: Both;
beforeAll(async () => {
  both = await loadBoth();
});

type Mj = AnyModule;
interface Object_ extends Record<string, unknown> {
  readonly element: object;
}

const engines = (): Mj[] => [both.ours.mj as unknown as Mj, both.theirs.mj as unknown as Mj];

/** Does the same with both engines; returns what each gives. */
const each = <T>(work: (mj: Mj) => T): [ours: T, theirs: T] => engines().map(work) as [T, T];

const parse = (mj: Mj, text = '<mujoco><worldbody/></mujoco>'): object => mj['parseXMLString']?.(text) as object;
const type = (mj: Mj, name: string): object =>
  (mj['mjtObj'] as unknown as Record<string, object>)[`mjOBJ_${name}`] as object;

const IN_BODY = ['Body', 'Camera', 'Geom', 'Joint', 'Light', 'Site'];
const WITH_CLASS = ['Actuator', 'Equality', 'Material', 'Mesh', 'Pair', 'Tendon'];
const IN_SPEC = ['Exclude', 'Flex', 'HField', 'Key', 'Numeric', 'Sensor', 'Skin', 'Text', 'Texture', 'Tuple'];

function add(mj: Mj, spec: object, name: string): Object_ {
  const main = mj['mjs_getSpecDefault']?.(spec);
  const world = mj['mjs_findBody']?.(spec, 'world');
  const f = mj[`mjs_add${name}`];
  return (
    IN_BODY.includes(name) ? f?.(world, main) : WITH_CLASS.includes(name) ? f?.(spec, main) : f?.(spec)
  ) as Object_;
}

/** Every member of an object as plain values. */
const valuesOf = (object: object): Record<string, unknown> =>
  Object.fromEntries(memberNames(object).map((name) => [name, plainValue((object as Record<string, unknown>)[name])]));

/** Members that a Spec here does not keep until it is compiled. */
function compareMembers(ours: object, theirs: object, label: string): void {
  const expected = valuesOf(theirs);
  const got = Object.fromEntries(
    Object.keys(expected).map((name) => [name, plainValue((ours as Record<string, unknown>)[name])]),
  );
  expect(got, label).toEqual(expected);
}

describe('built-in values', () => {
  test.each([...IN_BODY, ...WITH_CLASS, ...IN_SPEC])('Mjs%s: every member of a new object', (name) => {
    const [ours, theirs] = each((mj) => add(mj, parse(mj), name));
    compareMembers(ours, theirs, name);
  });

  test('a Spec, its compiler settings and its options', () => {
    const [ours, theirs] = each((mj) => parse(mj) as Record<string, object>);
    for (const part of ['compiler', 'authored']) compareMembers(ours?.[part] as object, theirs?.[part] as object, part);
    compareMembers(ours, theirs, 'spec');
    for (const part of ['option', 'stat']) {
      const expected = valuesOf(theirs[part] as object);
      for (const name of Object.keys(expected).filter((n) => n !== 'copy'))
        expect(plainValue((ours[part] as Record<string, unknown>)[name]), `${part}.${name}`).toEqual(expected[name]);
    }
  });
});

const MODEL = `<mujoco model="parts">
  <compiler angle="radian" eulerseq="zyx"/>
  <option timestep=".004" integrator="implicitfast"><flag contact="disable" energy="enable"/></option>
  <default><geom rgba="1 0 0 1" size=".2"/><joint damping="1 2"/>
    <default class="thin"><geom size=".05 .1" type="cylinder"/><position kp="7"/><site rgba="0 1 0 1"/></default>
  </default>
  <asset>
    <texture name="tex" type="2d" builtin="checker" rgb1=".1 .2 .3" width="8" height="8"/>
    <material name="mat" texture="tex" shininess=".7"/>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="2 2 2" inertia="exact"/>
    <hfield name="hill" nrow="2" ncol="3" size="1 1 1 .1" elevation="0 1 2 3 4 5"/>
  </asset>
  <worldbody>
    <site name="top" pos="0 0 2"/>
    <light name="sun" pos="0 0 3" dir="0 .1 -1" castshadow="false" mode="trackcom"/>
    <geom name="floor" type="plane" size="1 1 .1" material="mat" euler=".1 .2 .3"/>
    <body name="arm" pos="0 0 1" childclass="thin" gravcomp=".5">
      <inertial pos=".1 0 0" mass="2" diaginertia=".1 .2 .3" quat="1 1 0 0"/>
      <joint name="hinge" axis="0 1 0" range="-1 1" stiffness="3" solreflimit=".1 2"/>
      <frame name="frame" pos="0 1 0" axisangle="0 0 1 .5"><geom name="tip" zaxis="0 1 1"/><site name="end" pos=".1 .2 .3"/></frame>
      <camera name="eye" fovy="30" xyaxes="1 0 0 0 0 1" mode="targetbody" target="hand"/>
      <body name="hand" mocap="false"><geom name="hull" type="mesh" mesh="tetra" mass="3" user="1 2"/></body>
    </body>
    <body name="loose" pos="3 0 0"><freejoint name="loose"/><geom name="free" class="thin"/></body>
  </worldbody>
  <contact><pair name="touch" geom1="tip" geom2="floor" condim="4"/><exclude name="apart" body1="arm" body2="hand"/></contact>
  <tendon><spatial name="rope" width=".01" range="0 1"><site site="end"/><geom geom="tip" sidesite="end"/><site site="end"/><pulley divisor="2"/><site site="end"/><site site="top"/></spatial>
    <fixed name="sum" springlength=".3"><joint joint="hinge" coef="2"/></fixed></tendon>
  <equality><weld name="weld" body1="hand" relpose="0 0 1 1 0 0 0" torquescale=".5"/><joint name="lock" joint1="hinge" polycoef="1 2"/><connect name="pin" site1="end" site2="top"/></equality>
  <actuator><position name="servo" class="thin" joint="hinge" kv="2"/><muscle name="biceps" tendon="rope"/><general name="site" site="end" gear="1 2 3" dyntype="filter" dynprm=".1" ctrlrange="-1 1"/><damper name="damper" joint="hinge" kv="3" ctrlrange="0 2"/></actuator>
  <sensor><framepos name="where" objtype="geom" objname="tip" reftype="body" refname="hand" noise=".1"/><touch name="touch" site="end" cutoff="3"/><contact name="hits" geom1="tip" num="2" data="found force"/><user name="own" dim="3" needstage="vel"/></sensor>
  <custom><numeric name="numbers" size="4" data="1 2 3"/><text name="words" data="hello"/><tuple name="pair"><element objtype="body" objname="arm" prm=".5"/></tuple></custom>
  <keyframe><key name="home" time="2" qpos=".1 0 0 1 1 0 0 0"/></keyframe>
</mujoco>`;

const KINDS = {
  BODY: 'Body', JOINT: 'Joint', GEOM: 'Geom', SITE: 'Site', CAMERA: 'Camera', LIGHT: 'Light', MESH: 'Mesh', HFIELD: 'HField',
  TEXTURE: 'Texture', MATERIAL: 'Material', PAIR: 'Pair', EXCLUDE: 'Exclude', EQUALITY: 'Equality', TENDON: 'Tendon',
  ACTUATOR: 'Actuator', SENSOR: 'Sensor', NUMERIC: 'Numeric', TEXT: 'Text', TUPLE: 'Tuple', KEY: 'Key', FRAME: 'Frame',
}; // biome-ignore format: a table

/** The elements of one kind, in order. */
function elements(mj: Mj, spec: object, kind: string): object[] {
  const found: object[] = [];
  for (let e = mj['mjs_firstElement']?.(spec, type(mj, kind)); e; e = mj['mjs_nextElement']?.(spec, e))
    found.push(e as object);
  return found;
}

describe('a model that was read', () => {
  test.each(Object.entries(KINDS))('%s: order, names and every member', (kind, name) => {
    const [ours, theirs] = each((mj) => {
      const spec = parse(mj, MODEL);
      return elements(mj, spec, kind).map((e) => ({
        name: mj['mjs_getName']?.(e),
        object: mj[`mjs_as${name}`]?.(e) as object,
        parent: plainName(mj, mj['mjs_getParent']?.(e)),
        frame: plainName(mj, mj['mjs_getFrame']?.(e)),
        class: plainName(mj, mj['mjs_getDefault']?.(e)),
      }));
    });
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.map(({ object: _, ...rest }) => rest)).toEqual(theirs.map(({ object: _, ...rest }) => rest));
    theirs.forEach(({ object }, k) => {
      compareMembers(ours[k]?.object as object, object, `${kind} ${k}`);
    });
  });
});

function plainName(mj: Mj, object: unknown): unknown {
  const element = (object as { element?: object } | undefined)?.element;
  return element && mj['mjs_getName']?.(element);
}

/** Fields of a model that tell whether two are the same. */
const FIELDS =
  'body_pos body_quat body_mass body_inertia body_ipos jnt_type jnt_range jnt_axis dof_damping geom_type geom_size geom_pos geom_quat geom_rgba geom_friction site_pos cam_fovy light_pos mesh_vert tendon_range tendon_stiffness wrap_type wrap_objid eq_data eq_obj1id actuator_gainprm actuator_biasprm actuator_dynprm actuator_trnid actuator_ctrlrange sensor_type sensor_objid sensor_dim numeric_data key_qpos exclude_signature pair_friction mat_rgba hfield_data'.split(
    ' ',
  );

/** What the official package makes of a name that is not there. */
const NO_NAME = 'emsc';

/** The same work with both engines gives models that are equal, names included. */
function compareModels(work: (mj: Mj) => object): void {
  const [ours, theirs] = each((mj) => {
    const model = mj['mj_compile']?.(work(mj)) as Record<string, unknown>;
    const fields = FIELDS.map((name) => readField(model, name) as Float64Array);
    const names = ['body', 'joint', 'geom', 'site', 'tendon', 'actuator', 'sensor'].map((kind, k) => {
      const count = model[
        ['nbody', 'njnt', 'ngeom', 'nsite', 'ntendon', 'nactuator', 'nsensor'][k] as string
      ] as number;
      const number = (type(mj, kind.toUpperCase()) as { value: number }).value;
      return Array.from({ length: count }, (_, id) =>
        String(mj['mj_id2name']?.(model, number, id)).replace(NO_NAME, ''),
      );
    });
    return { fields: fields.map((values) => Float64Array.from(values)), names };
  });
  expect(ours.names).toEqual(theirs.names);
  FIELDS.forEach((name, k) => {
    expect(ours.fields[k]?.length, name).toBe(theirs.fields[k]?.length);
    expect(relativeError(ours.fields[k] as Float64Array, theirs.fields[k] as Float64Array), name).toBeLessThan(1e-9);
  });
}

const set = (object: unknown, values: Readonly<Record<string, unknown>>): void => {
  const target = object as Record<string, unknown>;
  for (const [name, value] of Object.entries(values))
    if (ArrayBuffer.isView(target[name])) (target[name] as Float64Array).set(value as number[]);
    else if (Array.isArray(value))
      for (const x of value) (target[name] as { push_back(x: unknown): void }).push_back(x);
    else target[name] = value;
};

const elementOf = (object: unknown): object => (object as Object_).element;

/** An enumeration's value by name. */
const value = (mj: Mj, enumeration: string, name: string): object =>
  (mj as unknown as Record<string, Record<string, object>>)[enumeration]?.[name] as object;

function build(mj: Mj): object {
  const spec = parse(mj);
  const main = mj['mjs_getSpecDefault']?.(spec);
  const world = mj['mjs_findBody']?.(spec, 'world');
  const thin = mj['mjs_addDefault']?.(spec, 'thin', main) as Record<string, object>;
  set(thin['geom'], { size: [0.05, 0.06, 0.07], type: value(mj, 'mjtGeom', 'mjGEOM_BOX') });
  set((main as Record<string, object>)['joint'], { damping: [0.5, 0.1, 0] });
  const named = (object: unknown, name: string): Object_ => {
    mj['mjs_setName']?.((object as Object_).element, name);
    return object as Object_;
  };
  const arm = named(mj['mjs_addBody']?.(world, main), 'arm');
  set(arm, { pos: [0, 0, 1], gravcomp: 0.5 });
  set((arm as { alt?: object }).alt, { type: value(mj, 'mjtOrientation', 'mjORIENTATION_EULER'), euler: [10, 20, 30] });
  const hinge = named(mj['mjs_addJoint']?.(arm, main), 'hinge');
  set(hinge, {
    axis: [0, 1, 0],
    range: [-40, 40],
    limited: value(mj, 'mjtLimited', 'mjLIMITED_TRUE'),
    stiffness: [3, 0, 0],
  });
  set(named(mj['mjs_addGeom']?.(arm, thin), 'box'), { pos: [0.1, 0.2, 0.3], rgba: [1, 0, 0, 1], userdata: [1, 2] });
  set(named(mj['mjs_addSite']?.(arm, main), 'tip'), { pos: [0.3, 0, 0] });
  const ball = named(mj['mjs_addBody']?.(world, main), 'ball');
  named(mj['mjs_addFreeJoint']?.(ball), 'free');
  set(named(mj['mjs_addGeom']?.(ball, main), 'ball'), { size: [0.1, 0, 0], mass: 2 });
  set(ball, { pos: [1, 1, 1] });
  const heavy = named(mj['mjs_addBody']?.(arm, main), 'heavy');
  set(heavy, { ipos: [0, 0, 0.1], mass: 3, inertia: [0.1, 0.2, 0.25], explicitinertial: true });
  set(named(mj['mjs_addCamera']?.(heavy, main), 'eye'), { fovy: 33 });
  set(named(mj['mjs_addMesh']?.(spec, main), 'tetra'), { uservert: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
  set(named(mj['mjs_addGeom']?.(world, main), 'hull'), {
    type: value(mj, 'mjtGeom', 'mjGEOM_MESH'),
    meshname: 'tetra',
  });
  set(named(mj['mjs_addMaterial']?.(spec, main), 'red'), { rgba: [1, 0, 0, 1] });
  set(named(mj['mjs_addHField']?.(spec), 'hill'), { nrow: 2, ncol: 2, size: [1, 1, 1, 0.1], userdata: [0, 1, 2, 3] });
  set(named(mj['mjs_addPair']?.(spec, main), 'pair'), {
    geomname1: 'box',
    geomname2: 'hull',
    friction: [2, 2, 0.1, 0.1, 0.1],
  });
  set(named(mj['mjs_addExclude']?.(spec), 'apart'), { bodyname1: 'arm', bodyname2: 'ball' });
  const sum = named(mj['mjs_addTendon']?.(spec, main), 'sum');
  mj['mjs_wrapJoint']?.(sum, 'hinge', 2.5);
  set(sum, { range: [0, 2], stiffness: [4, 0, 0] });
  const rope = named(mj['mjs_addTendon']?.(spec, main), 'rope');
  mj['mjs_wrapSite']?.(rope, 'tip');
  mj['mjs_wrapGeom']?.(rope, 'ball', '');
  mj['mjs_wrapSite']?.(rope, 'tip');
  set(named(mj['mjs_addEquality']?.(spec, main), 'lock'), {
    type: value(mj, 'mjtEq', 'mjEQ_JOINT'),
    name1: 'hinge',
    data: [0.1, 1, 0.2],
  });
  set(named(mj['mjs_addEquality']?.(spec, main), 'weld'), {
    type: value(mj, 'mjtEq', 'mjEQ_WELD'),
    name1: 'ball',
    objtype: value(mj, 'mjtObj', 'mjOBJ_BODY'),
    data: [0.1, 0.2, 0.3, 0, 0, 0, 1, 0, 0, 0, 1],
  });
  const kinds: [string, unknown[]][] = [
    ['mjs_setToMotor', []],
    ['mjs_setToVelocity', [3]],
    ['mjs_setToDamper', [2]],
    ['mjs_setToCylinder', [0.2, 0.1, 0.5, -1]],
    ['mjs_setToAdhesion', [2]],
  ];
  for (const [name, args] of kinds) {
    const actuator = named(mj['mjs_addActuator']?.(spec, main), name);
    set(actuator, { target: 'hinge', trntype: value(mj, 'mjtTrn', 'mjTRN_JOINT'), ctrlrange: [0, 1] });
    expect(mj[name]?.(actuator, ...args)).toBe('');
  }
  const sensor = named(mj['mjs_addSensor']?.(spec), 'where');
  set(sensor, {
    type: value(mj, 'mjtSensor', 'mjSENS_FRAMEPOS'),
    objtype: value(mj, 'mjtObj', 'mjOBJ_SITE'),
    objname: 'tip',
  });
  set(named(mj['mjs_addNumeric']?.(spec), 'numbers'), { size: 3, data: [1, 2] });
  set(named(mj['mjs_addKey']?.(spec), 'home'), { qpos: [0.1, 0, 0, 1, 1, 0, 0, 0] });
  (spec as { option: { timestep: number; gravity: Float64Array } }).option.gravity[2] = -1;
  return spec;
}

describe('editing', () => {
  test('a model made by calls', () => compareModels(build));

  test('a model that was read, changed and compiled', () => {
    compareModels((mj) => {
      const spec = parse(mj, MODEL);
      const find = (kind: string, name: string): object =>
        mj['mjs_findElement']?.(spec, type(mj, kind), name) as object;
      set(mj['mjs_asGeom']?.(find('GEOM', 'tip')), { size: [0.3, 0.2, 0.1], mass: 4 });
      set(mj['mjs_asJoint']?.(find('JOINT', 'hinge')), { range: [-0.5, 0.5], damping: [3, 0, 0] });
      set(mj['mjs_asActuator']?.(find('ACTUATOR', 'servo')), { ctrlrange: [-2, 2] });
      set(mj['mjs_asCamera']?.(find('CAMERA', 'eye')), { fovy: 60 });
      mj['mjs_setName']?.(find('BODY', 'hand'), 'fist');
      set(mj['mjs_asCamera']?.(find('CAMERA', 'eye')), { targetbody: 'fist' });
      set(mj['mjs_asExclude']?.(find('EXCLUDE', 'apart')), { bodyname2: 'fist' });
      set(mj['mjs_asSensor']?.(find('SENSOR', 'where')), { refname: 'fist' });
      set(mj['mjs_asEquality']?.(find('EQUALITY', 'weld')), { name1: 'fist' });
      mj['mjs_delete']?.(spec, find('SENSOR', 'touch'));
      mj['mjs_delete']?.(spec, find('EQUALITY', 'pin'));
      return spec;
    });
  });

  test('attached with a prefix and a suffix: to a frame, to a site', () => {
    compareModels((mj) => {
      const spec = parse(
        mj,
        '<mujoco><worldbody><frame name="f" pos="1 0 0"/><body name="b"><geom size=".1"/><joint name="j"/><site name="s" pos="0 0 .5" euler="90 0 0"/></body></worldbody></mujoco>',
      );
      const child = parse(
        mj,
        '<mujoco><default><geom size=".2"/></default><worldbody><body name="c" pos="0 1 0"><joint name="h"/><geom name="g"/><body name="d"><geom/></body></body></worldbody><actuator><motor name="m" joint="h"/></actuator><sensor><jointpos name="p" joint="h"/></sensor></mujoco>',
      );
      const body = elementOf(mj['mjs_findBody']?.(child, 'c'));
      const frame = elementOf(mj['mjs_findFrame']?.(spec, 'f'));
      const made = mj['mjs_attach']?.(frame, body, 'left-', '-1') as object;
      expect(mj['mjs_getName']?.(made)).toBe('left-c-1');
      const other = parse(
        mj,
        '<mujoco model="other"><worldbody><body name="e"><joint name="k"/><geom size=".1"/></body></worldbody></mujoco>',
      );
      mj['mjs_attach']?.(
        mj['mjs_findElement']?.(spec, type(mj, 'SITE'), 's'),
        elementOf(mj['mjs_findBody']?.(other, 'e')),
        'x',
        '',
      );
      return spec;
    });
  });

  test('a model is copied back to the Spec that it comes from, to no other, and the Spec stays as it is', () => {
    const [ours, theirs] = each((mj) => {
      const spec = parse(mj, MODEL);
      const model = mj['mj_compile']?.(spec) as Record<string, Float64Array>;
      (model['geom_size'] as Float64Array)[0] = 0.7;
      const other = mj['mj_compile']?.(parse(mj, '<mujoco/>'));
      const status = [mj['mj_copyBack']?.(spec, model), mj['mj_copyBack']?.(spec, other)];
      const again = mj['mj_compile']?.(spec) as Record<string, Float64Array>;
      return [...status, (again['geom_size'] as Float64Array)[0]?.toFixed(12)];
    });
    expect(ours).toEqual(theirs);
  });

  test('an error of the compiler, and the number of an element', () => {
    const [ours, theirs] = each((mj) => {
      const spec = parse(mj, MODEL);
      const geom = mj['mjs_findElement']?.(spec, type(mj, 'GEOM'), 'hull') as object;
      const before = mj['mjs_getId']?.(geom);
      mj['mj_compile']?.(spec);
      return [before, mj['mjs_getId']?.(geom), mj['mjs_setName']?.(geom, 'tip'), mj['mjs_isWarning']?.(spec)];
    });
    expect(ours).toEqual(theirs);
  });
});
