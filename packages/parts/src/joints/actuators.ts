import { exp } from '@qpos/core/math';
import { callable, finite, notNegative, PartsError, positive, settings } from '../errors.ts';

/** Something that turns a control into a force, with a state of its own. */
export interface JointActuator {
  /**
   * Moves its state on and gives its force.
   *
   * @param control The control.
   * @param position Position of what it acts on.
   * @param velocity Velocity of what it acts on.
   * @param dt Time in seconds.
   * @returns The force at the end of that time.
   */
  step(control: number, position: number, velocity: number, dt: number): number;
  /** Puts its state back to the start. */
  reset(): void;
}

/** Settings of an `IntegratedVelocityActuator`. */
export interface IntegratedVelocityOptions {
  /** Force for each unit of position error; 100 by default. */
  readonly kp?: number;
  /** Force for each unit of velocity error; 10 by default. */
  readonly kd?: number;
  /** Least and greatest target; no bounds by default. */
  readonly range?: readonly [lower: number, upper: number];
}

/**
 * Follows a target that moves with the velocity in its control.
 *
 * @example
 * const actuator = new IntegratedVelocityActuator({ kp: 50, kd: 5 });
 * console.log(actuator.step(1, 0, 0, 0.1)); // the target is at 0.1 and moves at 1
 */
export class IntegratedVelocityActuator implements JointActuator {
  /** Where the target is. */
  target = 0;
  readonly #kp: number;
  readonly #kd: number;
  readonly #range: readonly [number, number];

  /** @param options Gains and range. */
  constructor(options: IntegratedVelocityOptions = {}) {
    const { kp = 100, kd = 10, range = [-Infinity, Infinity] } = settings('options', options);
    this.#kp = notNegative('kp', kp);
    this.#kd = notNegative('kd', kd);
    if (!Array.isArray(range) || !(range[0] <= range[1]))
      throw new PartsError('bad-argument', 'range must be two numbers');
    this.#range = range;
  }

  /**
   * Moves the target on and gives the force towards it.
   *
   * @param control The control.
   * @param position Position of what it acts on.
   * @param velocity Velocity of what it acts on.
   * @param dt Time in seconds.
   * @returns The force at the end of that time.
   */
  step(control: number, position: number, velocity: number, dt: number): number {
    checkStep(control, position, velocity, dt);
    const [lower, upper] = this.#range;
    this.target = Math.max(lower, Math.min(upper, this.target + control * dt));
    return this.#kp * (this.target - position) + this.#kd * (control - velocity);
  }

  /** Puts the target back to 0. */
  reset(): void {
    this.target = 0;
  }
}

/** Settings of a `PneumaticCylinder`. */
export interface CylinderOptions {
  /** Area of the piston, m². */
  readonly area: number;
  /** Pressure at full control, Pa above the surroundings. */
  readonly maxPressure: number;
  /** Time constant of the pressure, s; 0.05 by default. */
  readonly timeConstant?: number;
}

const SQUARE_CM = 1e-4;
const BAR = 1e5;

/**
 * Cylinders by class: piston area and supply pressure. Shop air has 6 bar (captivair.co.uk, where 50 mm at 6 bar are the example) up to the 10 bar of ISO's pneumatic
 * series; ISO has hydraulic series of 160 and 250 bar (6020, 6022). Fluidic muscles are made with 10 to 40 mm (Festo MAS),
 * hydraulic cylinders with 25 to 200 mm (ISO 6020, by mechanixcalc.com). Time constants are settings: they are those of the valve and the line, which a class does not name.
 */
export const CYLINDER_PRESETS = {
  mckibbenSmall: { area: 1 * SQUARE_CM, maxPressure: 6 * BAR, timeConstant: 0.05 },
  industrialMedium: { area: 20 * SQUARE_CM, maxPressure: 7 * BAR, timeConstant: 0.1 },
  hydraulic: { area: 10 * SQUARE_CM, maxPressure: 200 * BAR, timeConstant: 0.02 },
} as const satisfies Record<string, CylinderOptions>;

/**
 * A cylinder whose pressure follows its control with a delay: p' = (u·p_max − p) / τ, force = area · p.
 *
 * @example
 * const cylinder = new PneumaticCylinder(CYLINDER_PRESETS.industrialMedium);
 * console.log(cylinder.step(1, 0, 0, 10)); // 1400 N
 */
export class PneumaticCylinder implements JointActuator {
  /** Pressure in Pa above the surroundings. */
  pressure = 0;
  readonly #options: Required<CylinderOptions>;

  /** @param options Area, pressure and time constant. */
  constructor(options: CylinderOptions) {
    const { area, maxPressure, timeConstant = 0.05 } = settings('options', options);
    this.#options = {
      area: positive('area', area),
      maxPressure: positive('maxPressure', maxPressure),
      timeConstant: positive('timeConstant', timeConstant),
    };
  }

  /**
   * Moves the pressure on, exactly for a constant control from 0 to 1, and gives its force.
   *
   * @param control The control.
   * @param position Position of what it acts on.
   * @param velocity Velocity of what it acts on.
   * @param dt Time in seconds.
   * @returns The force at the end of that time.
   */
  step(control: number, position: number, velocity: number, dt: number): number {
    checkStep(control, position, velocity, dt);
    const { area, maxPressure, timeConstant } = this.#options;
    const end = maxPressure * Math.max(0, Math.min(1, control));
    this.pressure = end + (this.pressure - end) * exp(-dt / timeConstant);
    return area * this.pressure;
  }

  /** Lets the pressure off. */
  reset(): void {
    this.pressure = 0;
  }
}

