import { FORCE_TORQUE_PRESETS, IMU_PRESETS, MAGNETOMETER_PRESETS, RANGEFINDER_PRESETS } from '../../sensors/index.ts';
import { fieldsOf, type Published } from './row.ts';

const DEGREE = Math.PI / 180;
const G = 9.80665;
const HC_SR04 = 'HC-SR04: specifications by hackster.io (pinguino) and emoc.org';
const UTM_30LX = 'Hokuyo UTM-30LX-EW: MATLAB File Exchange 42584; notes on its specification (gist ricklentz/76db8e35)';
const VL53L0X = 'VL53L0X: MathWorks, VL53L0X block; AZ-Delivery data sheet, page 3';

/** What was read about sensors. */
export const sensorRows: readonly Published[] = [
  ...fieldsOf('IMU_PRESETS', IMU_PRESETS, 'mpu6050', 'Linux, drivers/iio/imu/inv_mpu6050: rates and scales', {
    rate: [4, 1000],
    'accelerometer.range': [2 * G, 16 * G],
    'accelerometer.resolution': [598e-6, 4785e-6],
    'gyroscope.range': [250 * DEGREE, 2000 * DEGREE],
    'gyroscope.resolution': [133_090e-9, 1_064_724e-9],
  }),
  ...fieldsOf('IMU_PRESETS', IMU_PRESETS, 'mpu6050', 'InvenSense PS-MPU-6000A-00 rev. 3.4, sections 6.1 and 6.2', {
    'accelerometer.noiseDensity': 400e-6 * G,
    'accelerometer.misalignment': [0, 0.02],
    'gyroscope.noiseDensity': 0.005 * DEGREE,
    'gyroscope.misalignment': [0, 0.02],
  }),
  ...fieldsOf(
    'IMU_PRESETS',
    IMU_PRESETS,
    'bmi270',
    'Luxonis hardware documentation, BMI270, native silicon characteristics',
    {
      rate: [12.5, 1600],
      'accelerometer.noiseDensity': 160e-6 * G,
      'accelerometer.range': [2 * G, 16 * G],
      'accelerometer.resolution': [G / 16_384, G / 2048],
      'gyroscope.noiseDensity': 0.007 * DEGREE,
      'gyroscope.range': [125 * DEGREE, 2000 * DEGREE],
      'gyroscope.resolution': [DEGREE / 262.144, DEGREE / 16.384],
    },
  ),
  ...fieldsOf('IMU_PRESETS', IMU_PRESETS, 'adis16448', 'ADIS16448 data sheet as quoted in ethz-asl/kalibr issue 63', {
    'accelerometer.noiseDensity': [0.11 / 60, 230e-6 * G],
    'accelerometer.biasWalk': 2e-4,
    'gyroscope.noiseDensity': [(0.66 * DEGREE) / 60, 0.0135 * DEGREE],
    'gyroscope.biasWalk': 4e-6,
  }),
  ...fieldsOf('IMU_PRESETS', IMU_PRESETS, 'adis16448', 'Linux, drivers/iio/imu/adis16400.h, head of the file', {
    'accelerometer.range': 18 * G,
  }),
  ...fieldsOf('IMU_PRESETS', IMU_PRESETS, 'adis16448', 'Linux, drivers/iio/imu/adis16400.c: 819.2 Hz, halved twice', {
    rate: 819.2 / 2 ** 2,
  }),
  ...fieldsOf(
    'FORCE_TORQUE_PRESETS',
    FORCE_TORQUE_PRESETS,
    'ft300s',
    'Robotiq FT 300-S instruction manual, 4.4.2 data stream',
    {
      rate: 100,
      'force.resolution': 0.01,
      'torque.resolution': 0.001,
    },
  ),
  ...fieldsOf(
    'FORCE_TORQUE_PRESETS',
    FORCE_TORQUE_PRESETS,
    'ft300s',
    'Robotiq FT 300: industrialmonitordirect.com, overview',
    {
      'force.range': 300,
      'torque.range': 30,
    },
  ),
  ...fieldsOf('RANGEFINDER_PRESETS', RANGEFINDER_PRESETS, 'lidar', UTM_30LX, {
    minRange: 0.1,
    maxRange: [30, 60],
    beamWidth: [0, 0.25 * DEGREE],
    rate: 40,
    'distance.noise': [0.01, 0.05],
  }),
  ...fieldsOf('RANGEFINDER_PRESETS', RANGEFINDER_PRESETS, 'ultrasonic', HC_SR04, {
    minRange: 0.02,
    maxRange: [4, 4.5],
    beamWidth: [0, 30 * DEGREE],
    'distance.resolution': [0.002, 0.003],
  }),
  ...fieldsOf('RANGEFINDER_PRESETS', RANGEFINDER_PRESETS, 'timeOfFlight', VL53L0X, {
    minRange: 0.04,
    maxRange: [1.2, 2],
    beamWidth: 25 * DEGREE,
    rate: [5, 50],
    'distance.resolution': 0.001,
  }),
  ...fieldsOf(
    'MAGNETOMETER_PRESETS',
    MAGNETOMETER_PRESETS,
    'hmc5883l',
    'Linux, drivers/iio/magnetometer/hmc5843_core.c: rates, default range and scales',
    {
      rate: [0.75, 75],
      'field.range': 130e-6,
      'field.resolution': [0.07299e-6, 0.43478e-6],
    },
  ),
  ...fieldsOf(
    'MAGNETOMETER_PRESETS',
    MAGNETOMETER_PRESETS,
    'hmc5883l',
    'Honeywell HMC5883L data sheet: field resolution (nioz.ru), the noise floor by page 13',
    {
      'field.noise': 0.2e-6,
    },
  ),
];
