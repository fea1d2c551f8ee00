import { type Data, fieldView, type Model, makeData, resetDataKeyframe } from '@qpos/core';
import type { BatchColumns } from './batch-columns.ts';
import { type NumberArray, rowOf } from './columns.ts';
import { isInput } from './share/own-columns.ts';

/** Fields of Data that a reset sets from a field of Model; the width of a body's part where they are those of mocap bodies. */
const resetSources: Readonly<Record<string, readonly [source: string, width: number]>> = {
  qpos: ['qpos0', 0],
  eq_active: ['eq_active0', 0],
  mocap_pos: ['body_pos', 3],
  mocap_quat: ['body_quat', 4],
};

/** Where environments start: what their rows are after a reset. */
export class Origins {
  readonly #model: Model;
  readonly #initial: Data;
  readonly #hasKeyframe: boolean;
  readonly #columns: BatchColumns;

  /** @param keyframe The keyframe that they start from; -1 for none. */
  constructor(model: Model, keyframe: number, columns: BatchColumns) {
    this.#model = model;
    this.#columns = columns;
    this.#initial = makeData(model);
    this.#hasKeyframe = keyframe >= 0;
    if (this.#hasKeyframe) resetDataKeyframe(model, this.#initial, keyframe);
  }

  /** A field of Data in the initial state, for its type and length. */
  field(name: string): NumberArray {
    return fieldView(this.#initial, name);
  }

  /** Writes the rows of environment `e` that it starts from. */
  write(e: number): void {
    const { qvel, act, ctrl } = this.#initial;
    const { nq, nv } = this.#model;
    const states = rowOf(this.#columns.own('states'), e);
    states.set(this.values('qpos', e));
    states.set(qvel, nq);
    states.set(act, nq + nv);
    rowOf(this.#columns.own('ctrl'), e).set(ctrl);
    for (const column of this.#columns.all('bound'))
      if (isInput(column.name)) rowOf(column, e).set(this.values(column.name, e));
  }

  /** What a field of Data is after a reset of environment `e`, with its own values of the Model. */
  values(name: string, e: number): NumberArray {
    const initial = fieldView(this.#initial, name);
    if (this.#hasKeyframe) return initial;
    const [source, width] = resetSources[name] ?? ['', 0];
    const expanded = this.#columns.find('expanded', source);
    if (expanded === undefined) return initial;
    const row = rowOf(expanded, e);
    if (width === 0) return row;
    const values = initial.slice();
    this.#model.body_mocapid.forEach((k, b) => {
      if (k >= 0) values.set(row.subarray(width * b, width * b + width), width * k);
    });
    return values;
  }

  dispose(): void {
    this.#initial[Symbol.dispose]();
  }
}
