import type { Command } from 'commander';
import { addCommand, addJson } from '../commands/shared.ts';
import { type Io, printJson } from '../io.ts';
import { serveSocket } from './socket.ts';
import { serveStdio } from './stdio.ts';

interface ServeEnvOptions {
  readonly socket?: string;
  readonly json: boolean;
}

async function serveEnv(io: Io, { socket, json }: ServeEnvOptions): Promise<void> {
  if (socket === undefined) return serveStdio();
  await serveSocket(socket, io.signal, () => {
    if (json) printJson(io, { socket });
    else io.stderr.write(`serving environments at ${socket}; Ctrl+C ends it\n`);
  });
}

/** `qpos serve-env`. */
export function addServeEnv(program: Command, io: Io): void {
  const command = addCommand(program, 'serve-env', 'run environments for another program, such as the Python client', [
    'qpos serve-env --socket /tmp/qpos.sock',
    'python3 -c "import qpos_env as qpos; env = qpos.make(\'Hopper-v5\'); print(env.reset(seed=1))"',
  ]).option(
    '--socket <file>',
    'listen at a Unix socket; by default the program that started this one is served over standard input and output',
  );
  addJson(command).action((options: ServeEnvOptions) => serveEnv(io, options));
}
