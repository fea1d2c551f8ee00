import type { Data } from 'qpos';

/** What is seen of a long run from time to time. */
export interface Sample {
  readonly steps: number;
  /** Bytes that the process holds. */
  readonly rss: number;
  /** Bytes of JavaScript objects. */
  readonly heap: number;
  /** Contacts of a step, on average. */
  readonly contacts: number;
}

/** Growth that is noise of the collector and of the system's allocator: a leak of one byte per step shows after 3e7 steps. */
const NOISE = 32e6;

/** What is wrong with a run, judged from its second tenth on, when caches are warm and optimised code is there. */
export function judge(samples: readonly Sample[], data: Data): string[] {
  const warm = samples.slice(Math.ceil(samples.length / 10));
  const first = warm[0];
  const last = warm.at(-1);
  if (first === undefined || last === undefined) return ['too few samples'];
  const problems: string[] = [];
  for (const kind of ['rss', 'heap'] as const)
    if (last[kind] - first[kind] > NOISE)
      problems.push(`${kind} grew by ${((last[kind] - first[kind]) / 1e6).toFixed(1)} MB`);
  if (!data.qpos.every(Number.isFinite)) problems.push('the state is not finite');
  const warnings = data.warning.number.reduce((sum, n) => sum + n, 0);
  if (warnings > 0) problems.push(`${warnings} warnings`);
  if (warm.some(({ contacts }) => contacts < 0.5)) problems.push('the scene ran out of contacts');
  return problems;
}
