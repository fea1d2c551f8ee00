// Derives from the tables of `packages/core/src/host/model`: from `fields`, the kernel classes of both back ends, the public classes, and
// the layout used at run time; from `vocabulary`, constants, enumerations, and what dispatches on them.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { biasTs, gainTs, nextActivationTs, ratesTs, slopesTs } from './generate/actuators.mjs';
import { constantsTs, enumsTs, wordsTs } from './generate/enums.mjs';
import { rulesTs } from './generate/rules.mjs';
import { readingsTs, sensorExceptionsTs, sensorRowsTs } from './generate/sensors.mjs';
import { taskModelsTs } from './generate/task-models.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { writePages } from './pages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const core = path.join(root, 'packages/core/src');
const banner = '// Generated from the field table by scripts/generate.mjs.\n';
const vocabularyBanner = '// Generated from the vocabulary by scripts/generate.mjs.\n';

const arrayType = { f64: 'F64', i32: 'I32', u8: 'U8', f32: 'F32' };
const viewType = { f64: 'Float64Array', i32: 'Int32Array', u8: 'Uint8Array', f32: 'Float32Array' };

/** The table with types and enumerations apart: of `'i32 JointType'` the type stays, and `'JointType'` becomes a column before the rule. */
function separateEnums(table) {
  const separated = new Map();
  const separate = (row) => {
    const [type, values] = row[1].split(' ');
    const columns = typeof row[2] === 'number' ? 4 : 5; // a scalar, or an array
    if (!separated.has(row)) separated.set(row, [row[0], type, ...row.slice(2, columns), values, row[columns]]);
    return separated.get(row);
  };
  const lists = ['modelFields', 'modelScalarFields', 'dataFields', 'dataScalars', 'scratchFields'];
  return { ...table, ...Object.fromEntries(lists.map((key) => [key, table[key].map(separate)])) };
}

/** A class of the numeric core, as the table describes it. */
function describe(table) {
  const visual = Object.entries(table.visualGroups).map(([group, rows]) => [
    `vis_${group}`,
    'f32',
    '1',
    rows.reduce((n, r) => n + r[1], 0),
    `\`vis.${group}\``,
  ]);
  const capacity = [
    'capacity',
    'i32',
    String(table.dynamicSizes.length),
    1,
    'rows for which there is room, per dynamic size',
  ];
  const model = {
    arrays: [...table.modelFields, ...visual],
    scalars: [
      ...table.modelScalarFields,
      ...table.modelSizes.map(([name, doc, rule]) => [name, 'i32', 0, doc, undefined, rule]),
    ],
  };
  const data = {
    arrays: [capacity, ...table.dataFields],
    scalars: [...table.dataScalars, ...table.dynamicSizes.map(([name, , doc]) => [name, 'i32', 0, doc])],
  };
  for (const c of [model, data])
    c.scalars = [...c.scalars.filter((s) => s[1] === 'f64'), ...c.scalars.filter((s) => s[1] === 'i32')];
  return { model, data };
}

const slots = (scalars) => {
  const floats = scalars.filter((s) => s[1] === 'f64').length;
  return scalars.map(([name, type], k) => ({ name, type, slot: type === 'f64' ? k : k - floats }));
};

/** Kernel classes in TypeScript: array fields, and scalars as accessors of the two scalar blocks. */
function kernelTs({ model, data }, dynamicSizes) {
  const classText = (name, { arrays, scalars }) => `export class ${name} {
  readonly floats: F64;
  readonly ints: I32;
  /** The public object that this one belongs to. */
  owner: unknown = undefined;
${arrays.map(([n, t]) => `  ${n}: ${arrayType[t]};`).join('\n')}
  constructor(floats: F64, ints: I32, arrays: readonly (F64 | I32 | U8 | F32)[]) {
    this.floats = floats;
    this.ints = ints;
${arrays.map(([n, t], k) => `    this.${n} = arrays[${k}] as ${arrayType[t]};`).join('\n')}
  }
${slots(scalars)
  .map(({ name: n, type, slot }) => {
    const a = type === 'f64' ? 'floats' : 'ints';
    return `  get ${n}(): ${type} { return this.${a}[${slot}]; }\n  set ${n}(x: ${type}) { this.${a}[${slot}] = x; }`;
  })
  .join('\n')}
}
`;
  return `${banner}import type { F32, F64, I32, U8, f64, i32 } from '../dialect.ts';

${dynamicSizes.map(([n], k) => `export const COUNT_${n.toUpperCase()}: i32 = ${k};`).join('\n')}

${classText('Model', model)}
${classText('Data', data)}`;
}

