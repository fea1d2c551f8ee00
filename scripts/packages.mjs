// Each package of the workspace, described once. The build, tsconfig files, test projects, aliases, knip and dependency-cruiser
// derive from this table (scripts/workspace); `npm run generate` writes the files that cannot be computed.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @typedef {object} Bundle what one run of the bundler writes
 * @property {string[]} entries sources below src, without their extension
 * @property {'neutral' | 'node' | 'browser'} platform
 * @property {Record<string, string>} [external] sources that stay outside, by the end of their path, and what is imported in their place
 * @property {Record<string, string>} [alias] imports that are taken from another file
 *
 * @typedef {object} Package
 * @property {string} dir folder, which is also how other rows name it
 * @property {string} name
 * @property {string[] | 'packages' | 'everything'} imports folders of the packages it may import: those listed, all of packages/, or all
 * @property {Record<string, string>} entries what programs import, and the source of each (below src, without extension)
 * @property {string[]} [programs] sources that are built as files of their own and imported by nobody
 * @property {Bundle[]} [bundles] how the entries are built, where one bundle for `platform` is not enough
 * @property {'neutral' | 'node' | 'browser'} platform which globals and built-in modules there are: none, Node's or the DOM's
 * @property {boolean} [plain] imports no npm package at all
 * @property {boolean} [uncheckedIndex] `a[i]` is not `undefined` to the type checker: numeric code (docs/adr/0005)
 * @property {'both' | 'once' | 'browser' | 'none'} tests on both back ends, on one, against the built page, or none
 * @property {string[]} [once] test files of a package with tests on both back ends that say the same on one
 * @property {string[]} [seldom] test files of a package with tests on both back ends that run on `js` in the long tests alone
 * @property {string[]} [long] test files that run in the long tests alone
 * @property {string[]} [full] test files that take few cases in `npm test` and run once more, in full, in the long tests
 * @property {string[]} [alive] sources that knip takes as used: read by the build, or an interface to other languages
 */

/**
 * A package of one entry, tested on one back end unless `more` says otherwise.
 *
 * @param {string} folder below packages/
 * @param {string[]} imports
 * @param {Package['platform']} platform
 * @param {Partial<Package>} [more]
 * @returns {Package}
 */
const library = (folder, imports, platform, more = {}) => ({
  dir: `packages/${folder}`,
  name: `@qpos/${folder}`,
  imports,
  entries: { '.': 'index' },
  platform,
  tests: 'once',
  ...more,
});

