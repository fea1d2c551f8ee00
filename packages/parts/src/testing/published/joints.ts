import { ADHESION_PRESETS, CYLINDER_PRESETS, MOTOR_PRESETS } from '../../joints/index.ts';
import { fieldsOf, type Published } from './row.ts';

const RPM = (2 * Math.PI) / 60;
const BAR = 1e5;
const disc = (diameter: number): number => 0.25 * Math.PI * diameter * diameter;
const SHOP_AIR =
  "captivair.co.uk, pneumatic cylinders (6 bar, bores of 12 to 320 mm); ISO's pneumatic series of 10 bar";

const motor = (
  name: keyof typeof MOTOR_PRESETS,
  source: string,
  torque: [number, number],
  rpm: [number, number],
  gearRatio: number,
): Published[] =>
  fieldsOf('MOTOR_PRESETS', MOTOR_PRESETS, name, source, {
    stallTorque: torque,
    noLoadSpeed: [rpm[0] * RPM, rpm[1] * RPM],
    gearRatio,
  });

/** What was read about motors, cylinders and adhesion. */
export const jointRows: readonly Published[] = [
  ...motor('dynamixelAx12', 'ROBOTIS e-Manual, AX-12A, specifications', [1.5, 1.5], [59, 59], 254),
  ...motor('dynamixelMx28', 'ROBOTIS e-Manual, MX-28, specifications (11.1 to 14.8 V)', [2.3, 3.1], [50, 67], 193),
  ...motor('dynamixelMx64', 'ROBOTIS e-Manual, MX-64, specifications (11.1 to 14.8 V)', [5.5, 7.3], [58, 78], 200),
  ...motor(
    'dynamixelXh430',
    'ROBOTIS e-Manual, compatible X430 (11.1 to 14.8 V), gears as XH430-V350',
    [3.1, 4.2],
    [27, 37],
    353.5,
  ),
  ...motor('hobbyServo', 'ROBOTIS e-Manual, XL320, specifications (7.4 V)', [0.39, 0.39], [114, 114], 238),
  ...fieldsOf(
    'CYLINDER_PRESETS',
    CYLINDER_PRESETS,
    'mckibbenSmall',
    'Festo MAS, news.thomasnet.com 6158 (10 to 40 mm)',
    {
      area: [disc(0.01), disc(0.04)],
    },
  ),
  ...fieldsOf('CYLINDER_PRESETS', CYLINDER_PRESETS, 'mckibbenSmall', SHOP_AIR, { maxPressure: [6 * BAR, 10 * BAR] }),
  ...fieldsOf('CYLINDER_PRESETS', CYLINDER_PRESETS, 'industrialMedium', SHOP_AIR, {
    area: [disc(0.012), disc(0.32)],
    maxPressure: [6 * BAR, 10 * BAR],
  }),
  ...fieldsOf(
    'CYLINDER_PRESETS',
    CYLINDER_PRESETS,
    'hydraulic',
    'ISO 6020 (16 MPa series) and ISO 6022 (25 MPa series), titles',
    {
      maxPressure: [160 * BAR, 250 * BAR],
    },
  ),
  ...fieldsOf(
    'CYLINDER_PRESETS',
    CYLINDER_PRESETS,
    'hydraulic',
    'ISO 6020 by mechanixcalc.com: bores of 25 to 200 mm',
    {
      area: [disc(0.025), disc(0.2)],
    },
  ),
  ...fieldsOf(
    'ADHESION_PRESETS',
    ADHESION_PRESETS,
    'electrostatic',
    'arXiv 2412.16803, and the clutches compared there',
    {
      releaseTime: [0.000875, 0.015],
    },
  ),
  ...fieldsOf(
    'ADHESION_PRESETS',
    ADHESION_PRESETS,
    'electrostatic',
    'arXiv 2412.16803, abstract: 15 µs, ten times faster than the best before',
    {
      attachTime: [15e-6, 150e-6],
    },
  ),
  ...fieldsOf('ADHESION_PRESETS', ADHESION_PRESETS, 'electrostatic', 'petfilmsupply.com, COF of PET film: static', {
    shearRatio: [0.3, 0.6],
  }),
  ...fieldsOf(
    'ADHESION_PRESETS',
    ADHESION_PRESETS,
    'gecko',
    'Tian et al. (2006), PNAS 103:19320, abstract: steps of about 20 ms',
    {
      attachTime: [0, 0.02],
      releaseTime: [0, 0.02],
    },
  ),
  ...fieldsOf(
    'ADHESION_PRESETS',
    ADHESION_PRESETS,
    'gecko',
    'Annual Reviews 2014, Autumn et al., video 3: detaches above 30°',
    {
      shearRatio: 1 / Math.tan(Math.PI / 6),
    },
  ),
  ...fieldsOf('ADHESION_PRESETS', ADHESION_PRESETS, 'suction', 'Schmalz, holding force of a suction cup', {
    shearRatio: [0.1, 0.6],
  }),
  ...fieldsOf(
    'ADHESION_PRESETS',
    ADHESION_PRESETS,
    'magnetic',
    'SAV 244, operating instructions, 3.1.1: displacement force of magnetic chucks',
    {
      shearRatio: [0.15, 0.3],
    },
  ),
  ...fieldsOf(
    'ADHESION_PRESETS',
    ADHESION_PRESETS,
    'magnetic',
    'Panasonic relays, CQ, page 53: operate and release time, at most',
    {
      attachTime: [0, 0.01],
      releaseTime: [0, 0.01],
    },
  ),
];