/** Kernel classes in AssemblyScript: a struct of f64 scalars, i32 scalars, pointers. */
function kernelAs({ model, data }, dynamicSizes) {
  const classText = (name, { arrays, scalars }) => `@unmanaged export class ${name} {
${scalars.map(([n, t]) => `  ${n}: ${t};`).join('\n')}
${arrays.map(([n, t]) => `  ${n}: ${arrayType[t]};`).join('\n')}
}
`;
  return `${banner}import { F32, F64, I32, U8 } from '../dialect';

${dynamicSizes.map(([n], k) => `export const COUNT_${n.toUpperCase()}: i32 = ${k};`).join('\n')}

${classText('Model', model)}
${classText('Data', data)}`;
}

/** Sizes that never change. */
const fixedSizes = (table) => table.modelSizes.map((s) => s[0]).filter((n) => !table.derivedSizes.includes(n));

/** A row of the layout as `readRows` reads it: nothing in place of a type or row count that the row before has, or of width 1. */
function rowText([name, type, rows, width], before) {
  const words = [name, type === before[1] ? '' : type, rows === before[2] ? '' : rows, width === 1 ? '' : width];
  return words.join(' ').trimEnd();
}

/** A scalar of the layout as `readScalars` reads it: nothing in place of a type that the one before has, or of 0. */
function scalarText([name, type, initial], before) {
  return [name, type === before[1] ? '' : type, initial === 0 ? '' : initial].join(' ').trimEnd();
}

/** What allocation, copying and the public objects need of the table at run time; as text, which is read faster than a program. */
function layoutTs({ model, data }, table) {
  const rows = (arrays) => `readRows('${arrays.map((r, k) => rowText(r, arrays[k - 1] ?? [])).join('\\n')}'`;
  const scalars = (list) => `readScalars('${list.map((s, k) => scalarText(s, list[k - 1] ?? [])).join('\\n')}'`;
  const names = (list) => `'${list.join(' ')}'.split(' ')`;
  const first = data.arrays.indexOf(table.scratchFields[0]);
  const end = first + table.scratchFields.length;
  return `${banner}import { type LayoutRow, type LayoutScalar, readRows, readScalars } from '../layout.ts';

export const modelArrays: readonly LayoutRow[] = ${rows(model.arrays)});
export const modelScalars: readonly LayoutScalar[] = ${scalars(model.scalars)});
/** Sizes are the last scalars of a Model. */
export const modelSizeNames: readonly string[] = modelScalars.slice(${-table.modelSizes.length}).map(({ name }) => name);
const derivedSizes = ${names(table.derivedSizes)};
export const fixedSizeNames: readonly string[] = modelSizeNames.filter((name) => !derivedSizes.includes(name));
const scratchArrays: readonly LayoutRow[] = ${rows(data.arrays.slice(first, end))});
export const dataArrays: readonly LayoutRow[] = [...${rows(data.arrays.slice(0, first))}), ...scratchArrays, ...${rows(data.arrays.slice(end))})];
export const dataScalars: readonly LayoutScalar[] = ${scalars(data.scalars)});
/** Scalars that the public classes hide. */
export const internalScalars: ReadonlySet<string> = new Set(${names(table.internalScalars)});
export const dynamicSizes: readonly (readonly [name: string, least: number])[] = ${JSON.stringify(table.dynamicSizes.map((s) => [s[0], s[1]]))};
export const fixedRows: Readonly<Record<string, number>> = ${JSON.stringify(table.fixedRows)};
/** Fields of Data that are working memory of the stages, not results. */
export const scratchNames: ReadonlySet<string> = new Set(['capacity', ...scratchArrays.map(({ name }) => name)]);
export const optionVectorDefaults: Readonly<Record<string, readonly number[]>> = ${JSON.stringify(table.optionVectorDefaults)};
export const visualGroups: Readonly<Record<string, readonly (readonly [name: string, width: number, initial: number | readonly number[]])[]>> = ${JSON.stringify(
    Object.fromEntries(Object.entries(table.visualGroups).map(([g, r]) => [g, r.map((x) => x.slice(0, 3))])),
  )};
`;
}

/** Working memory: fields of Data that MuJoCo does not have, and that are not for users. */
function scratchNames(table) {
  return new Set(['capacity', ...table.scratchFields.map((r) => r[0])]);
}

const visualGroupDocs = {
  global: 'cameras, lines and the offscreen buffer',
  quality: 'quality of shadows, curves and edges',
  headlight: 'the light at the camera',
  map: 'how forces, fog and clipping planes follow the model',
  scale: 'sizes of decor, relative to the mean size of bodies',
  rgba: 'colours of decor',
};

/** What a field is, with the enumeration that its values are of. */
const comment = (doc, values, pad) => `${pad}/** ${doc}${values === undefined ? '' : ` (${values})`} */\n`;

