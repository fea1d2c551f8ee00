import { enums, forward, type Model, makeData, makeModel, SleepError, setTotalmass } from '@qpos/core';
import { ArgumentError, BackendError } from '@qpos/core/errors';
import { Diagnostics } from '../errors.ts';
import { withDefaults } from '../limits.ts';
import { withinMemory } from '../memory.ts';
import { type ParseOptions, requireOptions } from '../options.ts';
import { checkSpec, requireSpec } from '../spec/check.ts';
import { expandSpec } from '../spec/expand.ts';
import type { Spec } from '../spec/types.ts';
import { collectAssets, referAssets, resolveSkins } from './assets/drafts.ts';
import { loadAssets } from './assets/load.ts';
import { setLengthRanges } from './constants/length-range.ts';
import { setConst } from './constants/set-const.ts';
import { setSpringDampers } from './constants/spring-damper.ts';
import { Compilation } from './context.ts';
import { compileFlexes } from './flex/flex.ts';
import { checkFlexes } from './flex/options.ts';
import { compileActuators } from './objects/actuator.ts';
import { compileExcludes, compilePairs } from './objects/contact-pairs.ts';
import { compileCustom, compileTuples } from './objects/custom.ts';
import { compileEqualities } from './objects/equality.ts';
import { collectKeys, packKeys } from './objects/keyframe.ts';
import { compileSensors } from './objects/sensor.ts';
import { compileTendons } from './objects/tendon.ts';
import { checkOptions, packOptions, packStatistic, packVisual } from './options.ts';
import { arenaBytes } from './pack/arena.ts';
import { packAssets } from './pack/assets.ts';
import { packFlexes } from './pack/flex.ts';
import { collectNames, packNames } from './pack/names.ts';
import { packObjects } from './pack/objects.ts';
import { checkSizes, countUser, layOut } from './pack/sizes.ts';
import { packTree } from './pack/tree.ts';
import { collectPlugins, packPlugins } from './plugins.ts';
import { compileBodies } from './tree/body.ts';
import { resolveTargets } from './tree/camera-light.ts';
import { discardVisual } from './tree/discard.ts';
import { fuseStatic } from './tree/fuse.ts';
import { checkFreeJoints, checkMass } from './tree/mass.ts';
import { collectTree } from './tree/tree.ts';

const { DisableBit, EnableBit, SleepPolicy } = enums;

/** How a Spec is compiled: the part of `ParseOptions` that does not concern reading. */
export type CompileOptions = Pick<ParseOptions, 'mode' | 'onWarning' | 'limits' | 'plugins'>;

/**
 * Compiles a Spec. All problems of a pass are reported at once, in a `ModelError`. The Spec is not changed, and can be edited and compiled
 * again.
 *
 * @param spec The Spec.
 * @param options Mode, limits and plugins.
 * @returns The model.
 * @example
 * const spec = createSpec();
 * const ball = addBody(spec.worldbody, { pos: [0, 0, 1] });
 * addFreeJoint(ball);
 * addGeom(ball, { size: [0.1] });
 * const compiled = compile(spec);
 * step(compiled, makeData(compiled));
 */
export function compile(spec: Spec, options: CompileOptions = {}): Model {
  return compileChecked(spec, options, checked(spec, options));
}

/** What the checks of a Spec before its compilation have found; throws if there is an error. */
function checked(spec: Spec, options: CompileOptions): Diagnostics {
  requireSpec(spec);
  requireOptions(options);
  const d = new Diagnostics(options.mode, options.onWarning);
  checkSpec(spec, d);
  d.throwIfErrors();
  return d;
}

/** Compiles a Spec for as long as `use` runs, which sees how its parts became those of the Model. */
export function compileFor<T>(spec: Spec, options: CompileOptions, use: (c: Compilation, m: Model) => T): T {
  const d = checked(spec, options);
  return withinMemory(undefined, () => {
    const { c, m } = compileParts(spec, options, d);
    try {
      return use(c, m);
    } finally {
      m[Symbol.dispose]();
    }
  });
}

/** Compiles a Spec that comes from a reader. */
export function compileRead(spec: Spec, options: CompileOptions): Model {
  return compileChecked(spec, options, new Diagnostics(options.mode, options.onWarning));
}

function compileChecked(spec: Spec, options: CompileOptions, d: Diagnostics): Model {
  return withinMemory(undefined, () => compileParts(spec, options, d).m);
}

