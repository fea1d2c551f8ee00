import { count, finite, notNegative, numbers, oneOf, PartsError, positive, settings } from '../errors.ts';
import { makeConstraints } from './constraints/constraint-set.ts';
import { tetVolume } from './constraints/volumes.ts';
import { Deformable, distanceOf, readPositions, restLengths, type SoftOptions } from './deformable.ts';
import { checkMaterial, type Material } from './material.ts';
import { colouredOrder, edgesOf, readElements, reorder, surfaceOf } from './topology.ts';

/** What a soft solid is like. */
export interface SolidParameters {
  /** Density in kg/m³. */
  readonly density: number;
  /** Compliance of its edges against stretching in m/N. */
  readonly stretch: number;
  /** Compliance of its tetrahedra against a relative change of volume in 1/J. */
  readonly volume: number;
  /** Share of relative velocities that is lost in a sixtieth of a second. */
  readonly damping: number;
  /** Coefficient of friction. */
  readonly friction: number;
}

/**
 * Soft solids. Densities of rubbers: themechanicalengineeringhandbook.com, non-metals; gelatin: water with a third to a twentieth of protein (Kay and Laby); tissues:
 * PMC3233242, table 3, and Kay and Laby; foam: Casavola et al. (2022); `stiff` lies between plastics and aluminium. Compliances are those of a mesh of some centimetres,
 * and settings as damping and friction are; give a `Material` where moduli matter.
 */
export const solidPresets = {
  rubber: { density: 1100, stretch: 1e-5, volume: 1e-8, damping: 0.05, friction: 0.9 },
  gelatin: { density: 1050, stretch: 1e-4, volume: 1e-6, damping: 0.1, friction: 0.5 },
  softTissue: { density: 1060, stretch: 1e-5, volume: 1e-7, damping: 0.15, friction: 0.2 },
  muscle: { density: 1050, stretch: 5e-6, volume: 1e-8, damping: 0.1, friction: 0.3 },
  foam: { density: 50, stretch: 1e-4, volume: 1e-3, damping: 0.2, friction: 0.7 },
  stiff: { density: 2000, stretch: 1e-8, volume: 1e-8, damping: 0.01, friction: 0.5 },
} as const satisfies Readonly<Record<string, SolidParameters>>;

/** Name of a soft solid. */
export type SolidPreset = keyof typeof solidPresets;

/** How a soft solid is made: a preset, values instead of its own, or a material. */
export interface SolidOptions extends SoftOptions, Partial<SolidParameters> {
  /** The solid; rubber by default. */
  readonly preset?: SolidPreset;
  /** A material in place of the preset: density and compliances follow from it. */
  readonly material?: Material;
}

/** How a box is made. */
export interface SolidBoxOptions extends SolidOptions {
  /** Lengths of its sides in metres. */
  readonly size: readonly [number, number, number];
  /** Number of vertices along each side; 4 by default. */
  readonly count?: readonly [number, number, number];
  /** Centre in the world; the origin by default. */
  readonly centre?: ArrayLike<number>;
}

/** How a ball is made. */
export interface SolidSphereOptions extends SolidOptions {
  /** Radius in metres. */
  readonly ballRadius: number;
  /** Number of vertices along its diameter; 6 by default. */
  readonly count?: number;
  /** Centre in the world; the origin by default. */
  readonly centre?: ArrayLike<number>;
}

/** Six tetrahedra of a cell, by the bits of its corners: x, y, z. All are the same way round. */
const CELL = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
] as const;

/**
 * A soft solid: tetrahedra whose edges resist stretching and whose volumes resist change.
 *
 * @example
 * const jelly = SoftBody.box({ size: [0.2, 0.2, 0.2], preset: 'gelatin' }).translate([0, 0, 1]);
 * const solver = new XpbdSolver({ substeps: 4 });
 * for (let k = 0; k < 100; k++) solver.step(jelly, [0, 0, -9.81], 0.005);
 */
export class SoftBody extends Deformable {
  private constructor(x: Float64Array, given: Int32Array, options: SolidOptions, radius: number) {
    const p = readSolid(options);
    const tets = reorder(given, 4, colouredOrder(given, 4));
    const edges = edgesOf(tets, 4);
    const sorted = reorder(edges, 2, colouredOrder(edges, 2));
    const lengths = restLengths(x, sorted);
    const volumes = volumesOf(x, tets);
    const masses = new Float64Array(x.length / 3);
    const shares = new Map<number, number>(); // volume that each edge stands for
    const key = (a: number, b: number): number => Math.min(a, b) * masses.length + Math.max(a, b);
    volumes.forEach((volume, t) => {
      for (let j = 0; j < 4; j++) {
        masses[tets[4 * t + j]] += (p.density * volume) / 4;
        for (let k = j + 1; k < 4; k++) {
          const edge = key(tets[4 * t + j], tets[4 * t + k]);
          shares.set(edge, (shares.get(edge) ?? 0) + volume / 6);
        }
      }
    });
    for (const m of masses) positive('the mass of every vertex', m);
    const { material } = p;
    const stretch = (length: number, e: number): number =>
      material === undefined
        ? p.stretch
        : material.stretchCompliance(length, (shares.get(key(sorted[2 * e], sorted[2 * e + 1])) ?? 0) / length);
    super(
      {
        positions: x,
        masses,
        distances: makeConstraints(sorted, lengths, lengths.map(stretch)),
        volumes: makeConstraints(
          tets,
          volumes,
          volumes.map((v) => material?.volumeCompliance(v) ?? p.volume),
        ),
        triangles: surfaceOf(tets),
      },
      options,
      { damping: p.damping, radius, friction: p.friction },
    );
  }

