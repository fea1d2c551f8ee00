import { type Data, forward, type Model, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { type OrthographicCamera, type PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { CameraRig } from './camera-rig.ts';

/** Cameras work in doubles; projections divide by the near plane. */
const DIGITS = 9;

function scene(camera = ''): { rig: CameraRig; model: Model; data: Data } {
  const model = loadModel(`<mujoco><statistic center="1 2 3" extent="2"/><visual><global fovy="60"/></visual><worldbody>
    <body name="ball" pos="4 5 6"><freejoint/><geom size=".1"/></body>${camera}</worldbody></mujoco>`);
  const data = makeData(model);
  forward(model, data);
  return { rig: new CameraRig(model), model, data };
}

const sight = (rig: CameraRig): Vector3 => rig.camera.getWorldDirection(new Vector3());
/** Where a point is in the picture: x to the right and y up, from -1 to 1. */
const seen = (rig: CameraRig, point: Vector3): Vector3 => point.clone().project(rig.camera);

function expectPoint(point: Vector3, x: number, y: number, z: number): void {
  [x, y, z].forEach((value, k) => {
    expect(point.getComponent(k)).toBeCloseTo(value, DIGITS);
  });
}

describe('a camera with a sensor', () => {
  test('has the frustum of MuJoCo, principal point included, in a picture of any proportions', () => {
    const { rig, data } = scene(`<camera pos="0 0 3" resolution="640 480" focal="0.01 0.012"
      sensorsize="0.01 0.0075" principal="0.001 0.0005"/>`);
    rig.mode = { kind: 'fixed', camera: 0 };
    rig.aspect = 2;
    rig.update(data);
    // mjvGLCamera at a depth of 0.02: centre 0.002 with half a width of 0.01, top 0.0054167, bottom -0.0070833
    const [digits, depth] = [4, 0.02];
    const corner = (x: number, y: number): Vector3 => seen(rig, new Vector3(50 * x, 50 * y, 3 - 50 * depth));
    expect(corner(-0.008, 0.0054167).x).toBeCloseTo(-1, digits);
    expect(corner(-0.008, 0.0054167).y).toBeCloseTo(1, digits);
    expect(corner(0.012, -0.0070833).x).toBeCloseTo(1, digits);
    expect(corner(0.012, -0.0070833).y).toBeCloseTo(-1, digits);
  });
});

describe('a free camera', () => {
  test('starts as the model asks: at its centre, one and a half extents away', () => {
    const { rig, model } = scene();
    expectPoint(rig.lookat, 1, 2, 3);
    expect(rig.distance).toBe(3);
    expect([rig.azimuth, rig.elevation]).toEqual([model.vis.global.azimuth, model.vis.global.elevation]);
    expect(rig.mode).toEqual({ kind: 'free' });
  });

  test.each([
    [0, 0, [-1, 0, 0]],
    [90, 0, [0, -1, 0]],
    [0, -45, [-Math.SQRT1_2, 0, Math.SQRT1_2]],
    [180, 30, [Math.sqrt(3) / 2, 0, -0.5]],
  ] as const)('azimuth %d and elevation %d put it on that side of the point', (azimuth, elevation, [x, y, z]) => {
    const { rig, data } = scene();
    Object.assign(rig, { azimuth, elevation, distance: 2 });
    rig.update(data);
    expectPoint(rig.camera.position, 1 + 2 * x, 2 + 2 * y, 3 + 2 * z);
    expectPoint(sight(rig), -x, -y, -z);
    expectPoint(seen(rig, rig.lookat).setZ(0), 0, 0, 0);
  });

  test('never turns over the poles', () => {
    const { rig } = scene();
    rig.orbit(10, 500);
    expect(rig.elevation).toBe(89.9);
    rig.orbit(0, -500);
    expect(rig.elevation).toBe(-89.9);
  });

  test('what is looked at follows the pointer when the picture is moved', () => {
    const { rig, data } = scene();
    rig.aspect = 1.5;
    const before = rig.lookat.clone();
    rig.pan(0.2, 0.1);
    rig.update(data);
    const at = seen(rig, before);
    expect(at.x).toBeCloseTo((2 * 0.2) / 1.5, DIGITS);
    expect(at.y).toBeCloseTo(-2 * 0.1, DIGITS);
  });

  test('moves along the ground when asked', () => {
    const { rig } = scene();
    rig.pan(0.3, 0.4, true);
    expect(rig.lookat.z).toBe(3);
    expect(Math.hypot(rig.lookat.x - 1, rig.lookat.y - 2)).toBeCloseTo(0.5 * 2 * 3 * Math.tan(Math.PI / 6), DIGITS);
  });

  test('zooms between a hundredth of the extent and a hundred extents', () => {
    const { rig } = scene();
    rig.zoom(2);
    expect(rig.distance).toBe(6);
    rig.zoom(1e9);
    expect(rig.distance).toBe(200);
    rig.zoom(1e-9);
    expect(rig.distance).toBe(0.02);
  });

  test('a picture higher than wide is widened, up to a limit', () => {
    const { rig, data } = scene();
    const tangent = (aspect: number): number => {
      rig.aspect = aspect;
      rig.update(data);
      return Math.tan(((rig.camera as PerspectiveCamera).fov * Math.PI) / 360) / Math.tan(Math.PI / 6);
    };
    expect(tangent(2)).toBeCloseTo(1, DIGITS);
    expect(tangent(0.8)).toBeCloseTo(1.25, DIGITS);
    expect(tangent(0.1)).toBeCloseTo(1.8, DIGITS);
  });
});

test('a tracking camera looks at the centre of mass of its body, until it is moved', () => {
  const { rig, data } = scene();
  rig.mode = { kind: 'track', body: 1 };
  rig.update(data);
  expectPoint(rig.lookat, 4, 5, 6);
  expectPoint(rig.focus(new Vector3()), 4, 5, 6);
  rig.pan(0.1, 0);
  expect(rig.mode).toEqual({ kind: 'free' });
});

describe('a camera of the model', () => {
  test('is where the model puts it, and dragging starts from its view', () => {
    const { rig, data } = scene('<camera pos="1 -4 3" xyaxes="1 0 0 0 0 1" fovy="40"/>');
    rig.mode = { kind: 'fixed', camera: 0 };
    rig.update(data);
    expectPoint(rig.camera.position, 1, -4, 3);
    expectPoint(sight(rig), 0, 1, 0);
    expect((rig.camera as PerspectiveCamera).fov).toBeCloseTo(40, DIGITS);
    expectPoint(rig.focus(new Vector3()), 1, 2, 3);
    rig.orbit(0, 0);
    expect(rig.mode).toEqual({ kind: 'free' });
    rig.update(data);
    expectPoint(rig.camera.position, 1, -4, 3);
    expectPoint(sight(rig), 0, 1, 0);
  });

  test('is the first view if the model says so, and only if it has it', () => {
    const { model } = scene('<camera pos="0 0 9"/>');
    model.vis.global.cameraid = 0;
    expect(new CameraRig(model).mode).toEqual({ kind: 'fixed', camera: 0 });
    model.vis.global.cameraid = 7;
    expect(new CameraRig(model).mode).toEqual({ kind: 'free' });
  });

  test('an orthographic one shows its height', () => {
    const { rig, data } = scene('<camera pos="0 0 9" projection="orthographic" fovy="3"/>');
    rig.aspect = 2;
    rig.mode = { kind: 'fixed', camera: 0 };
    rig.update(data);
    const { left, right, top, bottom } = rig.camera as OrthographicCamera;
    expect([left, right, top, bottom]).toEqual([-3, 3, 1.5, -1.5]);
  });
});

describe('framing', () => {
  /** A tower of balls that is higher than what the usual view shows, and one that rolls away. */
  function tower(): { rig: CameraRig; model: Model; data: Data } {
    const balls = [0, 1, 2, 3].map((z) => `<body pos="0 0 ${z}"><freejoint/><geom size=".2"/></body>`).join('');
    const model = loadModel(`<mujoco><statistic center="0 0 .5" extent="1"/><worldbody><geom type="plane" size="0 0 1"/>
      ${balls}</worldbody></mujoco>`);
    const data = makeData(model);
    forward(model, data);
    const rig = new CameraRig(model);
    rig.autoFrame = true;
    rig.aspect = 1.6;
    return { rig, model, data };
  }

  /** How far out the outermost point of a ball is in the picture; its border is at 1. */
  function outermost({ rig, model, data }: { rig: CameraRig; model: Model; data: Data }): number {
    const point = new Vector3();
    let most = 0;
    for (let g = 1; g < model.ngeom; g++)
      for (let k = 0; k < 200; k++) {
        const [a, b] = [Math.acos(1 - (2 * (k + 0.5)) / 200), 2.4 * k];
        point.set(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a));
        point.multiplyScalar(model.geom_rbound[g]).add(new Vector3().fromArray(data.geom_xpos, 3 * g));
        const { x, y } = seen(rig, point);
        most = Math.max(most, Math.abs(x), Math.abs(y));
      }
    return most;
  }

  test.each([0.5, 1, 1.6, 3])('everything is in a picture of aspect %d, and fills it', (aspect) => {
    const all = tower();
    all.rig.aspect = aspect;
    all.rig.update(all.data);
    expect(outermost(all)).toBeLessThan(1);
    expect(outermost(all)).toBeGreaterThan(0.85);
  });

  test('what fits is shown as the model asks', () => {
    const { rig, model, data } = scene();
    rig.autoFrame = true;
    data.qpos.set([1, 2, 3]);
    forward(model, data);
    rig.update(data);
    expectPoint(rig.lookat, 1, 2, 3);
    expect(rig.distance).toBe(3);
  });

  test('the camera follows what moves, little by little, until it is moved itself', () => {
    const all = tower();
    const { rig, model, data } = all;
    rig.aspect = 0.6;
    rig.update(data);
    const before = rig.distance;
    data.qpos[0] = 2.5;
    forward(model, data);
    data.time = 0.01;
    rig.update(data);
    const little = rig.distance - before;
    expect(little).toBeGreaterThan(0);
    for (let k = 2; k < 400; k++) {
      data.time = 0.01 * k;
      rig.update(data);
    }
    expect(outermost(all)).toBeLessThan(1);
    expect(rig.distance - before).toBeGreaterThan(5 * little);
    rig.orbit(10, 0);
    const held = rig.distance;
    data.qpos[0] = -2.5;
    data.time = 9;
    forward(model, data);
    rig.update(data);
    expect([rig.autoFrame, rig.distance]).toEqual([false, held]);
  });

  test('a distance that is set stays', () => {
    const { rig, data } = tower();
    rig.distance = 2;
    rig.update(data);
    expect([rig.autoFrame, rig.distance]).toEqual([false, 2]);
  });
});
