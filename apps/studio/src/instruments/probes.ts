import { QposError } from '@qpos/core';
import type { Simulation } from '../simulation.ts';
import { type Bound, bindExpressions, type Curve } from './expression.ts';
import { Samples } from './samples.ts';

/** Expressions that someone wants to see, and where their curves are among those of all. */
export interface Probe {
  readonly text: string;
  readonly curves: readonly Curve[];
  /** What is wrong with the text, if it cannot be evaluated. */
  readonly problem: string | undefined;
  from: number;
}

const BEHIND = 500; // steps that the worker may be behind the picture

export type RunName = 'live' | 'reference';

/** What is asked of the worker for plots and the watch list together, and what it has answered. */
export class Probes {
  readonly #sim: Simulation;
  readonly #owners = new Map<string, Probe[]>();
  readonly #runs: Record<RunName, Samples> = { live: new Samples(0), reference: new Samples(0) };
  #width = 0;
  #asked = 0;
  #revision = -1;
  /** Grows with every answer. */
  news = 0;

  constructor(sim: Simulation) {
    this.#sim = sim;
    sim.on('samples', (report) => {
      if (report.id !== this.#asked) return;
      if (report.run === 'live' && report.revision !== this.#revision) {
        this.#revision = report.revision;
        this.#runs.live = new Samples(this.#width);
      }
      this.#runs[report.run].add(report.rows, report.first, report.count);
      this.news++;
    });
    sim.on('compared', () => {
      this.#runs.reference = new Samples(this.#width);
      this.news++;
    });
  }

  /** Binds a text to the model, for its curves or what is wrong with it. */
  check(text: string): Probe {
    const { model, data } = this.#sim;
    if (model === undefined || data === undefined) return { text, curves: [], problem: 'there is no model', from: 0 };
    let bound: Bound;
    try {
      bound = bindExpressions(text, model, data);
    } catch (error) {
      if (!(error instanceof QposError)) throw error;
      const problem = [error.message, error.hint].filter((part) => part !== undefined).join('; ');
      return { text, curves: [], problem, from: 0 };
    }
    return { text, curves: bound.curves, problem: undefined, from: 0 };
  }

  /** What one panel wants to see from now on; nothing if it is not in view. */
  want(owner: string, probes: readonly Probe[]): void {
    const before = this.#texts();
    this.#owners.set(owner, [...probes]);
    const texts = this.#texts();
    let from = 0;
    for (const probe of this.#all()) {
      probe.from = from;
      from += probe.curves.length;
    }
    if (texts.join('\n') === before.join('\n')) return;
    this.#ask(texts, from);
  }

  /** Asks again: there is another model. */
  forget(): void {
    this.#owners.clear();
    this.#width = 0;
    this.#asked = -1;
  }

  #ask(texts: readonly string[], width: number): void {
    this.#width = width;
    this.#revision = -1;
    this.#runs.live = new Samples(width);
    this.#runs.reference = new Samples(width);
    this.#asked = this.#sim.sample(texts);
  }

  #all(): Probe[] {
    return [...this.#owners.values()].flat().filter(({ curves }) => curves.length > 0);
  }

  #texts(): string[] {
    return this.#all().map(({ text }) => text);
  }

  run(name: RunName): Samples {
    return this.#runs[name];
  }

  /** The values of a probe in the state that the picture shows, or in the last one before it that is known, while the simulation runs. */
  now(probe: Probe): (number | undefined)[] {
    const { historyStart, historyIndex, running } = this.#sim.head;
    const { live } = this.#runs;
    const shown = historyStart + historyIndex;
    let step = shown;
    while (running === 1 && step > shown - BEHIND && live.at(step, probe.from) === undefined) step--;
    return probe.curves.map((_, k) => live.at(step, probe.from + k));
  }
}
