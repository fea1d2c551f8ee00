import type { Series } from '../recording/recording.ts';

/** Least and greatest of the finite values; a flat line gets some room around it. */
export function extent(series: readonly Series[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const { values } of series) {
    for (const x of values) {
      if (!Number.isFinite(x)) continue;
      if (x < low) low = x;
      if (x > high) high = x;
    }
  }
  if (low > high) return [0, 1];
  if (high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high))) return [low, high];
  const room = Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

/** Round numbers that divide a range into about `count` parts. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = [1, 2, 5, 10].find((u) => u * power >= rough) ?? 10;
  const step = unit * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.min(1000, Math.max(0, last - first + 1)) }, (_, k) => (first + k) * step);
}

/** Tick labels with the digits that tell them apart. */
export function tickLabels(values: readonly number[]): string[] {
  const step = values.length > 1 ? Math.abs((values[1] as number) - (values[0] as number)) : Math.abs(values[0] ?? 1);
  const largest = Math.max(...values.map(Math.abs), 0);
  if (largest >= 1e6 || (largest > 0 && largest < 1e-4))
    return values.map((v) => Number(v.toPrecision(4)).toExponential());
  const digits = step === 0 ? 0 : Math.max(0, Math.min(10, -Math.floor(Math.log10(step) + 1e-9)));
  return values.map((v) => (Math.abs(v) < step * 1e-9 ? 0 : v).toFixed(digits));
}
