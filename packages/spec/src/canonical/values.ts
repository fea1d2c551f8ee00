import type { Model } from '@qpos/core';
import { row } from '../mjcf/schema.ts';
import type { CanonicalElement } from './element.ts';

export type Record_ = Readonly<Record<string, unknown>>;
type Numbers = ArrayLike<number>;

/** Attributes that are not written by the table of their element: they come first, last, or not at all. */
const APART: Readonly<Record<string, ReadonlySet<string>>> = {
  joint: new Set(['pos', 'axis', 'springdamper', 'limited', 'actuatorfrclimited', 'user']),
  geom: new Set([
    ...['size', 'mass', 'density', 'shellinertia', 'fromto', 'pos', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'],
    ...['fitscale', 'fluidshape', 'user'],
  ]),
  site: new Set(['pos', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler', 'size', 'fromto', 'user']),
  camera: new Set([
    ...['fovy', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler', 'focal', 'focalpixel', 'principal', 'principalpixel'],
    ...['sensorsize', 'user'],
  ]),
  light: new Set(['directional', 'type']),
  // MuJoCo does not save `maxhullvert`
  mesh: new Set(['vertex', 'normal', 'texcoord', 'face', 'builtin', 'params', 'maxhullvert']),
  spatial: new Set(['springlength', 'user']),
  fixed: new Set(['springlength', 'user']),
  general: new Set([...['user', 'actdim', 'input', 'gaintype', 'biastype', 'gainprm', 'biasprm', 'cranklength']]),
  skin: new Set(['vertex', 'texcoord', 'face', 'group']),
  flex: new Set(['vertex', 'element', 'texcoord', 'elemtexcoord', 'nodecoord', 'cellcount', 'dof']),
  option: new Set(['actuatorgroupdisable']),
};
const NONE: ReadonlySet<string> = new Set();

/** Writes the numbers and keywords of an element in the order of the schema, where they are not those of `byDefault`. */
export function writeValues(
  e: CanonicalElement,
  kind: string,
  values: Record_,
  byDefault: Record_ | undefined,
  inDefaults = false,
): void {
  const apart = APART[kind] ?? NONE;
  for (const [name, a] of Object.entries(row(kind).attributes)) {
    const value = values[name];
    if (value === undefined || apart.has(name) || (inDefaults && a.nodefault)) continue;
    const usual = byDefault?.[name];
    if (a.type === 'keyword') e.value(name, value as string, usual as string);
    else if (a.type === 'flags') writeFlags(e, name, a.keywords as string[], value as string[], usual as string[]);
    else if (a.type === 'int' || a.type === 'real' || a.type === 'float') {
      const how = { single: a.type === 'float', trim: a.list && a.min < a.max };
      e.numbers(name, value as Numbers, usual as Numbers | undefined, how);
    }
  }
}

/** Words in the order of the schema. */
function writeFlags(e: CanonicalElement, name: string, words: string[], given: string[], usual: string[]): void {
  const listed = (list: string[]): string => words.filter((word) => list.includes(word)).join(' ');
  if (listed(given) !== listed(usual)) e.text(name, listed(given));
}

/** Numbers of a model by the attribute that they come from: the fields whose numbers, one after the other, are its value. */
const FIELDS = {
  body: 'pos:body_pos quat:body_quat user:body_user',
  inertial: 'pos:body_ipos quat:body_iquat mass:body_mass diaginertia:body_inertia',
  joint:
    'pos:jnt_pos axis:jnt_axis stiffness:jnt_stiffness+jnt_stiffnesspoly range:jnt_range actuatorfrcrange:jnt_actfrcrange ' +
    'solreflimit:jnt_solref solimplimit:jnt_solimp margin:jnt_margin user:jnt_user',
  dof:
    'solreffriction:dof_solref solimpfriction:dof_solimp armature:dof_armature damping:dof_damping+dof_dampingpoly ' +
    'frictionloss:dof_frictionloss',
  geom:
    'size:geom_size pos:geom_pos quat:geom_quat friction:geom_friction solref:geom_solref solimp:geom_solimp rgba:geom_rgba ' +
    'solmix:geom_solmix margin:geom_margin gap:geom_gap surfacevel:geom_surfacevel adhesion:geom_adhesion user:geom_user',
  site: 'size:site_size pos:site_pos quat:site_quat rgba:site_rgba user:site_user',
  camera: 'pos:cam_pos quat:cam_quat fovy:cam_fovy ipd:cam_ipd resolution:cam_resolution user:cam_user',
  light:
    'pos:light_pos dir:light_dir attenuation:light_attenuation cutoff:light_cutoff exponent:light_exponent ' +
    'ambient:light_ambient diffuse:light_diffuse specular:light_specular',
  material:
    'texrepeat:mat_texrepeat emission:mat_emission specular:mat_specular shininess:mat_shininess ' +
    'reflectance:mat_reflectance rgba:mat_rgba',
  pair:
    'solref:pair_solref solreffriction:pair_solreffriction solimp:pair_solimp margin:pair_margin gap:pair_gap ' +
    'adhesion:pair_adhesion friction:pair_friction',
  equality: 'data:eq_data solref:eq_solref solimp:eq_solimp',
  tendon:
    'range:tendon_range actuatorfrcrange:tendon_actfrcrange solreflimit:tendon_solref_lim solimplimit:tendon_solimp_lim ' +
    'solreffriction:tendon_solref_fri solimpfriction:tendon_solimp_fri rgba:tendon_rgba width:tendon_width margin:tendon_margin ' +
    'stiffness:tendon_stiffness+tendon_stiffnesspoly damping:tendon_damping+tendon_dampingpoly armature:tendon_armature ' +
    'frictionloss:tendon_frictionloss user:tendon_user',
  actuator:
    'dynprm:actuator_dynprm gainprm:actuator_gainprm biasprm:actuator_biasprm forcerange:actuator_forcerange ' +
    'actrange:actuator_actrange damping:actuator_damping+actuator_dampingpoly armature:actuator_armature ' +
    'cranklength:actuator_cranklength user:actuator_user',
  control: 'ctrlrange:actuator_ctrlrange',
  output: 'lengthrange:actuator_lengthrange gear:actuator_gear',
  sensor: 'cutoff:sensor_cutoff noise:sensor_noise user:sensor_user',
};

export type FieldGroup = keyof typeof FIELDS;

/** The sizes of a model that its fields are arrays of. */
const COUNTS: Readonly<Record<FieldGroup, string>> = {
  body: 'nbody',
  inertial: 'nbody',
  joint: 'njnt',
  dof: 'nv',
  geom: 'ngeom',
  site: 'nsite',
  camera: 'ncam',
  light: 'nlight',
  material: 'nmat',
  pair: 'npair',
  equality: 'neq',
  tendon: 'ntendon',
  actuator: 'nactuator',
  control: 'nu',
  output: 'nout',
  sensor: 'nsensor',
};

interface Field {
  readonly attribute: string;
  readonly fields: readonly string[];
}

const parsed = new Map<FieldGroup, readonly Field[]>();

function fieldsOf(group: FieldGroup): readonly Field[] {
  let fields = parsed.get(group);
  if (fields === undefined) {
    fields = FIELDS[group].split(' ').map((entry) => {
      const [attribute = '', names = ''] = entry.split(':');
      return { attribute, fields: names.split('+') };
    });
    parsed.set(group, fields);
  }
  return fields;
}

/** The numbers of the object `id` of a model, by attribute. */
export function modelValues(m: Model, group: FieldGroup, id: number): Record<string, number[]> {
  const model = m as unknown as Readonly<Record<string, unknown>>;
  const count = model[COUNTS[group]] as number;
  const values: Record<string, number[]> = {};
  for (const { attribute, fields } of fieldsOf(group)) {
    const list: number[] = [];
    for (const field of fields) {
      const array = model[field] as Numbers;
      const size = array.length / count;
      for (let k = 0; k < size; k++) list.push(array[id * size + k]);
    }
    values[attribute] = list;
  }
  return values;
}

/** What a draft says, with the numbers of the model in the place of its own. */
export function withModel(values: object, m: Model, group: FieldGroup, id: number): Record<string, unknown> {
  return Object.assign(Object.create(values) as Record<string, unknown>, modelValues(m, group, id));
}
