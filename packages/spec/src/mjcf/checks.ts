// Checks of single elements that the schema's types cannot express. They run on defaults too.

import type { SpecElement } from '../spec/types.ts';
import type { XmlElement } from '../xml/document.ts';
import type { ReadContext } from './context.ts';
import { report, reportAttribute } from './element.ts';
import { ContactData, RayData } from './generated/words.ts';
import { tokens } from './numbers.ts';

type Values = Record<string, unknown>;

/** Problems of one element that was read. */
export function checkElement(ctx: ReadContext, xml: XmlElement, element: { kind: string }): void {
  const values = element as unknown as Values;
  const kind = element.kind;
  if ('quat' in values) checkQuat(ctx, xml, kind, values['quat']);
  checkOrientation(ctx, xml, kind, values);
  CHECKS[kind]?.(ctx, xml, values);
}

const WITH_UNIT_QUAT = new Set(['body', 'frame', 'inertial', 'geom', 'site', 'camera']);

function checkQuat(ctx: ReadContext, xml: XmlElement, kind: string, quat: unknown): void {
  if (!WITH_UNIT_QUAT.has(kind) || !Array.isArray(quat)) return;
  if (quat.every((v) => v === 0)) {
    reportAttribute(ctx.diagnostics, 'error', 'bad-value', 'the quaternion is zero', xml, 'quat', 'use 1 0 0 0');
  }
}

const ORIENTATIONS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'];

function checkOrientation(ctx: ReadContext, xml: XmlElement, kind: string, values: Values): void {
  // a quaternion counts even if it is empty
  const given = ORIENTATIONS.filter((key) => (key === 'quat' ? xml.attributes[key] : values[key]) !== undefined);
  if (given.length > 1 && kind !== 'replicate' && kind !== 'composite') {
    report(ctx, 'attribute-conflict', `more than one orientation: ${given.join(', ')}`, xml, 'keep one of them');
  }
}

const atLeast = (ctx: ReadContext, xml: XmlElement, values: Values, key: string, least: number): void => {
  const value = values[key];
  if (typeof value === 'number' && value < least) {
    reportAttribute(ctx.diagnostics, 'error', 'bad-value', `attribute '${key}' must be at least ${least}`, xml, key);
  }
};

const positive = (ctx: ReadContext, xml: XmlElement, values: Values, key: string): void => {
  const value = values[key];
  if (typeof value === 'number' && value <= 0) {
    reportAttribute(ctx.diagnostics, 'error', 'bad-value', `attribute '${key}' must be positive`, xml, key);
  }
};

const withinLimit = (
  ctx: ReadContext,
  xml: XmlElement,
  key: string,
  count: number,
  limit: number,
  name: string,
): void => {
  if (!(count > limit)) return;
  const message = `attribute '${key}' asks for ${count}, more than ${limit}`;
  reportAttribute(ctx.diagnostics, 'error', 'limit', message, xml, key, `raise limits.${name}`);
};

/** Keywords that must come in the order of their list. */
function inOrder(ctx: ReadContext, xml: XmlElement, values: Values, key: string, order: readonly string[]): void {
  const words = values[key] as string[] | undefined;
  if (words === undefined) return;
  for (let i = 1; i < words.length; i++) {
    if (order.indexOf(words[i] ?? '') > order.indexOf(words[i - 1] ?? '')) continue;
    const message = `keywords in attribute '${key}' must be in order`;
    reportAttribute(ctx.diagnostics, 'error', 'bad-value', message, xml, key, `the order is: ${order.join(' ')}`);
    return;
  }
}

const INPUT_ORDER = ['pos', 'vel', 'ff', 'voltage'];

