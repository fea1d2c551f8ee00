import { enums, type Model } from 'qpos';

/** One quantity of a recording: `rows` × `width` numbers, row after row. */
export interface Quantity {
  readonly name: string;
  readonly width: number;
  /** A label for each column: `qpos:knee`, `sensordata:gyro[2]`, `qvel[4]`. */
  readonly labels: readonly string[];
  readonly values: Float64Array;
}

/** What a recording says about its origin; formats without room for it leave it out. */
export interface Origin {
  readonly model?: string;
  readonly keyframe?: string;
  readonly timestep?: number;
  /** Steps from one row to the next. */
  readonly every?: number;
}

/**
 * A run over time. A row is the state at its time, the control that acts from then on, and the sensors of that state;
 * the last row is the final state.
 */
export interface Recording {
  readonly rows: number;
  readonly quantities: readonly Quantity[];
  readonly origin: Origin;
}

/** A column block of a recording that is being made. */
export interface Column {
  readonly name: string;
  readonly width: number;
  readonly labels: readonly string[];
}

const { JointType } = enums;
const positions = { [JointType.FREE]: 7, [JointType.BALL]: 4, [JointType.SLIDE]: 1, [JointType.HINGE]: 1 };
const velocities = { [JointType.FREE]: 6, [JointType.BALL]: 3, [JointType.SLIDE]: 1, [JointType.HINGE]: 1 };

/** Labels of a quantity whose objects have `widthOf` numbers each, in order. */
function labels(name: string, objects: readonly { readonly name: string; readonly width: number }[]): string[] {
  let at = 0;
  return objects.flatMap(({ name: object, width }) =>
    Array.from({ length: width }, (_, k) => {
      const index = at++;
      if (object === '') return `${name}[${index}]`;
      return width === 1 ? `${name}:${object}` : `${name}:${object}[${k}]`;
    }),
  );
}

const range = (n: number): number[] => Array.from({ length: n }, (_, k) => k);

/** What is recorded of a model, in order; quantities that it has none of are left out. */
export function columnsOf(model: Model): Column[] {
  const joints = range(model.njnt).map((j) => model.joint(j));
  const actuators = range(model.nactuator).map((a) => model.actuator(a));
  const width = (table: Readonly<Record<number, number>>, type: number): number => table[type] ?? 1;
  const all: [string, { name: string; width: number }[]][] = [
    ['qpos', joints.map((j) => ({ name: j.name, width: width(positions, j.type) }))],
    ['qvel', joints.map((j) => ({ name: j.name, width: width(velocities, j.type) }))],
    ['act', actuators.map((a) => ({ name: a.name, width: a.actnum }))],
    ['ctrl', actuators.map((a) => ({ name: a.name, width: a.ctrlnum }))],
    ['sensordata', range(model.nsensor).map((s) => ({ name: model.sensor(s).name, width: model.sensor(s).dim }))],
  ];
  const columns: Column[] = [{ name: 'time', width: 1, labels: ['time'] }];
  for (const [name, objects] of all) {
    const columnLabels = labels(name, objects);
    if (columnLabels.length > 0) columns.push({ name, width: columnLabels.length, labels: columnLabels });
  }
  return columns;
}

/** A quantity by name. */
export function quantity(recording: Recording, name: string): Quantity | undefined {
  return recording.quantities.find((q) => q.name === name);
}

/** One column of a recording, as a curve. */
export interface Series {
  readonly label: string;
  readonly values: Float64Array;
}

/** Column `k` of a quantity. */
export function column(q: Quantity, k: number): Series {
  const rows = q.values.length / q.width;
  const values = new Float64Array(rows);
  for (let r = 0; r < rows; r++) values[r] = q.values[r * q.width + k] as number;
  return { label: q.labels[k] ?? `${q.name}[${k}]`, values };
}
