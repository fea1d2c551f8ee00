import { enums, type Model, makeData, makeModel, SleepError, setTotalmass } from '@qpos/core';
import { Diagnostics } from '../errors.ts';
import { withDefaults } from '../limits.ts';
import type { ParseOptions } from '../options.ts';
import { checkSpec } from '../spec/check.ts';
import { expand } from '../spec/expand.ts';
import type { Spec } from '../spec/types.ts';
import { compileActuators } from './actuator.ts';
import { collectAssets, referAssets, resolveSkins } from './assets.ts';
import { compileBodies } from './body.ts';
import { resolveTargets } from './camera-light.ts';
import { compileExcludes, compilePairs } from './contact-pairs.ts';
import { Compilation } from './context.ts';
import { compileCustom, compileTuples } from './custom.ts';
import { discardVisual } from './discard.ts';
import { compileEqualities } from './equality.ts';
import { fuseStatic } from './fuse.ts';
import { collectKeys, packKeys } from './keyframe.ts';
import { setLengthRanges } from './length-range.ts';
import { loadAssets } from './load-assets.ts';
import { checkFreeJoints, checkMass } from './mass.ts';
import { checkOptions, packOptions, packStatistic, packVisual } from './options.ts';
import { packAssets } from './pack-assets.ts';
import { collectNames, packNames } from './pack-names.ts';
import { packObjects } from './pack-objects.ts';
import { packTree } from './pack-tree.ts';
import { collectPlugins, packPlugins } from './plugins.ts';
import { compileSensors } from './sensor.ts';
import { setConst } from './set-const.ts';
import { checkSizes, countUser, layOut } from './sizes.ts';
import { setSpringDampers } from './spring-damper.ts';
import { compileTendons } from './tendon.ts';
import { collectTree } from './tree.ts';

const { DisableBit, EnableBit, SleepPolicy } = enums;

export type CompileOptions = Pick<ParseOptions, 'mode' | 'onWarning' | 'limits' | 'plugins'>;

/** Compiles a Spec to a Model. All problems of a pass are reported at once, in a ModelError. */
export function compile(spec: Spec, options: CompileOptions = {}): Model {
  const d = new Diagnostics(options.mode, options.onWarning);
  checkSpec(spec, d);
  d.throwIfErrors();
  return compileChecked(spec, options, d);
}

/** Compiles a Spec that comes from a reader. */
export function compileRead(spec: Spec, options: CompileOptions): Model {
  return compileChecked(spec, options, new Diagnostics(options.mode, options.onWarning));
}

function compileChecked(spec: Spec, options: CompileOptions, d: Diagnostics): Model {
  const limits = withDefaults(options.limits);
  const expanded = expand(spec, { diagnostics: d, limits });
  d.throwIfErrors();
  const c = new Compilation(expanded, d, limits, options.plugins ?? []);
  describe(c);
  const m = pack(c);
  finish(c, m);
  if (c.plugins.length > 0) m.plugins = c.definitions;
  return m;
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
  refuse(c);
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

/** What the compiler cannot do. */
function refuse(c: Compilation): void {
  for (const flex of c.spec.flexes) c.error('unsupported', 'flex cannot be compiled yet', flex);
}

/** Drafts → Model. */
function pack(c: Compilation): Model {
  const names = collectNames(c);
  const layout = layOut(c, names);
  const m = allocate(c, () => makeModel(layout.sizes));
  packOptions(c, m);
  checkOptions(c, m);
  packVisual(c, m);
  packNames(c, m, names);
  packTree(c, m, layout);
  packAssets(c, m);
  packObjects(c, m);
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
    if (error instanceof RangeError) c.d.fatal('limit', `the model is too large: ${error.message}`);
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
  } catch (error) {
    if (error instanceof RangeError) {
      const { tendon = -1 } = error as { tendon?: number };
      c.d.fatal('compile', error.message, c.tendons[tendon]?.node);
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
