import { expect, test } from 'vitest';
import { cableMaterials } from '../cables/index.ts';
import { ADHESION_PRESETS, CYLINDER_PRESETS } from '../joints/index.ts';
import { FORCE_TORQUE_PRESETS, MAGNETOMETER_PRESETS, RANGEFINDER_PRESETS } from '../sensors/index.ts';
import { chainPresets, clothPresets, solidPresets } from '../soft/index.ts';

type Range = readonly [least: number, most: number];
type Ranges<K extends string> = Readonly<Record<K, Range>>;

const ASHBY = 'Ashby, Materials Selection in Mechanical Design (2011), appendix A';
const KAWABATA = 'Kawabata, The Standardization and Analysis of Hand Evaluation (1980)';

function expectWithin<K extends string>(source: string, ranges: Ranges<K>, value: (name: K) => number): void {
  for (const [name, [least, most]] of Object.entries(ranges) as [K, Range][]) {
    const x = value(name);
    expect(x >= least && x <= most, `${name}: ${x}, but ${least} to ${most} by ${source}`).toBe(true);
  }
}

const FLAT = 2 * Math.sqrt(3); // stiffness of a hinge over flexural rigidity, 3·e² / A of two triangles of equal sides

test('cloths have the mass, thickness and flexural rigidity of their materials', () => {
  type Name = keyof typeof clothPresets;
  const density: Ranges<Name> = {
    cotton: [100, 700],
    silk: [100, 700],
    leather: [810, 1050],
    rubber: [900, 1300],
    paper: [480, 860],
    membrane: [900, 1000],
  };
  expectWithin(`${KAWABATA}; ${ASHBY}`, density, (n) => clothPresets[n].areaDensity / clothPresets[n].thickness);
  const rigidity: Ranges<Name> = {
    cotton: [4e-6, 1e-4],
    silk: [1e-6, 2e-5],
    leather: [0.005, 1.5], // 5 to 500 MPa, 3 mm
    rubber: [8e-4, 9e-3], // 1 to 10 MPa, 2 mm
    paper: [1e-4, 6e-4], // 1 to 6 GPa, 0.1 mm
    membrane: [5e-7, 5e-6], // latex, 0.5 to 5 MPa, 0.2 mm
  };
  expectWithin(`${KAWABATA}; ${ASHBY}`, rigidity, (n) => 1 / (FLAT * clothPresets[n].bend));
});

test('solids have the density of their materials', () => {
  const density: Ranges<keyof typeof solidPresets> = {
    rubber: [900, 1300],
    gelatin: [1000, 1100],
    softTissue: [920, 1100],
    muscle: [1030, 1070],
    foam: [16, 500],
    stiff: [900, 2700],
  };
  expectWithin(`${ASHBY}; Duck, Physical Properties of Tissues (1990)`, density, (n) => solidPresets[n].density);
});

test('chains have the mass of what they are made of', () => {
  const density: Ranges<keyof typeof chainPresets> = {
    rope: [700, 900], // ISO 1140: 0.48 kg/m at 28 mm, with voids
    steelCable: [7600, 8000], // solid
    softCable: [1800, 3500], // EN 50525, H07RN-F: 0.17 to 0.27 kg/m at 9 to 12 mm
    hair: [500, 1320], // keratin, with voids
    chain: [7000, 12_000], // DIN 766: 2.7 kg/m at 11 mm, 3.8 at 13 mm, in a capsule of 10 mm
  };
  expectWithin('the standards above', density, (n) => {
    const { lineDensity, radius } = chainPresets[n];
    return lineDensity / (Math.PI * radius * radius);
  });
});

