import { Presets, SingleBar } from 'cli-progress';
import pc from 'picocolors';

/** Colours, if the stream is a terminal that wants them. */
export function colors(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  return pc.createColors(stream.isTTY === true && process.env['NO_COLOR'] === undefined);
}

/** A progress bar on stderr; nothing where there is no terminal. */
export interface Progress {
  update(done: number, fields: Record<string, string>): void;
  stop(): void;
}

/** Starts a progress bar over `total` units. */
export function startProgress(label: string, total: number): Progress {
  if (process.stderr.isTTY !== true) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% | {detail} | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { detail: '' });
  return { update: (done, fields) => bar.update(done, fields), stop: () => bar.stop() };
}

/** A table with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((w, row) => row.map((cell, k) => Math.max(w[k] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, k) => cell.padEnd(widths[k] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
