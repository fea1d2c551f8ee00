import { ArgumentError, fieldView, idToName, type Model } from '@qpos/core';
import { BatchSim } from '../batch-sim.ts';
import type { NumberArray } from '../columns.ts';
import { type RandomGenerator, streamOf } from '../random/generator.ts';
import { checkSettings } from '../start.ts';
import { checkDistribution, type Distribution } from './distributions.ts';

/** How a field of Model is made different in each environment. */
export interface Randomisation {
  /** Where the numbers come from. */
  readonly distribution: Distribution;
  /** Whether they replace the model's values (`set`, the default), multiply them or are added to them. */
  readonly mode?: 'set' | 'scale' | 'add';
  /** Names of the bodies, geoms, joints and so on that it is about, `*` for any letters, or a pattern; all by default. */
  readonly of?: string | RegExp | readonly string[];
  /** Which numbers of an object; all by default, of a friction the sliding one. */
  readonly columns?: readonly number[];
  /** What gets one number: each `object` (default), each `element` of it, or the whole `field`. */
  readonly each?: 'object' | 'element' | 'field';
  /** The least value that may come of it. */
  readonly least?: number;
  /** The greatest value that may come of it. */
  readonly most?: number;
}

/** Which random numbers are drawn, and for whom. */
export interface RandomiseOptions {
  /** Seed of the streams: environment e in its episode k draws from `streamOf(seed, e, k)`. */
  readonly seed: number;
  /** Which environments: one value for each; all by default. */
  readonly mask?: ArrayLike<boolean | number>;
  /** Whether constants that follow are computed (`setConst`); by default where a field needs it. */
  readonly setConst?: boolean;
}

/** The objects whose fields begin with a prefix: the kind that names them, and how many there are. */
const kinds: readonly (readonly [prefix: string, kind: string, count: (m: Model) => number])[] = [
  ['body_', 'body', (m) => m.nbody],
  ['geom_', 'geom', (m) => m.ngeom],
  ['jnt_', 'joint', (m) => m.njnt],
  ['dof_', 'dof', (m) => m.nv],
  ['site_', 'site', (m) => m.nsite],
  ['cam_', 'camera', (m) => m.ncam],
  ['light_', 'light', (m) => m.nlight],
  ['tendon_', 'tendon', (m) => m.ntendon],
  ['actuator_', 'actuator', (m) => m.nactuator],
  ['eq_', 'equality', (m) => m.neq],
  ['pair_', 'pair', (m) => m.npair],
  ['sensor_', 'sensor', (m) => m.nsensor],
];

/** What is meant where nothing is said. */
const usualColumns: Readonly<Record<string, readonly number[]>> = { geom_friction: [0], pair_friction: [0, 1] };

/** Fields from which no constant of the model follows. */
const WITHOUT_CONSTANTS =
  /^(opt_|stat_|vis_|geom_(friction|solref|solimp|solmix|margin|gap|rgba|priority|condim|contype|conaffinity)|pair_|dof_(damping|frictionloss|solref|solimp)|jnt_(stiffness|range|solref|solimp|margin)|actuator_(gainprm|biasprm|dynprm|ctrlrange|forcerange)|sensor_|eq_(solref|solimp))/;

/** Fields that mean nothing below zero. */
const POSITIVE = /^(body_(mass|inertia)|opt_timestep)$/;

/** A randomisation with everything that the model tells about it. */
interface Target {
  readonly name: string;
  readonly distribution: Distribution;
  readonly mode: 'set' | 'scale' | 'add';
  readonly each: 'object' | 'element' | 'field';
  readonly least: number;
  readonly most: number;
  /** The model's own values. */
  readonly nominal: NumberArray;
  /** Values of all environments. */
  readonly all: NumberArray;
  readonly width: number;
  readonly objects: readonly number[];
  readonly columns: readonly number[];
}

/**
 * Makes fields of the Model different in each environment, with random numbers that depend on the seed, the environment and its episode
 * alone. Values are drawn around those of the model itself, so that to call it before each episode does not let them wander. What follows
 * from masses, inertias and poses is computed anew.
 *
 * @param sim The batch.
 * @param fields What is to be random: a distribution, or a distribution with how and for which objects, for each field.
 * @param random The seed, or the seed and which environments.
 * @example
 * const sim = await BatchSim.create(model, { n: 16, workers: 0 });
 * randomise(
 *   sim,
 *   {
 *     geom_friction: uniform(0.6, 1.2),
 *     body_mass: { distribution: logNormal(0, 0.1), mode: 'scale', of: '*arm' },
 *     'opt.gravity': { distribution: normal(0, 0.05), mode: 'add', each: 'element' },
 *   },
 *   { seed: 1 },
 * );
 * await sim.close();
 */
export function randomise(
  sim: BatchSim,
  fields: Readonly<Record<string, Distribution | Randomisation>>,
  random: number | RandomiseOptions,
): void {
  if (!(sim instanceof BatchSim)) throw new ArgumentError('a BatchSim is needed');
  checkSettings('fields', fields);
  if (typeof random !== 'number') checkSettings('random', random);
  const { seed, mask, setConst } = typeof random === 'number' ? ({ seed: random } as RandomiseOptions) : random;
  if (mask !== undefined && mask.length !== sim.n)
    throw new ArgumentError(`the mask has ${mask.length} values for ${sim.n} environments`);
  const targets = Object.entries(fields).map(([name, entry]) => targetOf(sim, name, entry));
  for (let e = 0; e < sim.n; e++) {
    if (mask !== undefined && !mask[e]) continue;
    const stream = new Stream(streamOf(seed, e, sim.episodeOf(e)));
    for (const target of targets) draw(target, e, stream);
  }
  if (setConst ?? targets.some(({ name }) => !WITHOUT_CONSTANTS.test(name))) sim.setConst(mask);
}

