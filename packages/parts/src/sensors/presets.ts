import type { ForceTorqueOptions } from './force-torque.ts';
import type { ImuOptions } from './imu.ts';
import type { MagnetometerOptions } from './magnetometer.ts';
import type { RangefinderOptions } from './rangefinder.ts';
import type { TouchOptions } from './touch.ts';

const DEGREE = Math.PI / 180;
const G = 9.80665;
const WORD = 2 ** 16; // values of 16 bits
const HOUR = 3600;

/** Inertial measurement units: one without errors, one with round numbers, and devices with the numbers of their data sheets. */
export const IMU_PRESETS = {
  ideal: {},
  /** Noise of 0.01 m/s² and 0.001 rad/s in each reading. */
  realistic: { accelerometer: { noise: 0.01 }, gyroscope: { noise: 0.001 } },
  /** Consumer MEMS: InvenSense MPU-6050 at ±4 g and ±500 °/s (data sheet PS-MPU-6000A-00, rev. 3.4). */
  mpu6050: {
    rate: 1000,
    accelerometer: { noiseDensity: 400e-6 * G, range: 4 * G, resolution: (8 * G) / WORD, misalignment: 0.02 },
    gyroscope: {
      noiseDensity: 0.005 * DEGREE,
      range: 500 * DEGREE,
      resolution: (1000 * DEGREE) / WORD,
      misalignment: 0.02,
    },
  },
  /** Consumer MEMS of low noise: Bosch BMI270 at ±8 g and ±2000 °/s (Luxonis hardware documentation, BMI270, native silicon characteristics). */
  bmi270: {
    rate: 1600,
    accelerometer: { noiseDensity: 160e-6 * G, range: 8 * G, resolution: G / 4096 },
    gyroscope: { noiseDensity: 0.007 * DEGREE, range: 2000 * DEGREE, resolution: DEGREE / 16.384 },
  },
  /**
   * Industrial MEMS: Analog Devices ADIS16448: angle random walk 0.66 °/√h, velocity random walk 0.11 m/s/√h (its data sheet as quoted in kalibr issue 63, with
   * the walks of the biases of kalibr's example), ±18 g and a quarter of 819.2 samples each second (Linux driver adis16400).
   */
  adis16448: {
    rate: 819.2 / 4,
    accelerometer: { noiseDensity: 0.11 / Math.sqrt(HOUR), biasWalk: 2e-4, range: 18 * G },
    gyroscope: { noiseDensity: (0.66 * DEGREE) / Math.sqrt(HOUR), biasWalk: 4e-6 },
  },
} as const satisfies Record<string, ImuOptions>;

/** Force and torque sensors: one without errors, one with round numbers, and a device. */
export const FORCE_TORQUE_PRESETS = {
  ideal: {},
  /** 1000 N and 100 N·m, with noise and a deadband. */
  realistic: { force: { range: 1000, noise: 0.1, deadband: 0.5 }, torque: { range: 100, noise: 0.01, deadband: 0.05 } },
  /** A wrist sensor of a robot: Robotiq FT 300-S (instruction manual, data stream: 100 Hz, steps of 0.01 N and 0.001 N·m; 300 N and 30 N·m). */
  ft300s: { rate: 100, force: { range: 300, resolution: 0.01 }, torque: { range: 30, resolution: 0.001 } },
} as const satisfies Record<string, ForceTorqueOptions>;

/** Touch sensors by what they say; the numbers are those of no device. */
export const TOUCH_PRESETS = {
  /** Says whether it is touched with more than a tenth of a newton. */
  binary: { forceThreshold: 0.1 },
  /** Says how strongly, up to 100 N. */
  forceSensitive: { forceThreshold: 0.01, force: { noise: 0.01, range: 100, resolution: 0.01 } },
  /** Feels contacts within 2 cm. */
  localized: { detectionRadius: 0.02, force: { range: 100 } },
} as const satisfies Record<string, TouchOptions>;

/** Distance sensors: an ideal one, two by what they are for, and three classes of devices. */
export const RANGEFINDER_PRESETS = {
  ideal: { minRange: 0, maxRange: 1000 },
  /** Looks down, up to 10 m. */
  heightSensor: { direction: [0, 0, -1], maxRange: 10 },
  /** Looks ahead, along x, up to 2 m. */
  forwardProximity: { direction: [1, 0, 0], maxRange: 2 },
  /** One beam of a scanner of the class of the Hokuyo UTM-30LX-EW, along x: 0.1 to 30 m at 40 Hz, about 10 mm (MATLAB File Exchange 42584). */
  lidar: {
    direction: [1, 0, 0],
    minRange: 0.1,
    maxRange: 30,
    beamWidth: 0.001,
    rate: 40,
    distance: { noise: 0.01 },
  },
  /** Ultrasound of the class of the HC-SR04: 2 cm to 4 m in steps of 3 mm, 15° to either side (specifications by hackster.io and emoc.org). */
  ultrasonic: {
    direction: [1, 0, 0],
    minRange: 0.02,
    maxRange: 4,
    beamWidth: 0.5,
    distance: { noise: 0.01, resolution: 0.003 },
  },
  /** Laser time of flight of the class of the ST VL53L0X: 4 cm to 2 m, 25° (MathWorks, VL53L0X block; AZ-Delivery data sheet). */
  timeOfFlight: {
    direction: [1, 0, 0],
    minRange: 0.04,
    maxRange: 2,
    beamWidth: 25 * DEGREE,
    rate: 30,
    distance: { noise: 0.01, resolution: 0.001 },
  },
} as const satisfies Record<string, RangefinderOptions>;

/** Magnetometers: one without errors, two with round numbers, and a device. */
export const MAGNETOMETER_PRESETS = {
  ideal: {},
  /** Noise of 0.5 µT in each reading. */
  realistic: { field: { noise: 0.5e-6 } },
  /** Honeywell HMC5883L at ±1.3 G, 0.92 mG for each step, noise of 2 mG (data sheet HMC5883L, rev. E); 1 G is 100 µT. */
  hmc5883l: { rate: 75, field: { noise: 0.2e-6, range: 130e-6, resolution: 0.092e-6 } },
  /** Uncalibrated: iron beside the sensor, a scale that is 2 % off, and a drift with temperature. */
  calibrationErrors: {
    field: { noise: 0.5e-6, scaleError: 0.02, biasPerKelvin: 10e-9 },
    hardIron: [5e-6, -3e-6, 2e-6],
    softIron: [1.05, 0.02, 0, 0.02, 0.97, 0.01, 0, 0.01, 1.02],
  },
} as const satisfies Record<string, MagnetometerOptions>;
