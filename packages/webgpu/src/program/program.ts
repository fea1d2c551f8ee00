import { type Data, fieldView, type Model } from '@qpos/core';
import { kernels } from '../generated/kernels.ts';
import { type Place, type Places, placeFields, putWords, type Rooms, sizeOf } from './addresses.ts';
import { Assembly } from './assemble.ts';
import { factsOf } from './facts.ts';
import { main, prelude } from './prelude.ts';
import { unusedFunctions } from './unused.ts';

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
  /** The dispatches of a step: names and WGSL text. */
  readonly dispatches: readonly { readonly name: string; readonly text: string }[];
  readonly model: Int32Array;
  readonly data: Places;
  /** Words of each environment, and how many of them, from the first on, later steps depend on. */
  readonly words: number;
  readonly carried: number;
  /** Words of scratch of the dispatch that needs most. */
  readonly scratch: number;
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
  const needed = kernels.dispatches.filter((name) => !unused.has(name.slice(0, -1)));
  const texts = needed.map((name) => ({ name, text: assembly.reach(name) }));
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
  const words = new Int32Array(Math.max(1, ofModel.words));
  for (const [name, place] of ofModel.places) putWords(words, place, fieldView(model, name));
  return {
    dispatches: withScratch.map(({ name, text, scratch }) => ({
      name: name.replace(/_$/, ''),
      text: `${prelude(data.words, scratch.words, workgroup)}${constants(text)}\n${scratch.text}\n${text}${main(name)}`,
    })),
    model: words,
    data: data.places,
    words: data.words,
    carried: CARRIED.reduce((sum, name) => sum + (data.places.get(name)?.length ?? 0), 0),
    scratch: Math.max(0, ...withScratch.map(({ scratch }) => scratch.words)),
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

/** The words of an environment at the beginning, from a Data that is there. */
export function firstWords({ data: places, words }: Program, data: Data, rooms: Rooms): Int32Array {
  const { layout } = kernels;
  const first = new Int32Array(words);
  const hidden = new Set([...layout.working, ...layout.dynamicSizes]);
  const isKept = (name: string): boolean =>
    !hidden.has(name) &&
    !hidden.has(layout.dataArrays[name]?.[1] ?? '') &&
    !((layout.dataArrays[name]?.[1] as string) in layout.bounded);
  for (const [name, place] of places) if (isKept(name) && place.length > 0) putField(first, place, data, name);
  const capacity = places.get('capacity');
  if (capacity !== undefined)
    putWords(
      first,
      capacity,
      layout.dynamicSizes.map((size) => rooms[size] ?? 0),
    );
  return first;
}

function putField(
  words: Int32Array,
  place: { element: 'f' | 'i'; address: number; length: number },
  data: Data,
  name: string,
): void {
  let values: ArrayLike<number>;
  try {
    values = fieldView(data, name);
  } catch {
    return; // working memory, which starts at zero
  }
  putWords(words, place, values);
}
