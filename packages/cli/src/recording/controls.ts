import type { Data, Model } from 'qpos';
import { UsageError } from '../io.ts';
import { keyframeId } from '../model/open.ts';
import { readRecording } from './read.ts';
import { columnsOf, quantity, type Recording } from './recording.ts';

/** Sets the controls for the step that comes next, number `k` of the run. */
export type Controls = (data: Data, k: number) => void;

/** A slow sine on every control, so that something moves. */
export function sineControls(model: Model): Controls {
  const { nu, actuator_ctrllimited, actuator_ctrlrange } = model;
  return (data) => {
    for (let k = 0; k < nu; k++) {
      const limited = actuator_ctrllimited[k] === 1;
      const low = limited ? (actuator_ctrlrange[2 * k] as number) : -0.3;
      const high = limited ? (actuator_ctrlrange[2 * k + 1] as number) : 0.3;
      data.ctrl[k] = 0.5 * (low + high) + 0.25 * (high - low) * Math.sin(0.7 * k + 3 * data.time);
    }
  };
}

/** Controls from `keyframe:NAME` or from a file: see `tableControls`. */
export function readControls(model: Model, source: string): Controls {
  const key = /^key(?:frame)?:(.*)$/.exec(source)?.[1];
  if (key !== undefined) return keyframeControls(model, key);
  return tableControls(model, readRecording(source), source);
}

function keyframeControls(model: Model, key: string): Controls {
  const id = keyframeId(model, key);
  const row = model.key_ctrl.slice(id * model.nu, (id + 1) * model.nu);
  return (data) => data.ctrl.set(row);
}

/**
 * Controls from a table: with a `time` column each row acts from its time on, without one each row is one step; the last
 * row stays. Columns are those of `ctrl`, or are named after actuators; controls without a column are left alone.
 */
export function tableControls(model: Model, table: Recording, source: string): Controls {
  if (model.nu === 0) throw new UsageError(`'${source}' has controls, and the model has no actuator`);
  if (table.rows === 0) throw new UsageError(`'${source}' has no rows`);
  const { width, targets, values } = controlColumns(model, table, source);
  const times = quantity(table, 'time')?.values;
  let row = 0;
  return (data, k) => {
    if (times === undefined) row = Math.min(k, table.rows - 1);
    else while (row + 1 < table.rows && (times[row + 1] as number) <= data.time + 1e-9) row++;
    for (let c = 0; c < width; c++) data.ctrl[targets[c] as number] = values[row * width + c] as number;
  };
}

interface ControlColumns {
  readonly width: number;
  /** Which control each column is. */
  readonly targets: readonly number[];
  readonly values: Float64Array;
}

function controlColumns(model: Model, table: Recording, source: string): ControlColumns {
  const names = columnsOf(model).find((c) => c.name === 'ctrl')?.labels ?? [];
  const whole = quantity(table, 'ctrl');
  if (whole !== undefined) {
    if (whole.width === model.nu) return { width: whole.width, targets: names.map((_, k) => k), values: whole.values };
    const targets = whole.labels.map((label) => names.indexOf(label));
    if (!targets.includes(-1)) return { width: whole.width, targets, values: whole.values };
    throw new UsageError(`'${source}' has ${whole.width} controls, and the model has ${model.nu}`, names.join(', '));
  }
  const others = table.quantities.filter((q) => q.name !== 'time');
  const columns = others.flatMap((q) => q.labels);
  const unnamed = columns.every((label) => /^\d+$/.test(label));
  const targets = columns.map((label, k) => (unnamed ? k : names.indexOf(`ctrl:${label}`)));
  const unknown = targets.findIndex((t) => t < 0 || t >= model.nu);
  if (unnamed && columns.length !== model.nu) {
    throw new UsageError(`'${source}' has ${columns.length} columns, and the model has ${model.nu} controls`);
  }
  if (unknown >= 0) {
    const known = names.map((n) => n.replace(/^ctrl:/, '')).join(', ');
    throw new UsageError(`'${source}': the model has no control '${columns[unknown]}'`, `it has ${known}`);
  }
  return {
    width: columns.length,
    targets,
    values: sideBySide(
      others.map((q) => q),
      table.rows,
      columns.length,
    ),
  };
}

function sideBySide(
  parts: readonly { width: number; values: Float64Array }[],
  rows: number,
  width: number,
): Float64Array {
  const out = new Float64Array(rows * width);
  let first = 0;
  for (const part of parts) {
    for (let r = 0; r < rows; r++)
      out.set(part.values.subarray(r * part.width, (r + 1) * part.width), r * width + first);
    first += part.width;
  }
  return out;
}
