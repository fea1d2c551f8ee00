import type { FeatureTable } from './feature.ts';

const SHARED = [
  'channel.test.ts: white noise has its deviation, and as a density the deviation density·√rate',
  'channel.test.ts: the Allan deviation of white noise is N/√τ, that of a bias that walks K·√(τ/3)',
  'channel.test.ts: bias, scale, temperature and misalignment add up as they say',
  'channel.test.ts: deadband, saturation and quantisation',
  'channel.test.ts: between two samples the last one is held',
  'channel.test.ts: a latency delays every sample by that time',
];

const DATA_SHEETS =
  'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes';

export const sensors: FeatureTable = {
  library: 'sensors',
  rows: [
    {
      number: 23,
      feature: '`Imu`: mount, gravity, noise, biases; ideal, realistic and devices',
      tests: [
        'sensors.test.ts: at rest feels gravity upwards, in free fall nothing',
        'sensors.test.ts: turned, sees vectors along its own axes',
        'sensors.test.ts: beside the axis feels centripetal and tangential acceleration',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
      ],
    },
    {
      number: 24,
      feature: '`ForceTorqueSensor`: mount, range, noise, bias, deadband; realistic and devices',
      tests: [
        'sensors.test.ts: beside the origin sees the torque of the force',
        'sensors.test.ts: turned, keeps the size of both and their product',
        'sensors.test.ts: defaults are those of the reference',
        DATA_SHEETS,
      ],
    },
    {
      number: 25,
      feature:
        '`TouchSensor`: radius, threshold, number of contacts, bodies, ground; contact, count, force, normal; presets',
      tests: [
        'sensors.test.ts: adds up the contacts that it feels',
        'sensors.test.ts: averages normals by their forces',
        'attach.test.ts: a box at rest carries its weight, and an imu without gravity feels nothing',
      ],
    },
    {
      number: 26,
      feature: '`Rangefinder`: direction, range, beam, noise, no hit, `RayCaster`; presets',
      tests: [
        'sensors.test.ts: sees the distance along its direction, within its range',
        'sensors.test.ts: says the nearest thing in its beam',
        DATA_SHEETS,
      ],
    },
    {
      number: 27,
      feature:
        '`Magnetometer`: field of the earth, hard and soft iron, temperature, heading; presets, places, calibration errors',
      tests: [
        'sensors.test.ts: sees the field of the earth along its own axes, and so its heading',
        'sensors.test.ts: a place has the field of its declination, inclination and intensity',
        'sensors.test.ts: iron beside it shifts and bends the field',
        DATA_SHEETS,
      ],
    },
    {
      feature: 'All: rate, latency, quantisation, saturation, white noise, bias walk, scale, misalignment, temperature',
      tests: SHARED,
    },
    {
      number: 6,
      feature: 'All: names, readings and observations; sensor readings and contact information from the engine',
      tests: [
        'attach.test.ts: ideal ones say what the sensors of the engine say',
        'attach.test.ts: episodes of a seed repeat, others differ',
        'attach.test.ts: a saved environment goes on with the same readings',
      ],
    },
    {
      feature: 'Seeded noise from a source that can be given',
      tests: [
        'channel.test.ts: equal seeds give equal bits, others do not, and a reset repeats',
        'channel.test.ts: noise can come from a source of your own',
        'channel.test.ts: normal numbers are normal: moments and tails',
        'sensors.test.ts: random truths never give NaN, whatever the device',
      ],
    },
  ],
};
