import { enums, type Model } from '@qpos/core';
import type { Compilation } from '../compile/context.ts';
import type { EqualityDraft } from '../compile/draft.ts';
import * as words from '../mjcf/generated/words.ts';
import { classOf } from './classes.ts';
import { writeSpringlength } from './defaults.ts';
import type { CanonicalElement } from './element.ts';
import { modelValues, type Record_, withModel, writeValues } from './values.ts';

const { EqualityType, ObjType } = enums;

export function writeContacts(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('contact', (section) => {
    for (const { id, name, node, values, geom1, geom2 } of c.pairs) {
      const e = section.add('pair');
      const of = classOf(c, node);
      if (of.name !== 'main') e.text('class', of.name);
      e.text('geom1', geom1.name);
      e.text('geom2', geom2.name);
      e.text('name', name);
      writeValues(e, 'pair', withModel(values, m, 'pair', id), of.values.pair as unknown as Record_);
    }
    for (const { name, signature } of c.excludes) {
      const e = section.add('exclude');
      e.text('name', name);
      e.text('body1', c.bodies[signature >> 16].name);
      e.text('body2', c.bodies[signature & 0xffff].name);
    }
  });
}

export function writeTendons(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('tendon', (section) => {
    for (const { id, name, node, values } of c.tendons) {
      const isFixed = node.kind === 'fixed';
      const e = section.add(node.kind);
      const of = classOf(c, node);
      e.text('name', name);
      if (of.name !== 'main') e.text('class', of.name);
      const usual = of.values.tendon;
      writeValues(e, node.kind, withModel(values, m, 'tendon', id), usual as unknown as Record_);
      writeSpringlength(e, values.springlength, usual.springlength);
      if (!isFixed && values.material !== usual.material) e.text('material', values.material);
      e.userValues(modelValues(m, 'tendon', id)['user'] ?? [], usual.user);
      for (const wrap of node.path) writeWrap(e, wrap);
    }
  });
}

type Wrap = Compilation['tendons'][number]['node']['path'][number];

function writeWrap(e: CanonicalElement, wrap: Wrap): void {
  switch (wrap.kind) {
    case 'fixedJoint': {
      const joint = e.add('joint');
      joint.text('joint', wrap.joint);
      joint.numbers('coef', wrap.coef ?? 0);
      return;
    }
    case 'spatialSite':
      e.add('site').text('site', wrap.site);
      return;
    case 'spatialGeom': {
      const geom = e.add('geom');
      geom.text('geom', wrap.geom);
      geom.text('sidesite', wrap.sidesite);
      return;
    }
    case 'pulley':
      e.add('pulley').numbers('divisor', wrap.divisor ?? 0);
  }
}

export function writeEqualities(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('equality', (section) => {
    for (const equality of c.equalities) {
      const { id, name, node, values, type } = equality;
      const e = section.add(words.EqualityType[type] ?? '');
      const of = classOf(c, node);
      e.text('name', name);
      if (of.name !== 'main') e.text('class', of.name);
      const compiled = withModel(values, m, 'equality', id);
      writeConstraint(e, equality, compiled['data'] as number[]);
      writeValues(e, 'defaultEquality', compiled, of.values.equality as unknown as Record_);
    }
  });
}

/** Data of a constraint that nothing was said of. */
const NO_DATA = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1];

function writeConstraint(e: CanonicalElement, { node, type, objtype }: EqualityDraft, data: number[]): void {
  const names = node as unknown as Readonly<Record<string, string | undefined>>;
  const write = (...attributes: string[]): void => {
    for (const name of attributes) e.text(name, names[name]);
  };
  const usual = (from: number, to: number): [number[], number[]] => [data.slice(from, to), NO_DATA.slice(from, to)];
  switch (type) {
    case EqualityType.CONNECT:
    case EqualityType.WELD:
      if (objtype !== ObjType.BODY) write('site1', 'site2');
      else {
        write('body1', 'body2');
        if (type === EqualityType.CONNECT) e.numbers('anchor', data.slice(0, 3));
        else {
          e.numbers('anchor', data.slice(0, 3), [0, 0, 0]);
          e.numbers('relpose', ...usual(3, 10));
        }
      }
      if (type === EqualityType.WELD) e.numbers('torquescale', ...usual(10, 11));
      return;
    case EqualityType.JOINT:
    case EqualityType.TENDON:
      if (type === EqualityType.JOINT) write('joint1', 'joint2');
      else write('tendon1', 'tendon2');
      e.numbers('polycoef', ...usual(0, 5));
      return;
    case EqualityType.DISTANCE:
      write('geom1', 'geom2');
      e.numbers('distance', data.slice(0, 1));
      return;
    default:
      write('flex');
      if (type === EqualityType.FLEXSTRAIN) e.numbers('cell', ...usual(0, 3));
  }
}

export function writeCustom(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('custom', (section) => {
    for (const { id, name, size } of c.numerics) {
      const e = section.add('numeric');
      e.text('name', name);
      e.value('size', size);
      e.numbers('data', m.numeric_data.subarray(m.numeric_adr[id], m.numeric_adr[id] + size));
    }
    for (const { name, node } of c.texts) {
      const e = section.add('text');
      e.text('name', name);
      const { data = '' } = node;
      if (/[&<>"'\n]/.test(data) && !data.includes(']]>')) e.cdata = data;
      else e.text('data', data);
    }
    for (const { name, node, objtype } of c.tuples) {
      const e = section.add('tuple');
      e.text('name', name);
      node.elements.forEach((element, k) => {
        const child = e.add('element');
        child.text('objtype', words.ObjType[objtype[k] ?? 0]);
        child.text('objname', element.objname);
        child.numbers('prm', element.prm ?? 0, 0);
      });
    }
  });
}

export function writeKeys(root: CanonicalElement, c: Compilation, m: Model): void {
  const { nq, nv, na, nu, nmocap } = m;
  const mocap = c.bodies.filter((body) => body.mocapid >= 0).sort((a, b) => a.mocapid - b.mocapid);
  const mpos = mocap.flatMap(({ id }) => Array.from(m.body_pos.subarray(3 * id, 3 * id + 3)));
  const mquat = mocap.flatMap(({ id }) => Array.from(m.body_quat.subarray(4 * id, 4 * id + 4)));
  const zeros = new Float64Array(Math.max(nv, na, nu));
  root.addFilled('keyframe', (section) => {
    for (const { id, name } of c.keys) {
      section.addFilled('key', (e) => {
        e.text('name', name);
        e.numbers('time', m.key_time[id], 0);
        const write = (attribute: string, all: Float64Array, n: number, usual: ArrayLike<number>): void => {
          const values = all.subarray(n * id, n * (id + 1));
          if (values.some((x, k) => x !== usual[k])) e.numbers(attribute, values);
        };
        write('qpos', m.key_qpos, nq, m.qpos0);
        write('qvel', m.key_qvel, nv, zeros);
        write('act', m.key_act, na, zeros);
        write('mpos', m.key_mpos, 3 * nmocap, mpos);
        write('mquat', m.key_mquat, 4 * nmocap, mquat);
        write('ctrl', m.key_ctrl, nu, zeros);
      });
    }
  });
}
