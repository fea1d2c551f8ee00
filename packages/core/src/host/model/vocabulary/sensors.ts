import { type Enumeration, enumeration } from './types.ts';

/** What a sensor is attached to, and so which attributes name it; `packages/spec/src/mjcf/sensor-targets.ts` has them. */
export type SensorTarget =
  | 'site'
  | 'scalar joint'
  | 'ball joint'
  | 'limited joint'
  | 'tendon'
  | 'limited tendon'
  | 'actuator'
  | 'subtree'
  | 'frame'
  | 'frame in the world'
  | 'frame in a site'
  | 'two objects'
  | 'site or camera'
  | 'site in a camera'
  | 'contact'
  | 'mesh of a geom'
  | 'nothing'
  | 'callback'
  | 'plugin';

/** How many numbers it gives: a number, or what decides about it. */
export type SensorDim = number | 'outputs' | 'rays' | 'contacts' | 'vertices' | 'given' | 'plugin';

/** What is not as with most sensors. */
export interface SensorExceptions {
  /** `own`: its cutoff does not clamp the reading; what it means, if anything, is up to the function. */
  readonly cutoff?: 'own';
  /** `always`: it is read even if all its objects are asleep. `at a site`: it is if one of its objects is a site. */
  readonly awake?: 'always' | 'at a site';
  /** MuJoCo does not have it: it is read only with the option `extensions`. */
  readonly extension?: true;
}

/**
 * One sensor: its element in MJCF (`tag`, or `tag:row` where the schema knows the tag by another name), its name in `SensorType`, the
 * stage after which it is read, its target, size and data type, the function that reads it, its file in `kernel/sensor/readings` and what
 * it gets beside the sensor, a number or a constant of the kernel (nothing for what callbacks and plugins write), and what the reading is.
 */
export type SensorRow = readonly [
  element: string,
  type: string,
  stage: 'pos' | 'vel' | 'acc',
  target: SensorTarget,
  dim: SensorDim,
  datatype: 'real' | 'positive' | 'axis' | 'quaternion',
  reading: readonly [] | readonly [name: string, file: string, argument?: number | string],
  doc: string,
  exceptions?: SensorExceptions,
];

