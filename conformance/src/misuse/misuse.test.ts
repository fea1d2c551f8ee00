/**
 * Every function that the packages export, called with everything that it should not be called with: it must throw a typed error, or take the
 * value by its documentation (`parameters.ts`). The list comes from the entries, so that a new export is tried without being named here; one with a
 * parameter of an unknown name fails until that is described.
 */
import { QposError, setBackend, setChecks, setMemoryLimit } from 'qpos';
import { describe, expect, test } from 'vitest';
import { packages } from '../../../scripts/packages.mjs';
import { importNames } from '../../../scripts/workspace/entries.mjs';
import { CLUSTER } from './cluster-parameters.ts';
import { CONTROL } from './control-parameters.ts';
import { type Parameter, parametersOf } from './exports.ts';
import { GEOMETRY } from './geometry-parameters.ts';
import { disposeScene, type Kind, makeScene, type Scene, WRONG, wrongValue } from './kinds.ts';
import { BY_FUNCTION, BY_NAME } from './parameters.ts';
import { PARTS } from './parts-parameters.ts';
import { TRAINING } from './training-parameters.ts';

/** The entries of these packages, but for those that are programs or meant for other packages alone. */
const TRIED =
  /^(qpos|@qpos\/(core|spec|viewer|learn|control|env|batch|parts|cluster))(?!\/(threads|thread|numerics|elementary|editing|worker)$)(\/|$)/;
/** Functions that need a page to draw on. */
const NEED_A_PAGE: ReadonlySet<string> = new Set([
  'createOffscreenViewer',
  'createRenderer',
  'createViewer',
  'suitableQuality',
  'CameraRig',
  'SceneView',
  'Swarm',
  'Viewer',
]);
/** Exported for `@qpos/core/js` and `@qpos/core/threads` alone, and classes whose constructors are not for users. */
const INTERNAL: ReadonlySet<string> = new Set([
  'registerJs',
  'Lockstep',
  'addressOf',
  'dataAt',
  'hasRoomFor',
  'joinEngine',
  'lendEngine',
  'modelAt',
  'BatchSim',
  'RolloutPool',
  'SimulationWorker',
  'Space',
  'Trainer',
  'LinearFeedback',
  'WorkerPlanner',
  'PulleySystem',
  'Deformable',
  'CapsuleChain',
  'Cloth',
  'SoftBody',
  'Sensor',
]);

type Call = (...args: unknown[]) => unknown;

const isClass = (f: unknown): boolean => /^class\b/.test(String(f));
const isError = (f: unknown): boolean => isClass(f) && (f as { prototype: unknown }).prototype instanceof Error;

/** A function that is called in place of another. */
const withParameters = (call: Call, of: unknown): Call =>
  Object.defineProperty(call, 'parameters', { value: parametersOf(of), configurable: true });

const OF_ENTRY = / of \S+$/;

/** Functions by name, each once, though several entries have it; the second of a name has its entry after it. */
async function exportedFunctions(): Promise<Map<string, Call>> {
  const functions = new Map<string, Call>();
  const owners = new Map<string, unknown>();
  for (const [entry] of importNames(packages) as [string, string][]) {
    if (!TRIED.test(entry)) continue;
    const module = (await import(entry)) as Record<string, unknown>;
    for (const [name, f] of Object.entries(module)) {
      if (typeof f !== 'function' || isError(f) || NEED_A_PAGE.has(name)) continue;
      for (const [label, call] of isClass(f) ? callsOf(name, f) : [[name, withParameters(f as Call, f)] as const])
        if (!INTERNAL.has(label)) {
          const isTaken = owners.has(label) && owners.get(label) !== f;
          if (!isTaken) owners.set(label, f);
          functions.set(isTaken ? `${label} of ${entry}` : label, call);
        }
    }
  }
  return functions;
}

/** The constructor of a class and its static functions. */
function callsOf(name: string, f: object): [label: string, call: Call][] {
  const construct = (...args: unknown[]): unknown => Reflect.construct(f as new () => unknown, args);
  const calls: [string, Call][] = [[name, withParameters(construct, f)]];
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(f)))
    if (typeof value === 'function')
      calls.push([`${name}.${key}`, withParameters((...args) => value.apply(f, args), value)]);
  return calls;
}

function kindOf(f: string, { name, isOptional }: Parameter): Kind {
  const named = `${f.replace(OF_ENTRY, '')}.${name}`;
  const kind =
    BY_FUNCTION[named] ??
    TRAINING[named] ??
    CLUSTER[named] ??
    CONTROL[named] ??
    GEOMETRY[named] ??
    PARTS[named] ??
    BY_NAME[name];
  if (kind === undefined) throw new Error(`describe the parameter ${f}.${name} in parameters.ts`);
  return isOptional ? { ...kind, takes: [...kind.takes, 'undefined'] } : kind;
}

/** How a call ended: taken, refused with a typed error, or with one that has no type. */
async function outcomeOf(call: () => unknown): Promise<string> {
  try {
    const made = await call();
    await (made as { close?: () => unknown } | undefined)?.close?.();
    if (typeof made === 'function' && made.length === 0) made(); // lets go what was pinned
  } catch (error) {
    return error instanceof QposError ? 'refused' : `untyped ${String(error)}`;
  }
  return 'taken';
}

const functions = await exportedFunctions();
const backend = makeScene().model.backendName;

describe('wrong arguments', () => {
  test('there is something to try', () => {
    expect(functions.size).toBeGreaterThan(150);
  });

  test.each([...functions.keys()].sort())('%s', async (name) => {
    const call = functions.get(name) as Call & { readonly parameters: readonly Parameter[] };
    const kinds = call.parameters.map((p) => kindOf(name, p));
    const complaints: string[] = [];
    let scene: Scene | undefined;
    const tryOut = async (label: string, args: (scene: Scene) => unknown[], mayBeTaken: boolean): Promise<void> => {
      scene ??= makeScene();
      const now = scene;
      const outcome = await outcomeOf(() => call(...args(now)));
      setMemoryLimit(2 ** 31);
      setChecks(false);
      setBackend(backend);
      if (outcome === 'refused') return; // what refuses changes nothing: the scene serves again
      disposeScene(now);
      scene = undefined;
      if (outcome !== 'taken' || !mayBeTaken) complaints.push(`${label}: ${outcome}`);
    };
    await tryOut('good arguments', (scene) => kinds.map((k) => k.good(scene)), true);
    for (const [at, { name: parameter }] of call.parameters.entries())
      for (const wrong of WRONG)
        await tryOut(
          `${parameter} = ${wrong}`,
          (scene) => kinds.map((k, j) => (j === at ? wrongValue(wrong, scene) : k.good(scene))),
          (kinds[at] as Kind).takes.includes(wrong),
        );
    if (scene !== undefined) disposeScene(scene);
    expect(complaints).toEqual([]);
  });
});