/** Public classes: their fields are declared here, and made from the layout by `defineFields`. */
function publicTs({ model, data }, table, enumNames) {
  const { isPart } = table;
  const scratch = scratchNames(table);
  const internal = new Set(table.internalScalars);
  const members = ({ arrays, scalars }, readonlyNames) =>
    [
      ...scalars
        .filter(([n]) => !isPart(n) && !internal.has(n))
        .map(
          ([n, , , doc]) => `${comment(doc, undefined, '  ')}  ${readonlyNames.has(n) ? 'readonly ' : ''}${n}: number;`,
        ),
      ...arrays
        .filter(([n]) => !isPart(n) && !scratch.has(n))
        .map(([n, t, , , doc, values]) => `${comment(doc, values, '  ')}  readonly ${n}: ${viewType[t]};`),
    ].join('\n');
  const partInterface = (name, doc, prefix, { arrays, scalars }) => `/** ${doc} */
export interface ${name} {
${[
  ...scalars
    .filter((s) => s[0].startsWith(prefix))
    .map(([n, , , doc, values]) => `${comment(doc, values, '  ')}  ${n.slice(prefix.length)}: ${values ?? 'number'};`),
  ...arrays
    .filter((r) => r[0].startsWith(prefix) && isPart(r[0]))
    .map(
      ([n, t, , , doc, values]) => `${comment(doc, values, '  ')}  readonly ${n.slice(prefix.length)}: ${viewType[t]};`,
    ),
].join('\n')}
}
`;
  const visual = `/** Settings of the picture: \`model.vis\`. */
export interface Visual {
${Object.entries(table.visualGroups)
  .map(
    ([g, rows]) =>
      `  /** ${visualGroupDocs[g]} */\n  readonly ${g}: {\n${rows.map(([n, w, , doc]) => `${comment(doc, undefined, '    ')}    ${w === 1 ? `${n}: number` : `readonly ${n}: Float32Array`};`).join('\n')}\n  };`,
  )
  .join('\n')}
}
`;
  const named = table.namedKinds.map(([kind, prefix, count, , dataRows]) => {
    const title = kind[0].toUpperCase() + kind.slice(1);
    const dataPrefix = kind === 'tendon' ? 'ten_' : prefix;
    const shortName = (n) => (n === 'sensordata' ? 'data' : n.startsWith(dataPrefix) ? n.slice(dataPrefix.length) : n);
    const members = new Map();
    for (const [n, t, r, w, doc, values] of table.modelFields) {
      if (r !== count || !n.startsWith(prefix)) continue;
      const short = n.slice(prefix.length);
      const view = w === 1 ? `${short}: ${values ?? 'number'}` : `readonly ${short}: ${viewType[t]}`;
      members.set(short, `${comment(doc, values, '  ')}  ${view};`);
    }
    const results = new Map();
    for (const [n, t, r, w, doc, values] of table.dataFields) {
      if (!dataRows.includes(r) || scratch.has(n) || results.has(shortName(n))) continue;
      const single =
        w === 1 &&
        kind !== 'sensor' &&
        (kind !== 'joint' || r === 'njnt') &&
        (kind !== 'actuator' || r === 'nactuator');
      const name = shortName(n);
      const view = single
        ? `${name}: ${values ?? 'number'}`
        : kind === 'actuator' && w === 1 // a number for most, several for some
          ? `get ${name}(): number | ${viewType[t]};\n  set ${name}(value: number)`
          : `readonly ${name}: ${viewType[t]}`;
      results.set(name, `${comment(doc, values, '  ')}  ${view};`);
    }
    const head = `  /** index of the ${kind} */\n  readonly id: number;\n  /** its name, or '' */\n  readonly name: string;\n`;
    return {
      kind,
      title,
      hasData: dataRows.length > 0,
      text:
        `/** The constants of one ${kind}. */\nexport interface Model${title} {\n${head}${[...members.values()].join('\n')}\n}\n` +
        (dataRows.length > 0
          ? `\n/** State and results of one ${kind}. */\nexport interface Data${title} {\n${head}${[...results.values()].join('\n')}\n}\n`
          : ''),
    };
  });
  const namedMethods = (side, list) =>
    list
      .map(
        ({ kind, title }) =>
          `  /**\n   * One ${kind}, for access by name outside of hot loops.\n   *\n   * @param key Its name or index; an \`ArgumentError\` lists the names there are if it does not exist.\n   * @returns Its fields, as views of the arrays.\n   */\n  ${kind}(key: string | number): ${side}${title} {\n    return this.named('${kind}', key) as ${side}${title};\n  }`,
      )
      .join('\n');
  const body = `
${named.map((n) => n.text).join('\n')}

${partInterface('Option', 'Options of the simulation: `model.opt`.', 'opt_', model)}
${partInterface('Statistic', 'Statistics of a model: `model.stat`.', 'stat_', model)}
${visual}
${partInterface('Contacts', 'Contacts as one array for each member: `data.contact`.', 'contact_', data)}
${partInterface('SolverStatistics', 'What the constraint solver did, per island and iteration: `data.solver`.', 'solver_', data)}
${partInterface('Warnings', 'Warnings by kind (`enums.Warning`): `data.warning`.', 'warning_', data)}
/** The fields of Model. */
export interface ModelFields {
${members(model, new Set(fixedSizes(table)))}
}
export abstract class ModelFields extends FieldStore {
  /** @internal */
  protected abstract named(kind: string, key: string | number): object;
${namedMethods('Model', named)}
}

/** The fields of Data. */
export interface DataFields {
${members(data, new Set(data.scalars.filter(([, type]) => type === 'i32').map(([name]) => name)))}
}
export abstract class DataFields extends FieldStore {
  /** @internal */
  protected abstract named(kind: string, key: string | number): object;
${namedMethods(
  'Data',
  named.filter((n) => n.hasData),
)}
}

/** Names of the sizes that a Model is made with. */
export type ModelSizeName =
${table.modelSizes.map(([n]) => `  | '${n}'`).join('\n')};
`;
  const used = enumNames.filter((name) => body.includes(`: ${name};`));
  return `${banner}import type { ${used.join(', ')} } from '../enums.ts';\nimport { FieldStore } from '../store.ts';\n${body}`;
}