/** @type {Package[]} */
const table = [
  {
    dir: 'packages/core',
    name: '@qpos/core',
    imports: [],
    entries: {
      '.': 'index',
      './math': 'math',
      './geometry': 'geometry',
      './enums': 'enums',
      './errors': 'errors',
      './numerics': 'numerics',
      './elementary': 'elementary',
      './threads': 'threads',
      './js': 'js',
    },
    bundles: [
      {
        entries: ['index'],
        platform: 'neutral',
        external: {
          'module-text.ts': '#module-bytes',
          'enums.ts': './enums.js',
          'elementary/trig.ts': './elementary.js',
        },
      },
      { entries: ['js'], platform: 'neutral', external: { 'register-js.ts': './index.js' } },
      { entries: ['host/backend/module-text'], platform: 'neutral' },
      { entries: ['host/backend/module-file'], platform: 'node' },
      { entries: ['threads'], platform: 'neutral', external: { 'lend.ts': './index.js', 'lockstep.ts': './index.js' } },
      { entries: ['math', 'geometry', 'enums', 'errors'], platform: 'neutral' },
      // apart: what it shares with math would be loaded with every policy
      {
        entries: ['numerics'],
        platform: 'neutral',
        external: { 'argument-error.ts': './errors.js', 'elementary/trig.ts': './elementary.js' },
      },
      { entries: ['elementary'], platform: 'neutral' },
    ],
    platform: 'neutral',
    plain: true,
    uncheckedIndex: true,
    tests: 'both',
    seldom: [
      'src/kernel/{actuation/actuation,collision/collision,flex/flex,solver/solve,sensor/sensor,sleep/sleep}.test.ts',
      'src/kernel/{constraint/update,constraint/make,pipeline/step,pipeline/forward}.test.ts',
      'src/kernel/integrate/{laws,inverse,ipc}.test.ts',
      'src/kernel/flex/collide/*.test.ts',
      'src/host/threads/lockstep.test.ts',
    ],
    full: ['src/kernel/solver/solve.test.ts'],
    alive: [
      'src/kernel/dialect.ts',
      'src/kernel/exports.ts',
      'src/kernel/pipeline/dispatches.ts',
      'src/kernel/**/*.gpu.ts',
      'src/host/backend/module-file.ts',
      'src/host/model/fields/index.ts',
      'src/host/model/vocabulary/index.ts',
      'src/host/model/layout.ts',
      'src/kernel/math/**/*.ts',
    ],
  },
  {
    dir: 'packages/spec',
    name: '@qpos/spec',
    imports: ['packages/core'],
    entries: {
      '.': 'index',
      './decompile': 'decompile/index',
      './mjcf': 'mjcf',
      './language': 'language',
      './editing': 'editing',
    },
    bundles: [
      {
        entries: ['index', 'mjcf', 'decompile/index', 'editing'],
        platform: 'neutral',
        // copied: another file would be read at each start
        alias: {
          '@qpos/core/math': './packages/core/src/math.ts',
          '@qpos/core/errors': './packages/core/src/errors.ts',
        },
        external: { 'elementary/trig.ts': '@qpos/core/elementary' },
      },
      { entries: ['language'], platform: 'neutral' }, // apart: what it shares with the readers would be one more file of theirs
    ],
    platform: 'neutral',
    plain: true,
    uncheckedIndex: true,
    tests: 'once',
    full: ['src/decompile/decompile.test.ts'],
  },
  {
    dir: 'packages/qpos',
    name: 'qpos',
    imports: ['packages/core', 'packages/spec'],
    entries: {
      '.': 'index',
      './node': 'node',
      './math': 'math',
      './geometry': 'geometry',
      './plugins': 'plugins',
      './decompile': 'decompile',
      './enums': 'enums',
      './mjcf': 'mjcf',
      './language': 'language',
      './js': 'js',
      './compat': 'compat',
      './compat/legacy': 'compat/legacy',
    },
    platform: 'node',
    plain: true,
    tests: 'once',
  },
  {
    dir: 'packages/batch',
    name: '@qpos/batch',
    imports: ['packages/core', 'packages/spec'],
    entries: { '.': 'index', './js': 'js', './worker': 'worker', './threads': 'threads' },
    platform: 'node',
    tests: 'both',
    seldom: ['src/batch-sim.test.ts', 'src/rollout/{linearise,rollout}.test.ts', 'src/teams/message-team.test.ts'],
    full: ['src/batch-sim.test.ts'],
    // deaths and pools on one memory: the js back end has none that could be shared
    once: ['src/{teams/death,rollout/pool-memory}.test.ts', 'src/randomise/*.test.ts', 'src/random/*.test.ts'],
    alive: ['src/js-worker.ts'],
  },
  library('webgpu', ['packages/core', 'packages/batch'], 'browser', { uncheckedIndex: true }),
  library('env', ['packages/core', 'packages/spec', 'packages/batch'], 'node', {
    entries: { '.': 'index', './worker': 'worker' },
    tests: 'both',
    seldom: ['src/{saved,workers}/*.test.ts'],
    full: ['src/{gymnasium/gymnasium,workers/workers}.test.ts'],
    once: ['src/{check,env,gymnasium,measures,registry,spaces,vector,wrappers}/*.test.ts'],
    alive: ['src/js-worker.ts'],
  }),
  library('learn', ['packages/core', 'packages/env'], 'browser', {
    entries: { '.': 'index', './policy': 'policy/policy-function' },
  }),
  library('control', ['packages/core', 'packages/batch'], 'browser', { uncheckedIndex: true }),
  library('parts', ['packages/core'], 'browser', {
    entries: {
      '.': 'index',
      './bodies': 'bodies/index',
      './joints': 'joints/index',
      './sensors': 'sensors/index',
      './muscles': 'muscles/index',
      './cables': 'cables/index',
      './soft': 'soft/index',
      './simd': 'simd/index',
    },
    plain: true,
    uncheckedIndex: true,
    tests: 'both',
    seldom: ['src/soft/soft-scene.test.ts'],
    once: [
      'src/{linear,simd,testing}/**/*.test.ts',
      'src/bodies/{integrator,pose,mass-properties}.test.ts',
      'src/joints/{cg-solver,joint-system,limits,motor}.test.ts',
      'src/sensors/{channel,sensors}.test.ts',
      'src/muscles/{curves,hill-muscle,muscle-group}.test.ts',
      'src/cables/cables.test.ts',
      'src/soft/{bodies,constraints}.test.ts',
    ],
  }),
  library('cluster', ['packages/core', 'packages/batch', 'packages/env', 'packages/learn'], 'node', {
    entries: { '.': 'index', './thread': 'jobs/thread' },
  }),
  library('viewer', ['packages/core'], 'browser', { uncheckedIndex: true }),
  library('react', ['packages/core', 'packages/spec', 'packages/viewer'], 'browser', { tests: 'none' }), // docs/guide/viewing has its tests
  library(
    'element',
    ['packages/core', 'packages/spec', 'packages/env', 'packages/learn', 'packages/viewer'],
    'browser',
    { entries: { '.': 'index', './define': 'define' }, tests: 'none' }, // docs/guide/viewing has its tests
  ),
  {
    dir: 'packages/cli',
    name: '@qpos/cli',
    imports: 'packages',
    entries: { '.': 'index', './recording': 'recording/decode' }, // which the studio reads too
    programs: ['qpos'],
    platform: 'node',
    tests: 'once',
    full: ['src/{guide,models,commands/render}.test.ts'],
  },
  {
    dir: 'apps/studio',
    name: '@qpos/studio',
    imports: 'packages',
    entries: {},
    platform: 'browser',
    tests: 'browser',
  },
  {
    dir: 'apps/site',
    name: '@qpos/site',
    imports: 'packages',
    entries: {},
    platform: 'browser',
    tests: 'browser',
    alive: ['src/live/worker.ts', 'builder/build.ts', 'builder/**/*.test.ts'],
  },
  {
    dir: 'conformance',
    name: '@qpos/conformance',
    imports: 'everything',
    entries: { '.': 'index' },
    programs: [
      'parity/parity',
      'parity/parity-worker',
      'flex/flex-report',
      'roundtrip/roundtrip',
      'determinism/determinism',
      'fuzz/collision-fuzz',
      'fuzz/dynamics-fuzz',
      'fuzz/formats/formats-fuzz',
      'fuzz/formats/fuzz-worker',
      'soak/soak',
      'compat/official/run-official',
    ],
    platform: 'node',
    uncheckedIndex: true,
    tests: 'both',
    seldom: [
      'src/{models/models,fuzz/collision-fuzz,fuzz/dynamics-fuzz,determinism/chromium,flex/copies}.test.ts',
      'src/{derivatives/transition,faults/allocation,contracts/contracts}.test.ts',
      'src/{determinism/determinism,models/corpus,compare/pairwise}.test.ts',
      'src/plugins/*.test.ts',
    ],
    once: [
      'src/misuse/*.test.ts',
      'src/fuzz/{saved-models,formats}/*.test.ts',
      'src/faults/{callbacks,links,disk}.test.ts',
      'src/compat/{spec,scene,legacy}.test.ts',
      'src/models/write-urdf.test.ts',
    ],
    long: ['src/compat/demo/demo.test.ts'],
    alive: ['src/solver/solver-corpus.ts', 'src/fuzz/saved-models/guarded-{arrays,worker}.ts'],
  },
  {
    dir: 'bench',
    name: '@qpos/bench',
    imports: 'everything',
    entries: {},
    programs: ['bench', 'batch-process'],
    platform: 'node',
    uncheckedIndex: true,
    tests: 'once',
  },
];

