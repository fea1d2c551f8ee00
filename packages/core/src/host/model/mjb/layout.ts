import * as table from '../generated/layout.ts';
import { elementBytes, isPart, type LayoutRow, type Sizes, widthOf } from '../layout.ts';
import type { Model } from '../model.ts';

/** What a file starts with: a mark, the bytes of a number, how many sizes follow, the version of MuJoCo, and how many arrays. */
export const MARK = 54321;
export const NUMBER_BYTES = 8;
export const VERSION = 3014000;
export const HEADER_BYTES = 20;

/** Sizes in the order of the file, which ends with those of the memory that MuJoCo takes: `narena`, `nbuffer`. */
export const sizeNames: readonly string[] = table.modelSizeNames.slice(0, table.modelSizeNames.indexOf('nhistory') + 1);
export const SIZE_COUNT = sizeNames.length + 2;

/** Flags in the order of the file; MuJoCo leaves out that of adhesion. */
export const flagNames = ['flg_gravcomp', 'flg_surfacevel'] as const;

/** An array of the file: its number among those of a Model, and its row of the table. */
export interface FileArray extends LayoutRow {
  readonly field: number;
  /** Bytes of an element in the file. */
  readonly bytes: number;
}

/** Every array, in the order of the file. */
export const arrays: readonly FileArray[] = table.modelArrays
  .map((row, field) => ({ ...row, field, bytes: row.name === 'tex_adr' ? 8 : elementBytes[row.type] }))
  .filter(({ name }) => !isPart(name));

/** How many elements an array has. */
export const lengthOf = ({ rows, width }: FileArray, sizes: Sizes): number =>
  (sizes[rows] ?? Number(rows)) * widthOf(width, sizes);

const ALIGNMENT = 64;

/** Bytes that all arrays take in MuJoCo's memory (`nbuffer`), and in the file, where nothing lies between them. */
export function arrayBytes(sizes: Sizes): { memory: number; file: number } {
  let memory = 0;
  let file = 0;
  for (const array of arrays) {
    const bytes = lengthOf(array, sizes) * array.bytes;
    memory = Math.ceil(memory / ALIGNMENT) * ALIGNMENT + bytes;
    file += bytes;
  }
  return { memory, file };
}

type NumberType = 'f64' | 'f32' | 'i32';

/** A number, or several, of `opt`, `vis` or `stat`. */
interface Setting {
  readonly name: string;
  readonly type: NumberType;
}

const settings = (type: NumberType, names: string): Setting[] => names.split(' ').map((name) => ({ name, type }));

const option: readonly Setting[] = [
  ...settings('f64', 'timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance'),
  ...settings('f64', 'gravity wind magnetic density viscosity o_margin o_solref o_solimp o_friction'),
  ...settings('i32', 'integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations'),
  ...settings('i32', 'disableflags enableflags disableactuator sdf_initpoints sdf_iterations'),
];
const OPTION_PADDING = 4; // to a multiple of 8 bytes

const statistic = settings('f64', 'meaninertia meanmass meansize extent center');

/** Settings of the picture that are whole numbers. */
const whole: ReadonlySet<string> = new Set([
  ...['cameraid', 'orthographic', 'offwidth', 'offheight', 'ellipsoidinertia', 'bvactive'].map((x) => `global.${x}`),
  ...['shadowsize', 'offsamples', 'numslices', 'numstacks', 'numquads'].map((x) => `quality.${x}`),
  'headlight.active',
]);

const visual: readonly (readonly [group: string, Setting[]])[] = Object.entries(table.visualGroups).map(
  ([group, rows]) => [
    group,
    rows.map(([name]) => ({ name, type: whole.has(`${group}.${name}`) ? 'i32' : 'f32' }) as const),
  ],
);

/** Bytes of the structures between the sizes and the flags. */
export const SETTING_BYTES = 304 + 632 + 56;

/** A part of a Model: numbers and arrays by name. */
type Part = Record<string, number | (ArrayLike<number> & { [k: number]: number })>;

/**
 * Goes through the numbers of `opt`, `vis` and `stat` in the order of the file. Where `move` is told to read, what it returns is stored.
 *
 * @param model The model.
 * @param start Where they begin in the file.
 * @param move Called with the place of each number, its type and its value; returns the value to keep.
 */
export function moveSettings(
  model: Model,
  start: number,
  move: (at: number, type: NumberType, x: number) => number,
): void {
  let at = start;
  const moveAll = (part: object, list: readonly Setting[]): void => {
    for (const { name, type } of list) {
      const value = (part as Part)[name];
      const bytes = type === 'f64' ? 8 : 4;
      if (typeof value === 'number') {
        (part as Part)[name] = move(at, type, value);
        at += bytes;
        continue;
      }
      for (let k = 0; k < value.length; k++, at += bytes) value[k] = move(at, type, value[k]);
    }
  };
  moveAll(model.opt, option);
  at += OPTION_PADDING;
  for (const [group, list] of visual) moveAll(model.vis[group as keyof typeof model.vis], list);
  moveAll(model.stat, statistic);
}
