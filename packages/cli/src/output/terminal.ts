import { SingleBar } from 'cli-progress';
import pc from 'picocolors';
import type { Out } from '../io.ts';

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours, if the stream is a terminal that wants them. */
export function colors(out: Out): Colors {
  return pc.createColors(out.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb');
}

/** A progress bar on stderr; nothing where there is no terminal. */
export interface Progress {
  update(done: number, detail: string): void;
  stop(): void;
}

const silent: Progress = { update: () => {}, stop: () => {} };

/** Starts a progress bar over `total` units. */
export function startProgress(out: Out, label: string, total: number): Progress {
  if (out.isTTY !== true) return silent;
  const c = colors(out);
  const bar = new SingleBar({
    format: `${c.bold(label)} ${c.cyan('{bar}')} {percentage}%  {detail}  ${c.dim('{left}')}`,
    stream: out as NodeJS.WriteStream,
    barCompleteChar: '━',
    barIncompleteChar: '─',
    barsize: Math.max(10, Math.min(40, (out.columns ?? 80) - 50)),
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    gracefulExit: false,
  });
  const start = performance.now();
  bar.start(total, 0, { detail: '', left: '' });
  return {
    update: (done, detail) => {
      const elapsed = (performance.now() - start) / 1000;
      bar.update(done, { detail, left: `${duration((elapsed * (total - done)) / Math.max(done, 1))} left` });
    },
    stop: () => bar.stop(),
  };
}

/** Seconds for a person: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const two = (x: number): string => String(Math.floor(x)).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two((seconds % 3600) / 60)} min`;
}

/** `n` things, with the plural: `1 joint`, `3 bodies`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** A number with so many significant digits, without needless zeros or exponents. */
export function num(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return String(x);
  const short = Number(x.toPrecision(digits));
  const size = Math.abs(short);
  return size !== 0 && (size < 1e-4 || size >= 1e7) ? short.toExponential().replace('e+', 'e') : String(short);
}

/** Bytes for a person. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1e6) return `${(n / 1e3).toFixed(1)} kB`;
  return n < 1e9 ? `${(n / 1e6).toFixed(1)} MB` : `${(n / 1e9).toFixed(2)} GB`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g;

/** A name from a model, fit for a terminal: control characters become visible. */
export function clean(name: string): string {
  return name.replace(CONTROLS, (ch) => `\\x${ch.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
