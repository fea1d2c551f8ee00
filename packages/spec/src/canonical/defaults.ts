import type { Compilation } from '../compile/context.ts';
import type { ResolvedClass } from '../compile/defaults.ts';
import { builtinActuator } from '../compile/objects/actuator-values.ts';
import { BUILTIN } from '../compile/values.ts';
import type { DefaultClass } from '../spec/types.ts';
import { writeActuatorValues } from './actuators.ts';
import { writeMaterialTextures } from './assets.ts';
import type { CanonicalElement } from './element.ts';
import { type Record_, writeValues } from './values.ts';

const BUILT_IN: ResolvedClass = {
  name: '',
  values: BUILTIN as unknown as ResolvedClass['values'],
  actuator: builtinActuator(),
  textures: {},
};

/** The classes: of each what differs from the class around it. */
export function writeDefaults(root: CanonicalElement, c: Compilation): void {
  const { defaults } = c.spec;
  const section = root.add('default');
  writeClass(section, c, defaults, c.classes.main, BUILT_IN);
  if (section.isEmpty) root.children.pop();
}

function writeClass(
  e: CanonicalElement,
  c: Compilation,
  node: DefaultClass,
  own: ResolvedClass,
  outer: ResolvedClass,
): void {
  if (own.name !== 'main') e.text('class', own.name);
  for (const [tag, write] of KINDS) e.addFilled(tag, (child) => write(child, own, outer));
  for (const child of node.children) {
    if (child.kind !== 'default') continue;
    const nested = child as DefaultClass;
    if (nested.generated) continue;
    writeClass(e.add('default'), c, nested, c.classes.find(nested.class, nested), own);
  }
}

type Write = (e: CanonicalElement, own: ResolvedClass, outer: ResolvedClass) => void;
type Kind = keyof ResolvedClass['values'];

const values = (kind: Kind, of: ResolvedClass): Record_ => of.values[kind] as unknown as Record_;

/** The table of a kind, then what `more` adds. */
const table =
  (kind: Kind, schema: string, more: (e: CanonicalElement, own: Record_, outer: Record_) => void = () => {}): Write =>
  (e, own, outer) => {
    writeValues(e, schema, values(kind, own), values(kind, outer), true);
    more(e, values(kind, own), values(kind, outer));
    if (own.values[kind] !== undefined && 'user' in values(kind, own))
      e.userValues((values(kind, own)['user'] as number[] | undefined) ?? []);
  };

const text =
  (name: string) =>
  (e: CanonicalElement, own: Record_, outer: Record_): void => {
    if (own[name] !== outer[name]) e.text(name, own[name] as string | undefined);
  };

type Numbers = readonly number[];

const KINDS: readonly (readonly [string, Write])[] = [
  ['mesh', table('mesh', 'mesh')],
  [
    'material',
    (e, own, outer): void => {
      writeMaterialTextures(e, own.textures, outer.textures);
      writeValues(e, 'material', values('material', own), values('material', outer), true);
    },
  ],
  [
    'joint',
    table('joint', 'joint', (e, own, outer) => {
      e.numbers('pos', own['pos'] as Numbers, outer['pos'] as Numbers);
      e.numbers('axis', own['axis'] as Numbers, outer['axis'] as Numbers);
      e.value('limited', own['limited'] as string, outer['limited'] as string);
      e.value('actuatorfrclimited', own['actuatorfrclimited'] as string, outer['actuatorfrclimited'] as string);
    }),
  ],
  [
    'geom',
    (e, own, outer): void => {
      const [mine, theirs] = [values('geom', own), values('geom', outer)];
      e.numbers('size', mine['size'] as Numbers, theirs['size'] as Numbers);
      writeValues(e, 'geom', mine, theirs, true);
      e.value('fluidshape', mine['fluidshape'] as string, theirs['fluidshape'] as string);
      if (mine['type'] !== 'mesh')
        e.value('shellinertia', mine['shellinertia'] as boolean, theirs['shellinertia'] as boolean);
      if (mine['mass'] === undefined) e.numbers('density', mine['density'] as number, theirs['density'] as number);
      text('material')(e, mine, theirs);
      if (mine['type'] === 'hfield') e.text('hfield', mine['hfield'] as string | undefined);
      if (mine['type'] === 'mesh' || mine['type'] === 'sdf') e.text('mesh', mine['mesh'] as string | undefined);
      e.userValues((mine['user'] as Numbers | undefined) ?? []);
    },
  ],
  [
    'site',
    (e, own, outer): void => {
      const [mine, theirs] = [values('site', own), values('site', outer)];
      e.numbers('size', mine['size'] as Numbers, theirs['size'] as Numbers);
      writeValues(e, 'site', mine, theirs, true);
      text('material')(e, mine, theirs);
      e.userValues((mine['user'] as Numbers | undefined) ?? []);
    },
  ],
  ['camera', table('camera', 'camera', (e, own, outer) => writeIntrinsics(e, own, outer))],
  [
    'light',
    table('light', 'light', (e, own, outer) => e.value('type', own['type'] as string, outer['type'] as string)),
  ],
  ['pair', table('pair', 'pair')],
  ['equality', table('equality', 'defaultEquality')],
  [
    'tendon',
    table('tendon', 'spatial', (e, own, outer) => {
      writeSpringlength(e, own['springlength'] as Numbers, outer['springlength'] as Numbers);
      text('material')(e, own, outer);
    }),
  ],
  ['general', (e, own, outer) => writeActuatorValues(e, own.actuator, outer.actuator, true)],
];

/** The intrinsics of a camera: those of its sensor, or its field of view. */
export function writeIntrinsics(e: CanonicalElement, own: Record_, outer: Record_): void {
  const [width = 0, height = 0] = own['sensorsize'] as Numbers;
  if (!(width > 0 && height > 0)) {
    e.numbers('fovy', own['fovy'] as number, outer['fovy'] as number);
    return;
  }
  e.numbers('sensorsize', own['sensorsize'] as Numbers, undefined, { single: true });
  for (const name of ['focal', 'focalpixel', 'principal', 'principalpixel'])
    e.numbers(name, own[name] as Numbers, outer[name] as Numbers, { single: true });
}

/** A rest length, or two where it is a range. */
export function writeSpringlength(e: CanonicalElement, own: Numbers, outer: Numbers): void {
  const isRange = own[0] !== own[1] || outer[0] !== outer[1];
  e.numbers('springlength', isRange ? own : own.slice(0, 1), outer);
}
