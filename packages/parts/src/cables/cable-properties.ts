import { bound, finite, flag, notNegative, oneOf, positive, settings } from '../errors.ts';

/** What a cable is like. */
export interface CableProperties {
  /** Stiffness in N/m; 10 000 by default. */
  readonly stiffness?: number;
  /** Damping in N·s/m; 100 by default. */
  readonly damping?: number;
  /** Length without tension in metres; 0.5 by default. */
  readonly restLength?: number;
  /** Diameter in metres; 0.002 by default. */
  readonly diameter?: number;
  /** Whether it only pulls, and goes slack otherwise; true by default. */
  readonly tensionOnly?: boolean;
  /** Highest tension in newtons; none by default. */
  readonly maxTension?: number;
}

/** Materials of cables with Young's modulus and strength in Pa, density in kg/m³, and where the numbers come from. */
export const cableMaterials = {
  steel: {
    modulus: 205e9,
    strength: 1.77e9,
    density: 7860,
    source:
      'a single drawn wire of carbon steel: 205 GPa (Autodesk Inventor, torsion spring materials), rope grade 1770 (Certex: wires of 1570-1960 MPa), 7860 kg/m³ (Lust CDA3000, table 7.23)',
  },
  dyneema: {
    modulus: 100e9,
    strength: 3.3e9,
    density: 970,
    source:
      'ultra-high-molecular-weight polyethylene: fibres SK60 to SK78 have 65-132 GPa and 2.4-3.9 GPa (DSM Dyneema, fact sheet CIS YA100, 2010)',
  },
  biological: {
    modulus: 1.5e9,
    strength: 0.1e9,
    density: 1120,
    source:
      'mammalian tendon, Bennett, Ker, Dimery and Alexander (1986): 1.5 GPa above 30 MPa, strength at least 100 MPa',
  },
  soft: {
    modulus: 3e6,
    strength: 8e6,
    density: 1170,
    source:
      'silicone rubber of Shore A 50-78: 2.1-4 MPa, strength 7.1-9.6 MPa (PMC11019708, table 2), 1170 kg/m³ (Silastic 55U)',
  },
} as const;

/** Name of a cable's material. */
export type CableMaterial = keyof typeof cableMaterials;

/**
 * Properties of a round cable of a material: stiffness E·A / L, and the tension at which it breaks.
 *
 * @param material The material.
 * @param diameter Diameter in metres.
 * @param restLength Length without tension in metres.
 * @returns Properties for `new Cable(...)`.
 * @example
 * const wire = new Cable(cableOf('steel', 0.002, 1));
 * console.log(wire.stiffness); // 644 kN/m
 */
export function cableOf(material: CableMaterial, diameter: number, restLength: number): Required<CableProperties> {
  oneOf('material', material, Object.keys(cableMaterials) as CableMaterial[]);
  positive('diameter', diameter);
  positive('restLength', restLength);
  const { modulus, strength, density } = cableMaterials[material];
  const area = 0.25 * Math.PI * diameter * diameter;
  const stiffness = (modulus * area) / restLength;
  const mass = density * area * restLength;
  return {
    stiffness,
    damping: 0.1 * Math.sqrt(stiffness * mass), // a tenth of critical for its own mass
    restLength,
    diameter,
    tensionOnly: true,
    maxTension: strength * area,
  };
}

/**
 * A cable: tension by its length and velocity.
 *
 *     T = stiffness·(L - restLength) + damping·dL/dt, between 0 and maxTension, 0 where slack
 *
 * @example
 * const cable = new Cable({ stiffness: 1000, damping: 0, restLength: 1 });
 * console.log(cable.tension(1.1, 0), cable.tension(0.9, 0)); // 100 0
 */
export class Cable {
  /** Stiffness in N/m. */
  readonly stiffness: number;
  /** Damping in N·s/m. */
  readonly damping: number;
  /** Length without tension in metres. */
  readonly restLength: number;
  /** Diameter in metres. */
  readonly diameter: number;
  /** Whether it only pulls. */
  readonly tensionOnly: boolean;
  /** Highest tension in newtons. */
  readonly maxTension: number;

  /** @param properties What the cable is like. */
  constructor(properties: CableProperties = {}) {
    const p = settings('properties', properties);
    this.stiffness = notNegative('stiffness', p.stiffness ?? 10_000);
    this.damping = notNegative('damping', p.damping ?? 100);
    this.restLength = positive('restLength', p.restLength ?? 0.5);
    this.diameter = positive('diameter', p.diameter ?? 0.002);
    this.tensionOnly = flag('tensionOnly', p.tensionOnly ?? true);
    this.maxTension = bound('maxTension', p.maxTension ?? Infinity);
  }

  /**
   * Tension at a length and velocity.
   *
   * @param length Length in metres.
   * @param velocity Rate of the length in m/s.
   * @returns Tension in newtons; negative only if the cable can push.
   */
  tension(length: number, velocity: number): number {
    const stretch = finite('length', length) - this.restLength;
    finite('velocity', velocity);
    if (this.tensionOnly && !(stretch > 0)) return 0;
    const tension = this.stiffness * stretch + this.damping * velocity;
    const least = this.tensionOnly ? 0 : -this.maxTension;
    return Math.max(least, Math.min(this.maxTension, tension));
  }

  /**
   * Elastic energy at a length.
   *
   * @param length Length in metres.
   * @returns Energy in joules.
   */
  energy(length: number): number {
    const stretch = finite('length', length) - this.restLength;
    return this.tensionOnly && !(stretch > 0) ? 0 : 0.5 * this.stiffness * stretch * stretch;
  }
}
