import type { DynamicSizeRow, FieldRow, ScalarRow, SizeRow, VisualRow } from './types.ts';

// Tables as text: a line for each row, columns apart, and in braces the rule.
const TYPE = '((?:f64|i32|u8|f32)(?: [A-Z]\\w*)?)';
const DOC = '(.+?)(?: \\{(.+)\\})?';
const FIELD = new RegExp(`^(\\w+) +${TYPE} +(\\w+) +(\\w+(?:\\*\\d+)?) +${DOC}$`);
const SCALAR = new RegExp(`^(\\w+) +${TYPE} +([-.\\de]+) +${DOC}$`);
const DYNAMIC_SIZE = /^(\w+) +(\d+) +(.+)$/;
const VISUAL = /^(\w+) +(-?[\d.]+(?: -?[\d.]+)*) {2,}(.+)$/;
const SIZE = new RegExp(`^(\\w+) +${DOC}$`);

/** The columns of each line of a text. */
function rows(text: string, columns: RegExp): string[][] {
  const lines = text.trim().split(/\n\s*/);
  return lines.map((line) => {
    const found = line.match(columns);
    if (!found) throw new Error(`not a row of this table: ${line}`);
    return found.slice(1);
  });
}

const number = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** Arrays: `cam_pos  f64  ncam  3  position in the body frame`. */
export const fieldTable = (text: string): readonly FieldRow[] =>
  rows(text, FIELD).map(([name, type, count, width, doc, rule]) => {
    return [name, type as FieldRow[1], count, number(width), doc, rule];
  });

/** Numbers: `opt_timestep  f64  0.002  simulation time step, s`. */
export const scalarTable = (text: string): readonly ScalarRow[] =>
  rows(text, SCALAR).map(([name, type, initial, doc, rule]) => [
    name,
    type as ScalarRow[1],
    Number(initial),
    doc,
    rule,
  ]);

/** Row counts that grow: `ncon  16  contacts`. */
export const dynamicSizeTable = (text: string): readonly DynamicSizeRow[] =>
  rows(text, DYNAMIC_SIZE).map(([name, least, doc]) => [name, Number(least), doc]);

/** Sizes: `nbody  bodies, the world included {>=1}`. */
export const sizeTable = (text: string): readonly SizeRow[] =>
  rows(text, SIZE).map(([name, doc, rule]) => [name, doc, rule]);

/** Fields of `vis`: `fog  0 0 0 1  colour of fog`. */
export const visualTable = (text: string): readonly VisualRow[] =>
  rows(text, VISUAL).map(([name, values, doc]) => {
    const initial = values.split(' ').map(Number);
    return [name, initial.length, initial.length > 1 ? initial : initial[0], doc];
  });