function compileParts(spec: Spec, options: CompileOptions, d: Diagnostics): { c: Compilation; m: Model } {
  const limits = withDefaults(options.limits);
  const expanded = expandSpec(spec, { diagnostics: d, limits });
  d.throwIfErrors();
  const c = new Compilation(expanded, d, limits, options.plugins ?? []);
  describe(c);
  const m = pack(c);
  try {
    finish(c, m);
  } catch (error) {
    m[Symbol.dispose](); // nobody has seen it
    throw error;
  }
  if (c.plugins.length > 0) m.plugins = c.definitions;
  return { c, m };
}

/** Passes over one list of the Spec, in order. */
const LISTS: readonly (readonly [
  'pairs' | 'excludes' | 'tendons' | 'equalities' | 'actuators' | 'sensors',
  (c: Compilation) => void,
])[] = [
  ['pairs', compilePairs],
  ['excludes', compileExcludes],
  ['tendons', compileTendons],
  ['equalities', compileEqualities],
  ['actuators', compileActuators],
  ['sensors', compileSensors],
];

/** Spec → drafts. */
function describe(c: Compilation): void {
  collectPlugins(c);
  collectTree(c);
  collectAssets(c);
  referAssets(c);
  c.d.throwIfErrors();
  loadAssets(c);
  c.d.throwIfErrors();
  compileBodies(c);
  c.d.throwIfErrors();
  if (c.spec.compiler.fusestatic) fuseStatic(c);
  resolveTargets(c);
  compileFlexes(c);
  resolveSkins(c);
  for (const [list, pass] of LISTS) if (c.spec[list].length > 0) pass(c);
  compileCustom(c);
  collectKeys(c);
  compileTuples(c);
  countUser(c);
  checkSizes(c);
  checkMass(c);
  checkFreeJoints(c);
  c.d.throwIfErrors();
  if (c.spec.compiler.discardvisual) discardVisual(c);
}

/** Drafts → Model. */
function pack(c: Compilation): Model {
  const names = collectNames(c);
  const layout = layOut(c, names);
  const m = allocate(c, () => makeModel(layout.sizes));
  m.narena = arenaBytes(m, c.spec.size);
  packOptions(c, m);
  checkOptions(c, m);
  packVisual(c, m);
  packNames(c, m, names);
  packTree(c, m, layout);
  packAssets(c, m);
  if (c.flexes.length > 0) packFlexes(c, m);
  packObjects(c, m);
  if (c.flexes.length > 0) checkFlexes(c, m);
  packPlugins(c, m);
  packKeys(c, m);
  c.d.throwIfErrors();
  return m;
}

/** Runs what takes the memory of a Model; that there is not enough is an error of the model. */
function allocate<T>(c: Compilation, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const isFull = error instanceof BackendError && error.code === 'out-of-memory';
    if (isFull || error instanceof RangeError || error instanceof ArgumentError)
      c.d.fatal('limit', `the model is too large: ${error.message}`);
    throw error;
  }
}

/** Constants that follow from the others. */
function finish(c: Compilation, m: Model): void {
  const { settotalmass = -1 } = c.spec.compiler;
  if (settotalmass > 0) setTotalmass(m, settotalmass);
  const { disableflags, enableflags } = m.opt;
  m.opt.disableflags |= DisableBit.CONTACT;
  m.opt.enableflags &= ~EnableBit.SLEEP;
  const data = allocate(c, () => makeData(m));
  try {
    setConst(m, data);
    setSpringDampers(c, m);
    setLengthRanges(c, m, data);
    if (enableflags & EnableBit.IPC && m.nflex > 0) forward(m, data); // refuses sheets on what turns
  } catch (error) {
    if (error instanceof ArgumentError || error instanceof BackendError) {
      const { tendon = -1, flex = -1 } = error as { tendon?: number; flex?: number };
      c.d.fatal('compile', error.message, c.tendons[tendon]?.node ?? c.flexes[flex]?.node, error.hint);
    }
    throw error;
  } finally {
    data[Symbol.dispose]();
  }
  m.opt.disableflags = disableflags;
  m.opt.enableflags = enableflags;
  packStatistic(c, m);
  if (m.tree_sleep_policy.includes(SleepPolicy.INIT)) checkSleepers(c, m);
}

/** Trees that are to start asleep must be able to. */
function checkSleepers(c: Compilation, m: Model): void {
  try {
    makeData(m);
  } catch (error) {
    if (error instanceof SleepError) c.d.fatal('compile', error.message, c.bodies[error.body].node);
    throw error;
  }
}
