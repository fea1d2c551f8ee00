import { type Data, fieldView, type Model } from '@qpos/core';
import { GpuError } from '../errors.ts';
import { kernels } from '../generated/kernels.ts';
import { type Place, type Places, placeFields, putWords, type Rooms, sizeOf } from './addresses.ts';
import { Assembly } from './assemble.ts';
import { factsOf } from './facts.ts';
import { orderOf } from './order.ts';
import { main, prelude, type Scratch } from './prelude.ts';
import { sensing, unusedFunctions } from './unused.ts';

/** What later steps depend on, in this order at the beginning of the data: the first three are the rows of `states`. */
const CARRIED = [
  ...['qpos', 'qvel', 'act', 'ctrl', 'sensordata', 'warning_number', 'warning_lastinfo', 'time'],
  ...[
    'history',
    'qacc_warmstart',
    'qfrc_applied',
    'xfrc_applied',
    'eq_active',
    'mocap_pos',
    'mocap_quat',
    'qacc',
    'act_dot',
  ],
  ...['userdata', 'contactsKept', 'ncon', 'nefc'],
];

/** The programs of a model, and where its words are. */
export interface Program {
  /** The parts of a step: names and WGSL text. */
  readonly dispatches: readonly { readonly name: string; readonly text: string }[];
  /** The order of a step: places among the dispatches. */
  readonly order: readonly number[];
  readonly model: Int32Array;
  readonly data: Places;
  /** Words of each environment, and how many of them, from the first on, later steps depend on. */
  readonly words: number;
  readonly carried: number;
}

/** Words of private memory that every device has: 8192 bytes. What needs more works in the data, as the search for contacts does. */
const MOST_SCRATCH = 2048;

/** Lines of a program, every function copied to where it is called, that drivers can be asked to compile. */
const MOST_LINES = 20_000;

/** Refuses a program that drivers would take many minutes for: the search for contacts of convex shapes. */
function checkLines(name: string, lines: number): void {
  if (lines <= MOST_LINES) return;
  const collides = name === 'dispatchCollision_';
  const what = collides ? 'contacts of these shapes have to be searched for' : `a part of the step (${name})`;
  throw new GpuError('unsupported', `${what}: ${lines} lines for a driver to compile, ${MOST_LINES} at most`, {
    hint: collides
      ? 'planes with anything, spheres, capsules and boxes, and cylinders with spheres have closed forms'
      : undefined,
  });
}

/** The names with a prefix in a text: addresses and constants. */
const namesIn = (text: string, prefix: string, known: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...text.matchAll(new RegExp(`\\b${prefix}_(\\w+)\\b`, 'g'))].map(([, name]) => name as string))].filter(
    (name) => name in known,
  );

const float = (x: number): string => {
  const text = String(Math.fround(Math.max(-3.4028234663852886e38, Math.min(3.4028234663852886e38, x))));
  return /[.e]/.test(text) ? text : `${text}.0`;
};

/**
 * Makes the programs of a model.
 *
 * @param model The model.
 * @param rooms Rows of the arrays that grow on the processor.
 * @param workgroup Threads of a workgroup.
 */
export function makeProgram(model: Model, rooms: Rooms, workgroup: number): Program {
  const { layout } = kernels;
  const facts = factsOf(model);
  const unused = unusedFunctions(model);
  const assembly = new Assembly(kernels, facts, unused);
  const assemblyOf = (name: string): Assembly => {
    const stage = sensing.get(name.slice(0, -1));
    return stage === undefined ? assembly : new Assembly(kernels, factsOf(model, stage), unused);
  };
  const needed = kernels.dispatches.filter((name) => !unused.has(name.slice(0, -1)));
  const texts = needed.map((name) => {
    const parts = assemblyOf(name);
    checkLines(name, parts.inlinedLines(name));
    return { name, text: parts.reach(name) };
  });
  const all = texts.map(({ text }) => text).join('\n');
  const inData = { ...layout.dataArrays, ...layout.dataScalars };
  const inModel = { ...layout.modelArrays };
  const size = sizeOf(kernels, model, rooms);
  const used = new Set([...CARRIED, 'capacity', ...namesIn(all, 'D', inData)]);
  const data = placeFields(layout.dataArrays, layout.dataScalars, used, size, CARRIED);
  const ofModel = placeFields(layout.modelArrays, {}, new Set(namesIn(all, 'M', inModel)), size);
  const addressOf = (places: Places, name: string): number => (places.get(name) as Place).address;
  const constants = (text: string): string =>
    [
      ...namesIn(text, 'D', inData).map((name) => `const D_${name}: i32 = ${addressOf(data.places, name)};`),
      ...namesIn(text, 'M', inModel).map((name) => `const M_${name}: i32 = ${addressOf(ofModel.places, name)};`),
      ...namesIn(text, 'm', layout.modelScalars).map((name) =>
        layout.modelScalars[name] === 'f'
          ? `const m_${name}: f32 = ${float(facts.scalar(name))};`
          : `const m_${name}: i32 = ${facts.scalar(name)};`,
      ),
    ].join('\n');
  const withScratch = texts.map(({ name, text }) => ({ name, text, scratch: placeScratch(text) }));
  const shared = Math.max(0, ...withScratch.map(({ scratch }) => scratch.words).filter((n) => n > MOST_SCRATCH));
  const end = data.words + shared;
  const placed = (n: number): Scratch => ({ words: n, address: n > MOST_SCRATCH ? data.words : undefined });
  const words = new Int32Array(Math.max(1, ofModel.words));
  for (const [name, place] of ofModel.places) putWords(words, place, fieldView(model, name));
  return {
    dispatches: withScratch.map(({ name, text, scratch }) => ({
      name: name.replace(/_$/, ''),
      text: `${prelude(end, placed(scratch.words), workgroup)}${constants(text)}\n${scratch.text}\n${text}${main(name)}`,
    })),
    order: orderOf(
      model,
      needed.map((name) => name.slice(0, -1)),
    ),
    model: words,
    data: data.places,
    words: end + 1, // the last is where writes outside of the data go
    carried: CARRIED.reduce((sum, name) => sum + (data.places.get(name)?.length ?? 0), 0),
  };
}

/** Addresses of the working memory that a text uses. */
function placeScratch(text: string): { readonly text: string; readonly words: number } {
  let words = 0;
  const named = Object.fromEntries(Object.keys(kernels.scratch).map((name) => [name.slice(2), true]));
  const lines = namesIn(text, 'S', named).map((name) => {
    const line = `const S_${name}: i32 = ${words};`;
    words += kernels.scratch[`S_${name}`] as number;
    return line;
  });
  return { text: lines.join('\n'), words };
}

/** The words of an environment at the beginning, from a Data that is there; working memory and what grows start at zero. */
export function firstWords({ data: places, words }: Program, data: Data, capacity: Rooms): Int32Array {
  const { working, dynamicSizes, bounded, dataArrays } = kernels.layout;
  const first = new Int32Array(words);
  const hidden = new Set([...working, ...dynamicSizes, ...Object.keys(bounded)]);
  for (const [name, place] of places)
    if (!hidden.has(name) && !hidden.has(dataArrays[name]?.[1] ?? '')) putWords(first, place, fieldView(data, name));
  const sizes = dynamicSizes.map((size) => capacity[size] ?? 0);
  putWords(first, places.get('capacity') as Place, sizes);
  return first;
}
