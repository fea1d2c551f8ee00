import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as current from 'qpos';
import { alternate, median, quartileSpread } from './measure.ts';
import { digits } from './report/table.ts';
import type { SuiteOptions } from './rows.ts';
import { type Scene, scenes, stageScenes } from './scenes.ts';

type Engine = typeof current;

/** A comparison of this version with another, on one scene. */
export interface VersionRow {
  readonly name: string;
  /** Microseconds per call. */
  readonly ours: number;
  readonly theirs: number;
  /** Median of the ratios of neighbouring blocks: below 1 this version is faster. */
  readonly ratio: number;
  readonly spread: number;
}

/** The built umbrella package of another checkout. */
async function load(folder: string): Promise<Engine> {
  const file = path.resolve(folder, 'packages/qpos/dist/index.js');
  if (!fs.existsSync(file)) throw new Error(`${folder} has no built packages: run npm run build there`);
  return (await import(pathToFileURL(file).href)) as Engine;
}

/** Controls that move every actuator through its range, each at its own pace. */
function controlsAt(model: current.Model, step: number): Float64Array {
  return Float64Array.from({ length: model.nu }, (_, i) => {
    const wave = Math.sin(0.01 * step * (1 + (i % 7)) + i);
    const [low = -1, high = 1] = model.actuator_ctrllimited[i] ? model.actuator_ctrlrange.slice(2 * i, 2 * i + 2) : [];
    return (low + high) / 2 + ((high - low) / 2) * wave;
  });
}

/** A function that plays a scene step by step, again and again. */
function player(engine: Engine, scene: Scene): () => void {
  const model = engine.loadModel(scene.xml);
  const data = engine.makeData(model);
  engine.step(model, data, scene.settle);
  const { INTEGRATION } = engine.enums.StateBit;
  const start = new Float64Array(engine.stateSize(model, INTEGRATION));
  engine.getState(model, data, start, INTEGRATION);
  const steps = Math.round(scene.duration / model.opt.timestep);
  const controls = scene.driven ? Array.from({ length: steps }, (_, k) => controlsAt(model, k)) : [];
  let k = 0;
  return () => {
    const values = controls[k];
    if (values !== undefined) data.ctrl.set(values);
    engine.step(model, data);
    if (++k < steps) return;
    engine.setState(model, data, start, INTEGRATION);
    k = 0;
  };
}

/** A function that repeats one stage at the state that a scene settles in. */
function stageRunner(engine: Engine, scene: Scene, stage: string): () => void {
  const model = engine.loadModel(scene.xml);
  const data = engine.makeData(model);
  engine.step(model, data, scene.settle);
  engine.forward(model, data);
  const run = (engine as unknown as Record<string, unknown>)[stage];
  if (typeof run !== 'function') throw new Error(`a version has no stage called ${stage}`);
  return () => run(model, data);
}

function compare(name: string, functions: readonly (() => void)[], { rounds, ms }: SuiteOptions): VersionRow {
  const blocks = alternate(functions, { rounds, ms });
  const column = (k: number): number[] => blocks.map((block) => block[k] ?? Number.NaN);
  const ratios = blocks.map(([ours = 0, theirs = 1]) => ours / theirs);
  return {
    name,
    ours: median(column(0)),
    theirs: median(column(1)),
    ratio: median(ratios),
    spread: quartileSpread(ratios),
  };
}

/** Times this version against the one built in another checkout, in alternating blocks of one process. */
export async function* againstVersion(
  folder: string,
  options: SuiteOptions,
  stage: string | undefined,
): AsyncIterable<VersionRow> {
  const engines = [current, await load(folder)];
  const all = stage === undefined ? scenes() : stageScenes();
  for (const scene of all.filter((s) => options.scene.test(s.name))) {
    options.progress(scene.name);
    const functions = engines.map((e) => (stage === undefined ? player(e, scene) : stageRunner(e, scene, stage)));
    yield compare(stage === undefined ? scene.name : `${scene.name}: ${stage}`, functions, options);
  }
}

/** A row as a line of the terminal's table. */
export const versionLine = ({ name, ours, theirs, ratio, spread }: VersionRow, width: number): string =>
  `${name.padEnd(width)}${digits(ours).padStart(9)} µs${digits(theirs).padStart(9)} µs${ratio.toFixed(3).padStart(8)} ±${spread.toFixed(3)}`;