  /**
   * A box of cells of six tetrahedra each.
   *
   * @param options Size, place and what it is like.
   * @returns The solid.
   */
  static box(options: SolidBoxOptions): SoftBody {
    const { size, count: counts = [4, 4, 4], centre = [0, 0, 0] } = settings('options', options);
    const [half, n, at] = [
      numbers('size', size, 3).map((s) => 0.5 * positive('size', s)),
      [...numbers('count', counts, 3)],
      numbers('centre', centre, 3),
    ];
    for (const k of n) count('count', k, 2);
    const [x, tets] = grid(n, (unit) => unit.map((u, k) => at[k] + half[k] * u));
    return SoftBody.#of(x, tets, options);
  }

  /**
   * A ball: a grid of cells that is rounded.
   *
   * @param options Size, place and what it is like.
   * @returns The solid.
   */
  static sphere(options: SolidSphereOptions): SoftBody {
    const { ballRadius, count: along = 6, centre = [0, 0, 0] } = settings('options', options);
    positive('ballRadius', ballRadius);
    const n = count('count', along, 2);
    const at = numbers('centre', centre, 3);
    const [vertices, tets] = grid([n, n, n], ([x = 0, y = 0, z = 0]) => {
      // each shell of the cube becomes one of the ball
      const shell = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
      const scale = shell > 0 ? (ballRadius * shell) / Math.sqrt(x * x + y * y + z * z) : 0;
      return [at[0] + scale * x, at[1] + scale * y, at[2] + scale * z];
    });
    return SoftBody.#of(vertices, tets, options);
  }

  /**
   * A solid of any shape.
   *
   * @param positions Three numbers for each vertex, in the world.
   * @param tetrahedra Four vertices for each tetrahedron, either way round.
   * @param options What it is like.
   * @returns The solid.
   */
  static fromTetrahedra(
    positions: ArrayLike<number>,
    tetrahedra: ArrayLike<number>,
    options: SolidOptions = {},
  ): SoftBody {
    const x = readPositions('positions', positions);
    settings('options', options);
    return SoftBody.#of(x, readElements('tetrahedra', tetrahedra, 4, x.length / 3), options);
  }

  /** Turns tetrahedra of negative volume round, and makes the solid. */
  static #of(x: Float64Array, tets: Int32Array, options: SolidOptions): SoftBody {
    for (let t = 0; t < tets.length; t += 4)
      if (tetVolume(x, 3 * tets[t], 3 * tets[t + 1], 3 * tets[t + 2], 3 * tets[t + 3]) < 0)
        [tets[t], tets[t + 1]] = [tets[t + 1], tets[t]];
    return new SoftBody(x, tets, options, 0.05 * distanceOf(x, tets[0], tets[1]));
  }

  /** Volume of all tetrahedra in m³. */
  get volume(): number {
    const { vertices } = this.volumes;
    let sum = 0;
    for (let t = 0; t < vertices.length; t += 4)
      sum += tetVolume(this.x, 3 * vertices[t], 3 * vertices[t + 1], 3 * vertices[t + 2], 3 * vertices[t + 3]);
    return sum;
  }

  /**
   * Pins the lowest vertices.
   *
   * @param height How far from the lowest, in metres; a thousandth of a millimetre by default.
   */
  pinBottom(height = 1e-6): void {
    notNegative('height', height);
    let lowest = Infinity;
    for (let v = 0; v < this.count; v++) lowest = Math.min(lowest, this.x[3 * v + 2]);
    for (let v = 0; v < this.count; v++) if (this.x[3 * v + 2] <= lowest + height) this.pin(v);
  }

  /** Pins all vertices of the surface. */
  pinSurface(): void {
    for (const v of this.triangles) this.pin(v);
  }
}

/** Vertices of a grid, placed from the unit cube, and the tetrahedra of its cells. */
function grid(n: readonly number[], place: (unit: number[]) => ArrayLike<number>): [Float64Array, Int32Array] {
  const [nx = 0, ny = 0, nz = 0] = n;
  const x = new Float64Array(3 * count('the number of vertices', nx * ny * nz));
  const tets: number[] = [];
  const at = (i: number, j: number, k: number): number => (k * ny + j) * nx + i;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const unit = [i, j, k].map((c, axis) => (2 * c) / ((n[axis] ?? 2) - 1) - 1);
        x.set(Array.from(place(unit)), 3 * at(i, j, k));
        if (i === nx - 1 || j === ny - 1 || k === nz - 1) continue;
        for (const tet of CELL) for (const c of tet) tets.push(at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)));
      }
  return [x, Int32Array.from(tets)];
}

function volumesOf(x: Float64Array, tets: Int32Array): Float64Array {
  return Float64Array.from({ length: tets.length / 4 }, (_, t) => {
    const volume = tetVolume(x, 3 * tets[4 * t], 3 * tets[4 * t + 1], 3 * tets[4 * t + 2], 3 * tets[4 * t + 3]);
    if (volume > 0) return volume;
    throw new PartsError('unphysical', `tetrahedron ${t} has no volume`);
  });
}

function readSolid(options: SolidOptions): SolidParameters & { readonly material: Material | undefined } {
  const { preset = 'rubber', material } = settings('options', options);
  const base = solidPresets[oneOf('preset', preset, Object.keys(solidPresets) as SolidPreset[])];
  const m = material === undefined ? undefined : checkMaterial(material);
  return {
    material: m,
    density: positive('density', options.density ?? m?.density ?? base.density),
    stretch: notNegative('stretch', options.stretch ?? base.stretch),
    volume: notNegative('volume', options.volume ?? base.volume),
    damping: finite('damping', options.damping ?? m?.damping ?? base.damping),
    friction: finite('friction', options.friction ?? m?.friction ?? base.friction),
  };
}
