import type { Data } from './data.ts';

/** Counts a warning (`Warning`), remembers what it was about and tells the user's handler. */
export function reportWarning(data: Data, kind: number, info: number): void {
  const { number, lastinfo } = data.warning;
  number[kind] = (number[kind] ?? 0) + 1;
  lastinfo[kind] = info;
  data.onWarning?.(kind, info);
}
