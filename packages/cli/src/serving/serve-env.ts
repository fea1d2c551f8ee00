import type { Command } from 'commander';
import { addCommand } from '../commands/shared.ts';
import type { Io } from '../io.ts';
import { serveSocket } from './socket.ts';
import { serveStdio } from './stdio.ts';

async function serveEnv(io: Io, { socket }: { readonly socket?: string }): Promise<void> {
  if (socket === undefined) return serveStdio();
  await serveSocket(socket, io.signal, () => io.stderr.write(`serving environments at ${socket}; Ctrl+C ends it\n`));
}

/** `qpos serve-env`. */
export function addServeEnv(program: Command, io: Io): void {
  addCommand(program, 'serve-env', 'run environments for another program, such as the Python client', [
    'qpos serve-env --socket /tmp/qpos.sock',
    'python3 -c "import qpos_env as qpos; env = qpos.make(\'Hopper-v5\'); print(env.reset(seed=1))"',
  ])
    .option(
      '--socket <file>',
      'listen at a Unix socket; by default the program that started this one is served over standard input and output',
    )
    .action((options: { socket?: string }) => serveEnv(io, options));
}
