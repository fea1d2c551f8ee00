import { type Data, forward, type Model, makeData } from '@qpos/core';
import { makeContactList } from '@qpos/viewer';
import { type Bound, bindExpressions, type Need, prepare } from '../instruments/expression.ts';
import type { History } from './history.ts';

const ROWS = 512; // of a message
const CHECK_EVERY = 8; // rows between two looks at the clock

/** What is computed before a Data can be asked: for several expressions together. */
interface Asked {
  readonly bound: readonly Bound[];
  readonly width: number;
  readonly needs: ReadonlySet<Need>;
}

/** Numbers of some steps: for each its number, its time and the value of each curve. */
export interface Rows {
  readonly rows: Float64Array<ArrayBuffer>;
  readonly first: number;
  readonly count: number;
}

/**
 * Evaluates expressions in every state of a history, also in those from before they were asked for. Each state is computed anew from what
 * the history has of it, so that a number does not depend on how the simulation came to it, nor on when it is drawn.
 */
export class Sampler {
  readonly #model: Model;
  readonly #history: History;
  readonly #contacts = makeContactList();
  #data: Data | undefined;
  #asked: Asked = { bound: [], width: 0, needs: new Set() };
  /** Whether the entry with a number (modulo the capacity) has been evaluated. */
  readonly #done: Uint8Array;
  #missing = 0; // entries that have not, at most
  #told = ''; // the extent of the history that was reported last

  constructor(model: Model, history: History) {
    this.#model = model;
    this.#history = history;
    this.#done = new Uint8Array(history.capacity);
  }

  /** Evaluates these from now on. An expression that does not fit the model is left out by who asks. */
  ask(texts: readonly string[]): void {
    this.#data ??= makeData(this.#model);
    const data = this.#data;
    const bound = texts.map((text) => bindExpressions(text, this.#model, data, this.#contacts));
    const width = bound.reduce((n, { curves }) => n + curves.length, 0);
    this.#asked = { bound, width, needs: new Set(bound.flatMap(({ needs }) => [...needs])) };
    this.restart();
  }

  /** Evaluates everything anew: the history begins again. */
  restart(): void {
    this.#done.fill(0);
    this.#missing = this.#history.count;
    this.#told = '';
  }

  /** The entry that the simulation is at has changed or is new. */
  changed(): void {
    this.#done[this.#slot(this.#history.index)] = 0;
    this.#missing++;
  }

  #slot(index: number): number {
    return (this.#history.forgotten + index) % this.#history.capacity;
  }

  /** Evaluates what is missing for at most `budget` milliseconds, the newest first; undefined if there is nothing to tell. */
  sample(budget: number): Rows | undefined {
    const { width } = this.#asked;
    const { count, forgotten: first } = this.#history;
    if (width === 0) return undefined;
    const rows = new Float64Array((width + 2) * Math.min(ROWS, this.#missing));
    const used = this.#fill(rows, budget);
    const told = `${first} ${count}`;
    if (used === 0 && told === this.#told) return undefined;
    this.#told = told;
    return { rows: rows.slice(0, used), first, count };
  }

  #fill(rows: Float64Array, budget: number): number {
    if (rows.length === 0) return 0;
    const end = performance.now() + budget;
    const { count, forgotten } = this.#history;
    let at = 0;
    let index = count - 1;
    for (let evaluated = 0; index >= 0 && at < rows.length; index--) {
      const slot = this.#slot(index);
      if (this.#done[slot] === 1) continue;
      this.#done[slot] = 1;
      rows[at] = forgotten + index;
      this.#evaluate(index, rows, at + 1);
      at += this.#asked.width + 2;
      if (++evaluated % CHECK_EVERY === 0 && performance.now() > end) break;
    }
    this.#missing = index < 0 ? 0 : count;
    return at;
  }

  #evaluate(index: number, rows: Float64Array, at: number): void {
    const data = this.#data;
    if (data === undefined) return;
    const { bound, needs } = this.#asked;
    this.#history.read(this.#model, data, index);
    if (needs.size > 0) {
      forward(this.#model, data);
      prepare(this.#model, data, needs, this.#contacts);
    }
    rows[at++] = data.time;
    for (const { curves, evaluate } of bound) {
      evaluate(rows, at);
      at += curves.length;
    }
  }
}
