import type { FailedJob, JobQueue, QueueStats } from '@qpos/cluster';
import type { Command } from 'commander';
import { addCommand, addJson } from '../commands/shared.ts';
import { interrupted, openInBrowser, portOf } from '../commands/view.ts';
import { type Io, print, printJson, UsageError } from '../io.ts';
import { table } from '../output/table.ts';
import { clean, colors, num } from '../output/terminal.ts';
import { addQueueOptions, clusterQueue, type QueueOptions } from './queue-option.ts';
import { serveStatus } from './status-page.ts';

interface ClusterOptions extends QueueOptions {
  readonly retry: boolean;
  readonly port: string;
  readonly open: boolean;
  readonly json: boolean;
}

const MOST_SHOWN = 20;

function statusText({ workers, ...stats }: QueueStats, failed: readonly FailedJob[], io: Io): string {
  const c = colors(io.stdout);
  const totals = [
    [c.dim('waiting'), String(stats.waiting)],
    [c.dim('active'), String(stats.active)],
    [c.dim('done'), `${stats.completed} remembered, ${num(stats.perSecond)}/s`],
    [c.dim('failed'), stats.failed === 0 ? '0' : c.red(String(stats.failed))],
    [c.dim('workers'), workers.length === 0 ? c.yellow('none') : String(workers.length)],
  ];
  const rows = workers.map(({ host, pid, version, concurrency, done }) =>
    [`${clean(host)}:${pid}`, `version ${clean(version)}`, `${concurrency} at a time`, `${done} done`].map(String),
  );
  const errors = failed
    .slice(0, MOST_SHOWN)
    .map(({ id, kind, tries, error }) => `${c.dim(id.slice(0, 12))}  ${clean(kind)}  ${tries} tries  ${clean(error)}`);
  return [table(io.stdout, { rows: totals }), table(io.stdout, { rows }), errors.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

async function showUi(io: Io, queue: JobQueue, o: ClusterOptions): Promise<void> {
  const served = await serveStatus(queue, portOf(o.port));
  if (o.json) printJson(io, { address: served.address });
  else print(io, `cluster status  ${colors(io.stdout).cyan(served.address)}  Ctrl+C ends it`);
  if (o.open) openInBrowser(served.address);
  await interrupted(io);
  await served.close();
}

async function cluster(io: Io, what: string, o: ClusterOptions): Promise<void> {
  if (what !== 'status' && what !== 'ui') throw new UsageError(`qpos cluster shows status or ui, not '${what}'`);
  const queue = await clusterQueue(o);
  try {
    const retried = o.retry ? await queue.retry() : 0;
    const [stats, failed] = [await queue.stats(), await queue.failed()];
    if (what === 'ui') return await showUi(io, queue, o);
    if (o.json) printJson(io, { ...stats, failures: failed, ...(o.retry && { retried }) });
    else print(io, `${statusText(stats, failed, io)}${o.retry ? `\n\n${retried} tried again` : ''}`);
  } finally {
    await queue.close();
  }
}

/** `qpos cluster`. */
export function addCluster(program: Command, io: Io): void {
  const command = addCommand(program, 'cluster', 'how a cluster is doing: queue, workers, failed jobs', [
    'qpos cluster status --redis redis://127.0.0.1:6379',
    'qpos cluster status --redis redis://127.0.0.1:6379 --retry',
    'qpos cluster ui --redis redis://127.0.0.1:6379 --open',
  ])
    .argument('[what]', 'status: once, here; ui: a page on this machine that is kept up to date', 'status')
    .option('--retry', 'try the jobs again that have failed for good', false)
    .option('-p, --port <n>', 'port of the page; 0 picks any', '0')
    .option('--open', 'open the page in the default browser', false);
  addJson(addQueueOptions(command)).action((what: string, options: ClusterOptions) => cluster(io, what, options));
}
