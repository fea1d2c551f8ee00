import { enums, type Model } from '@qpos/core';
import type { Compilation } from '../compile/context.ts';
import type { SensorDraft } from '../compile/draft.ts';
import { SENSORS } from '../mjcf/generated/sensors.ts';
import * as words from '../mjcf/generated/words.ts';
import { TARGETS } from '../mjcf/sensor-targets.ts';
import type { CanonicalElement } from './element.ts';
import { writePlugin } from './plugins.ts';
import { modelValues } from './values.ts';

const { ObjType } = enums;

export function writeSensors(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('sensor', (section) => {
    for (const sensor of c.sensors) {
      const { node } = sensor;
      const e = section.add(SENSORS[node.kind].tag);
      writeTarget(e, sensor);
      const plugin = c.pluginOf.get(node);
      if (plugin !== undefined) writePlugin(e, plugin);
      writeMeasurement(e, sensor, m);
    }
  });
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** What a sensor measures, and in what. */
function writeTarget(
  e: CanonicalElement,
  { node, objtype, objname, reftype, refname, needstage, datatype, dim }: SensorDraft,
): void {
  const { target } = SENSORS[node.kind];
  const { object, reference } = TARGETS[target];
  const attributes = node as unknown as Attributes;
  const write = (naming: typeof object, prefix: 'obj' | 'ref', type: number, name: string): void => {
    if (type === ObjType.UNKNOWN) return;
    if (naming === 'typed') {
      e.text(`${prefix}type`, words.ObjType[type]);
      e.text(`${prefix}name`, name);
    } else for (const attribute of Object.keys(naming ?? {})) e.text(attribute, attributes[attribute]);
  };
  const parts = [
    (): void => write(object, 'obj', objtype, objname),
    (): void => write(reference, 'ref', reftype, refname),
  ];
  if (target === 'mesh of a geom') parts.reverse();
  for (const part of parts) part();
  if (target === 'callback') {
    e.value('dim', dim);
    e.value('needstage', words.Stage[needstage] ?? '');
    e.value('datatype', words.DataType[datatype] ?? '');
  }
  writeChoices(e, node);
}

/** What a sensor of contacts or rays tells. */
function writeChoices(e: CanonicalElement, node: SensorDraft['node']): void {
  if (node.kind === 'contactSensor') {
    e.value('num', node.num ?? 1, 1);
    writeData(e, words.ContactData, node.data ?? ['found'], 'found');
    e.value('reduce', node.reduce ?? 'none', 'none');
  } else if (node.kind === 'rangefinder') writeData(e, words.RayData, node.data ?? ['dist'], 'dist');
}

function writeData(e: CanonicalElement, all: readonly string[], given: readonly string[], usual: string): void {
  const text = all.filter((word) => given.includes(word)).join(' ');
  if (text !== usual) e.text('data', text);
}

interface Timing {
  readonly interp?: string;
  readonly delay?: number;
  readonly interval?: readonly number[];
}

function writeMeasurement(e: CanonicalElement, { id, name, node, nsample }: SensorDraft, m: Model): void {
  const { interp = 'zoh', delay = 0, interval = [0, 0] } = node as Timing;
  const { cutoff, noise, user } = modelValues(m, 'sensor', id);
  e.text('name', name);
  e.numbers('cutoff', cutoff ?? 0, 0);
  if (node.kind !== 'sensorPlugin') e.numbers('noise', noise ?? 0, 0);
  e.value('nsample', nsample, 0);
  e.value('interp', interp, 'zoh');
  e.numbers('delay', delay, 0);
  e.numbers('interval', [interval[0] ?? 0, interval[1] ?? 0], [0, 0]);
  e.userValues(user ?? []);
}
