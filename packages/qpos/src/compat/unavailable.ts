import { MujocoError } from './errors.ts';

const SCENE_HINT = 'draw with @qpos/viewer, or read the poses of geoms from MjData';

/** Groups of official names that do not exist here: why, and what to use. */
const GROUPS: readonly (readonly [names: RegExp, reason: string, hint: string])[] = [
  [/^(mjv_|mj_print)/, 'a scene here has geoms, lights and cameras alone', SCENE_HINT],
  [/^FS_|RunDep|Exception/, 'there is no Emscripten module', 'write files with FS, and catch errors as they are'],
  [/^mju_threadpool/, 'a step runs on one thread', 'run many simulations on threads with @qpos/batch'],
  [/./, 'pointers into the heap have no meaning here', 'use the typed arrays of MjModel and MjData'],
];

/** The official names that are refused. */
const NAMES =
  'mj_printFormattedScene mj_printScene mju_threadpool mjv_updateSkin ' +
  'FS_createPreloadedFile FS_createDevice FS_createLazyFile addRunDependency removeRunDependency ' +
  'incrementExceptionRefcount decrementExceptionRefcount getExceptionMessage ccall cwrap';

/** Refuses a name of the official package that cannot exist here. */
function refuseName(name: string): never {
  const [, reason, hint] = GROUPS.find(([names]) => names.test(name)) as (typeof GROUPS)[number];
  throw new MujocoError('unavailable', `qpos/compat has no ${name}: ${reason}`, { hint });
}

/** Functions, one for each official name that does not exist here, which say why and what to use. */
export const unavailable: Readonly<Record<string, () => never>> = Object.fromEntries(
  NAMES.split(' ').map((name) => [
    name,
    function refused(): never {
      return refuseName(name);
    },
  ]),
);
