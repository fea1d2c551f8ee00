import fs from 'node:fs';
import path from 'node:path';
import { enums, type Model } from '@qpos/core';
import { parseMjcf } from '@qpos/spec';
import { loadModelFile } from 'qpos/node';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { scanFolder } from './folder.ts';

// `npm run parity` and models.test.ts compare these models with the oracle, extensions.test.ts holds what MuJoCo does not have; here is
// that nothing is missing among them.

const folders = [
  'models',
  'conformance/extensions',
  ...['actuation', 'sensor', 'tendon'].map((f) => `conformance/models/${f}`),
];
const files = folders.flatMap((folder) => scanFolder(path.join(root, folder)).map((e) => path.join(e.folder, e.path)));
const models = files.map((file) => loadModelFile(file, { extensions: true }));
const texts = files.map((file) => fs.readFileSync(file, 'utf8'));

const { TransmissionType, DynamicsType, GainType, BiasType, SensorType, WrapType, ObjType, ContactData, RayData } =
  enums;

/** Names of an enum's values that no model has. */
function missing(
  values: Readonly<Record<string, number>>,
  of: (m: Model) => Iterable<number>,
  except: readonly string[] = [],
): string[] {
  const found = new Set(models.flatMap((m) => [...of(m)]));
  return Object.entries(values)
    .filter(([name, value]) => !found.has(value) && !except.includes(name))
    .map(([name]) => name);
}

describe('models in the repository have', () => {
  test('every transmission, also on ball and free joints, of slides and hinges, with a reference site', () => {
    expect(missing(TransmissionType, (m) => m.actuator_trntype, ['UNDEFINED'])).toEqual([]);
    const { JOINT, JOINTINPARENT, SITE } = TransmissionType;
    const joints = (trn: number): Set<number> =>
      new Set(
        models.flatMap((m) =>
          [...m.actuator_trntype].flatMap((t, a) =>
            t === trn ? [m.jnt_type[m.actuator_trnid[2 * a] as number] as number] : [],
          ),
        ),
      );
    for (const type of Object.values(enums.JointType)) expect(joints(JOINT), `joint ${type}`).toContain(type);
    for (const type of [enums.JointType.FREE, enums.JointType.BALL]) expect(joints(JOINTINPARENT)).toContain(type);
    const sites = models.flatMap((m) =>
      [...m.actuator_trntype].flatMap((t, a) => (t === SITE ? [(m.actuator_trnid[2 * a + 1] as number) >= 0] : [])),
    );
    expect(new Set(sites)).toEqual(new Set([true, false]));
  });

  test('every activation, gain and bias', () => {
    expect(missing(DynamicsType, (m) => m.actuator_dyntype)).toEqual([]);
    expect(missing(GainType, (m) => m.actuator_gaintype)).toEqual([]);
    expect(missing(BiasType, (m) => m.actuator_biastype)).toEqual([]);
  });

  test('every shortcut for actuators', () => {
    const shortcuts = [
      'general',
      'motor',
      'position',
      'velocity',
      'intvelocity',
      'orientation',
      'pid',
      'damper',
      'cylinder',
      'muscle',
      'adhesion',
      'dcmotor',
    ];
    const kinds = new Set<string>(
      texts.flatMap((text) => parseMjcf(text, { mode: 'compat', extensions: true }).actuators.map((a) => a.kind)),
    );
    expect(shortcuts.filter((s) => !kinds.has(s))).toEqual([]);
  });

  test('every sensor; contact and ray data in every field, contacts with every reduction, frames of every object', () => {
    expect(missing(SensorType, (m) => m.sensor_type, ['PLUGIN'])).toEqual([]);
    const bits = (type: number) => (m: Model) =>
      [...m.sensor_type].flatMap((t, s) =>
        t === type ? [...Array(8).keys()].filter((b) => ((m.sensor_intprm[3 * s] as number) >> b) & 1) : [],
      );
    expect(missing(ContactData, bits(SensorType.CONTACT))).toEqual([]);
    expect(missing(RayData, bits(SensorType.RANGEFINDER))).toEqual([]);
    const reductions = (m: Model) =>
      [...m.sensor_type].flatMap((t, s) => (t === SensorType.CONTACT ? [m.sensor_intprm[3 * s + 1] as number] : []));
    expect(missing({ none: 0, mindist: 1, maxforce: 2, netforce: 3 }, reductions)).toEqual([]);
    const frames = {
      BODY: ObjType.BODY,
      XBODY: ObjType.XBODY,
      GEOM: ObjType.GEOM,
      SITE: ObjType.SITE,
      CAMERA: ObjType.CAMERA,
    };
    const objects = (m: Model) =>
      [...m.sensor_type].flatMap((t, s) => (t === SensorType.FRAMEPOS ? [m.sensor_objtype[s] as number] : []));
    const references = (m: Model) =>
      [...m.sensor_type].flatMap((t, s) => (t === SensorType.FRAMEPOS ? [m.sensor_reftype[s] as number] : []));
    expect(missing(frames, objects)).toEqual([]);
    expect(missing(frames, references)).toEqual([]);
  });

  test('every element of a tendon: around spheres and cylinders, from outside, inside and with a side site', () => {
    expect(missing(WrapType, (m) => m.wrap_type, ['NONE'])).toEqual([]);
    const cases = models.flatMap((m) =>
      [...m.wrap_type].flatMap((type, w) => {
        if (type !== WrapType.SPHERE && type !== WrapType.CYLINDER) return [];
        const side = m.wrap_prm[w] as number; // the side site, or -1
        if (side < 0) return [`${type} free`];
        return [`${type} ${isInside(m, side, m.wrap_objid[w] as number) ? 'inside' : 'outside'}`];
      }),
    );
    for (const type of [WrapType.SPHERE, WrapType.CYLINDER])
      for (const wanted of ['free', 'inside', 'outside']) expect(cases).toContain(`${type} ${wanted}`);
  });

  test('delays of controls and of sensors, held and interpolated, and sensors read at an interval', () => {
    const interp = { zoh: 0, linear: 1, cubic: 2 };
    const used = (history: Int32Array): number[] =>
      [...history].flatMap((x, k) => (k % 2 === 0 && x > 0 ? [history[k + 1] as number] : []));
    expect(missing(interp, (m) => used(m.actuator_history))).toEqual([]);
    expect(missing(interp, (m) => used(m.sensor_history))).toEqual([]);
    expect(models.some((m) => m.actuator_delay.some((x) => x > 0))).toBe(true);
    expect(models.some((m) => m.sensor_delay.some((x) => x > 0))).toBe(true);
    expect(models.some((m) => m.sensor_interval.some((x, k) => k % 2 === 0 && x > 0))).toBe(true);
    expect(models.some((m) => m.sensor_interval.some((x, k) => k % 2 === 1 && x < 0))).toBe(true);
  });
});

/** Whether the site is inside the wrapping geom, both at the same body or with poses that do not matter for it. */
function isInside(m: Model, site: number, geom: number): boolean {
  const at = (array: Float64Array, i: number): number[] => [...array.subarray(3 * i, 3 * i + 3)];
  const [p, q] = [at(m.site_pos, site), at(m.geom_pos, geom)];
  const sphere = m.geom_type[geom] === enums.GeomType.SPHERE;
  const offset = p.map((x, k) => x - (q[k] as number));
  return Math.hypot(...(sphere ? offset : offset.slice(0, 2))) < (m.geom_size[3 * geom] as number);
}
