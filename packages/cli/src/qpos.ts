#!/usr/bin/env node
import { main } from './index.ts';
import { processIo } from './io.ts';

// a reader that has seen enough, such as `head`, is no error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// the first interrupt lets the command finish its files, the second ends at once
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort(name));

process.exitCode = await main(process.argv.slice(2), processIo(interrupt.signal));