/** A row without the sources that are not written yet. */
function present(p, base) {
  const there = (source) => fs.existsSync(path.join(base, p.dir, 'src', `${source}.ts`));
  return {
    ...p,
    entries: Object.fromEntries(Object.entries(p.entries).filter(([, source]) => there(source))),
    programs: (p.programs ?? []).filter(there),
    ...(p.bundles && { bundles: p.bundles.map((b) => ({ ...b, entries: b.entries.filter(there) })) }),
  };
}

/** The packages that a checkout has: a folder makes its row count. */
export const packagesIn = (base) =>
  table.filter((p) => fs.existsSync(path.join(base, p.dir, 'package.json'))).map((p) => present(p, base));

export const packages = packagesIn(root);

/** What the bundler builds, in order. A package for browsers is bundled again by the page that uses it, so nothing is decided here. */
export function bundlesOf(described) {
  return described.flatMap(({ dir, entries, programs = [], platform, bundles }) => {
    const whole = {
      entries: [...Object.values(entries), ...programs],
      platform: platform === 'browser' ? 'neutral' : platform,
    };
    return (bundles ?? [whole]).filter((b) => b.entries.length > 0).map((b) => ({ dir, ...b }));
  });
}

/** Whether a package is published, and so has declarations. */
export const isPublished = ({ dir }) => dir.startsWith('packages/');

/** The described packages that one may import. */
export function importsOf({ dir, imports }, described) {
  return described.filter(
    (p) =>
      p.dir !== dir &&
      (imports === 'everything' || (imports === 'packages' ? isPublished(p) : imports.includes(p.dir))),
  );
}
