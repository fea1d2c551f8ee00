import { notNegative, PartsError, positive, settings, within } from '../errors.ts';

/** What a material is like. */
export interface MaterialParameters {
  /** Young's modulus in Pa. */
  readonly young: number;
  /** Poisson's ratio, below 0.5. Without one, the material is for chains and for sheets, which bend as if they did not contract: its volume is not known. */
  readonly poisson?: number;
  /** Density in kg/m³. */
  readonly density: number;
  /** Share of relative velocities that is lost in a sixtieth of a second; 0.05 by default. */
  readonly damping?: number;
  /** Coefficient of friction; 0.5 by default. */
  readonly friction?: number;
  /** Factor of the stiffness against stretching; 1 by default. */
  readonly stretchFactor?: number;
  /** Factor of the stiffness against bending; 1 by default. */
  readonly bendFactor?: number;
  /** Factor of the stiffness against change of volume; 1 by default. */
  readonly volumeFactor?: number;
}

/**
 * An isotropic material. Its moduli give the compliances of the constraints.
 *
 * @example
 * const rubber = new Material(materials.rubber);
 * console.log(rubber.bulk); // 25 MPa: soft to shear, hard to compress
 */
export class Material {
  /** Young's modulus in Pa. */
  readonly young: number;
  /** Poisson's ratio, if it has one. */
  readonly poisson: number | undefined;
  /** Density in kg/m³. */
  readonly density: number;
  /** Share of relative velocities that is lost in a sixtieth of a second. */
  readonly damping: number;
  /** Coefficient of friction. */
  readonly friction: number;
  /** Factor of the stiffness against stretching. */
  readonly stretchFactor: number;
  /** Factor of the stiffness against bending. */
  readonly bendFactor: number;
  /** Factor of the stiffness against change of volume. */
  readonly volumeFactor: number;

  /** @param parameters What the material is like. */
  constructor(parameters: MaterialParameters) {
    const p = settings('parameters', parameters);
    this.young = positive('young', p.young);
    this.poisson = p.poisson === undefined ? undefined : within('poisson', p.poisson, -0.99, 0.4999);
    this.density = positive('density', p.density);
    this.damping = within('damping', p.damping ?? 0.05, 0, 1);
    this.friction = notNegative('friction', p.friction ?? 0.5);
    this.stretchFactor = positive('stretchFactor', p.stretchFactor ?? 1);
    this.bendFactor = positive('bendFactor', p.bendFactor ?? 1);
    this.volumeFactor = positive('volumeFactor', p.volumeFactor ?? 1);
  }

  /** Lamé's first parameter λ in Pa. */
  get lambda(): number {
    const poisson = this.#poisson();
    return (this.young * poisson) / ((1 + poisson) * (1 - 2 * poisson));
  }

  /** Shear modulus, Lamé's second parameter μ, in Pa. */
  get shear(): number {
    return this.young / (2 * (1 + this.#poisson()));
  }

  /** Bulk modulus in Pa. */
  get bulk(): number {
    return this.young / (3 * (1 - 2 * this.#poisson()));
  }

  /**
   * Compliance of a rod against stretching: L / (E·A).
   *
   * @param length Length in metres.
   * @param area Cross section in m².
   * @returns Compliance in m/N.
   */
  stretchCompliance(length: number, area: number): number {
    return notNegative('length', length) / (this.young * positive('area', area) * this.stretchFactor);
  }

  /**
   * Compliance of a hinge between two triangles of a sheet: that of its bending stiffness E·t³ / (12·(1 - ν²)).
   *
   * @param thickness Thickness of the sheet in metres.
   * @param edge Length of the hinge in metres.
   * @param area Area of both triangles in m².
   * @returns Compliance in rad/(N·m).
   */
  hingeCompliance(thickness: number, edge: number, area: number): number {
    const stiffness = (this.young * positive('thickness', thickness) ** 3) / (12 * (1 - (this.poisson ?? 0) ** 2));
    return notNegative('area', area) / (3 * stiffness * this.bendFactor * positive('edge', edge) ** 2);
  }

  /**
   * Compliance of a joint of a round rod against bending: L / (E·I).
   *
   * @param length Length that bends there in metres.
   * @param radius Radius of the rod in metres.
   * @returns Compliance in rad/(N·m).
   */
  bendCompliance(length: number, radius: number): number {
    return (
      notNegative('length', length) / (this.young * this.bendFactor * 0.25 * Math.PI * positive('radius', radius) ** 4)
    );
  }

  /**
   * Compliance of a tetrahedron against a relative change of its volume: 1 / (K·V).
   *
   * @param volume Volume in m³.
   * @returns Compliance in 1/J.
   */
  volumeCompliance(volume: number): number {
    return 1 / (this.bulk * this.volumeFactor * notNegative('volume', volume));
  }

  #poisson(): number {
    if (this.poisson !== undefined) return this.poisson;
    throw new PartsError('bad-argument', "the material has no Poisson's ratio", {
      hint: 'give it one: new Material({ ...materials.rope, poisson: 0.3 })',
    });
  }
}

type Row = Required<Omit<MaterialParameters, 'poisson' | 'stretchFactor' | 'bendFactor' | 'volumeFactor'>>;
type Solid = Row & Required<Pick<MaterialParameters, 'poisson'>>;

const of = (young: number, poisson: number, density: number, friction: number, damping = 0.05): Solid => ({
  young,
  poisson,
  density,
  friction,
  damping,
});
const fibrous = (young: number, density: number, friction: number, damping = 0.05): Row => ({
  young,
  density,
  friction,
  damping,
});

/**
 * Fourteen materials. Moduli, Poisson's ratios and densities are within what the sources state that `testing/published/soft.ts` names for each; the guide of this package
 * has the table. Friction and damping are settings. Leather and rope are networks of fibres without a Poisson's ratio that is known, and so not for solids.
 *
 * @example
 * const block = SoftBody.box({ size: [0.2, 0.2, 0.2], material: new Material(materials.gelatin) });
 */
export const materials = {
  rubber: of(1.5e6, 0.49, 1100, 0.9, 0.1),
  cloth: of(1e6, 0.25, 470, 0.3),
  softTissue: of(3e4, 0.45, 1050, 0.2, 0.15),
  muscle: of(5e4, 0.49, 1050, 0.3, 0.1),
  cartilage: of(8.7e5, 0.45, 1100, 0.01),
  gelatin: of(5e3, 0.495, 1050, 0.5, 0.1),
  foam: of(1e4, 0.2, 50, 0.7, 0.2),
  leather: fibrous(3e7, 700, 0.6, 0.02),
  rope: fibrous(8e8, 800, 0.4),
  steelCable: of(2e11, 0.3, 7860, 0.2, 0.01),
  tendon: of(1.2e9, 0.45, 1130, 0.1),
  paper: of(3e9, 1 / 3, 700, 0.4, 0.1),
  flexiblePlastic: of(1.2e9, 0.42, 950, 0.3),
  softWood: of(1e10, 0.38, 500, 0.5, 0.02),
} as const satisfies Readonly<Record<string, MaterialParameters>>;

/** Name of a material. */
export type MaterialName = keyof typeof materials;

/** @internal Refuses what is no Material. */
export function checkMaterial(material: Material): Material {
  if (material instanceof Material) return material;
  throw new PartsError('bad-argument', 'material must be a Material');
}
