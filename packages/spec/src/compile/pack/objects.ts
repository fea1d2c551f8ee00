import type { Model } from '@qpos/core';
import type { Compilation } from '../context.ts';
import { INTERPOLATION } from '../objects/actuator.ts';
import { copyFields, valuesOf } from './copy-fields.ts';
import { historySize } from './sizes.ts';

/** Copies what is outside of the tree into the Model: pairs, equalities, tendons, actuators, sensors, custom data. */
export function packObjects(c: Compilation, m: Model): void {
  if (c.pairs.length + c.excludes.length > 0) packPairs(c, m);
  if (c.equalities.length > 0) packEqualities(c, m);
  if (c.tendons.length > 0) packTendons(c, m);
  const history = c.actuators.length > 0 ? packActuators(c, m) : 0;
  if (c.sensors.length > 0) packSensors(c, m, history);
  packCustom(c, m);
}

function packPairs(c: Compilation, m: Model): void {
  copyFields(m, 'pair', c.pairs, ['signature']);
  copyFields(m, 'pair', valuesOf(c.pairs), [
    'solref', 'solreffriction', 'solimp', 'margin', 'gap', 'adhesion', 'friction',
  ]); // biome-ignore format: a list
  for (const { id, values, geom1, geom2 } of c.pairs) {
    m.pair_dim[id] = values.condim;
    m.pair_geom1[id] = geom1.id;
    m.pair_geom2[id] = geom2.id;
  }
  copyFields(m, 'exclude', c.excludes, ['signature']);
}

function packEqualities(c: Compilation, m: Model): void {
  copyFields(m, 'eq', c.equalities, ['type', 'obj1id', 'obj2id', 'objtype', 'data']);
  copyFields(m, 'eq', valuesOf(c.equalities), ['solref', 'solimp']);
  for (const { id, values } of c.equalities) m.eq_active0[id] = values.active ? 1 : 0;
}

function packTendons(c: Compilation, m: Model): void {
  copyFields(m, 'tendon', c.tendons, ['matid', 'limited', 'actfrclimited']);
  copyFields(m, 'tendon', valuesOf(c.tendons), [
    'group', 'width', 'range', 'margin', 'armature', 'frictionloss', 'rgba', 'user',
  ]); // biome-ignore format: a list
  let adr = 0;
  for (const t of c.tendons) {
    const { id, values } = t;
    m.tendon_adr[id] = adr;
    m.tendon_num[id] = t.path.length;
    m.tendon_solref_lim.set(values.solreflimit, 2 * id);
    m.tendon_solimp_lim.set(values.solimplimit, 5 * id);
    m.tendon_solref_fri.set(values.solreffriction, 2 * id);
    m.tendon_solimp_fri.set(values.solimpfriction, 5 * id);
    m.tendon_actfrcrange.set(values.actuatorfrcrange, 2 * id);
    m.tendon_stiffness[id] = values.stiffness[0];
    m.tendon_stiffnesspoly.set(values.stiffness.slice(1), 2 * id);
    m.tendon_damping[id] = values.damping[0];
    m.tendon_dampingpoly.set(values.damping.slice(1), 2 * id);
    m.tendon_lengthspring.set(values.springlength, 2 * id);
    for (const w of t.path) {
      m.wrap_type[adr] = w.type;
      m.wrap_objid[adr] = w.object?.id ?? -1;
      m.wrap_prm[adr++] = w.prm;
    }
  }
}