function targetOf(sim: BatchSim, field: string, entry: Distribution | Randomisation): Target {
  if (typeof entry !== 'object' || entry === null) throw new ArgumentError(`${field} needs a distribution`);
  const settings: Randomisation = 'distribution' in entry ? entry : { distribution: entry };
  const { distribution, mode = 'set', each = 'object', of, columns } = settings;
  checkDistribution(field, distribution);
  if (!['set', 'scale', 'add'].includes(mode))
    throw new ArgumentError(`${field}: mode is set, scale or add, not '${mode}'`);
  if (!['object', 'element', 'field'].includes(each))
    throw new ArgumentError(`${field}: each is object, element or field, not '${each}'`);
  const name = field.replace('.', '_');
  const nominal = fieldView(sim.model, name);
  const [, kind, count] = kinds.find(([prefix]) => name.startsWith(prefix)) ?? ['', '', () => 1];
  const rows = kind === '' ? 1 : count(sim.model);
  const width = rows === 0 ? 0 : nominal.length / rows;
  const some = columns ?? usualColumns[name] ?? Array.from({ length: width }, (_, k) => k);
  const outside = some.find((c) => !Number.isInteger(c) || c < 0 || c >= width);
  if (outside !== undefined && rows > 0)
    throw new ArgumentError(`${field} has ${width} numbers for each object, so there is no column ${outside}`);
  return {
    name,
    distribution,
    mode,
    each,
    least: settings.least ?? Number.NEGATIVE_INFINITY,
    most: settings.most ?? Number.POSITIVE_INFINITY,
    nominal,
    all: sim.expand(name),
    width,
    objects: objectsOf(sim.model, field, kind, rows, of),
    columns: some,
  };
}

/** The objects that a randomisation is about. */
function objectsOf(model: Model, field: string, kind: string, rows: number, of: Randomisation['of']): number[] {
  const all = Array.from({ length: rows }, (_, k) => k);
  if (of === undefined) return all;
  if (kind === '') throw new ArgumentError(`${field} has no named objects`, 'unsupported');
  const names = all.map((id) => nameOf(model, kind, id));
  const patterns = (typeof of === 'string' || of instanceof RegExp ? [of] : of).map(patternOf);
  for (const [k, pattern] of patterns.entries())
    if (!names.some((name) => pattern.test(name)))
      throw new ArgumentError(
        `${field}: no ${kind === 'dof' ? 'joint' : kind} is called ${String(Array.isArray(of) ? of[k] : of)}`,
        'unknown-name',
      );
  return all.filter((id) => patterns.some((pattern) => pattern.test(names[id] as string)));
}

/** A dof has the name of its joint. */
const nameOf = (model: Model, kind: string, id: number): string =>
  (kind === 'dof' ? idToName(model, 'joint', model.dof_jntid[id] as number) : idToName(model, kind, id)) ?? '';

const patternOf = (name: string | RegExp): RegExp =>
  name instanceof RegExp
    ? new RegExp(name.source, name.flags.replace(/[gy]/g, ''))
    : new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** The random numbers of one environment, with the common ones of what is correlated. */
class Stream {
  readonly #random: RandomGenerator;
  readonly #common = new Map<string, number>();

  constructor(random: RandomGenerator) {
    this.#random = random;
  }

  /** A number for `place`, an object or one of its elements. */
  next(distribution: Distribution, place: string): number {
    const { link } = distribution;
    if (link === undefined) return distribution.sample(this.#random);
    const key = `${link.key}/${place}`;
    const common = this.#common.get(key) ?? this.#random.normal();
    this.#common.set(key, common);
    const own = Math.abs(link.correlation) === 1 ? 0 : this.#random.normal();
    return distribution.fromNormal(link.correlation * common + Math.sqrt(1 - link.correlation ** 2) * own);
  }
}

function draw(target: Target, environment: number, stream: Stream): void {
  const { nominal, all, width, objects, columns, each, distribution } = target;
  const first = environment * nominal.length;
  let value = each === 'field' ? stream.next(distribution, '') : 0;
  for (const object of objects) {
    if (each === 'object') value = stream.next(distribution, String(object));
    for (const column of columns) {
      if (each === 'element') value = stream.next(distribution, `${object}.${column}`);
      const at = object * width + column;
      all[first + at] = combine(target, nominal[at] as number, value);
    }
  }
}

function combine({ mode, least, most, name }: Target, nominal: number, value: number): number {
  const result = mode === 'set' ? value : mode === 'scale' ? nominal * value : nominal + value;
  const bounded = Math.min(Math.max(result, least), most);
  if (!POSITIVE.test(name)) return bounded;
  if (nominal === 0) return 0; // what has no mass, as the world, has none in any environment
  if (bounded > 0) return bounded;
  throw new ArgumentError(
    `${name} became ${bounded}, but must be positive`,
    'bad-argument',
    "set `least`, or use logNormal with mode: 'scale'",
  );
}
