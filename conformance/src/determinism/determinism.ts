import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { setBackend } from 'qpos';
import { bundleScenes, sceneTexts } from './bundle.ts';
import { ENGINES, type Engine } from './engines.ts';
import { ADVICE, differences, type Golden, orphans, readGolden, writeGolden } from './golden.ts';
import { runScenes, type SceneResult } from './run-scenes.ts';
import { SCENES } from './scenes.ts';

const usage = `npm run determinism [-- options]
Runs the scenes of conformance/src/determinism/scenes.ts on both back ends in every JavaScript engine that is installed, and compares
their hashes with conformance/golden/determinism.json.
  --install        first install the engines that are missing (npm packages into node_modules/.cache, others with apt-get)
  --only RE        only engines whose name matches
  --update         store the hashes of this Node, on the wasm back end, as the golden ones`;

const { values } = parseArgs({
  options: {
    install: { type: 'boolean', default: false },
    only: { type: 'string', default: '.' },
    update: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** One engine's row of the table: its results, or why there are none. */
interface Row {
  readonly engine: string;
  readonly results: readonly SceneResult[];
  readonly missing?: string;
  readonly error?: string;
}

function installIfMissing({ name, install, version }: Engine): void {
  const [command, ...args] = install;
  if (command === undefined || version() !== undefined) return;
  console.log(`installing ${name}: ${install.join(' ')}`);
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function runEngine(engine: Engine, bundle: string): Promise<Row> {
  const version = engine.version();
  if (version === undefined)
    return { engine: engine.name, results: [], missing: `not installed (${engine.install.join(' ')})` };
  const name = `${engine.name.replace(/ \d+$/, '')} ${version}`;
  try {
    return { engine: name, results: await engine.run(bundle) };
  } catch (error) {
    return { engine: name, results: [], error: String(error) };
  }
}

/** A line for each engine and back end, then one for each scene with a mark for each of those columns. */
function printTable(rows: readonly Row[], golden: Golden): number {
  let failures = 0;
  const columns: (readonly SceneResult[])[] = [];
  console.log(`\n     ${'engine'.padEnd(26)} ${'back end'.padEnd(9)} scenes`);
  for (const { engine, results, missing, error } of rows) {
    if (error !== undefined) failures++;
    if (results.length === 0)
      console.log(`     ${engine.padEnd(26)} ${'-'.padEnd(9)} ${missing ?? `FAILED: ${error}`}`);
    for (const backend of new Set(results.map((r) => r.backend))) {
      const ofBackend = results.filter((r) => r.backend === backend);
      const equal = ofBackend.filter((r) => differences(golden, r).length === 0).length;
      columns.push(ofBackend);
      failures += ofBackend.length - equal;
      const number = String(columns.length).padStart(3);
      console.log(`${number}  ${engine.padEnd(26)} ${backend.padEnd(9)} ${equal} of ${ofBackend.length} equal`);
    }
  }
  console.log(`\n${'scene'.padEnd(52)} ${columns.map((_, k) => String(k + 1).padStart(3)).join('')}`);
  for (const [k, { name, steps }] of SCENES.entries()) {
    const marks = columns.map((column) => (differences(golden, column[k] as SceneResult).length === 0 ? '  =' : '  #'));
    console.log(`${`${name}, ${steps} steps`.padEnd(52)} ${marks.join('')}`);
  }
  for (const { engine, results } of rows)
    for (const result of results)
      for (const part of differences(golden, result))
        console.log(`differs: ${engine}, ${result.backend}, ${result.scene}: ${part}`);
  return failures;
}

async function update(): Promise<void> {
  await setBackend('wasm');
  writeGolden(await runScenes(['wasm'], sceneTexts()));
  console.log('conformance/golden/determinism.json is written; say in the commit why the hashes differ');
}

async function compareEngines(): Promise<number> {
  const wanted = new RegExp(values.only, 'i');
  const engines = ENGINES.filter((e) => wanted.test(e.name));
  if (values.install) for (const engine of engines) installIfMissing(engine);
  const bundle = await bundleScenes(['wasm', 'js']);
  const rows: Row[] = [];
  for (const engine of engines) {
    const start = performance.now();
    rows.push(await runEngine(engine, bundle));
    console.log(`${engine.name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  const golden = readGolden();
  const failures = printTable(rows, golden) + orphans(golden).length;
  if (failures > 0) console.log(`\n${ADVICE}`);
  const passed = rows.flatMap((r) => r.results).length - failures;
  console.log(`\n${Math.max(0, passed)} passed, ${failures} failed`);
  return failures;
}

if (values.help) console.log(usage);
else {
  if (values.update) await update();
  process.exitCode = (await compareEngines()) === 0 ? 0 : 1;
}
