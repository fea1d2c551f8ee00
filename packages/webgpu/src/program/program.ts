import { type Data, fieldView, type Model } from '@qpos/core';
import { GpuError } from '../errors.ts';
import { kernels } from '../generated/kernels.ts';
import { type Place, type Places, placeFields, putWords, type Rooms, sizeOf } from './addresses.ts';
import { Assembly } from './assemble.ts';
import { factsOf } from './facts.ts';
import { laneFunctions, sharedNewton } from './newton.ts';
import { orderOf } from './order.ts';
import { type OwnParts, ownCall, ownRows, POST_CONSTRAINT } from './own-kernels.ts';
import { main, prelude, type Scratch } from './prelude.ts';
import { withSubroutines } from './subroutines.ts';
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

/** One of the programs of a model. */
export interface ProgramPart {
  readonly name: string;
  /** The text in WGSL. */
  readonly text: string;
  /** Whether each environment has a workgroup, and not a thread. */
  readonly isShared: boolean;
}

/** The programs of a model, and where its words are. */
export interface Program {
  /** The parts of a step. */
  readonly dispatches: readonly ProgramPart[];
  /** The order of a step: places among the dispatches. */
  readonly order: readonly number[];
  /** Programs that run when they are asked for. */
  readonly own: readonly ProgramPart[];
  readonly model: Int32Array;
  readonly data: Places;
  /** Words of each environment, and how many of them, from the first on, later steps depend on. */
  readonly words: number;
  readonly carried: number;
}

/**
 * Words of private memory that a program may have; what needs more works in the data. WGSL promises 8 kB, browsers give 64 kB. Private memory is what
 * drivers compile well: with it in the data, the search for contacts took SwiftShader 27 times as long.
 */
const MOST_SCRATCH = 12_288;

/** Lines of a program, every function copied to where it is called, beyond which large functions become subroutines. */
const MOST_COPIED = 20_000;
/** Lines that drivers can be asked to compile. */
const MOST_LINES = 20_000;

/** A program without its constants and working memory. */
interface Part {
  readonly name: string;
  /** What a thread of each environment calls; none in a program with an entry point of its own. */
  readonly call?: string;
  readonly text: string;
  readonly memory: Readonly<Record<string, number>>;
  /** Words for the variables of subroutines. */
  readonly frame: number;
}

/** The part that makes a call. */
function partOf(name: string, call: string, parts: Assembly, memory: Part['memory']): Part {
  const entry = call.slice(0, call.indexOf('('));
  const texts = parts.reach(entry);
  if (parts.inlinedLines(entry) <= MOST_COPIED)
    return { name, call, text: [...texts.values()].join('\n'), memory, frame: 0 };
  const { text, call: run, lines, frame } = withSubroutines(texts, call);
  if (lines > MOST_LINES)
    throw new GpuError('unsupported', `${name} has ${lines} lines for a driver to compile, ${MOST_LINES} at most`);
  return { name, call: run, text, memory, frame };
}

