import { loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { ArgumentError, castRay, type Data, forward, type Model, pixelRay } from '../index.ts';

const cameras = `
  <camera name="eye" pos="1 -2 3" euler="20 40 -30" fovy="50" resolution="8 6"/>
  <camera name="lens" pos="1 -2 3" euler="70 10 5" sensorsize=".03 .02" focal=".025 .035" principal=".003 -.002" resolution="6 5"/>
  <camera name="plan" pos="0 1 4" euler="5 -3 8" projection="orthographic" fovy="2.5" resolution="7 4"/>`;
const xml = `<mujoco><worldbody><geom name="floor" type="plane" size="9 9 .1"/><geom type="box" size="50 50 .1" pos="0 0 40"/>
  <geom type="box" size=".1 50 50" pos="40 0 0"/><geom type="box" size=".1 50 50" pos="-40 0 0"/>
  <geom type="box" size="50 .1 50" pos="0 40 0"/><geom type="box" size="50 .1 50" pos="0 -40 0"/>
  <body pos=".2 .1 .3"><joint axis="1 2 3"/><geom size=".05" contype="0"/>${cameras}</body></worldbody>
  <sensor><rangefinder camera="eye" data="dir origin"/><rangefinder camera="lens" data="dir origin"/>
    <rangefinder camera="plan" data="dir origin"/></sensor></mujoco>`;

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** Origin and direction of every pixel's middle, in the order of a rangefinder. */
function raysOf(model: Model, data: Data, camera: number): number[] {
  const [width, height] = model.cam_resolution.subarray(2 * camera);
  const numbers: number[] = [];
  for (let row = 0; row < height; row++)
    for (let col = 0; col < width; col++) {
      const { origin, direction } = pixelRay(model, data, camera, col + 0.5, row + 0.5);
      numbers.push(...direction, ...origin);
    }
  return numbers;
}

const still = (camera: string): { model: Model; data: Data } => {
  const { model, data } = makeTwin(
    oracle,
    `<mujoco><worldbody><geom type="plane" size="9 9 .1"/><camera pos="0 0 2" ${camera}/></worldbody></mujoco>`,
  );
  forward(model, data);
  return { model, data };
};

const near = (values: ArrayLike<number>, wanted: readonly number[]): void =>
  wanted.forEach((x, k) => {
    expect(values[k]).toBeCloseTo(x, 6); // intrinsics have single precision
  });

describe('pixelRay', () => {
  test('gives the rays of rangefinders on cameras: the bits of the sensor here, the numbers of the oracle', () => {
    const twin = makeTwin(oracle, xml);
    const { model, data, oracleData } = twin;
    data.qpos[0] = 0.4;
    (oracleData['qpos'] as Float64Array)[0] = 0.4;
    forward(model, data);
    twin.call('mj_forward');
    for (let camera = 0; camera < model.ncam; camera++) {
      const rays = raysOf(model, data, camera);
      const first = model.sensor_adr[camera];
      expect(rays).toEqual([...data.sensordata.subarray(first, first + rays.length)]);
      rays.forEach((x, k) => {
        expect(Math.abs(x - (oracleData['sensordata'] as Float64Array)[first + k])).toBeLessThan(1e-14);
      });
    }
  });

  test('a field of view of 90 degrees: the edges of the image are at 45', () => {
    const { model, data } = still('fovy="90"');
    const options = { resolution: [400, 200] };
    const h = Math.SQRT1_2;
    near(pixelRay(model, data, 0, 200, 100, options).direction, [0, 0, -1]);
    near(pixelRay(model, data, 0, 200, 0, options).direction, [0, h, -h]);
    near(pixelRay(model, data, 0, 300, 100, options).direction, [h, 0, -h]);
    near(pixelRay(model, data, 0, 300, 100, options).origin, [0, 0, 2]);
  });

  test('intrinsics: focal length over sensor, from the principal point, which MuJoCo measures from the top left', () => {
    const { model, data } = still('sensorsize=".04 .02" focal=".02 .02" principal=".02 .01" resolution="400 200"');
    near(pixelRay(model, data, 0, 400, 100).direction, [Math.SQRT1_2, 0, -Math.SQRT1_2]);
    near(pixelRay(model, data, 0, 200, 0).direction, [0, 1 / Math.sqrt(5), -2 / Math.sqrt(5)]);
    const shifted = still('sensorsize=".04 .02" focal=".02 .02" principal=".004 .002" resolution="400 200"');
    near(pixelRay(shifted.model, shifted.data, 0, 40, 20).direction, [0, 0, -1]);
  });

  test('orthographic: parallel rays from the image plane', () => {
    const { model, data } = still('projection="orthographic" fovy="3" resolution="100 100"');
    const { origin, direction } = pixelRay(model, data, 0, 100, 0);
    near(origin, [1.5, 1.5, 2]);
    near(direction, [0, 0, -1]);
    expect(castRay(model, data, origin, direction).distance).toBeCloseTo(2, 12);
  });

  test('refuses cameras and images that there are not', () => {
    const { model, data } = still('fovy="90"');
    expect(() => pixelRay(model, data, 1, 0, 0)).toThrow(ArgumentError);
    expect(() => pixelRay(model, data, 0, 0, 0, { resolution: [0, 2] })).toThrow('above zero');
  });
});
