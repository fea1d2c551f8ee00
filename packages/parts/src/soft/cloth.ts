import { count, finite, notNegative, numbers, oneOf, positive, settings } from '../errors.ts';
import { makeConstraints } from './constraints/constraint-set.ts';
import { hingeAngle } from './constraints/hinges.ts';
import { Deformable, distanceOf, readPositions, restLengths, type SoftOptions } from './deformable.ts';
import { checkMaterial, type Material } from './material.ts';
import { colouredOrder, edgesOf, hingesOf, readElements, reorder } from './topology.ts';

/** What a cloth is like. */
export interface ClothParameters {
  /** Mass by area in kg/m². */
  readonly areaDensity: number;
  /** Compliance of its edges against stretching in m/N. */
  readonly stretch: number;
  /** Compliance of its hinges against bending in rad/(N·m). */
  readonly bend: number;
  /** Share of relative velocities that is lost in a sixtieth of a second. */
  readonly damping: number;
  /** Thickness in metres. */
  readonly thickness: number;
  /** Coefficient of friction. */
  readonly friction: number;
}

/**
 * Cloths. Mass by area and thickness, and bending as flexural rigidity for triangles of equal sides. Cotton: Penava et al. (2014), table 1; silk: habutai of 5 to
 * 16 momme (mommesilk.com), as dense as the woven fabrics of Penava et al.; their bending: fabrics of ARCSim (Wang et al. 2011). Leather: technical data of inpelle.net, modulus from the
 * strength (leather-dictionary.com) over the elongation at break. Paper: Ashby, Materials and the Environment. Rubber and a latex membrane: MatWeb, vulcanised natural
 * rubber; PMC11019708, table 2. Stretching, damping and friction are settings, not data: edges stretch less than those materials.
 */
export const clothPresets = {
  cotton: { areaDensity: 0.15, stretch: 1e-6, bend: 1e4, damping: 0.05, thickness: 0.00032, friction: 0.3 },
  silk: { areaDensity: 0.05, stretch: 1e-5, bend: 4e4, damping: 0.03, thickness: 0.0001, friction: 0.2 },
  leather: { areaDensity: 0.8, stretch: 1e-7, bend: 60, damping: 0.02, thickness: 0.0012, friction: 0.6 },
  rubber: { areaDensity: 2.2, stretch: 1e-5, bend: 200, damping: 0.1, thickness: 0.002, friction: 0.9 },
  paper: { areaDensity: 0.08, stretch: 1e-8, bend: 1000, damping: 0.1, thickness: 0.0001, friction: 0.4 },
  membrane: { areaDensity: 0.19, stretch: 1e-4, bend: 2e5, damping: 0.05, thickness: 0.0002, friction: 0.5 },
} as const satisfies Readonly<Record<string, ClothParameters>>;

/** Name of a cloth. */
export type ClothPreset = keyof typeof clothPresets;

/** How a cloth is made: a preset, values instead of its own, or a material with a thickness. */
export interface ClothOptions extends SoftOptions, Partial<ClothParameters> {
  /** The cloth; cotton by default. */
  readonly preset?: ClothPreset;
  /** A material in place of the preset: density and compliances follow from it and the thickness. */
  readonly material?: Material;
}

/** How a rectangular cloth is made. */
export interface ClothGridOptions extends ClothOptions {
  /** Number of vertices along both sides. */
  readonly count: readonly [number, number];
  /** Distance of neighbours in metres; 0.05 by default. */
  readonly spacing?: number;
  /** Centre in the world; the origin by default. */
  readonly centre?: ArrayLike<number>;
}

const AIR = 1.2; // density in kg/m³

/**
 * A cloth: triangles whose edges resist stretching and whose hinges resist bending.
 *
 * @example
 * const flag = Cloth.grid({ count: [20, 12], spacing: 0.05, preset: 'silk' });
 * flag.pinEdge('left');
 * flag.setWind([4, 1, 0]);
 * const solver = new XpbdSolver();
 * for (let k = 0; k < 100; k++) solver.step(flag, [0, 0, -9.81], 0.005);
 */
export class Cloth extends Deformable {
  /** Number of vertices along both sides, of a grid. */
  readonly grid: readonly [number, number] | undefined;
  readonly #wind = new Float64Array(3);
  #drag = 0;

