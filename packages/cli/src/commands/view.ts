import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { type Io, print, printJson, UsageError } from '../io.ts';
import { openModel, readInput } from '../model/open.ts';
import { printError } from '../output/errors.ts';
import { colors } from '../output/terminal.ts';
import { findStudio } from '../studio/find.ts';
import { commonFolder, modelOnDisk, type ServedModel } from '../studio/model-files.ts';
import { type ServeOptions, serve, studioQuery } from '../studio/serve.ts';
import { addCommand, addJson, numberOption } from './shared.ts';

interface ViewOptions {
  /** The usual one if it is not given, or any other where that one is in use. */
  readonly port?: string;
  readonly studio?: string;
  readonly allow: readonly string[];
  readonly open: boolean;
  readonly json: boolean;
}

export const USUAL_PORT = '4820';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** The folder of the studio, or an error that says how to get one. */
export function requireStudio(given: string | undefined): string {
  const folder = findStudio(given);
  if (folder !== undefined) return folder;
  throw new UsageError(
    given === undefined ? 'the studio is not built' : `there is no studio in '${given}'`,
    'npm run build makes it in apps/studio/dist; --studio names another folder',
  );
}

/** Resolves when the user interrupts. */
export function interrupted(io: Io): Promise<void> {
  return new Promise((resolve) => {
    if (io.signal.aborted) resolve();
    else io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Asks the desktop to open an address; where there is none, nothing happens. */
export function openInBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(command as string, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** A broken model is shown as well: the studio has an editor. */
function warnIfBroken(io: Io, file: string): void {
  try {
    openModel(file);
  } catch (error) {
    printError(io.stderr, error);
  }
}

/** Says which files the studio will miss, and how to serve them. */
function warnIfWithheld(io: Io, file: string, { withheld = [] }: ServedModel): void {
  if (withheld.length === 0) return;
  const folder = commonFolder(withheld);
  const shown = path.relative(process.cwd(), folder) || '.';
  const files = withheld.length === 1 ? 'a file' : `${withheld.length} files`;
  printError(
    io.stderr,
    new UsageError(
      `${file} names ${files} outside its own folder, such as '${path.basename(withheld[0] as string)}'; not served`,
      `--allow ${shown} serves the files that the model names in that folder`,
    ),
  );
}

/** The port that was asked for, or the usual one. */
export function portOf(given: string | undefined): number {
  const port = numberOption('--port', given ?? USUAL_PORT, { whole: true });
  if (port > 65535) throw new UsageError(`--port must be at most 65535, not '${given}'`);
  return port;
}

/** How the studio is shown. */
export interface Presentation {
  readonly title: string;
  /** What the studio opens, as the query of its address. */
  readonly query: string;
  /** What `--json` tells beside the address. */
  readonly facts: object;
  readonly port?: string;
  readonly open: boolean;
  readonly json: boolean;
}

/** Serves the studio until the user interrupts; another port is taken where the usual one is in use. */
export async function presentStudio(io: Io, serving: ServeOptions, p: Presentation): Promise<void> {
  const served = await serve(serving).catch((error: unknown) => {
    if (p.port !== undefined) throw error;
    return serve({ ...serving, port: 0 });
  });
  const address = served.address + p.query;
  const c = colors(io.stdout);
  if (p.json) printJson(io, { address, port: served.port, ...p.facts, studio: serving.studio });
  else {
    print(io, `\n  ${c.bold('qpos studio')}  ${c.dim(p.title)}\n\n  ${c.cyan(address)}\n`);
    print(io, c.dim('  Ctrl+C ends it'));
  }
  if (p.open && !p.json && io.stdout.isTTY === true) openInBrowser(address);
  await interrupted(io);
  await served.close();
}

/** The files of a model, with warnings about those that the studio will miss. */
function openOnDisk(io: Io, file: string, allow: readonly string[]): ServedModel {
  warnIfBroken(io, file);
  const model = modelOnDisk(file, allow);
  warnIfWithheld(io, file, model);
  return model;
}

/** The studio alone: what it shows first. */
const noModel: ServedModel = { main: '', read: () => undefined };

async function view(io: Io, file: string | undefined, options: ViewOptions): Promise<void> {
  const port = portOf(options.port);
  if (file !== undefined) readInput(file);
  const studio = requireStudio(options.studio);
  for (const folder of options.allow)
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`--allow: there is no folder '${folder}'`);
  const model = file === undefined ? noModel : openOnDisk(io, file, options.allow);
  await presentStudio(
    io,
    { studio, model, port },
    {
      ...options,
      title: file ?? '',
      query: file === undefined ? '' : studioQuery(model),
      facts: file === undefined ? {} : { model: file },
    },
  );
}

/** `qpos view`. */
export function addView(program: Command, io: Io): void {
  const command = addCommand(program, 'view', 'open a model in the studio, in a browser', [
    'qpos view models/humanoid.xml',
    'qpos view robot.urdf --port 0 --no-open',
  ])
    .argument(
      '[model]',
      'MJCF, URDF, zip or compiled model; files that it names below its own folder are served (default: the first picture of the studio)',
    )
    .option('-p, --port <n>', `port to listen on (default ${USUAL_PORT}, or the next free one; 0 picks any)`)
    .option('--allow <folder>', 'also serve files that the model names below this folder (repeatable)', collect, [])
    .option('--no-open', 'print the address, and leave the browser alone')
    .option('--studio <folder>', 'folder of another build of the studio');
  addJson(command).action((file: string | undefined, options: ViewOptions) => view(io, file, options));
}
