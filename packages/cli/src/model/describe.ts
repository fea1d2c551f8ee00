import { enums, idToName, type Model } from 'qpos';

const { TransmissionType, GainType, BiasType, DynamicsType } = enums;

const keyOf = (table: Readonly<Record<string, number>>, value: number): string =>
  (Object.keys(table).find((key) => table[key] === value) ?? String(value)).toLowerCase();

export const jointTypeName = (type: number): string => keyOf(enums.JointType, type);
export const geomTypeName = (type: number): string => keyOf(enums.GeomType, type);
export const sensorTypeName = (type: number): string => keyOf(enums.SensorType, type);
export const equalityTypeName = (type: number): string => keyOf(enums.EqualityType, type);
export const integratorName = (type: number): string => keyOf(enums.Integrator, type);
export const solverName = (type: number): string => keyOf(enums.Solver, type);
export const coneName = (type: number): string => keyOf(enums.Cone, type);

/** What an object is called: its name, or its kind and number. */
export function nameOf(model: Model, kind: string, id: number): string {
  return idToName(model, kind, id) ?? `${kind} ${id}`;
}

const OBJECT_KINDS: Readonly<Record<number, string>> = {
  [enums.ObjType.BODY]: 'body',
  [enums.ObjType.XBODY]: 'body',
  [enums.ObjType.JOINT]: 'joint',
  [enums.ObjType.GEOM]: 'geom',
  [enums.ObjType.SITE]: 'site',
  [enums.ObjType.CAMERA]: 'camera',
  [enums.ObjType.TENDON]: 'tendon',
  [enums.ObjType.ACTUATOR]: 'actuator',
};

/** An object given by its type and number, or an empty string. */
export function objectName(model: Model, type: number, id: number): string {
  const kind = OBJECT_KINDS[type];
  return kind === undefined || id < 0 ? '' : `${kind} ${nameOf(model, kind, id)}`;
}

/** What kind of actuator it is, by the shortcut that would make it. */
export function actuatorKind(model: Model, a: number): string {
  const { gaintype, biastype, dyntype, gainprm, biasprm } = model.actuator(a);
  if (gaintype === GainType.MUSCLE) return 'muscle';
  if (gaintype === GainType.DCMOTOR) return 'dcmotor';
  if (gaintype === GainType.PID) return 'pid';
  const [gain = 0] = gainprm;
  const [b0 = 0, b1 = 0, b2 = 0] = biasprm;
  if (gaintype === GainType.FIXED && biastype === BiasType.NONE) {
    return dyntype === DynamicsType.NONE
      ? model.actuator(a).trntype === TransmissionType.BODY
        ? 'adhesion'
        : 'motor'
      : 'general';
  }
  if (gaintype === GainType.FIXED && biastype === BiasType.AFFINE && b0 === 0) {
    if (b1 === -gain && gain !== 0) return dyntype === DynamicsType.INTEGRATOR ? 'intvelocity' : 'position';
    if (b1 === 0 && b2 === -gain && gain !== 0) return 'velocity';
  }
  return gaintype === GainType.AFFINE && b2 === 0 ? 'damper' : 'general';
}

const TARGET_KINDS: Readonly<Record<number, string>> = {
  [TransmissionType.JOINT]: 'joint',
  [TransmissionType.JOINTINPARENT]: 'joint',
  [TransmissionType.SLIDERCRANK]: 'site',
  [TransmissionType.TENDON]: 'tendon',
  [TransmissionType.SITE]: 'site',
  [TransmissionType.BODY]: 'body',
  [TransmissionType.SO3]: 'joint',
};

/** What an actuator acts on. */
export function actuatorTarget(model: Model, a: number): string {
  const { trntype, trnid } = model.actuator(a);
  const kind = TARGET_KINDS[trntype];
  return kind === undefined ? '' : `${kind} ${nameOf(model, kind, trnid[0] ?? 0)}`;
}

/** Whether an angle is what a joint moves by. */
export const isAngular = (jointType: number): boolean =>
  jointType === enums.JointType.HINGE || jointType === enums.JointType.BALL;
