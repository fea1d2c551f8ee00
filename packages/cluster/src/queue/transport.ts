import type { Bundle, BundleReply } from './bundle.ts';
import type { JobQueue } from './job-queue.ts';

/** How a bundle ended: answered, or failed for good. */
export type Settled = { readonly reply: BundleReply } | { readonly failure: string; readonly tries: number };

/** Brings bundles to those who do them: again if those die or fail, and parks what fails too often. It may tell the end of one twice. */
export interface Transport extends Pick<JobQueue, 'stats' | 'failed' | 'retry' | 'close'> {
  /** Sets who is told how bundles end, before anything is sent. */
  listen(settled: (id: string, how: Settled) => void): void;
  /** Hands bundles over. One that ended before, and is remembered, is told at once. */
  send(bundles: readonly Bundle[]): Promise<void>;
  /** Takes bundles back that have not begun. */
  cancel(ids: readonly string[]): Promise<void>;
}
