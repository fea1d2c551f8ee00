import { bound, finite, flag, notNegative, oneOf, PartsError, positive, settings } from '../errors.ts';

/** What a motor is told. */
export type MotorMode = 'velocity' | 'position' | 'torque';

/** The torque that a motor can give at its speed: falls in a straight line from the stall torque to none at the speed without load. */
export interface TorqueSpeedCurve {
  /** Torque at rest, N·m. */
  readonly stallTorque: number;
  /** Speed without load, rad/s. */
  readonly noLoadSpeed: number;
}

/** How a motor acts. Torques and speeds are those of its own shaft; the joint turns slower by the gear ratio. */
export interface MotorOptions {
  /** What it is told; `torque` by default. */
  readonly mode?: MotorMode;
  /** Target: a velocity or position of the joint, or a torque of the shaft; 0 by default. */
  readonly target?: number;
  /** Torque of the joint for each unit of position error, in mode `position`; 100 by default. */
  readonly kp?: number;
  /** Torque of the joint for each unit of velocity error, in modes `position` and `velocity`; 10 by default. */
  readonly kd?: number;
  /** Turns of the shaft for each of the joint; 1 by default. */
  readonly gearRatio?: number;
  /** Largest torque of the joint; no bound by default. */
  readonly maxForce?: number;
  /** Torque and speed of the shaft; no bound by default. */
  readonly curve?: TorqueSpeedCurve;
  /** Whether it is on; true by default. */
  readonly enabled?: boolean;
}

const MODES: readonly MotorMode[] = ['velocity', 'position', 'torque'];

/**
 * A motor on a joint.
 *
 * @example
 * const servo = new JointMotor({ mode: 'position', target: 0.5, kp: 20, kd: 1, maxForce: 5 });
 * console.log(servo.force(0, 0)); // 5: the error asks for 10
 */
export class JointMotor {
  /** What it is told. */
  readonly mode: MotorMode;
  /** Target: a velocity or position of the joint, or a torque of the shaft. */
  target: number;
  /** Whether it is on. */
  enabled: boolean;
  /** Torque for each unit of position error. */
  readonly kp: number;
  /** Torque for each unit of velocity error. */
  readonly kd: number;
  /** Turns of the shaft for each of the joint. */
  readonly gearRatio: number;
  /** Largest torque of the joint. */
  readonly maxForce: number;
  /** Torque and speed of the shaft. */
  readonly curve: TorqueSpeedCurve | undefined;

  /** @param options How it acts. */
  constructor(options: MotorOptions = {}) {
    const { mode = 'torque', target = 0, kp = 100, kd = 10, gearRatio = 1, maxForce = Infinity, curve, enabled = true } = settings('options', options); // biome-ignore format: one list
    this.mode = oneOf('mode', mode, MODES);
    this.target = finite('target', target);
    this.kp = notNegative('kp', kp);
    this.kd = notNegative('kd', kd);
    this.gearRatio = positive('gearRatio', gearRatio);
    this.maxForce = bound('maxForce', maxForce);
    this.enabled = flag('enabled', enabled);
    this.curve = curve === undefined ? undefined : readCurve(curve);
  }

  /**
   * A motor of a real device, geared as it is sold.
   *
   * @param preset Which device.
   * @param options How it acts; its curve and gear ratio are those of the device.
   * @returns The motor.
   */
  static of(preset: MotorPreset, options: MotorOptions = {}): JointMotor {
    settings('options', options);
    if (!Object.hasOwn(MOTOR_PRESETS, preset))
      throw new PartsError('unknown-name', `there is no motor '${String(preset)}'`, {
        hint: `there are ${Object.keys(MOTOR_PRESETS).join(', ')}`,
      });
    const { stallTorque, noLoadSpeed, gearRatio } = MOTOR_PRESETS[preset];
    const curve = { stallTorque: stallTorque / gearRatio, noLoadSpeed: noLoadSpeed * gearRatio };
    return new JointMotor({ ...options, gearRatio, curve });
  }

  /**
   * The torque on the joint.
   *
   * @param position Position of the joint.
   * @param velocity Velocity of the joint.
   * @returns The torque, within what the motor can give at this speed; 0 if it is off.
   */
  force(position: number, velocity: number): number {
    finite('position', position);
    finite('velocity', velocity);
    if (!this.enabled) return 0;
    const most = this.maxForceAt(velocity);
    return Math.max(-this.maxForceAt(-velocity), Math.min(most, this.#wanted(position, velocity)));
  }

  /**
   * The largest torque in the positive direction.
   *
   * @param velocity Velocity of the joint. Against its torque a motor gives the stall torque at most.
   * @returns The torque on the joint.
   */
  maxForceAt(velocity: number): number {
    finite('velocity', velocity);
    if (this.curve === undefined) return this.maxForce;
    const { stallTorque, noLoadSpeed } = this.curve;
    const share = 1 - (velocity * this.gearRatio) / noLoadSpeed;
    return Math.min(this.maxForce, this.gearRatio * stallTorque * Math.max(0, Math.min(1, share)));
  }

  #wanted(position: number, velocity: number): number {
    switch (this.mode) {
      case 'torque':
        return this.gearRatio * this.target;
      case 'velocity':
        return this.kd * (this.target - velocity);
      case 'position':
        return this.kp * (this.target - position) - this.kd * velocity;
    }
  }
}

function readCurve(curve: TorqueSpeedCurve): TorqueSpeedCurve {
  const { stallTorque, noLoadSpeed } = settings('curve', curve);
  return { stallTorque: positive('stallTorque', stallTorque), noLoadSpeed: positive('noLoadSpeed', noLoadSpeed) };
}

const RPM = (2 * Math.PI) / 60;

/** Motors with gears as they are sold: stall torque (N·m) and speed without load (rad/s) of the output, and the gear ratio. */
export const MOTOR_PRESETS = {
  /** Robotis Dynamixel AX-12A at 12 V: ROBOTIS e-Manual, AX-12A. */
  dynamixelAx12: { stallTorque: 1.5, noLoadSpeed: 59 * RPM, gearRatio: 254 },
  /** Robotis Dynamixel MX-28 at 12 V: ROBOTIS e-Manual, MX-28. */
  dynamixelMx28: { stallTorque: 2.5, noLoadSpeed: 55 * RPM, gearRatio: 193 },
  /** Robotis Dynamixel MX-64 at 12 V: ROBOTIS e-Manual, MX-64. */
  dynamixelMx64: { stallTorque: 6, noLoadSpeed: 63 * RPM, gearRatio: 200 },
  /** Robotis Dynamixel XH430-W350 at 12 V: ROBOTIS e-Manual, table of the X430 series. */
  dynamixelXh430: { stallTorque: 3.4, noLoadSpeed: 30 * RPM, gearRatio: 353.5 },
  /** A hobby servo of 17 g with plastic gears, Robotis XL-320 at 7.4 V: ROBOTIS e-Manual, XL320. */
  hobbyServo: { stallTorque: 0.39, noLoadSpeed: 114 * RPM, gearRatio: 238 },
} as const;

/** A motor of a real device. */
export type MotorPreset = keyof typeof MOTOR_PRESETS;
