import { enums, type Model } from '@qpos/core';

const { JointType, ObjType, TransmissionType } = enums;

const sensorUnits: Readonly<Record<string, string>> = {
  TOUCH: 'N',
  ACCELEROMETER: 'm/s²',
  VELOCIMETER: 'm/s',
  GYRO: 'rad/s',
  FORCE: 'N',
  TORQUE: 'N·m',
  RANGEFINDER: 'm',
  TENDONPOS: 'm',
  TENDONVEL: 'm/s',
  TENDONACTFRC: 'N',
  TENDONLIMITPOS: 'm',
  TENDONLIMITVEL: 'm/s',
  TENDONLIMITFRC: 'N',
  BALLANGVEL: 'rad/s',
  FRAMEPOS: 'm',
  FRAMELINVEL: 'm/s',
  FRAMEANGVEL: 'rad/s',
  FRAMELINACC: 'm/s²',
  FRAMEANGACC: 'rad/s²',
  SUBTREECOM: 'm',
  SUBTREELINVEL: 'm/s',
  SUBTREEANGMOM: 'kg·m²/s',
  GEOMDIST: 'm',
  E_POTENTIAL: 'J',
  E_KINETIC: 'J',
  CLOCK: 's',
};

/** Units of fields of Data that have one whatever the row is. */
const fieldUnits: Readonly<Record<string, string>> = {
  time: 's',
  energy: 'J',
  contact_normal: 'N',
  contact_tangent: 'N',
  xpos: 'm',
  xipos: 'm',
  xanchor: 'm',
  geom_xpos: 'm',
  site_xpos: 'm',
  cam_xpos: 'm',
  light_xpos: 'm',
  mocap_pos: 'm',
  subtree_com: 'm',
  flexvert_xpos: 'm',
  flexedge_length: 'm',
  ten_length: 'm',
  ten_velocity: 'm/s',
  subtree_linvel: 'm/s',
  subtree_angmom: 'kg·m²/s',
};

type JointUnits = readonly [slide: string, hinge: string];

const positions: JointUnits = ['m', 'rad'];
const velocities: JointUnits = ['m/s', 'rad/s'];
const accelerations: JointUnits = ['m/s²', 'rad/s²'];
const forces: JointUnits = ['N', 'N·m'];

function jointUnit(model: Model, joint: number, [slide, hinge]: JointUnits): string {
  const type = model.jnt_type[joint];
  return type === JointType.SLIDE ? slide : type === JointType.HINGE ? hinge : '';
}

/** The unit of a quantity of one or several joints, if all of them have the same. */
function jointsUnit(model: Model, units: JointUnits, owns: (joint: number) => boolean): string {
  const found = new Set<string>();
  for (let j = 0; j < model.njnt; j++) if (owns(j)) found.add(jointUnit(model, j, units));
  return found.size === 1 ? ([...found][0] ?? '') : '';
}

const nvOfJoint = [6, 3, 1, 1];
const nqOfJoint = [7, 4, 1, 1];

function actuatorUnit(model: Model, actuator: number): string {
  const type = model.actuator_trntype[actuator];
  if (type === TransmissionType.JOINT) return jointUnit(model, model.actuator_trnid[2 * actuator], forces);
  return type === TransmissionType.TENDON ? 'N' : '';
}

function sensorUnit(model: Model, sensor: number): string {
  const type = model.sensor_type[sensor];
  const name = Object.entries(enums.SensorType).find(([, value]) => value === type)?.[0] ?? '';
  const joint = model.sensor_objtype[sensor] === ObjType.JOINT ? model.sensor_objid[sensor] : -1;
  if (joint >= 0 && /^JOINT(LIMIT)?POS$/.test(name)) return jointUnit(model, joint, positions);
  if (joint >= 0 && /^JOINT(LIMIT)?VEL$/.test(name)) return jointUnit(model, joint, velocities);
  if (joint >= 0 && /^JOINT(ACT|LIMIT)FRC$/.test(name)) return jointUnit(model, joint, forces);
  if (name === 'ACTUATORFRC') return actuatorUnit(model, model.sensor_objid[sensor]);
  return sensorUnits[name] ?? '';
}

/** Whether two ranges have elements in common. */
const meet = (a: number, na: number, b: number, nb: number): boolean => a < b + nb && b < a + na;

/** The unit of the numbers from `from` to `to` of a field of Data; empty where it has none, or they have several. */
export function unitOf(model: Model, field: string, from: number, to: number): string {
  const n = to - from;
  const dofs = (units: JointUnits): string =>
    jointsUnit(model, units, (j) => meet(from, n, model.jnt_dofadr[j], nvOfJoint[model.jnt_type[j]] ?? 1));
  if (field === 'qpos')
    return jointsUnit(model, positions, (j) => meet(from, n, model.jnt_qposadr[j], nqOfJoint[model.jnt_type[j]] ?? 1));
  if (field === 'qvel') return dofs(velocities);
  if (field === 'qacc' || field === 'qacc_smooth' || field === 'qacc_warmstart') return dofs(accelerations);
  if (field.startsWith('qfrc_')) return dofs(forces);
  const common = (units: readonly string[]): string => (new Set(units).size === 1 ? (units[0] ?? '') : '');
  const owners = (count: number, unit: (id: number) => string, adr: Int32Array, num: Int32Array): string =>
    common(
      Array.from({ length: count }, (_, id) => id)
        .filter((id) => meet(from, n, adr[id] ?? 0, num[id] ?? 0))
        .map(unit),
    );
  if (field === 'sensordata')
    return owners(model.nsensor, (s) => sensorUnit(model, s), model.sensor_adr, model.sensor_dim);
  if (field === 'actuator_force')
    return owners(model.nactuator, (a) => actuatorUnit(model, a), model.actuator_outadr, model.actuator_outnum);
  return fieldUnits[field] ?? '';
}