/** Every sensor, in the order of `SensorType`. Enumeration, dispatch, schema, compiler, decompiler, cutoff and sleep read this table. */
// biome-ignore format: a table
export const sensors: readonly SensorRow[] = [
  ['touch', 'TOUCH', 'acc', 'site', 1, 'positive', ['touch', 'touch.ts'], 'sum of the normal contact forces in the volume of a site'],
  ['accelerometer', 'ACCELEROMETER', 'acc', 'site', 3, 'real', ['accelerometer', 'inertial-unit.ts'], 'linear acceleration with gravity, in the frame of the site'],
  ['velocimeter', 'VELOCIMETER', 'vel', 'site', 3, 'real', ['velocimeter', 'inertial-unit.ts'], 'linear velocity, in the frame of the site'],
  ['gyro', 'GYRO', 'vel', 'site', 3, 'real', ['gyro', 'inertial-unit.ts'], 'angular velocity, in the frame of the site'],
  ['force', 'FORCE', 'acc', 'site', 3, 'real', ['interaction', 'interaction.ts', 3], "force between the site's body and its parent, in the frame of the site"],
  ['torque', 'TORQUE', 'acc', 'site', 3, 'real', ['interaction', 'interaction.ts', 0], "torque between the site's body and its parent, in the frame of the site"],
  ['magnetometer', 'MAGNETOMETER', 'pos', 'site', 3, 'real', ['magnetometer', 'inertial-unit.ts'], 'magnetic flux, in the frame of the site'],
  ['rangefinder', 'RANGEFINDER', 'pos', 'site or camera', 'rays', 'real', ['rangefinder', 'rangefinder.ts'], 'distances along the z axis of a site or through the pixels of a camera', { awake: 'always' }],
  ['camprojection', 'CAMPROJECTION', 'pos', 'site in a camera', 2, 'real', ['cameraProjection', 'camera-projection.ts'], 'pixel coordinates of a site in the image of a camera'],
  ['jointpos', 'JOINTPOS', 'pos', 'scalar joint', 1, 'real', ['jointPos', 'joint.ts'], 'position of a slide or hinge'],
  ['jointvel', 'JOINTVEL', 'vel', 'scalar joint', 1, 'real', ['jointVel', 'joint.ts'], 'velocity of a slide or hinge'],
  ['tendonpos', 'TENDONPOS', 'pos', 'tendon', 1, 'real', ['tendonPos', 'tendon.ts'], 'length of a tendon'],
  ['tendonvel', 'TENDONVEL', 'vel', 'tendon', 1, 'real', ['tendonVel', 'tendon.ts'], 'velocity of a tendon'],
  ['actuatorpos', 'ACTUATORPOS', 'pos', 'actuator', 'outputs', 'real', ['actuatorPos', 'actuator.ts'], 'length of an actuator'],
  ['actuatorvel', 'ACTUATORVEL', 'vel', 'actuator', 'outputs', 'real', ['actuatorVel', 'actuator.ts'], 'velocity of an actuator'],
  ['actuatorfrc', 'ACTUATORFRC', 'acc', 'actuator', 'outputs', 'real', ['actuatorForce', 'actuator.ts'], 'force of an actuator'],
  ['jointactuatorfrc', 'JOINTACTFRC', 'acc', 'scalar joint', 1, 'real', ['jointActuatorForce', 'joint.ts'], 'force of all actuators on a slide or hinge'],
  ['tendonactuatorfrc', 'TENDONACTFRC', 'acc', 'tendon', 1, 'real', ['tendonActuatorForce', 'tendon.ts'], 'force of all actuators on a tendon'],
  ['ballquat', 'BALLQUAT', 'pos', 'ball joint', 4, 'quaternion', ['ballQuat', 'joint.ts'], 'orientation of a ball joint'],
  ['ballangvel', 'BALLANGVEL', 'vel', 'ball joint', 3, 'real', ['ballAngVel', 'joint.ts'], 'angular velocity of a ball joint'],
  ['jointlimitpos', 'JOINTLIMITPOS', 'pos', 'limited joint', 1, 'real', ['limitDistance', 'limit.ts', 'CNSTR_LIMIT_JOINT'], 'distance of a joint from its active limit, less the margin'],
  ['jointlimitvel', 'JOINTLIMITVEL', 'vel', 'limited joint', 1, 'real', ['limitVelocity', 'limit.ts', 'CNSTR_LIMIT_JOINT'], 'velocity of a joint along its active limit'],
  ['jointlimitfrc', 'JOINTLIMITFRC', 'acc', 'limited joint', 1, 'real', ['limitForce', 'limit.ts', 'CNSTR_LIMIT_JOINT'], 'force of the active limit of a joint'],
  ['tendonlimitpos', 'TENDONLIMITPOS', 'pos', 'limited tendon', 1, 'real', ['limitDistance', 'limit.ts', 'CNSTR_LIMIT_TENDON'], 'distance of a tendon from its active limit, less the margin'],
  ['tendonlimitvel', 'TENDONLIMITVEL', 'vel', 'limited tendon', 1, 'real', ['limitVelocity', 'limit.ts', 'CNSTR_LIMIT_TENDON'], 'velocity of a tendon along its active limit'],
  ['tendonlimitfrc', 'TENDONLIMITFRC', 'acc', 'limited tendon', 1, 'real', ['limitForce', 'limit.ts', 'CNSTR_LIMIT_TENDON'], 'force of the active limit of a tendon'],
  ['framepos', 'FRAMEPOS', 'pos', 'frame', 3, 'real', ['framePos', 'frame.ts'], 'position of an object'],
  ['framequat', 'FRAMEQUAT', 'pos', 'frame', 4, 'quaternion', ['frameQuat', 'frame.ts'], 'orientation of an object'],
  ['framexaxis', 'FRAMEXAXIS', 'pos', 'frame', 3, 'axis', ['frameAxis', 'frame.ts', 0], 'x axis of an object'],
  ['frameyaxis', 'FRAMEYAXIS', 'pos', 'frame', 3, 'axis', ['frameAxis', 'frame.ts', 1], 'y axis of an object'],
  ['framezaxis', 'FRAMEZAXIS', 'pos', 'frame', 3, 'axis', ['frameAxis', 'frame.ts', 2], 'z axis of an object'],
  ['framelinvel', 'FRAMELINVEL', 'vel', 'frame', 3, 'real', ['frameVelocity', 'frame-motion.ts', 3], 'linear velocity of an object'],
  ['frameangvel', 'FRAMEANGVEL', 'vel', 'frame', 3, 'real', ['frameVelocity', 'frame-motion.ts', 0], 'angular velocity of an object'],
  ['framelinacc', 'FRAMELINACC', 'acc', 'frame in the world', 3, 'real', ['frameAcceleration', 'frame-motion.ts', 3], 'linear acceleration of an object'],
  ['frameangacc', 'FRAMEANGACC', 'acc', 'frame in the world', 3, 'real', ['frameAcceleration', 'frame-motion.ts', 0], 'angular acceleration of an object'],
  ['subtreecom', 'SUBTREECOM', 'pos', 'subtree', 3, 'real', ['subtreeCom', 'subtree.ts'], 'centre of mass of a subtree'],
  ['subtreelinvel', 'SUBTREELINVEL', 'vel', 'subtree', 3, 'real', ['subtreeLinVel', 'subtree.ts'], 'linear velocity of the centre of mass of a subtree'],
  ['subtreeangmom', 'SUBTREEANGMOM', 'vel', 'subtree', 3, 'real', ['subtreeAngMom', 'subtree.ts'], 'angular momentum of a subtree about its centre of mass'],
  ['insidesite', 'INSIDESITE', 'pos', 'frame in a site', 1, 'positive', ['insideSiteSensor', 'inside-site.ts'], '1 if an object is in the volume of a site, else 0'],
  ['distance', 'GEOMDIST', 'pos', 'two objects', 1, 'real', ['geomDist', 'geom-distance.ts'], 'distance of two geoms or bodies'],
  ['normal', 'GEOMNORMAL', 'pos', 'two objects', 3, 'axis', ['geomNormal', 'geom-distance.ts'], 'direction from one geom or body to the nearest point of another', { cutoff: 'own' }],
  ['fromto', 'GEOMFROMTO', 'pos', 'two objects', 6, 'real', ['geomFromTo', 'geom-distance.ts'], 'nearest points of two geoms or bodies', { cutoff: 'own' }],
  ['contact:contactSensor', 'CONTACT', 'acc', 'contact', 'contacts', 'real', ['contactSensor', 'contact.ts'], 'data of the contacts between two objects', { cutoff: 'own', awake: 'at a site' }],
  ['e_potential', 'E_POTENTIAL', 'pos', 'nothing', 1, 'real', ['potentialEnergy', 'energy.ts'], 'potential energy'],
  ['e_kinetic', 'E_KINETIC', 'pos', 'nothing', 1, 'real', ['kineticEnergy', 'energy.ts'], 'kinetic energy'],
  ['clock', 'CLOCK', 'pos', 'nothing', 1, 'real', ['clock', 'clock.ts'], 'simulation time'],
  ['tactile', 'TACTILE', 'acc', 'mesh of a geom', 'vertices', 'real', ['tactile', 'tactile.ts'], 'depth and slip of contact at each vertex of a mesh'],
  ['plugin:sensorPlugin', 'PLUGIN', 'pos', 'plugin', 'plugin', 'real', [], 'what a plugin writes', { awake: 'always' }],
  ['user', 'USER', 'acc', 'callback', 'given', 'real', [], "what the user's callback writes", { awake: 'always' }],
];

