import crypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** An embind object of the oracle: MjModel, MjData or a part of them. */
export type OracleStruct = Record<string, unknown> & { delete(): void };

/** The oracle's module, as far as it is used here. */
export interface OracleModule {
  FS: { mkdirTree(p: string): void; writeFile(p: string, bytes: Uint8Array | string): void; unlink(p: string): void };
  MjModel: { from_xml_path(p: string): OracleStruct | null };
  MjData: new (model: OracleStruct) => OracleStruct;
  [name: string]: unknown;
}

/** A live instance of the official MuJoCo build. A trap leaves it unusable: `dead` says so. */
export interface Oracle {
  readonly mj: OracleModule;
  readonly log: string[];
  dead: boolean;
  /** Bytes of its memory when a model was loaded last; it only grows. */
  heap: number;
}

/** A model that both engines are to load: a file with what it needs, by path. */
export interface OracleFiles {
  readonly path: string;
  readonly files: Readonly<Record<string, Uint8Array | string>>;
}

/**
 * The glue of 3.14.0 has no type for views of `bool`, so that getters of such arrays throw; a copy in the temp folder
 * hands them out as bytes.
 */
function patchedGlue(glue: string): string {
  const source = fs.readFileSync(glue, 'utf8');
  const needle = "type = requireRegisteredType(type, '_emval_take_value');";
  if (!source.includes(needle)) return glue;
  const patch =
    'if (registeredTypes[type] === undefined && /memory_viewIb/.test(getTypeName(type))) ' +
    'return Emval.toHandle(new Uint8Array(HEAP8.buffer, HEAPU32[(arg + 4) >> 2], HEAPU32[arg >> 2]));\n      ';
  const text = source.replace(needle, patch + needle);
  const digest = crypto.createHash('sha1').update(text).digest('hex').slice(0, 12);
  const file = path.join(os.tmpdir(), `qpos-oracle-${digest}.mjs`);
  if (!fs.existsSync(file)) {
    const partial = `${file}.${process.pid}`;
    fs.writeFileSync(partial, text);
    fs.renameSync(partial, file);
  }
  return file;
}

/** A heap beyond this is given up: models that were not deleted fill it, and at 4 GiB the instance dies. */
const LARGEST_HEAP = 1 << 30;

let shared: Promise<Oracle> | undefined;

/** The oracle of this process: started at the first call, and anew when it has died or grown too large. */
export async function loadOracle(): Promise<Oracle> {
  const oracle = await shared;
  if (oracle === undefined || oracle.dead || oracle.heap > LARGEST_HEAP) shared = startOracle();
  return shared as Promise<Oracle>;
}

/** Starts a fresh instance of the oracle. */
export async function startOracle(): Promise<Oracle> {
  const glue = createRequire(import.meta.url).resolve('@mujoco/mujoco');
  const folder = path.dirname(glue);
  const { default: start } = (await import(/* @vite-ignore */ pathToFileURL(patchedGlue(glue)).href)) as {
    default: (options: object) => Promise<OracleModule>;
  };
  const log: string[] = [];
  const mj = await start({
    wasmBinary: fs.readFileSync(path.join(folder, 'mujoco.wasm')),
    locateFile: (f: string) => path.join(folder, f),
    print: (s: string) => log.push(s),
    printErr: (s: string) => log.push(s),
    quit: (_status: number, thrown: unknown) => {
      throw thrown;
    },
    onAbort: (what: unknown) => log.push(`abort: ${String(what)}`),
  });
  return { mj, log, dead: false, heap: 0 };
}

/** Whatever a call into the oracle threw, as text. */
export function oracleMessage(oracle: Oracle, error: unknown): string {
  if (typeof error === 'number' || (error as object)?.constructor?.name === 'CppException') {
    try {
      const message = (oracle.mj['getExceptionMessage'] as (e: unknown) => unknown)(error);
      return Array.isArray(message) ? message.filter(Boolean).join(': ') : String(message);
    } catch {
      return `C++ exception ${String(error)}`;
    }
  }
  return String((error as Error)?.message ?? error).trim();
}

const isFatal = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  error instanceof RangeError ||
  /abort|unreachable|out of bounds|memory|stack/i.test((error as Error)?.message ?? '');

/** A call into the oracle failed; `fatal` if the instance is lost with it. */
export class OracleError extends Error {
  readonly fatal: boolean;
  constructor(message: string, fatal: boolean) {
    super(message);
    this.name = 'OracleError';
    this.fatal = fatal;
  }
}

/** Runs `f`, turning what it throws into an OracleError and noting the death of the instance. */
export function guarded<T>(oracle: Oracle, f: () => T): T {
  try {
    return f();
  } catch (error) {
    const fatal = isFatal(error);
    if (fatal) oracle.dead = true;
    throw new OracleError(oracleMessage(oracle, error), fatal);
  }
}

/** Compiles a model in the oracle and makes its data. */
export function loadInOracle(
  oracle: Oracle,
  { path: file, files }: OracleFiles,
): { model: OracleStruct; data: OracleStruct } {
  const { mj } = oracle;
  const root = '/qpos';
  for (const [name, bytes] of Object.entries(files)) {
    mj.FS.mkdirTree(path.posix.dirname(`${root}/${name}`));
    mj.FS.writeFile(`${root}/${name}`, bytes);
  }
  try {
    return guarded(oracle, () => {
      const model = mj.MjModel.from_xml_path(`${root}/${file}`);
      if (model === null) throw new Error('out of memory: the oracle returned no model');
      const data = new mj.MjData(model);
      oracle.heap = (data['xpos'] as Float64Array).buffer.byteLength;
      return { model, data };
    });
  } finally {
    if (!oracle.dead) for (const name of Object.keys(files)) mj.FS.unlink(`${root}/${name}`);
  }
}

/** Compiles one MJCF text in the oracle. */
export function loadOracleXml(
  oracle: Oracle,
  xml: string,
  files: Readonly<Record<string, Uint8Array | string>> = {},
): { model: OracleStruct; data: OracleStruct } {
  return loadInOracle(oracle, { path: 'model.xml', files: { 'model.xml': xml, ...files } });
}

/** Calls a function of the oracle by name. */
export function callOracle(oracle: Oracle, name: string, ...args: unknown[]): unknown {
  return guarded(oracle, () => (oracle.mj[name] as (...a: unknown[]) => unknown)(...args));
}

/** An array field of an oracle struct, copied (its heap may grow and detach the view). */
export function oracleArray(struct: OracleStruct, name: string): ArrayLike<number> & { slice(): ArrayLike<number> } {
  return (struct[name] as Float64Array).slice();
}
