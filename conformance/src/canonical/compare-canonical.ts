import { type FileContent, parseModel } from 'qpos';
import { writeMjcf } from 'qpos/decompile';
import { type CorpusEntry, entryFiles } from '../models/corpus.ts';
import {
  guarded,
  loadInOracle,
  type Oracle,
  type OracleFiles,
  type OracleStruct,
  startOracle,
} from '../oracle/oracle.ts';

const FILE = '/saved.xml';

let started: Oracle | undefined;

/** An oracle for these tests alone: of some models it writes beyond its own memory when it saves them. */
export async function saver(): Promise<Oracle> {
  if (started === undefined || started.dead) started = await startOracle();
  return started;
}

/** The text that the oracle saves of the model that it has loaded last. */
export function oracleText(oracle: Oracle, model: OracleStruct): string {
  const save = oracle.mj['mj_saveLastXML'] as (file: string, model: OracleStruct) => number;
  const files = oracle.mj.FS as unknown as { readFile(p: string): Uint8Array; unlink(p: string): void };
  guarded(oracle, () => save(FILE, model));
  const text = new TextDecoder().decode(files.readFile(FILE));
  files.unlink(FILE);
  return text;
}

/** The oracle dies when it saves a model that states the bytes of its arena: no model does here. */
function withoutMemory({ path, files }: OracleFiles): OracleFiles {
  const states = (content: Uint8Array | string): boolean => Buffer.from(content).includes('memory=');
  const edited = Object.entries(files).map(([name, content]) => [
    name,
    /\.xml$/.test(name) && states(content)
      ? Buffer.from(content)
          .toString()
          .replace(/(<size\b[^>]*?)\s+memory="[^"]*"/g, '$1')
      : content,
  ]);
  return { path, files: Object.fromEntries(edited) as OracleFiles['files'] };
}

/** What the two engines save of one model. */
export interface SavedTexts {
  readonly ours: string;
  readonly theirs: string;
}

/** Saves a model in both engines. */
export function saveInBoth(oracle: Oracle, given: OracleFiles): SavedTexts {
  const { path, files } = withoutMemory(given);
  const spec = parseModel(files[path] as FileContent, { file: path, files, onWarning() {} });
  const ours = writeMjcf(spec, { style: 'mujoco', onWarning() {} });
  const { model, data } = loadInOracle(oracle, { path, files });
  try {
    return { ours: comparable(ours), theirs: comparable(oracleText(oracle, model)) };
  } finally {
    if (!oracle.dead) {
      data.delete();
      model.delete();
    }
  }
}

export const saveEntry = (oracle: Oracle, entry: CorpusEntry): SavedTexts => saveInBoth(oracle, entryFiles(entry));

/**
 * A text without what the oracle gets wrong: it saves sensors of energy under names that it does not know, behind the layout of a grid of
 * textures whatever lies in memory, and the type of a mesh file only if the file was not in its cache.
 */
const comparable = (text: string): string =>
  text
    .replace(/^( *<)(potential|kinetic)\b/gm, '$1e_$2')
    .replace(/ gridlayout="[^"]*"/g, '')
    .replace(/ content_type="model\/\w+"/g, '');

/** The lines in which two texts differ, with both forms. */
export function differingLines({ ours, theirs }: SavedTexts): string[] {
  const [a, b] = [ours.split('\n'), theirs.split('\n')];
  const found: string[] = [];
  for (let k = 0; k < Math.max(a.length, b.length); k++) if (a[k] !== b[k]) found.push(`${k + 1}: ${a[k]} | ${b[k]}`);
  return found;
}

const ATTACHED_MATERIAL =
  'a class of an attached model names a material: the oracle attaches the class without the prefix, so that it names one that does not exist';

/** Models whose texts differ, and why. */
export const exceptions: ReadonlyMap<string, string> = new Map([
  [
    'flex/tree/frames.xml',
    'a flexcomp in a frame: the frame is split in two here, which keeps the order of the bodies',
  ],
  ...[
    'mujoco/model/hammock/hammock.xml',
    'mujoco/model/humanoid/100_humanoids.xml',
    'mujoco/model/humanoid/22_humanoids.xml',
    'mujoco/model/humanoid/humanoid100.xml',
    'mujoco/model/sleep/100_humanoids.xml',
    'mujoco/model/surfacevel/treadmill.xml',
    'mujoco/test/engine/testdata/forward/perf/2humanoid100_PGS.xml',
    'mujoco/test/engine/testdata/hammock/hammock.xml',
    'mujoco/test/engine/testdata/sensor/contact_subtree.xml',
  ].map((model): [string, string] => [model, ATTACHED_MATERIAL]),
]);
