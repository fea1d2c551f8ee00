import { readActuator, writeActuator } from '../actuators.ts';
import type { ClassName } from '../members.ts';
import { flex, hfield, material, mesh, skin, texture } from './assets.ts';
import { equality, numeric, sensor, tuple } from './objects.ts';
import type { Special } from './special.ts';
import { body, compiler, joint, posed } from './tree.ts';

const WRAPS: Readonly<Record<string, number>> = { fixedJoint: 1, pulley: 2, spatialSite: 3, spatialGeom: 4 };

/** The classes that have members of this sort. */
export const specials: Readonly<Partial<Record<ClassName, Special>>> = {
  MjsCompiler: compiler,
  MjsBody: body,
  MjsFrame: posed,
  MjsGeom: posed,
  MjsSite: posed,
  MjsCamera: posed,
  MjsJoint: joint,
  MjsEquality: equality,
  MjsSensor: sensor,
  MjsTuple: tuple,
  MjsSkin: skin,
  MjsTexture: texture,
  MjsMaterial: material,
  MjsMesh: mesh,
  MjsFlex: flex,
  MjsHField: hfield,
  MjsNumeric: numeric,
  MjsActuator: {
    read: (to, node, _, of) => readActuator(to, node, of),
    write: (from, node, changed) => {
      if (changed.size > 0) writeActuator(from, node);
    },
  },
  MjsWrap: {
    read: (to, node) => {
      to.fields['type'] = WRAPS[node.kind] as number;
    },
    write: () => {},
  },
  MjsPlugin: {
    read: (to, node) => {
      to.fields['name'] = (node['name'] as string | undefined) ?? '';
      to.fields['plugin_name'] = (node['plugin'] as string | undefined) ?? '';
    },
    write: (from, node) => {
      node['name'] = from.fields['name'];
      node['plugin'] = from.fields['plugin_name'];
    },
  },
};