/** Returns the address after the last history buffer. */
function packActuators(c: Compilation, m: Model): number {
  let [act, ctrl, out, history] = [0, 0, 0, 0];
  for (const a of c.actuators) {
    const { id, values: v } = a;
    m.actuator_trntype[id] = a.trntype;
    m.actuator_dyntype[id] = v.dyntype;
    m.actuator_gaintype[id] = v.gaintype;
    m.actuator_biastype[id] = v.biastype;
    m.actuator_trnid.set(a.trnid, 2 * id);
    m.actuator_actnum[id] = a.actdim;
    m.actuator_actadr[id] = a.actdim > 0 ? act : -1;
    m.actuator_group[id] = v.group;
    m.actuator_ctrladr[id] = ctrl;
    m.actuator_ctrlnum[id] = a.ctrlnum;
    m.actuator_ctrlspec[id] = a.ctrlspec;
    m.actuator_outadr[id] = out;
    m.actuator_outnum[id] = a.outnum;
    m.actuator_delay[id] = v.delay;
    m.actuator_history.set([v.nsample, INTERPOLATION[v.interp]], 2 * id);
    m.actuator_historyadr[id] = v.nsample > 0 ? history : -1;
    m.actuator_actlimited[id] = a.actlimited ? 1 : 0;
    m.actuator_actearly[id] = v.actearly ? 1 : 0;
    m.actuator_cranklength[id] = v.cranklength;
    m.actuator_damping[id] = v.damping[0];
    m.actuator_dampingpoly.set(v.damping.slice(1), 2 * id);
    m.actuator_armature[id] = v.armature;
    m.actuator_dynprm.set(v.dynprm, 10 * id);
    m.actuator_gainprm.set(v.gainprm, 10 * id);
    m.actuator_biasprm.set(v.biasprm, 10 * id);
    m.actuator_actrange.set(v.actrange, 2 * id);
    m.actuator_forcelimited[id] = a.forcelimited ? 1 : 0;
    m.actuator_forcerange.set(v.forcerange, 2 * id);
    if (v.user !== undefined) m.actuator_user.set(v.user, c.nuser.actuator * id);
    for (let k = 0; k < a.ctrlnum; k++) {
      m.actuator_ctrllimited[ctrl + k] = a.ctrllimited[k] ? 1 : 0;
      m.actuator_ctrlrange.set(a.ctrlranges[k], 2 * (ctrl + k));
    }
    for (let k = 0; k < a.outnum; k++) {
      m.actuator_gear.set(v.gear, 6 * (out + k));
      m.actuator_lengthrange.set(v.lengthrange, 2 * (out + k));
    }
    act += a.actdim;
    ctrl += a.ctrlnum;
    out += a.outnum;
    history += historySize(v.nsample, a.ctrlnum);
  }
  return history;
}

interface SensorAttributes {
  cutoff?: number;
  noise?: number;
  delay?: number;
  interp?: string;
  interval?: number[];
  user?: number[];
}

function packSensors(c: Compilation, m: Model, firstHistory: number): void {
  copyFields(m, 'sensor', c.sensors, ['type', 'datatype', 'needstage', 'objtype', 'reftype', 'intprm', 'dim']);
  copyFields(
    m,
    'sensor',
    c.sensors.map((s) => s.node as SensorAttributes),
    ['cutoff', 'noise', 'delay', 'interval', 'user'],
  );
  let adr = 0;
  let history = firstHistory;
  for (const s of c.sensors) {
    const { id } = s;
    const a = s.node as SensorAttributes;
    m.sensor_objid[id] = s.object?.id ?? -1;
    m.sensor_refid[id] = s.reference?.id ?? -1;
    m.sensor_adr[id] = adr;
    m.sensor_history.set([s.nsample, INTERPOLATION[a.interp ?? 'zoh']], 2 * id);
    m.sensor_historyadr[id] = s.nsample > 0 ? history : -1;
    adr += s.dim;
    history += historySize(s.nsample, s.dim);
  }
}

function packCustom(c: Compilation, m: Model): void {
  let adr = 0;
  for (const { id, node, size } of c.numerics) {
    m.numeric_adr[id] = adr;
    m.numeric_size[id] = size;
    m.numeric_data.set((node.data ?? []).slice(0, size), adr);
    adr += size;
  }
  adr = 0;
  for (const { id, bytes } of c.texts) {
    m.text_adr[id] = adr;
    m.text_size[id] = bytes.length + 1;
    m.text_data.set(bytes, adr);
    adr += bytes.length + 1;
  }
  adr = 0;
  for (const { id, objtype, objects, prm } of c.tuples) {
    m.tuple_adr[id] = adr;
    m.tuple_size[id] = objects.length;
    m.tuple_objtype.set(objtype, adr);
    m.tuple_objid.set(
      objects.map((x) => x.id),
      adr,
    );
    m.tuple_objprm.set(prm, adr);
    adr += objects.length;
  }
}
