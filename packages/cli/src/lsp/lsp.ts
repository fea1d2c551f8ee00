import type { Command } from 'commander';
import { addCommand, addJson } from '../commands/shared.ts';
import { type Io, printJson } from '../io.ts';
import { VERSION } from '../version.ts';

/** Serves one editor over standard input and output until it disconnects; the protocol is loaded by this command alone. */
async function lsp(io: Io, json: boolean): Promise<void> {
  const { LanguageServer, capabilities } = await import('./server.ts');
  if (json) {
    printJson(io, { name: 'qpos', version: VERSION, languages: ['mjcf', 'urdf'], capabilities });
    return;
  }
  const { createConnection, ProposedFeatures } = await import('vscode-languageserver/node');
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  new LanguageServer(connection);
  await new Promise<void>((resolve) => {
    process.stdin.on('end', resolve);
    io.signal.addEventListener('abort', () => resolve());
  });
}

/** `qpos lsp`. */
export function addLsp(program: Command, io: Io): void {
  const command = addCommand(program, 'lsp', 'language server for MJCF and URDF, for editors', [
    'qpos lsp',
    'qpos lsp --json',
  ]).option('--stdio', 'talk over standard input and output, as it always does', false);
  addJson(command).action(({ json }: { json: boolean }) => lsp(io, json));
}
