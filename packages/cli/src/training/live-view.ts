import type { Progress } from '@qpos/learn';
import type { Out } from '../io.ts';
import { table } from '../output/table.ts';
import { type Colors, colors, duration, num } from '../output/terminal.ts';
import { fillLines } from '../output/wrap.ts';
import { braillePlot } from '../plot/braille.ts';

/** What is shown while a training runs. */
export interface TrainingView {
  update(progress: Progress): void;
  stop(): void;
}

const REDRAW = 100; // milliseconds
const PLAIN_EVERY = 5000; // milliseconds between lines where there is no terminal
const PLOT_ROWS = 9;
const REPORTED = 4; // losses and the like
const GAP = '  ';

/** Steps for a person: `950`, `12.3k`, `1.25M`. */
export function stepsText(steps: number): string {
  if (steps < 1000) return String(steps);
  return steps < 1e6 ? `${num(steps / 1e3, 3)}k` : `${num(steps / 1e6, 3)}M`;
}

const left = ({ total, steps, stepsPerSecond }: Progress): string =>
  duration(Math.max(0, total - steps) / stepsPerSecond);

function bar({ steps, total }: Progress, width: number, c: Colors): string {
  const done = Math.round(width * Math.min(1, steps / total));
  return c.cyan('━'.repeat(done)) + c.dim('─'.repeat(width - done));
}

/** The picture of a training, line by line, none longer than `columns`. */
export function trainingLines(title: string, history: readonly Progress[], columns: number, c: Colors): string[] {
  const now = history.at(-1);
  if (now === undefined) return [];
  const percent = `${Math.min(100, Math.floor((100 * now.steps) / now.total))}%`; // the last update may go beyond
  const room = Math.max(8, Math.min(40, columns - percent.length - 2));
  const facts = [
    `${stepsText(now.steps)} of ${stepsText(now.total)} steps`,
    `${stepsText(Math.round(now.stepsPerSecond))}/s`,
    `${left(now)} left`,
  ];
  const rows: [string, string][] = [
    ['return', Number.isNaN(now.meanReturn) ? 'no episode has ended' : num(now.meanReturn)],
    ...(Number.isNaN(now.evaluationReturn) ? [] : [['evaluation', num(now.evaluationReturn)] as [string, string]]),
    ...Object.entries(now.report)
      .slice(0, REPORTED)
      .map(([name, value]): [string, string] => [name, num(value, 3)]),
  ];
  const known = history.filter(({ meanReturn }) => Number.isFinite(meanReturn));
  const plot =
    known.length < 2
      ? []
      : braillePlot(
          Float64Array.from(known, ({ steps }) => steps),
          [{ label: 'return', values: Float64Array.from(known, ({ meanReturn }) => meanReturn) }],
          { width: Math.min(columns, 80), height: PLOT_ROWS, colors: c },
        )
          .split('\n')
          .slice(1); // the legend
  const text = table({ isTTY: true, columns }, { rows: rows.map(([name, value]) => [c.dim(name), value]) });
  const heads = fillLines(title.split(GAP), GAP, columns).map((line) => c.bold(line.slice(0, columns)));
  return [...heads, `${bar(now, room, c)} ${percent}`, ...fillLines(facts, GAP, columns), ...text.split('\n'), ...plot];
}

/** A view that redraws itself in a terminal, and writes a line now and then elsewhere. */
export function startView(out: Out, title: string): TrainingView {
  return out.isTTY === true ? new TerminalView(out, title) : new PlainView(out, title);
}

class TerminalView implements TrainingView {
  readonly #out: Out;
  readonly #title: string;
  readonly #history: Progress[] = [];
  #drawn = 0;
  #last = Number.NEGATIVE_INFINITY;

  constructor(out: Out, title: string) {
    this.#out = out;
    this.#title = title;
    out.write('\x1b[?25l'); // no cursor
  }

  update(progress: Progress): void {
    this.#history.push(progress);
    if (performance.now() - this.#last < REDRAW) return;
    this.#draw();
  }

  stop(): void {
    this.#draw();
    this.#out.write('\x1b[?25h');
  }

  #draw(): void {
    this.#last = performance.now();
    const columns = this.#out.columns ?? 80;
    const lines = trainingLines(this.#title, this.#history, columns - 1, colors(this.#out));
    const up = this.#drawn === 0 ? '' : `\x1b[${this.#drawn}A`;
    this.#out.write(`${up}\x1b[J${lines.map((line) => `${line}\n`).join('')}`);
    this.#drawn = lines.length;
  }
}

class PlainView implements TrainingView {
  readonly #out: Out;
  #last = performance.now();
  #now: Progress | undefined;

  constructor(out: Out, title: string) {
    this.#out = out;
    out.write(`${title}\n`);
  }

  update(progress: Progress): void {
    this.#now = progress;
    if (performance.now() - this.#last >= PLAIN_EVERY) this.#write();
  }

  stop(): void {
    this.#write();
  }

  #write(): void {
    const now = this.#now;
    if (now === undefined) return;
    this.#last = performance.now();
    this.#now = undefined;
    const value = Number.isNaN(now.meanReturn) ? '–' : num(now.meanReturn);
    this.#out.write(
      `${stepsText(now.steps)} of ${stepsText(now.total)} steps  ${stepsText(Math.round(now.stepsPerSecond))}/s  return ${value}  ${left(now)} left\n`,
    );
  }
}