function checkInput(ctx: ReadContext, xml: XmlElement, values: Values): void {
  const words = values['input'] as string[] | undefined;
  if (words === undefined) return;
  if (words.length === 1) return;
  const alone = words.find((word) => !INPUT_ORDER.includes(word));
  if (alone !== undefined) {
    reportAttribute(ctx.diagnostics, 'error', 'bad-keyword', `'${alone}' must stand alone`, xml, 'input');
  } else {
    inOrder(ctx, xml, values, 'input', INPUT_ORDER);
  }
}

function checkTransmission(ctx: ReadContext, xml: XmlElement, values: Values): void {
  checkInput(ctx, xml, values);
  const others = ['joint', 'jointinparent', 'tendon', 'site', 'body'].filter((key) => values[key] !== undefined);
  const crank = values['cranksite'] !== undefined && values['site'] === undefined && values['body'] === undefined;
  if (!crank && others.length > 0 && (values['cranklength'] !== undefined || values['slidersite'] !== undefined)) {
    report(ctx, 'attribute-conflict', 'cranklength and slidersite need a cranksite', xml);
  }
  const targets = [...others, ...(values['cranksite'] === undefined ? [] : ['cranksite'])];
  if (values['refsite'] !== undefined && targets.length > 0 && values['site'] === undefined) {
    report(ctx, 'attribute-conflict', 'refsite can only be used with site', xml);
  }
}

export const OBJECT_TYPES = [
  'body', 'xbody', 'joint', 'dof', 'geom', 'site', 'camera', 'light', 'flex', 'mesh', 'skin', 'hfield', 'texture',
  'material', 'pair', 'exclude', 'equality', 'tendon', 'actuator', 'sensor', 'numeric', 'text', 'tuple', 'key',
  'plugin', 'frame',
] as const; // biome-ignore format: a list

const isObjectType = (type: unknown): boolean => (OBJECT_TYPES as readonly unknown[]).includes(type);

function checkPluginObject(ctx: ReadContext, xml: XmlElement, values: Values, type: string, name: string): void {
  const known = isObjectType(values[type]);
  const named = values[name] !== undefined && values[name] !== '';
  if (known && !named) report(ctx, 'missing-attribute', `'${type}' is given without '${name}'`, xml);
  if (!known && named) report(ctx, 'missing-attribute', `'${name}' is given without '${type}'`, xml);
}

const SIZES = ['njmax', 'nconmax', 'nstack', 'nuserdata', 'nkey', 'nuser_body', 'nuser_jnt', 'nuser_geom', 'nuser_site',
  'nuser_cam', 'nuser_tendon', 'nuser_actuator', 'nuser_sensor']; // biome-ignore format: a list

type Check = (ctx: ReadContext, xml: XmlElement, values: Values) => void;

