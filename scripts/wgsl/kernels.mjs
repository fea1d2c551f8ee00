// All kernels of the numeric core in WGSL: those that a step on a GPU reaches, and which of the others have a translation.
import path from 'node:path';
import { loadTypeScript } from '../load-typescript.mjs';
import { root } from '../packages.mjs';
import { openProgram } from './program.mjs';
import { Translator } from './translator.mjs';
import { SPACES } from './values.mjs';

/** Where the kernels are. */
export const kernelFolder = path.join(root, 'packages/core/src/kernel');
const ELEMENTS = { f64: 'f', f32: 'f', i32: 'i', u8: 'i' };
/** Where the dispatches of a step are, in their order. */
const DISPATCHES = 'pipeline/dispatches.ts';
/** What a thread does of the solver that a workgroup runs together. */
const LANES = 'solver/primal/lane.gpu.ts';
/** Functions that the host calls by itself. */
const MORE = ['hostReset'];
/** Spaces of borrowed arrays depend on each other; they settle in three passes. */
const MOST_PASSES = 8;

/** Numbers of Data that stay zero on a GPU: those of the metric, which only the discrete integrator has, and of flexes. */
const ZERO = new Set(['efm_active', 'nefmT', 'nefmA', 'nefmcon', 'metricTerms', 'metricFlex', 'nflexpair', 'nfound']);

/** The fields of Model and Data, as the translator wants them; `always` is a value that never changes. */
function fieldsOf(table) {
  const fields = (arrays, scalars) =>
    new Map([
      ...arrays.map(({ name, type }) => [name, { kind: 'array', el: ELEMENTS[type] }]),
      ...scalars.map(({ name, type }) => [
        name,
        { kind: 'scalar', el: ELEMENTS[type], ...(ZERO.has(name) && { always: 0 }) },
      ]),
    ]);
  return { model: fields(table.modelArrays, table.modelScalars), data: fields(table.dataArrays, table.dataScalars) };
}

const signature = (borrowed) =>
  [...borrowed]
    .map(([key, spaces]) => `${key} ${[...spaces].sort().join('')}`)
    .sort()
    .join();

/** Translates functions of a program, with arrays in the spaces that `spacesOf` tells, again until the spaces of borrowed arrays are those that it assumed. */
export function translate(program, fields, functionsOf, spacesOf = () => []) {
  let borrowed = new Map();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const translator = new Translator(program, fields, borrowed);
    for (const declaration of functionsOf(translator))
      translator.instanceOf(declaration, spacesOf(translator, declaration));
    if (signature(translator.borrowed) === signature(borrowed)) return translator;
    borrowed = translator.borrowed;
  }
  throw new Error('the address spaces of borrowed arrays do not settle');
}

/** The functions of a file. */
const functionsIn = (translator, file) =>
  translator.functions().filter((f) => f.getSourceFile().fileName === path.join(kernelFolder, file));

/** Translates also what a step does not reach, as if all arrays were of the data: functions without a translation, and why. */
function coverage(translator) {
  const reached = new Set([...translator.instances.values()].map(({ declaration }) => declaration));
  const own = translator.functions().filter((f) => !f.getSourceFile().fileName.endsWith('/dialect.ts'));
  for (const f of own) {
    if (reached.has(f)) continue;
    const arrays = f.parameters.filter((p) => translator.typeOf(p.type)?.kind === 'array');
    translator.instanceOf(
      f,
      arrays.map(() => SPACES.data),
    );
  }
  const refused = new Map();
  for (const { declaration, refusal } of translator.instances.values())
    if (refusal !== undefined) refused.set(translator.nameOf(declaration), refusal);
  return { count: own.length, refused };
}

const loadTable = () => loadTypeScript('packages/core/src/host/model/generated/layout.ts');

/** The fields of Model and Data, for a translator. */
export const fieldTable = async () => fieldsOf(await loadTable());

/** The kernels, ready to be written, and how many functions of the numeric core have a translation. */
export async function translateKernels() {
  const table = await loadTable();
  const { bounded } = await loadTypeScript('packages/core/src/host/model/define-fields.ts');
  const program = openProgram(kernelFolder, ['exports.ts', DISPATCHES, LANES]);
  const entriesOf = (t) => [
    ...functionsIn(t, DISPATCHES),
    ...functionsIn(t, LANES),
    ...t.functions().filter((f) => MORE.includes(f.name.text)),
  ];
  const translator = translate(program, fieldsOf(table), entriesOf);
  const instances = [...translator.instances.values()];
  const kernels = {
    dispatches: functionsIn(translator, DISPATCHES).map((f) => `${translator.nameOf(f)}_`),
    functions: Object.fromEntries(instances.filter((i) => i.text !== undefined).map((i) => [i.name, i.text])),
    refusals: Object.fromEntries(instances.filter((i) => i.refusal !== undefined).map((i) => [i.name, i.refusal])),
    scratch: Object.fromEntries(translator.scratch),
    layout: layoutOf(table, bounded),
  };
  return { kernels, coverage: coverage(translator) };
}

/** The field table as a program on a GPU needs it. */
function layoutOf(table, bounded) {
  const rows = (arrays) =>
    Object.fromEntries(arrays.map(({ name, type, rows: count, width }) => [name, [ELEMENTS[type], count, width]]));
  const scalars = (all) => Object.fromEntries(all.map(({ name, type }) => [name, ELEMENTS[type]]));
  return {
    modelArrays: rows(table.modelArrays),
    modelScalars: scalars(table.modelScalars),
    dataArrays: rows(table.dataArrays),
    dataScalars: scalars(table.dataScalars),
    dynamicSizes: table.dynamicSizes.map(([name]) => name),
    fixedRows: table.fixedRows,
    working: [...table.scratchNames, ...table.internalScalars],
    bounded,
  };
}