/** The numbers that `sensor_type`, `sensor_datatype` and the parameters of sensors stand for. */
export const sensorEnums: readonly Enumeration[] = [
  enumeration(
    'SensorType',
    'Kinds of sensors.',
    Object.fromEntries(sensors.map(([, type, , , , , , doc]) => [type, doc])),
    { prefix: 'SENS' },
  ),
  enumeration(
    'DataType',
    'What the numbers of a sensor are, which decides how its cutoff applies.',
    {
      REAL: 'real numbers: clamped on both sides',
      POSITIVE: 'non-negative numbers: clamped from above',
      AXIS: 'a unit vector: not clamped',
      QUATERNION: 'a unit quaternion: not clamped',
    },
    { prefix: 'DATATYPE' },
  ),
  enumeration(
    'ContactData',
    'What a contact sensor reports of each contact: bits of its first parameter.',
    {
      FOUND: 'number of contacts found',
      FORCE: 'force, in the contact frame',
      TORQUE: 'torque, in the contact frame',
      DIST: 'distance, negative in penetration',
      POS: 'position',
      NORMAL: 'normal',
      TANGENT: 'first tangent',
    },
    { prefix: 'CONDATA' },
  ),
  enumeration(
    'RayData',
    'What a rangefinder reports of each ray: bits of its first parameter.',
    {
      DIST: 'distance along the ray, -1 if nothing is hit',
      DIR: 'direction of the ray',
      ORIGIN: 'start of the ray',
      POINT: 'point that is hit',
      NORMAL: 'normal of the surface that is hit',
      DEPTH: 'distance from the plane of the camera',
    },
    { prefix: 'RAYDATA' },
  ),
];
