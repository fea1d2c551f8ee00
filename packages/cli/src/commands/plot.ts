import path from 'node:path';
import type { Command } from 'commander';
import { type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { colors, count, num } from '../output/terminal.ts';
import { braillePlot } from '../plot/braille.ts';
import { svgPlot } from '../plot/svg.ts';
import { writeFile } from '../recording/file.ts';
import { readRecording } from '../recording/read.ts';
import { quantity, type Recording, type Series } from '../recording/recording.ts';
import { contentsOf, selectSeries } from '../recording/select.ts';
import { addCommand, addJson, numberOption } from './shared.ts';

interface PlotOptions {
  readonly output?: string;
  readonly x: string;
  readonly size: string;
  readonly title?: string;
  readonly json: boolean;
}

/** Least, greatest, mean and last value of a curve. */
export function summarize({ label, values }: Series) {
  let least = Infinity;
  let greatest = -Infinity;
  let sum = 0;
  let bad = 0;
  for (const v of values) {
    if (!Number.isFinite(v)) bad++;
    else {
      least = Math.min(least, v);
      greatest = Math.max(greatest, v);
      sum += v;
    }
  }
  const good = values.length - bad;
  return { label, least, greatest, mean: sum / good, first: values[0], last: values.at(-1), notFinite: bad };
}

/** What the curves are drawn over: a column, or the row numbers of a recording without time. */
function abscissa(recording: Recording, name: string): Series {
  if (name === 'time' && quantity(recording, 'time') === undefined) {
    return { label: 'row', values: Float64Array.from({ length: recording.rows }, (_, k) => k) };
  }
  const [series, second] = selectSeries(recording, name);
  if (series === undefined || second !== undefined)
    throw new UsageError(`--x must be one column, and '${name}' is more`);
  return series;
}

const MOST_SMALL_PLOTS = 6;

/** In colour all curves share one picture; without, each has its own, so that they can be told apart. */
function terminalPlot(io: Io, x: Series, series: readonly Series[]): string {
  const c = colors(io.stdout);
  const width = Math.max(40, Math.min(120, io.stdout.columns ?? 80));
  if (series.length === 1 || c.isColorSupported) return braillePlot(x.values, series, { width, height: 18, colors: c });
  const shown = series.slice(0, MOST_SMALL_PLOTS);
  const plots = shown.map((s) => braillePlot(x.values, [s], { width, height: 8, colors: c }));
  const rest = series.length - shown.length;
  return plots.join('\n\n') + (rest > 0 ? `\n\nand ${count(rest, 'more column')}` : '');
}

function plot(io: Io, file: string, patterns: readonly string[], options: PlotOptions): void {
  const size = /^(\d+)x(\d+)$/.exec(options.size);
  if (size === null) throw new UsageError(`--size must be like 900x420, not '${options.size}'`);
  const [width, height] = [1, 2].map((k) => numberOption('--size', size[k] ?? '', { least: 100, whole: true }));
  if (options.output !== undefined && path.extname(options.output).toLowerCase() !== '.svg') {
    throw new UsageError(`cannot plot to '${options.output}'`, 'the name must end in .svg');
  }
  const recording = readRecording(file);
  if (recording.rows === 0) throw new UsageError(`'${file}' has no rows`);
  if (patterns.length === 0) throw new UsageError('name what to draw', contentsOf(recording));
  const series = patterns.flatMap((p) => selectSeries(recording, p));
  const x = abscissa(recording, options.x);
  const xLabel = x.label === 'time' ? 'time (s)' : x.label;
  const title = options.title ?? `${patterns.join(', ')}  ·  ${path.basename(file)}`;
  if (options.output !== undefined) {
    writeFile(options.output, svgPlot(x.values, series, { title, xLabel, width: width ?? 900, height: height ?? 420 }));
  }
  const summary = series.map(summarize);
  if (options.json) {
    printJson(io, { file, rows: recording.rows, x: x.label, series: summary, output: options.output ?? null });
    return;
  }
  print(io, terminalPlot(io, x, series));
  const c = colors(io.stdout);
  const cells = summary
    .slice(0, 24)
    .map((s) => [s.label, ...[s.least, s.greatest, s.mean, s.last ?? 0].map((v) => num(v))]);
  print(
    io,
    `\n${table(io.stdout, { head: ['column', 'least', 'greatest', 'mean', 'last'].map((h) => c.dim(h)), rows: cells, right: [1, 2, 3, 4] })}`,
  );
  if (summary.length > 24) print(io, c.dim(`and ${count(summary.length - 24, 'more column')}`));
  if (options.output !== undefined) print(io, `\nwrote ${c.bold(options.output)}`);
}

/** `qpos plot`. */
export function addPlot(program: Command, io: Io): void {
  const command = addCommand(program, 'plot', 'draw recorded quantities in the terminal and as SVG', [
    'qpos plot run.npz qpos:knee qvel:knee',
    'qpos plot run.csv sensordata:gyro --output gyro.svg',
    "qpos plot run.npz 'qpos[0:3]' --x time --size 1200x500 -o path.svg",
  ])
    .argument('<recording>', '.npz, .csv or .mcap file')
    .argument('[quantities...]', 'qpos, qpos[3], qpos[0:3], qpos:knee, sensordata:gyro, or just knee')
    .option('-o, --output <file.svg>', 'write an SVG file')
    .option('-x, --x <column>', 'quantity on the horizontal axis', 'time')
    .option('--size <WxH>', 'size of the SVG in pixels', '900x420')
    .option('--title <text>', 'title of the plot');
  addJson(command).action((file: string, patterns: string[], options: PlotOptions) =>
    plot(io, file, patterns, options),
  );
}