const CHECKS: Readonly<Record<string, Check>> = {
  compiler: (ctx, xml, v) => {
    if (v['coordinate'] === 'global') {
      const hint = 'convert the model with MuJoCo 2.3.3 or older';
      report(ctx, 'unsupported', 'global coordinates are no longer supported', xml, hint);
    }
    const sequence = v['eulerseq'];
    if (typeof sequence === 'string' && !/^[xyzXYZ]{3}$/.test(sequence)) {
      const message = `eulerseq '${sequence}' must be three of x, y, z, X, Y, Z`;
      reportAttribute(ctx.diagnostics, 'error', 'bad-value', message, xml, 'eulerseq');
    }
  },
  option: (ctx, xml, v) => {
    for (const group of (v['actuatorgroupdisable'] as number[] | undefined) ?? []) {
      if (group >= 0 && group <= 30) continue;
      const message = 'a disabled actuator group must be from 0 to 30';
      reportAttribute(ctx.diagnostics, 'error', 'bad-value', message, xml, 'actuatorgroupdisable');
    }
  },
  size: (ctx, xml, v) => {
    for (const key of SIZES) {
      atLeast(ctx, xml, v, key, -1);
      const reserves = key === 'nkey' || key === 'nuserdata' || key.startsWith('nuser_');
      if (reserves) withinLimit(ctx, xml, key, Number(v[key]), ctx.limits.reserved, 'reserved');
    }
    const memory = v['memory'];
    if (typeof memory === 'string' && !/^[ \t\n\r]*(-1|\+?\d+[KMGTPEkmgtpe]?)$/.test(memory)) {
      const message = 'attribute memory must be a whole number with an optional suffix K, M, G, T, P or E';
      reportAttribute(ctx.diagnostics, 'error', 'bad-value', message, xml, 'memory');
    }
  },
  statistic: (ctx, xml, v) => positive(ctx, xml, v, 'extent'),
  global: (ctx, xml, v) => positive(ctx, xml, v, 'realtime'),
  map: (ctx, xml, v) => positive(ctx, xml, v, 'znear'),
  mesh: (ctx, xml, v) => {
    const most = v['maxhullvert'];
    if (typeof most === 'number' && most !== -1 && most < 4) {
      reportAttribute(ctx.diagnostics, 'error', 'bad-value', 'maxhullvert must be larger than 3', xml, 'maxhullvert');
    }
    if (v['builtin'] !== undefined && v['params'] === undefined) {
      report(ctx, 'missing-attribute', "a builtin mesh needs the attribute 'params'", xml);
    }
  },
  material: (ctx, xml, v) => {
    if (v['texture'] !== undefined && xml.children.length > 0) {
      report(ctx, 'attribute-conflict', "a material with the attribute 'texture' cannot have layers", xml);
    }
  },
  hfield: (ctx, xml, v) => {
    const cells = Number(v['nrow'] ?? 0) * Number(v['ncol'] ?? 0);
    withinLimit(ctx, xml, v['nrow'] === undefined ? 'ncol' : 'nrow', cells, ctx.limits.hfieldCells, 'hfieldCells');
    const elevation = v['elevation'] as number[] | undefined;
    if (elevation !== undefined && v['file'] === undefined && cells > 0 && elevation.length !== cells) {
      const message = `attribute 'elevation' has ${elevation.length} numbers, but nrow*ncol is ${cells}`;
      reportAttribute(ctx.diagnostics, 'error', 'bad-count', message, xml, 'elevation');
    }
  },
  skin: checkSkinGroup,
  compositeSkin: checkSkinGroup,
  texture: (ctx, xml, v) => {
    const layout = v['gridlayout'];
    const [rows = 1, columns = 1] = (v['gridsize'] as number[] | undefined) ?? [];
    if (typeof layout === 'string' && layout.length !== rows * columns) {
      const message = 'gridlayout must have one character for each cell of gridsize';
      reportAttribute(ctx.diagnostics, 'error', 'bad-value', message, xml, 'gridlayout');
    }
  },
  composite: (ctx, xml, v) => {
    const type = v['type'];
    if (type !== undefined && type !== 'cable') {
      const use = type === 'particle' ? 'replicate' : type === 'rope' || type === 'loop' ? 'cable' : 'flexcomp';
      const message = `the composite type '${type}' is deprecated`;
      reportAttribute(ctx.diagnostics, 'error', 'unsupported', message, xml, 'type', `use ${use} instead`);
    }
    const count = ((v['count'] as number[] | undefined) ?? []).reduce((a, b) => a * Math.max(1, b), 1);
    withinLimit(ctx, xml, 'count', count, ctx.limits.expandedElements, 'expandedElements');
    const curve = typeof v['curve'] === 'string' ? tokens(v['curve']) : [];
    if (curve.length > 3 || curve.some((word) => !['s', 'cos(s)', 'sin(s)', '0'].includes(word))) {
      const message = 'curve takes up to three of: s cos(s) sin(s) 0';
      reportAttribute(ctx.diagnostics, 'error', 'bad-value', message, xml, 'curve');
    }
  },
  flexcomp: (ctx, xml, v) => {
    if (v['type'] === 'cable' && !ctx.extensions) {
      const hint = "use type='grid' with dim='1', or set the option 'extensions'";
      reportAttribute(ctx.diagnostics, 'error', 'bad-keyword', "invalid keyword 'cable'", xml, 'type', hint);
    }
    const count = ((v['count'] as number[] | undefined) ?? []).reduce((a, b) => a * Math.max(1, b), 1);
    withinLimit(ctx, xml, 'count', count, ctx.limits.flexVertices, 'flexVertices');
    const cells = ((v['cellcount'] as number[] | undefined) ?? []).reduce((a, b) => a * Math.max(1, b), 1);
    withinLimit(ctx, xml, 'cellcount', cells, ctx.limits.flexVertices, 'flexVertices');
    if (v['type'] === 'mesh' && v['dim'] === 3 && v['origin'] === undefined) {
      report(ctx, 'missing-attribute', "a flexcomp of type mesh and dim 3 needs 'origin'", xml);
    }
  },
  replicate: (ctx, xml, v) => {
    withinLimit(ctx, xml, 'count', Number(v['count'] ?? 0), ctx.limits.expandedElements, 'expandedElements');
  },
  general: checkTransmission,
  motor: checkTransmission,
  position: checkTransmission,
  velocity: checkTransmission,
  intvelocity: checkTransmission,
  orientation: checkTransmission,
  pid: checkTransmission,
  damper: checkTransmission,
  cylinder: checkTransmission,
  muscle: checkTransmission,
  dcmotor: checkTransmission,
  actuatorPlugin: checkTransmission,
  rangefinder: (ctx, xml, v) => inOrder(ctx, xml, v, 'data', RayData),
  contactSensor: (ctx, xml, v) => {
    inOrder(ctx, xml, v, 'data', ContactData);
    positive(ctx, xml, v, 'num');
  },
  sensorPlugin: (ctx, xml, v) => {
    checkPluginObject(ctx, xml, v, 'objtype', 'objname');
    checkPluginObject(ctx, xml, v, 'reftype', 'refname');
  },
  tupleElement: (ctx, xml, v) => {
    if (v['objtype'] === undefined || isObjectType(v['objtype'])) return;
    reportAttribute(ctx.diagnostics, 'error', 'bad-keyword', `unknown object type '${v['objtype']}'`, xml, 'objtype');
  },
  numeric: (ctx, xml, v) => {
    const data = (v['data'] as number[] | undefined) ?? [];
    const size = (v['size'] as number | undefined) ?? data.length;
    if (size < 1 || size > 500) report(ctx, 'bad-value', 'a numeric must have from 1 to 500 numbers', xml);
    else if (data.length > size) {
      const message = `attribute 'data' has ${data.length} numbers, but size is ${size}`;
      reportAttribute(ctx.diagnostics, 'error', 'bad-count', message, xml, 'data');
    }
  },
  text: (ctx, xml, v) => {
    if (v['data'] === '') reportAttribute(ctx.diagnostics, 'error', 'bad-value', 'the text is empty', xml, 'data');
  },
};

function checkSkinGroup(ctx: ReadContext, xml: XmlElement, v: Values): void {
  const group = v['group'];
  if (typeof group === 'number' && (group < 0 || group > 5)) {
    reportAttribute(ctx.diagnostics, 'error', 'bad-value', 'the group of a skin must be from 0 to 5', xml, 'group');
  }
}

/** Elements that stand in the tree where they may not. */
export function checkPlace(ctx: ReadContext, xml: XmlElement, element: SpecElement, inWorld: boolean): void {
  if (!inWorld) return;
  if (element.kind === 'joint' || element.kind === 'freejoint') {
    report(ctx, 'misplaced-element', 'the world cannot have joints', xml, 'put the joint in a body');
  } else if (element.kind === 'inertial') {
    report(ctx, 'misplaced-element', 'the world cannot have inertia', xml, 'put it in a body');
  }
}