/** Settings of an `AdhesionActuator`. */
export interface AdhesionOptions {
  /** Largest normal force, N; 1 by default. */
  readonly maxForce?: number;
  /** Time constant of taking hold, s. */
  readonly attachTime: number;
  /** Time constant of letting go, s. */
  readonly releaseTime: number;
  /** Tangential force that it holds, as a share of the normal force. */
  readonly shearRatio: number;
}

/** Adhesion by class: how fast it takes hold and lets go, and its shear; what is published about each is named. */
export const ADHESION_PRESETS = {
  /**
   * Clutches take hold within 15 to 150 µs and let go within 1 to 15 ms (arXiv 2412.16803, and the best of those compared there); static friction of polyester film, 0.3 to
   * 0.6 (petfilmsupply.com, COF of PET film).
   */
  electrostatic: { attachTime: 0.00015, releaseTime: 0.005, shearRatio: 0.3 },
  /**
   * Toes of a gecko, which steps about every 20 ms (Tian et al. 2006, PNAS 103:19320). They stick only as far as they are sheared: normal force ≤ shear · tan 30°
   * (frictional adhesion, Autumn et al. 2006, J. Exp. Biol. 209:3569; Annual Reviews 2014, video 3).
   */
  gecko: { attachTime: 0.02, releaseTime: 0.01, shearRatio: Math.sqrt(3) },
  /**
   * Suction cups; friction from 0.1 on oiled sheet to 0.6 on rough dry surfaces (Schmalz, holding force of a suction cup). Their times are not theirs but those of what is
   * evacuated, volume over flow: give both. Schmalz names 8.3 l/min for cups of up to 60 mm (design of the suction cup).
   */
  suction: { shearRatio: 0.1 },
  /**
   * Electromagnets with the times of a relay's coil, at most 10 ms both (Panasonic relays, CQ), and the 15 to 30 % of the holding force that move a workpiece sideways (SAV
   * 244, operating instructions, 3.1.1).
   */
  magnetic: { attachTime: 0.01, releaseTime: 0.01, shearRatio: 0.3 },
} as const satisfies Record<string, Pick<AdhesionOptions, 'shearRatio'> & Partial<AdhesionOptions>>;

/**
 * Holds on to a surface: its strength follows the control with one time constant up and another down.
 *
 * @example
 * const pad = new AdhesionActuator({ ...ADHESION_PRESETS.gecko, maxForce: 20 });
 * console.log(pad.step(1, 0, 0, 0.02), pad.maxShear); // 63 % of 20 N
 */
export class AdhesionActuator implements JointActuator {
  /** Share of the largest force, from 0 to 1. */
  strength = 0;
  readonly #options: Required<AdhesionOptions>;

  /** @param options Force, times and shear. */
  constructor(options: AdhesionOptions) {
    const { maxForce = 1, attachTime, releaseTime, shearRatio } = settings('options', options);
    this.#options = {
      maxForce: positive('maxForce', maxForce),
      attachTime: positive('attachTime', attachTime),
      releaseTime: positive('releaseTime', releaseTime),
      shearRatio: notNegative('shearRatio', shearRatio),
    };
  }

  /** The largest tangential force that it holds now. */
  get maxShear(): number {
    return this.#options.shearRatio * this.#options.maxForce * this.strength;
  }

  /**
   * Moves the strength on, exactly for a constant control from 0 to 1, and gives the normal force.
   *
   * @param control The control.
   * @param position Position of what it acts on.
   * @param velocity Velocity of what it acts on.
   * @param dt Time in seconds.
   * @returns The force at the end of that time.
   */
  step(control: number, position: number, velocity: number, dt: number): number {
    checkStep(control, position, velocity, dt);
    const { maxForce, attachTime, releaseTime } = this.#options;
    const end = Math.max(0, Math.min(1, control));
    const time = end > this.strength ? attachTime : releaseTime;
    this.strength = end + (this.strength - end) * exp(-dt / time);
    return maxForce * this.strength;
  }

  /** Lets go. */
  reset(): void {
    this.strength = 0;
  }
}

/**
 * An actuator of your own, without a state.
 *
 * @param force Its force, from control, position and velocity.
 * @returns The actuator.
 * @example
 * const spring = customActuator((control, position) => 50 * (control - position));
 * console.log(spring.step(0.2, 0, 0, 0.01)); // 10
 */
export function customActuator(force: (control: number, position: number, velocity: number) => number): JointActuator {
  callable('force', force);
  return {
    step(control, position, velocity, dt) {
      checkStep(control, position, velocity, dt);
      return finite('force', force(control, position, velocity));
    },
    reset() {},
  };
}

function checkStep(control: number, position: number, velocity: number, dt: number): void {
  finite('control', control);
  finite('position', position);
  finite('velocity', velocity);
  notNegative('dt', dt);
}