/** Files that derive from the vocabulary. */
const fromVocabulary = {
  'core/src/kernel/model/constants.ts': constantsTs,
  'core/src/host/model/enums.ts': enumsTs,
  'core/src/kernel/sensor/generated/readings.ts': readingsTs,
  'core/src/kernel/sensor/generated/exceptions.ts': sensorExceptionsTs,
  'core/src/kernel/actuation/generated/rates.ts': ratesTs,
  'core/src/kernel/actuation/generated/next-activation.ts': nextActivationTs,
  'core/src/kernel/actuation/generated/gain.ts': gainTs,
  'core/src/kernel/actuation/generated/bias.ts': biasTs,
  'core/src/kernel/actuation/generated/slopes.ts': slopesTs,
  'spec/src/mjcf/generated/sensors.ts': sensorRowsTs,
  'spec/src/mjcf/generated/words.ts': wordsTs,
};

function writeIfChanged(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
  fs.writeFileSync(file, text);
}

/** Fields are stated once, their enumerations are known, and what is hidden exists. */
function check({ model, data }, enumNames, internalScalars) {
  for (const { arrays, scalars } of [model, data]) {
    const names = [...arrays, ...scalars].map((r) => r[0]);
    const twice = names.filter((n, k) => names.indexOf(n) !== k);
    if (twice.length > 0) throw new Error(`stated twice in the field table: ${twice.join(', ')}`);
    for (const [name, values] of [...arrays.map((r) => [r[0], r[5]]), ...scalars.map((r) => [r[0], r[4]])])
      if (values !== undefined && !enumNames.includes(values)) throw new Error(`${name}: no enumeration ${values}`);
  }
  const names = [model, data].flatMap(({ arrays, scalars }) => [...arrays, ...scalars]).map((r) => r[0]);
  const unknown = internalScalars.filter((n) => !names.includes(n));
  if (unknown.length > 0)
    throw new Error(`internalScalars names what is not in the field table: ${unknown.join(', ')}`);
}

export async function generate() {
  const table = separateEnums(await loadTypeScript('packages/core/src/host/model/fields/index.ts'));
  const vocabulary = await loadTypeScript('packages/core/src/host/model/vocabulary/index.ts');
  const classes = describe(table);
  const enumNames = vocabulary.enumerations.map(({ name }) => name);
  check(classes, enumNames, table.internalScalars);
  writeIfChanged(path.join(core, 'kernel/model/classes.ts'), kernelTs(classes, table.dynamicSizes));
  writeIfChanged(path.join(root, 'build/as/kernel/model/classes.ts'), kernelAs(classes, table.dynamicSizes));
  writeIfChanged(path.join(core, 'host/model/generated/layout.ts'), layoutTs(classes, table));
  writeIfChanged(path.join(core, 'host/model/generated/public.ts'), publicTs(classes, table, enumNames));
  writeIfChanged(path.join(core, 'host/model/generated/rules.ts'), banner + rulesTs(classes.model, table, vocabulary));
  for (const [file, text] of Object.entries(fromVocabulary))
    writeIfChanged(path.join(root, 'packages', file), vocabularyBanner + text(vocabulary));
  const models = path.join(root, 'models');
  writeIfChanged(path.join(root, 'packages/env/src/models/generated/texts.ts'), taskModelsTs(models, 'env'));
  writeIfChanged(path.join(root, 'packages/control/src/tasks/generated/models.ts'), taskModelsTs(models, 'control'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate();
  await writePages();
}
