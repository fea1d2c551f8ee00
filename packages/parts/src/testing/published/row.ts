/** A quantity of a preset, and what a source that was read says of it. */
export interface Published {
  /** Name of the exported table. */
  readonly table: string;
  /** Name of the preset. */
  readonly preset: string;
  /** The field, or what is computed from several. */
  readonly quantity: string;
  /** Fields of the preset that it is about. */
  readonly fields: readonly string[];
  /** What the preset has, in SI units. */
  readonly value: number;
  /** Least and most of the source. */
  readonly range: readonly [least: number, most: number];
  /** Document, and place in it. */
  readonly source: string;
}

/** Least and most, or the one value that a source states. */
export type Stated = number | readonly [least: number, most: number];

type Preset = Readonly<Record<string, unknown>>;

/**
 * All numbers of a preset.
 *
 * @param preset The preset.
 * @param prefix What precedes the names of its fields.
 * @returns Pairs of a field and a number; an array has its field once for each.
 */
export function numbersOf(preset: object, prefix = ''): [field: string, value: number][] {
  return Object.entries(preset).flatMap(([key, value]: [string, unknown]): [string, number][] => {
    const field = Array.isArray(preset) ? prefix : prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'number') return [[field, value]];
    return typeof value === 'object' && value !== null ? numbersOf(value, field) : [];
  });
}

const rangeOf = (stated: Stated): readonly [number, number] => (typeof stated === 'number' ? [stated, stated] : stated);

/**
 * Rows about fields as they are.
 *
 * @param table Name of the table.
 * @param presets The table.
 * @param name Name of the preset.
 * @param source Where the numbers were read.
 * @param stated What it states of each field.
 * @returns The rows.
 */
export function fieldsOf<T extends object>(
  table: string,
  presets: T,
  name: keyof T & string,
  source: string,
  stated: Readonly<Record<string, Stated>>,
): Published[] {
  const all = numbersOf(presets[name] as Preset);
  return Object.entries(stated).flatMap(([field, range]) =>
    all
      .filter(([other]) => other === field)
      .map(([, value]) => ({
        table,
        preset: name,
        quantity: field,
        fields: [field],
        value,
        range: rangeOf(range),
        source,
      })),
  );
}

/**
 * A row about something computed from fields.
 *
 * @param table Name of the table.
 * @param preset Name of the preset.
 * @param quantity What it is.
 * @param fields Fields that it is computed from.
 * @param value What the preset has.
 * @param stated What the source states.
 * @param source Where that was read.
 * @returns The row.
 */
export function derived(
  table: string,
  preset: string,
  quantity: string,
  fields: readonly string[],
  value: number,
  stated: Stated,
  source: string,
): Published {
  return { table, preset, quantity, fields, value, range: rangeOf(stated), source };
}
