import { count, finite, flag, notNegative, numbers, oneOf, PartsError, positive, settings, within } from '../errors.ts';
import { measureBend } from './constraints/bends.ts';
import { makeConstraints } from './constraints/constraint-set.ts';
import { hingeAngle } from './constraints/hinges.ts';
import { Deformable, distanceOf, readPositions, restLengths, type SoftOptions } from './deformable.ts';
import { checkMaterial, type Material } from './material.ts';

/** What a chain is like. */
export interface ChainParameters {
  /** Mass by length in kg/m, or for `steelCable` that of solid steel. */
  readonly lineDensity: number;
  /** Compliance of its parts against stretching in m/N. */
  readonly stretch: number;
  /** Compliance of its joints against bending in rad/(N·m); Infinity if they do not resist. */
  readonly bend: number;
  /** Share of relative velocities that is lost in a sixtieth of a second. */
  readonly damping: number;
  /** Radius in metres. */
  readonly radius: number;
  /** Coefficient of friction. */
  readonly friction: number;
}

const STEEL = 7860; // kg/m³
const CABLE_RADIUS = 0.005;

/**
 * Ropes, cables, hair and chains. Mass by length fits the radius: nylon rope of 28 mm (engineeringtoolbox.com, nylon ropes; industrialrope.com), solid steel (Lust CDA3000,
 * table 7.23), sheathed cable of seven to nine cores and 10 mm (control valve wiring, multi-core specifications), a lock of 3,000 hairs of 57 ± 11 µm (BioNumbers 106859) of
 * protein (1340 kg/m³: Kay and Laby), and a steel link chain of 11 to 12 mm (DIN 766, uulifting.com). Compliances, damping and friction are settings.
 */
export const chainPresets = {
  rope: { lineDensity: 0.5, stretch: 1e-6, bend: 1e4, damping: 0.05, radius: 0.014, friction: 0.4 },
  steelCable: {
    lineDensity: STEEL * Math.PI * CABLE_RADIUS ** 2,
    stretch: 1e-10,
    bend: 100,
    damping: 0.01,
    radius: CABLE_RADIUS,
    friction: 0.2,
  },
  softCable: { lineDensity: 0.2, stretch: 1e-4, bend: 1e5, damping: 0.1, radius: 0.005, friction: 0.5 },
  hair: { lineDensity: 0.01, stretch: 1e-5, bend: 1e6, damping: 0.1, radius: 0.002, friction: 0.3 },
  chain: { lineDensity: 3, stretch: 0, bend: Infinity, damping: 0.02, radius: 0.01, friction: 0.3 },
} as const satisfies Readonly<Record<string, ChainParameters>>;

/** Name of a chain. */
export type ChainPreset = keyof typeof chainPresets;

/** How a chain is made: a preset, values instead of its own, or a material with a radius. */
export interface ChainOptions extends SoftOptions, Partial<ChainParameters> {
  /** The chain; a rope by default. */
  readonly preset?: ChainPreset;
  /** A material in place of the preset: density and compliances follow from it and the radius. */
  readonly material?: Material;
  /** Whether it keeps its torsion, as it matters for curls; false by default. */
  readonly twist?: boolean;
}

/** How a straight chain is made. */
export interface ChainLineOptions extends ChainOptions {
  /** Where it starts, in the world. */
  readonly from: ArrayLike<number>;
  /** Where it ends. */
  readonly to: ArrayLike<number>;
  /** Number of vertices. */
  readonly count: number;
}

/**
 * A chain of capsules: vertices in a row whose distances resist stretching and whose joints resist bending.
 *
 * @example
 * const rope = CapsuleChain.line({ from: [0, 0, 2], to: [1, 0, 2], count: 21 });
 * rope.pin(0);
 * const solver = new XpbdSolver({ substeps: 4 });
 * for (let k = 0; k < 200; k++) solver.step(rope, [0, 0, -9.81], 0.005);
 * console.log(rope.positionAt(0.5)); // where its middle is
 */
export class CapsuleChain extends Deformable {
  private constructor(x: Float64Array, options: ChainOptions) {
    const p = readChain(options);
    const n = x.length / 3;
    const edges = Int32Array.from({ length: 2 * (n - 1) }, (_, k) => (k + (k & 1)) >> 1);
    const lengths = restLengths(x, edges);
    const masses = new Float64Array(n);
    lengths.forEach((l, e) => {
      masses[e] += 0.5 * p.lineDensity * l;
      masses[e + 1] += 0.5 * p.lineDensity * l;
    });
    const resists = Number.isFinite(p.bend) || p.material !== undefined;
    const joints = resists ? Math.max(0, n - 2) : 0;
    const bendLengths = Float64Array.from({ length: joints }, (_, j) => 0.5 * (lengths[j] + lengths[j + 1]));
    const bends = Int32Array.from({ length: 3 * joints }, (_, k) => Math.floor(k / 3) + (k % 3));
    const area = Math.PI * p.radius * p.radius;
    const { material } = p;
    const twists = p.twist ? twistsOf(x) : new Int32Array(0);
    super(
      {
        positions: x,
        masses,
        distances: makeConstraints(
          edges,
          lengths,
          lengths.map((l) => material?.stretchCompliance(l, area) ?? p.stretch),
        ),
        bends: makeConstraints(
          bends,
          restBends(x, joints),
          bendLengths.map((l) => material?.bendCompliance(l, p.radius) ?? p.bend),
        ),
        bendLengths,
        hinges: makeConstraints(
          twists,
          Float64Array.from({ length: twists.length / 4 }, (_, h) =>
            hingeAngle(x, 3 * twists[4 * h], 3 * twists[4 * h + 1], 3 * twists[4 * h + 2], 3 * twists[4 * h + 3]),
          ),
          new Float64Array(twists.length / 4).fill(Number.isFinite(p.bend) ? p.bend : 0),
        ),
        triangles: new Int32Array(0),
      },
      options,
      { damping: p.damping, radius: p.radius, friction: p.friction },
    );
  }