  private constructor(x: Float64Array, triangles: Int32Array, options: ClothOptions, grid?: readonly [number, number]) {
    const p = readCloth(options);
    const edges = edgesOf(triangles, 3);
    const order = colouredOrder(edges, 2);
    const sorted = reorder(edges, 2, order);
    const lengths = restLengths(x, sorted);
    const areas = trianglesAreas(x, triangles);
    const hinges = reorder(...hingeOrder(triangles));
    const bending = Float64Array.from({ length: hinges.length / 4 }, (_, h) => bendOf(p, x, hinges, h));
    const masses = new Float64Array(x.length / 3);
    triangles.forEach((v, k) => {
      masses[v] += (p.areaDensity * areas[Math.floor(k / 3)]) / 3;
    });
    for (const m of masses) positive('the mass of every vertex', m);
    super(
      {
        positions: x,
        masses,
        distances: makeConstraints(
          sorted,
          lengths,
          lengths.map((l) => stretchOf(p, l)),
        ),
        hinges: makeConstraints(hinges, restAngles(x, hinges), bending),
        triangles,
      },
      options,
      { damping: p.damping, radius: 0.5 * p.thickness, friction: p.friction },
    );
    this.grid = grid;
  }

  /**
   * A rectangular cloth in the horizontal plane.
   *
   * @param options Size, place and what it is like.
   * @returns The cloth.
   */
  static grid(options: ClothGridOptions): Cloth {
    const { count: sides, spacing = 0.05, centre = [0, 0, 0] } = settings('options', options);
    const [nx, ny] = [count('count[0]', sides?.[0], 2), count('count[1]', sides?.[1], 2)];
    const [d, at] = [positive('spacing', spacing), numbers('centre', centre, 3)];
    const x = new Float64Array(3 * count('the number of vertices', nx * ny));
    const triangles: number[] = [];
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const v = j * nx + i;
        x.set([at[0] + d * (i - 0.5 * (nx - 1)), at[1] + d * (j - 0.5 * (ny - 1)), at[2]], 3 * v);
        if (i === nx - 1 || j === ny - 1) continue;
        // diagonals alternate, so that no direction is stiffer than the other
        const corners = [v, v + 1, v + nx + 1, v + nx];
        const turn = (i + j) % 2;
        const [a = 0, b = 0, c = 0, e = 0] = corners.map((_, k) => corners[(k + turn) % 4]);
        triangles.push(a, b, c, a, c, e);
      }
    return new Cloth(x, Int32Array.from(triangles), options, [nx, ny]);
  }

  /**
   * A cloth of any shape.
   *
   * @param positions Three numbers for each vertex, in the world.
   * @param triangles Three vertices for each triangle.
   * @param options What it is like.
   * @returns The cloth.
   */
  static fromTriangles(positions: ArrayLike<number>, triangles: ArrayLike<number>, options: ClothOptions = {}): Cloth {
    const x = readPositions('positions', positions);
    return new Cloth(x, readElements('triangles', triangles, 3, x.length / 3), settings('options', options));
  }

  /**
   * Pins one side of a grid.
   *
   * @param side Which one; 'left' is that of the lowest x, 'bottom' that of the lowest y.
   */
  pinEdge(side: 'left' | 'right' | 'bottom' | 'top'): void {
    oneOf('side', side, ['left', 'right', 'bottom', 'top']);
    const [nx, ny] = this.grid ?? [0, 0];
    const along = side === 'left' || side === 'right' ? ny : nx;
    for (let k = 0; k < along; k++) {
      if (side === 'left') this.pin(k * nx);
      else if (side === 'right') this.pin(k * nx + nx - 1);
      else this.pin(side === 'bottom' ? k : (ny - 1) * nx + k);
    }
  }

  /** Pins the four corners of a grid. */
  pinCorners(): void {
    const [nx, ny] = this.grid ?? [0, 0];
    if (nx > 0) for (const v of [0, nx - 1, (ny - 1) * nx, ny * nx - 1]) this.pin(v);
  }

  /**
   * Lets the wind blow: each triangle is pushed along its normal.
   *
   * @param wind Velocity of the air in m/s.
   * @param drag Drag coefficient; 1 by default, 0 for none.
   */
  setWind(wind: ArrayLike<number>, drag = 1): void {
    this.#wind.set(numbers('wind', wind, 3));
    this.#drag = notNegative('drag', drag);
    this.wake();
  }

  /** @internal */
  override addForces(dt: number): void {
    if (this.#drag === 0) return;
    const { x, v, triangles, inverseMass } = this;
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t];
      const b = 3 * triangles[t + 1];
      const c = 3 * triangles[t + 2];
      // velocity of the air along the normal, which is as long as twice the area
      const ux = x[b] - x[a];
      const uy = x[b + 1] - x[a + 1];
      const uz = x[b + 2] - x[a + 2];
      const wx = x[c] - x[a];
      const wy = x[c + 1] - x[a + 1];
      const wz = x[c + 2] - x[a + 2];
      const nx = uy * wz - uz * wy;
      const ny = uz * wx - ux * wz;
      const nz = ux * wy - uy * wx;
      const double = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (!(double > 0)) continue;
      const rx = this.#wind[0] - (v[a] + v[b] + v[c]) / 3;
      const ry = this.#wind[1] - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
      const rz = this.#wind[2] - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
      const speed = (rx * nx + ry * ny + rz * nz) / double;
      const drag = (0.5 * AIR * this.#drag * Math.abs(speed) * 0.5) / 3;
      for (let k = 0; k < 3; k++) {
        const i = triangles[t + k];
        const rate = drag * dt * inverseMass[i];
        const s = (rate * speed) / (1 + rate * double); // implicit in the speed: air never blows a vertex past itself
        v[3 * i] += s * nx;
        v[3 * i + 1] += s * ny;
        v[3 * i + 2] += s * nz;
      }
    }
  }
}

