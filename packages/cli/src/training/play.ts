import path from 'node:path';
import type { Command } from 'commander';
import { addCommand, addJson } from '../commands/shared.ts';
import { portOf, presentStudio, requireStudio, USUAL_PORT } from '../commands/view.ts';
import type { Io } from '../io.ts';
import type { ServedModel } from '../studio/model-files.ts';
import { checkPolicy, readBytes, readPolicy } from './policy-file.ts';

interface PlayOptions {
  readonly policy: string;
  readonly port?: string;
  readonly studio?: string;
  readonly open: boolean;
  readonly json: boolean;
}

async function play(io: Io, task: string, o: PlayOptions): Promise<void> {
  const port = portOf(o.port);
  const { makeVec } = await import('@qpos/env'); // other commands start without it
  const vec = await makeVec(task, { n: 1 });
  checkPolicy(readPolicy(o.policy), vec, task);
  await vec.close();
  const main = path.basename(o.policy);
  const model: ServedModel = { main, read: (name) => (name === main ? readBytes('--policy', o.policy) : undefined) };
  const file = encodeURIComponent(`/model/${encodeURIComponent(main)}`);
  await presentStudio(
    io,
    { studio: requireStudio(o.studio), model, port },
    {
      ...o,
      title: `${task}  ${o.policy}`,
      query: `?task=${encodeURIComponent(task)}&policy=${file}`,
      facts: { task, policy: o.policy },
    },
  );
}

/** `qpos play`. */
export function addPlay(program: Command, io: Io): void {
  const command = addCommand(program, 'play', 'watch a policy in the studio, in a browser', [
    'qpos play Hopper-v5 --policy runs/Hopper-v5-ppo-1/policy.safetensors',
  ])
    .argument('<task>', 'id of the task')
    .requiredOption('--policy <file>', 'the policy: a .safetensors of qpos train')
    .option('-p, --port <n>', `port to listen on (default ${USUAL_PORT}, or the next free one; 0 picks any)`)
    .option('--no-open', 'print the address, and leave the browser alone')
    .option('--studio <folder>', 'folder of another build of the studio');
  addJson(command).action((task: string, options: PlayOptions) => play(io, task, options));
}