/** The solver that a workgroup runs together, which is called between a dispatch before it and one after it. */
function sharedPart(parts: Assembly, memory: Part['memory']): Part {
  const texts = new Map(laneFunctions.flatMap((name) => [...parts.reach(name)]));
  return { name: 'dispatchNewton_', text: `${[...texts.values()].join('\n')}${sharedNewton}`, memory, frame: 0 };
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
 * @param own Fields and programs beside those of the step.
 * @param isShared Whether a workgroup runs Newton's method for each environment.
 */
export function makeProgram(
  model: Model,
  rooms: Rooms,
  workgroup: number,
  own: OwnParts = { fields: {}, kernels: {} },
  isShared = false,
): Program {
  const { layout } = kernels;
  const rows = ownRows(kernels, own);
  const facts = factsOf(model);
  const unused = unusedFunctions(model, isShared);
  const assembly = new Assembly(kernels, facts, unused);
  const assemblyOf = (name: string): Assembly => {
    const stage = sensing.get(name.slice(0, -1));
    return stage === undefined ? assembly : new Assembly(kernels, factsOf(model, stage), unused);
  };
  const needed = kernels.dispatches.filter((name) => !unused.has(name.slice(0, -1)));
  const texts = needed.map((name) => partOf(name, `${name}()`, assemblyOf(name), kernels.scratch));
  if (isShared) texts.splice(needed.indexOf('dispatchNewtonEnd_'), 0, sharedPart(assembly, kernels.scratch));
  const stepNames = texts.map(({ name }) => name.slice(0, -1));
  if (own.postConstraint === true) {
    const name = `${POST_CONSTRAINT}_`;
    texts.push(partOf(name, `${name}()`, assembly, kernels.scratch));
  }
  for (const [name, kernel] of Object.entries(own.kernels)) {
    const call = ownCall(name, kernel, (field) => field in rows || field in layout.dataArrays);
    const parts = new Assembly({ ...kernels, functions: kernel.functions, refusals: {} }, facts, new Set());
    texts.push(partOf(name, call, parts, kernel.scratch ?? {}));
  }
  const all = texts.map(({ text, call = '' }) => `${text}\n${call}`).join('\n');
  const arrays = { ...layout.dataArrays, ...rows };
  const inData = { ...arrays, ...layout.dataScalars };
  const carried = [...CARRIED, ...Object.keys(rows)];
  const inModel = { ...layout.modelArrays };
  const size = sizeOf(kernels, model, rooms);
  const used = new Set([...carried, 'capacity', ...namesIn(all, 'D', inData)]);
  const data = placeFields(arrays, layout.dataScalars, used, size, carried);
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
  const withScratch = texts.map((part) => ({ ...part, scratch: placeScratch(part.text, part.memory) }));
  const isPrivate = (part: (typeof withScratch)[number]): boolean => part.scratch.words + part.frame <= MOST_SCRATCH;
  const shared = withScratch.filter((part) => !isPrivate(part)).map(({ scratch }) => scratch.words);
  const end = data.words + Math.max(0, ...shared);
  const placed = (part: (typeof withScratch)[number]): Scratch => ({
    words: part.scratch.words,
    address: isPrivate(part) ? undefined : data.words,
  });
  const words = new Int32Array(Math.max(1, ofModel.words));
  for (const [name, place] of ofModel.places) putWords(words, place, fieldView(model, name));
  const programs = withScratch.map((part) => {
    const { name, call, text, scratch } = part;
    const head = `${prelude(end, placed(part), workgroup)}${constants(`${text}\n${call ?? ''}`)}`;
    const entry = call === undefined ? '' : main(call);
    return {
      name: name.replace(/_$/, ''),
      text: `${head}\n${scratch.text}\n${text}${entry}`,
      isShared: call === undefined,
    };
  });
  return {
    dispatches: programs.slice(0, stepNames.length),
    own: programs.slice(stepNames.length),
    order: orderOf(model, stepNames),
    model: words,
    data: data.places,
    words: end + 1, // the last is where writes outside of the data go
    carried: carried.reduce((sum, name) => sum + (data.places.get(name)?.length ?? 0), 0),
  };
}

/** Addresses of the working memory that a text uses. */
function placeScratch(text: string, memory: Part['memory']): { readonly text: string; readonly words: number } {
  let words = 0;
  const named = Object.fromEntries(Object.keys(memory).map((name) => [name.slice(2), true]));
  const lines = namesIn(text, 'S', named).map((name) => {
    const line = `const S_${name}: i32 = ${words};`;
    words += memory[`S_${name}`] as number;
    return line;
  });
  return { text: lines.join('\n'), words };
}

/** The words of an environment at the beginning, from a Data that is there; working memory and what grows start at zero. */
export function firstWords({ data: places, words }: Program, data: Data, capacity: Rooms): Int32Array {
  const { working, dynamicSizes, bounded, dataArrays, dataScalars } = kernels.layout;
  const first = new Int32Array(words);
  const isOwn = (name: string): boolean => !(name in dataArrays) && !(name in dataScalars);
  const hidden = new Set([...working, ...dynamicSizes, ...Object.keys(bounded)]);
  for (const [name, place] of places)
    if (!isOwn(name) && !hidden.has(name) && !hidden.has(dataArrays[name]?.[1] ?? ''))
      putWords(first, place, fieldView(data, name));
  const sizes = dynamicSizes.map((size) => capacity[size] ?? 0);
  putWords(first, places.get('capacity') as Place, sizes);
  return first;
}