interface ReadCloth extends ClothParameters {
  readonly material: Material | undefined;
}

function readCloth(options: ClothOptions): ReadCloth {
  const { preset = 'cotton', material } = settings('options', options);
  const base = clothPresets[oneOf('preset', preset, Object.keys(clothPresets) as ClothPreset[])];
  const thickness = positive('thickness', options.thickness ?? base.thickness);
  const m = material === undefined ? undefined : checkMaterial(material);
  return {
    material: m,
    thickness,
    areaDensity: positive('areaDensity', options.areaDensity ?? (m ? m.density * thickness : base.areaDensity)),
    stretch: notNegative('stretch', options.stretch ?? base.stretch),
    bend: notNegative('bend', options.bend ?? base.bend),
    damping: finite('damping', options.damping ?? m?.damping ?? base.damping),
    friction: finite('friction', options.friction ?? m?.friction ?? base.friction),
  };
}

/** An edge stands for a strip of the sheet that is about as wide as it is long. */
const stretchOf = ({ material, thickness, stretch }: ReadCloth, length: number): number =>
  material === undefined ? stretch : material.stretchCompliance(length, thickness * length);

function bendOf({ material, thickness, bend }: ReadCloth, x: Float64Array, hinges: Int32Array, h: number): number {
  if (material === undefined) return bend;
  const [a, b, c, d] = hinges.subarray(4 * h, 4 * h + 4);
  const area = areaOf(x, a, b, c) + areaOf(x, a, b, d);
  return material.hingeCompliance(thickness, distanceOf(x, a, b), area);
}

function hingeOrder(triangles: Int32Array): [Int32Array, number, Int32Array] {
  const hinges = hingesOf(triangles);
  return [hinges, 4, colouredOrder(hinges, 4)];
}

const restAngles = (x: Float64Array, hinges: Int32Array): Float64Array =>
  Float64Array.from({ length: hinges.length / 4 }, (_, h) => {
    const [a, b, c, d] = hinges.subarray(4 * h, 4 * h + 4);
    return finite('the angle of two triangles', hingeAngle(x, 3 * a, 3 * b, 3 * c, 3 * d));
  });

function areaOf(x: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1], x[3 * b + 2] - x[3 * a + 2]];
  const [vx, vy, vz] = [x[3 * c] - x[3 * a], x[3 * c + 1] - x[3 * a + 1], x[3 * c + 2] - x[3 * a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
}

const trianglesAreas = (x: Float64Array, t: Int32Array): Float64Array =>
  Float64Array.from({ length: t.length / 3 }, (_, k) =>
    positive('the area of every triangle', areaOf(x, t[3 * k], t[3 * k + 1], t[3 * k + 2])),
  );
