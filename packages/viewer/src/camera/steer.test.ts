import { makeModel } from '@qpos/core';
import { expect, test } from 'vitest';
import { CameraRig } from './camera-rig.ts';
import { steerCamera } from './steer.ts';

const HEIGHT = 100;

/** A camera with a canvas, as far as steering needs one, and what is done to it. */
function scene() {
  const model = makeModel({ nbody: 1 });
  model.stat.extent = 2;
  model.vis.global.fovy = 90;
  const rig = new CameraRig(model);
  const end = new AbortController();
  const canvas = Object.assign(new EventTarget(), {
    clientHeight: HEIGHT,
    style: { touchAction: 'auto' },
    setPointerCapture: () => {},
  });
  let moves = 0;
  steerCamera(canvas as unknown as HTMLCanvasElement, rig, () => moves++, end.signal);
  const send = (type: string, values: object): Event => {
    const event = Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, ...values });
    canvas.dispatchEvent(event);
    return event;
  };
  return { rig, canvas, end, send, moves: () => moves };
}

test('a left drag turns: its whole height is half a turn', () => {
  const { rig, send, moves } = scene();
  const { azimuth, elevation } = rig;
  send('pointermove', { clientX: 50, clientY: 50, buttons: 0 }); // not held
  send('pointerdown', { clientX: 0, clientY: 0, buttons: 1 });
  send('pointermove', { clientX: HEIGHT / 2, clientY: -10, buttons: 1 });
  expect(rig.azimuth).toBeCloseTo(azimuth - 90, 9);
  expect(rig.elevation).toBeCloseTo(elevation + 18, 9);
  send('pointerup', {});
  send('pointermove', { clientX: 0, clientY: 0, buttons: 0 });
  expect(rig.azimuth).toBeCloseTo(azimuth - 90, 9);
  expect(moves()).toBe(1);
});

test('a right drag moves what is looked at with the pointer', () => {
  const { rig, send } = scene();
  rig.azimuth = 90;
  rig.elevation = 0;
  rig.distance = 1;
  const { x, z } = rig.lookat;
  send('pointerdown', { clientX: 0, clientY: 0, buttons: 2 });
  send('pointermove', { clientX: HEIGHT, clientY: HEIGHT / 2, buttons: 2 });
  expect(rig.lookat.x).toBeCloseTo(x - 2, 9); // at 90 degrees the picture is twice as high as the distance
  expect(rig.lookat.z).toBeCloseTo(z + 1, 9);
});

test('the wheel zooms and does not scroll the page', () => {
  const { rig, send } = scene();
  const { distance } = rig;
  expect(send('wheel', { deltaY: -300 }).defaultPrevented).toBe(true);
  expect(rig.distance).toBeLessThan(distance);
});

test('two fingers zoom by their distance', () => {
  const { rig, send } = scene();
  const { distance, azimuth } = rig;
  send('pointerdown', { pointerId: 1, clientX: 0, clientY: 0, buttons: 1 });
  send('pointerdown', { pointerId: 2, clientX: 20, clientY: 0, buttons: 1 });
  send('pointermove', { pointerId: 2, clientX: 40, clientY: 0, buttons: 1 });
  expect(rig.distance).toBeCloseTo(distance / 2, 9);
  expect(rig.azimuth).toBe(azimuth);
});

test('it ends with its signal', () => {
  const { rig, canvas, end, send } = scene();
  expect(canvas.style.touchAction).toBe('none');
  end.abort();
  expect(canvas.style.touchAction).toBe('auto');
  const { distance } = rig;
  send('wheel', { deltaY: -300 });
  expect(rig.distance).toBe(distance);
});
