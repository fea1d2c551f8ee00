import {
  loadOracleXml,
  makeDrive,
  modelFromOracle,
  type Oracle,
  type OracleStruct,
  startOracle,
} from '@qpos/conformance';
import * as core from '@qpos/core';
import '@qpos/core/js';
import type { Scene } from './scenes.ts';

/** A scene in one of the engines. */
interface Engine {
  readonly model: object;
  readonly data: object;
  /** One step. */
  advance(): void;
  control(values: Float64Array): void;
  /** Sets a state of the kind INTEGRATION. */
  setState(state: Float64Array): void;
  /** A function that finds A and B of a step at the scene's state by forward differences. */
  linearise(eps: number): () => void;
  /** A function of the engine by MuJoCo's name, at the scene's state; undefined where it has none. */
  stage(name: string): (() => void) | undefined;
}

/** An engine that plays the scene: driven, and restarted at its end. */
export interface Contender extends Engine {
  readonly step: () => void;
}

/** Our engine with a scene, on one of the back ends. */
interface Ours extends Engine {
  readonly model: core.Model;
  readonly data: core.Data;
}

/** A scene loaded in the oracle and in both back ends, at the same state. */
export interface Contest {
  /** The state after settling. */
  readonly start: Float64Array;
  readonly theirs: Contender;
  readonly wasm: Contender & Ours;
  readonly js: Contender & Ours;
}

type Stage = (m: object, d: object) => void;

/** The stages of a step by the oracle's names, and one that is part of another. */
const ourStages: ReadonlyMap<string, (m: core.Model, d: core.Data) => void> = new Map([
  ...core.stages.map(({ name, run }) => [name === 'bias' ? 'rne' : name, functionOf(name) ?? run] as const),
  ['crb', core.crb],
]);

/** The public function of a stage, which takes less time to call than the table's. */
function functionOf(stage: string): ((m: core.Model, d: core.Data) => void) | undefined {
  return (core as unknown as Record<string, (m: core.Model, d: core.Data) => void>)[stage];
}
const { INTEGRATION } = core.enums.StateBit;

function makeTheirs({ mj }: Oracle, { model, data }: { model: OracleStruct; data: OracleStruct }): Engine {
  const step = mj['mj_step'] as Stage;
  const setState = mj['mj_setState'] as (m: object, d: object, state: Float64Array, signature: number) => void;
  const bias = new (mj['DoubleBuffer'] as new (n: number) => object)(model['nv'] as number);
  let ctrl = data['ctrl'] as Float64Array; // held, as its getter takes a microsecond; empty once the oracle's heap has grown
  return {
    model,
    data,
    advance: () => step(model, data),
    control(values) {
      if (ctrl.length === 0) ctrl = data['ctrl'] as Float64Array;
      ctrl.set(values);
    },
    setState: (state) => setState(model, data, state, INTEGRATION),
    linearise(eps) {
      const [nv, na, nu] = ['nv', 'na', 'nu'].map((size) => model[size] as number) as [number, number, number];
      const Buffer = mj['DoubleBuffer'] as new (size: number) => object;
      const n = 2 * nv + na;
      const [A, B] = [new Buffer(n * n), nu > 0 ? new Buffer(n * nu) : null];
      const transition = mj['mjd_transitionFD'] as (...args: unknown[]) => void;
      return () => transition(model, data, eps, 0, A, B, null, null);
    },
    stage(name) {
      if (name === 'rne') {
        const rne = mj['mj_rne'] as (m: object, d: object, acc: number, result: object) => void;
        return () => rne(model, data, 0, bias);
      }
      const f = mj[`mj_${name}`] as Stage | undefined;
      return f && (() => f(model, data));
    },
  };
}

function makeOurs(source: OracleStruct, backend: core.BackendName): Ours {
  core.setBackend(backend);
  const model = modelFromOracle(source);
  const data = core.makeData(model);
  core.setBackend('auto');
  return {
    model,
    data,
    advance: () => core.step(model, data),
    control: (values) => data.ctrl.set(values),
    setState: (state) => core.setState(model, data, state, INTEGRATION),
    linearise(eps) {
      const options = { ...transitionResults(model), eps };
      return () => core.transitionFD(model, data, options);
    },
    stage(name) {
      const f = ourStages.get(name);
      return f && (() => f(model, data));
    },
  };
}

/** Matrices for A and B of a step. */
export function transitionResults({ nv, na, nu }: core.Model): { A: Float64Array; B: Float64Array; C: null; D: null } {
  const n = 2 * nv + na;
  return { A: new Float64Array(n * n), B: new Float64Array(n * nu), C: null, D: null };
}

/** Controls of each step of a scene; none if it is not driven. */
function makeControls(model: core.Model, steps: number): Float64Array[] {
  const drive = makeDrive(model);
  return Array.from({ length: steps }, (_, k) => {
    const ctrl = new Float64Array(model.nu);
    drive({ ctrl, time: k * model.opt.timestep });
    return ctrl;
  });
}

interface Run {
  readonly start: Float64Array;
  readonly steps: number;
  readonly controls: readonly Float64Array[];
}

/** Lets an engine play a run again and again. */
function play<E extends Engine>(engine: E, { start, steps, controls }: Run): E & Contender {
  let k = 0;
  const step = (): void => {
    const values = controls[k];
    if (values !== undefined) engine.control(values);
    engine.advance();
    if (++k < steps) return;
    engine.setState(start);
    k = 0;
  };
  engine.setState(start);
  return { ...engine, step };
}

/** Loads a scene in all engines; each gets the oracle's compiled model, so that the stages are compared and nothing else. */
export async function makeContest(scene: Scene): Promise<Contest> {
  const oracle = await startOracle();
  const loaded = loadOracleXml(oracle, scene.xml);
  const theirs = makeTheirs(oracle, loaded);
  const wasm = makeOurs(loaded.model, 'wasm');
  const js = makeOurs(loaded.model, 'js');

  // the fastest settles, the others take over its state
  core.step(wasm.model, wasm.data, scene.settle);
  const start = new Float64Array(core.stateSize(wasm.model, INTEGRATION));
  core.getState(wasm.model, wasm.data, start, INTEGRATION);
  const steps = Math.round(scene.duration / wasm.model.opt.timestep);
  const run = { start, steps, controls: scene.driven ? makeControls(wasm.model, steps) : [] };
  return { start, theirs: play(theirs, run), wasm: play(wasm, run), js: play(js, run) };
}