test('cables have the strength and density of their materials', () => {
  type Name = keyof typeof cableMaterials;
  const strength: Ranges<Name> = {
    steel: [1.57e9, 2.16e9], // grades of EN 12385-4
    dyneema: [2.4e9, 3.9e9], // fibres of the manufacturer, SK60 to SK78
    biological: [0.1e9, 0.15e9], // Bennett et al. (1986): at least 0.1
    soft: [4e6, 12e6], // silicone rubber
  };
  const density: Ranges<Name> = {
    steel: [7700, 8000],
    dyneema: [960, 990],
    biological: [1050, 1200],
    soft: [1050, 1300],
  };
  expectWithin('the sources that they name', strength, (n) => cableMaterials[n].strength);
  expectWithin('the sources that they name', density, (n) => cableMaterials[n].density);
});

test('cylinders have the pressure of their class', () => {
  const pressure: Ranges<keyof typeof CYLINDER_PRESETS> = {
    mckibbenSmall: [3e5, 8e5], // Daerden and Lefeber, Pneumatic artificial muscles (2002)
    industrialMedium: [4e5, 10e5], // ISO 6432 and 15552: 10 bar at most
    hydraulic: [100e5, 350e5], // ISO 6020-2: 160 bar; ISO 6022: 250 bar
  };
  expectWithin('the standards above', pressure, (n) => CYLINDER_PRESETS[n].maxPressure);
});

test('adhesion has the friction of its class, and times from those of devices to tenths of a second', () => {
  type Name = keyof typeof ADHESION_PRESETS;
  const shear: Ranges<Name> = {
    electrostatic: [0.1, 0.6], // friction of films on metal and glass
    gecko: [1 / Math.tan(Math.PI / 6), 2.5], // Autumn et al. (2006): the critical angle is 30 ° or somewhat less
    suction: [0.1, 0.6], // Schmalz: oiled 0.1 to 0.3, wet 0.2 to 0.3, dry 0.5, rough 0.6
    magnetic: [0.15, 0.6], // steel on steel, oiled to dry
  };
  const attach: Ranges<Name> = {
    electrostatic: [15e-6, 0.1],
    gecko: [0.01, 0.2],
    suction: [0.05, 0.5],
    magnetic: [0.005, 0.1],
  };
  const release: Ranges<Name> = {
    electrostatic: [0.000875, 0.015], // arXiv 2412.16803: its best, and the best before
    gecko: [0.01, 0.2],
    suction: [0.02, 0.5],
    magnetic: [0.005, 0.1],
  };
  expectWithin('the sources that they name', shear, (n) => ADHESION_PRESETS[n].shearRatio);
  expectWithin('the sources that they name', attach, (n) => ADHESION_PRESETS[n].attachTime);
  expectWithin('the sources that they name', release, (n) => ADHESION_PRESETS[n].releaseTime);
});

test('distance, force and magnetic sensors are within their data sheets', () => {
  const { ultrasonic, timeOfFlight, lidar } = RANGEFINDER_PRESETS;
  expectWithin('HC-SR04 user manual: 2 cm to 4 m, 3 mm, 15 to 30 °', { range: [2, 4.5], step: [0.002, 0.01] }, (n) =>
    n === 'range' ? ultrasonic.maxRange : ultrasonic.distance.resolution,
  );
  expectWithin('VL53L0X, DocID029104: 2 m, field of view 25 °', { range: [1.2, 2], beam: [0.4, 0.48] }, (n) =>
    n === 'range' ? timeOfFlight.maxRange : timeOfFlight.beamWidth,
  );
  expectWithin('Hokuyo UTM-30LX: 0.1 to 30 m', { range: [30, 30], least: [0.1, 0.1] }, (n) =>
    n === 'range' ? lidar.maxRange : lidar.minRange,
  );
  const { force, torque } = FORCE_TORQUE_PRESETS.mini45;
  expectWithin('ATI Mini45, SI-290-10', { torque: [10, 10], force: [0.1, 0.25] }, (n) =>
    n === 'torque' ? torque.range : force.resolution,
  );
  expectWithin('HMC5883L: 2 mG', { noise: [0.1e-6, 0.3e-6] }, () => MAGNETOMETER_PRESETS.hmc5883l.field.noise);
});
