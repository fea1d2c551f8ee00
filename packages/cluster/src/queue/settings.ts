import { ClusterError, checkSettings, checkWhole } from '../errors.ts';
import type { BrokerOptions } from './broker.ts';

/** How patient a queue is with its jobs. */
export interface PatienceOptions {
  /** Times that a job that throws is tried before it is parked; 3 by default. */
  readonly tries?: number;
  /** Times that a job is begun again because whoever did it died; 10 by default. */
  readonly stalls?: number;
  /** Seconds of silence after which whoever does a job counts as dead; 30 by default. */
  readonly stallSeconds?: number;
  /** Seconds before the second try, and twice as long before each further one; 0.5 by default. */
  readonly backOffSeconds?: number;
  /** Seconds that a try may take, the start of a thread included, before it is broken off and counts as one that threw; no limit by default. */
  readonly limitSeconds?: number;
}

/** The options, checked, with defaults. */
export function patienceOf(options: PatienceOptions): BrokerOptions {
  checkSettings('options', options);
  const { tries = 3, stalls = 10, stallSeconds = 30, backOffSeconds = 0.5, limitSeconds } = options;
  for (const [name, value] of Object.entries({ stallSeconds, backOffSeconds, limitSeconds }))
    if (value === undefined && name === 'limitSeconds') continue;
    else if (typeof value !== 'number' || !(value > 0 && value < 1e6))
      throw new ClusterError('bad-argument', `${name} must be a number above 0, not ${String(value)}`);
  return {
    tries: checkWhole('tries', tries, 1),
    stalls: checkWhole('stalls', stalls, 0),
    stallAfter: 1000 * stallSeconds,
    backOff: 1000 * backOffSeconds,
    ...(limitSeconds !== undefined && { limitSeconds }),
  };
}

/** Addresses of modules with job functions, as threads import them. */
export function moduleAddresses(jobs: readonly (URL | string)[] = []): readonly string[] {
  if (!Array.isArray(jobs) || jobs.some((address) => !URL.canParse(String(address))))
    throw new ClusterError('bad-argument', 'jobs must be addresses of modules', {
      hint: "jobs: [new URL('./my-jobs.js', import.meta.url)]",
    });
  return jobs.map(String);
}