  /**
   * A straight chain.
   *
   * @param options Ends, number of vertices, and what it is like.
   * @returns The chain.
   */
  static line(options: ChainLineOptions): CapsuleChain {
    const { from, to, count: given } = settings('options', options);
    const [a, b, n] = [numbers('from', from, 3), numbers('to', to, 3), count('count', given, 2)];
    const x = Float64Array.from({ length: 3 * n }, (_, k) => {
      const at = Math.floor(k / 3) / (n - 1);
      return (1 - at) * a[k % 3] + at * b[k % 3];
    });
    return new CapsuleChain(x, options);
  }

  /**
   * A chain through points, which is its shape at rest.
   *
   * @param points Three numbers for each vertex, in the world.
   * @param options What it is like.
   * @returns The chain.
   */
  static fromPoints(points: ArrayLike<number>, options: ChainOptions = {}): CapsuleChain {
    const x = readPositions('points', points);
    if (x.length < 6) throw new PartsError('bad-argument', 'a chain needs two points at least');
    return new CapsuleChain(x, settings('options', options));
  }

  /** Length of all parts in metres. */
  get length(): number {
    let sum = 0;
    for (let k = 0; k < this.count - 1; k++) sum += distanceOf(this.x, k, k + 1);
    return sum;
  }

  /**
   * A point of the chain.
   *
   * @param share Where: 0 is the start, 1 the end.
   * @returns Its position in the world.
   */
  positionAt(share: number): Float64Array {
    const at = within('share', share, 0, 1) * (this.count - 1);
    const k = Math.min(Math.floor(at), this.count - 2);
    const part = at - k;
    return Float64Array.from({ length: 3 }, (_, a) => (1 - part) * this.x[3 * k + a] + part * this.x[3 * k + 3 + a]);
  }

  /**
   * Direction of the chain.
   *
   * @param share Where: 0 is the start, 1 the end.
   * @returns A unit vector.
   */
  tangentAt(share: number): Float64Array {
    const k = Math.min(Math.floor(within('share', share, 0, 1) * (this.count - 1)), this.count - 2);
    const length = distanceOf(this.x, k, k + 1);
    return Float64Array.from({ length: 3 }, (_, a) => (this.x[3 * k + 3 + a] - this.x[3 * k + a]) / length);
  }
}

const restBends = (x: Float64Array, joints: number): Float64Array =>
  Float64Array.from({ length: joints }, (_, j) => measureBend(x, 3 * j, 3 * j + 3, 3 * j + 6));

const LEAST_BEND = 1e-3; // sine of the least angle at which a torsion is defined

/** Four vertices in a row, the middle ones first, wherever they are not in line. */
function twistsOf(x: Float64Array): Int32Array {
  const twists: number[] = [];
  for (let k = 0; 3 * k + 9 < x.length; k++) if (isBent(x, k) && isBent(x, k + 1)) twists.push(k + 1, k + 2, k, k + 3);
  return Int32Array.from(twists);
}

function isBent(x: Float64Array, k: number): boolean {
  const [u, v] = [0, 3].map((o) => [0, 1, 2].map((a) => x[3 * k + o + 3 + a] - x[3 * k + o + a]));
  const [ux = 0, uy = 0, uz = 0] = u ?? [];
  const [vx = 0, vy = 0, vz = 0] = v ?? [];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const lengths = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  return nx * nx + ny * ny + nz * nz > LEAST_BEND * LEAST_BEND * lengths;
}

interface ReadChain extends ChainParameters {
  readonly material: Material | undefined;
  readonly twist: boolean;
}

function readChain(options: ChainOptions): ReadChain {
  const { preset = 'rope', material, twist = false } = settings('options', options);
  const base = chainPresets[oneOf('preset', preset, Object.keys(chainPresets) as ChainPreset[])];
  const radius = positive('radius', options.radius ?? base.radius);
  const m = material === undefined ? undefined : checkMaterial(material);
  const solid = m && m.density * Math.PI * radius * radius;
  const bend = options.bend ?? base.bend;
  return {
    material: m,
    twist: flag('twist', twist),
    radius,
    lineDensity: positive('lineDensity', options.lineDensity ?? solid ?? base.lineDensity),
    stretch: notNegative('stretch', options.stretch ?? base.stretch),
    bend: bend === Infinity ? bend : notNegative('bend', bend),
    damping: finite('damping', options.damping ?? m?.damping ?? base.damping),
    friction: finite('friction', options.friction ?? m?.friction ?? base.friction),
  };
}
