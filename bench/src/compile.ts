import {
  type CorpusEntry,
  entryFiles,
  guarded,
  type Oracle,
  type OracleStruct,
  readManifest,
  startOracle,
} from '@qpos/conformance';
import { loadModel } from 'qpos';
import { block, timing } from './measure.ts';
import type { Row, SuiteOptions } from './rows.ts';
import { bundled, replicated } from './scenes.ts';

/** A model as the files it consists of. */
interface Sources {
  readonly path: string;
  readonly files: Readonly<Record<string, Uint8Array | string>>;
}

const ROOT = '/compile';

/** Puts the files where the oracle reads them; returns its compilation of them. */
function theirCompilation({ mj }: Oracle, { path, files }: Sources): () => void {
  for (const [name, content] of Object.entries(files)) {
    const full = `${ROOT}/${name}`;
    mj.FS.mkdirTree(full.slice(0, full.lastIndexOf('/')));
    mj.FS.writeFile(full, content);
  }
  return () => {
    const model: OracleStruct | null = mj.MjModel.from_xml_path(`${ROOT}/${path}`);
    if (model === null) throw new Error('the oracle returned no model');
    model.delete();
  };
}

const ourCompilation =
  ({ path, files }: Sources): (() => void) =>
  () =>
    loadModel(files[path] ?? '', { file: path, files })[Symbol.dispose]();

const single = (xml: string): Sources => ({ path: 'model.xml', files: { 'model.xml': xml } });

const WARM_UP = 60; // rounds, in which compilers are still at work: about 500 compilations
const CALLS = 8; // of each engine in a round

/** A turn of the event loop, in which memory of models that nobody holds can be given back. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Text to Model of one file, in alternating blocks. */
async function compareOne(name: string, xml: string, rounds: number, most: number): Promise<Row> {
  const contenders = [theirCompilation(await startOracle(), single(xml)), ourCompilation(single(xml))];
  const times: number[][] = [];
  for (let k = 0; k < WARM_UP + rounds; k++) {
    times.push(contenders.map((f) => block(f, CALLS) / CALLS));
    await turn();
  }
  return { name, ...timing(times.slice(WARM_UP)), limits: [{ of: 'ratio', most }] };
}

/** Growth of our own time per body, against the smallest of these. */
const COUNTS = [1000, 8000, 30_000] as const;

/** `<replicate>` of many bodies: our time per body, and the oracle's where it ends in reasonable time. */
async function* replicate({ slow, progress }: SuiteOptions): AsyncIterable<Row> {
  let first: number | undefined;
  for (const count of COUNTS) {
    const sources = single(replicated(count));
    progress(`replicate ${count}, qpos`);
    const compileOurs = ourCompilation(sources);
    compileOurs();
    const ours = Math.min(block(compileOurs, 1), block(compileOurs, 1)) / 1e6;
    first ??= ours / count;
    const perBody = `${((1e6 * ours) / count).toFixed(1)} us per body, ${(ours / count / first).toFixed(2)} of that for ${COUNTS[0]}`;
    const ran = slow || count < 30_000;
    progress(`replicate ${count}, oracle`);
    const theirs = ran ? block(theirCompilation(await startOracle(), sources), 1) / 1e6 : Number.NaN;
    yield {
      name: `compile ${count} replicated bodies`,
      unit: 's',
      oracle: theirs,
      ours,
      ratio: ours / theirs,
      spread: 0,
      note: ran ? perBody : `${perBody}; the oracle runs with --slow`,
    };
  }
}

/** Seconds to compile a model of the corpus in both engines; undefined if one of them does not. */
async function compileEntry(oracle: Oracle, entry: CorpusEntry): Promise<[number, number] | undefined> {
  const sources = entryFiles(entry);
  try {
    const theirs = guarded(oracle, () => block(theirCompilation(oracle, sources), 1));
    return [theirs / 1e6, block(ourCompilation(sources), 1) / 1e6];
  } catch {
    return undefined;
  } finally {
    if (!oracle.dead) for (const name of Object.keys(sources.files)) oracle.mj.FS.unlink(`${ROOT}/${name}`);
  }
}

/** All models of the corpus beside the repository, each once. */
async function* corpus({ progress }: SuiteOptions): AsyncIterable<Row> {
  const entries = readManifest().filter((e) => e.oracle.loads && !e.nflex);
  if (entries.length === 0) return;
  let oracle = await startOracle();
  const times: [number, number][] = [];
  for (const [k, entry] of entries.entries()) {
    progress(`corpus ${k + 1} of ${entries.length}`);
    if (oracle.dead || k % 50 === 49) oracle = await startOracle(); // its heap only grows
    const pair = await compileEntry(oracle, entry);
    if (pair !== undefined) times.push(pair);
  }
  const [theirs, ours] = [0, 1].map((side) => times.reduce((sum, t) => sum + (t[side] ?? 0), 0)) as [number, number];
  const slower = times.filter(([a, b]) => b > a).length;
  yield {
    name: `compile the corpus, ${times.length} models`,
    unit: 's',
    oracle: theirs,
    ours,
    ratio: ours / theirs,
    spread: 0,
    note: `${slower} models slower than the oracle`,
  };
}

/** Text to Model. */
export async function* compileSuite(options: SuiteOptions): AsyncIterable<Row> {
  const wanted = (name: string): boolean => options.scene.test(name);
  if (wanted('humanoid')) {
    options.progress('humanoid');
    yield await compareOne('compile the humanoid', bundled('humanoid.xml'), options.rounds, 0.5);
  }
  if (wanted('rocks with meshes')) {
    options.progress('rocks with meshes');
    yield await compareOne('compile rocks with meshes', bundled('meshes.xml'), options.rounds, 1);
  }
  if (wanted('replicate')) yield* replicate(options);
  if (wanted('corpus')) yield* corpus(options);
}
