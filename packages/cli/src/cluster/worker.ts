import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { addCommand, addJson, numberOption } from '../commands/shared.ts';
import { interrupted } from '../commands/view.ts';
import { type Io, print, printJson } from '../io.ts';
import { colors, count, duration } from '../output/terminal.ts';
import { collect } from '../training/task-options.ts';
import { addQueueOptions, type QueueOptions, redisOf } from './queue-option.ts';

interface WorkerCommandOptions extends QueueOptions {
  readonly concurrency?: string;
  readonly jobs: readonly string[];
  readonly json: boolean;
}

async function work(io: Io, o: WorkerCommandOptions): Promise<void> {
  const { startWorker } = await import('@qpos/cluster');
  const c = colors(io.stdout);
  let failed = 0;
  const worker = await startWorker({
    connection: redisOf(o),
    name: o.queue,
    jobs: o.jobs.map((file) => pathToFileURL(path.resolve(file))),
    ...(o.concurrency !== undefined && {
      concurrency: numberOption('--concurrency', o.concurrency, { whole: true, least: 1 }),
    }),
    onJob: ({ id, seconds, error }) => {
      if (error !== undefined) failed++;
      if (!o.json && error !== undefined)
        io.stderr.write(`${id.slice(0, 12)} failed after ${duration(seconds)}: ${error}\n`);
    },
  });
  const { id, version, concurrency } = worker;
  if (!o.json)
    print(
      io,
      `${c.bold('worker')} ${id.slice(0, 8)}  ${count(concurrency, 'job')} at a time, version ${version}; Ctrl+C ends it`,
    );
  const others = await worker.otherVersions();
  if (others.length > 0)
    io.stderr.write(
      `${c.yellow('warning')}: there are jobs of version ${others.join(', ')}, which this worker leaves alone\n`,
    );
  await interrupted(io);
  await worker.close();
  const { done } = worker;
  if (o.json) printJson(io, { id, version, concurrency, done, failed });
  else print(io, `${count(done, 'job')} done, ${failed} failed`);
}

/** `qpos worker`. */
export function addWorker(program: Command, io: Io): void {
  const command = addCommand(program, 'worker', 'do jobs of a cluster, until it is interrupted', [
    'qpos worker --redis redis://127.0.0.1:6379',
    'qpos worker --redis rediss://user:password@queue.example.org:6380 --concurrency 8',
  ])
    .option('-c, --concurrency <n>', 'jobs at a time, each on a thread of its own (default one for each processor)')
    .option('--jobs <file>', 'a module that exports functions for jobs of your own (repeatable)', collect, []);
  addJson(addQueueOptions(command)).action((options: WorkerCommandOptions) => work(io, options));
}
