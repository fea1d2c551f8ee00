import { sensorWindow, type Window } from '../camera/sensor-window.ts';
import type { Overlay } from './frame.ts';

const look = new Float64Array(3);
const window: Window = [0, 0, 0, 0];
const corners = new Float64Array(24); // four near the camera, then four far from it

/** Cameras as boxes with the direction that they look in; those with a sensor with the space that they see. */
export function drawCameras(overlay: Overlay): void {
  const { model: m, data: d, draw, scale } = overlay;
  const size = scale * m.vis.scale.camera;
  for (let c = 0; c < m.ncam; c++) {
    draw.shape('box', d.cam_xpos, 3 * c, d.cam_xmat, 9 * c, 0.5 * size, 0.4 * size, 0.6 * size, m.vis.rgba.camera);
    for (let k = 0; k < 3; k++) look[k] = -d.cam_xmat[9 * c + 3 * k + 2];
    draw.arrow(d.cam_xpos, 3 * c, look, 0, 2 * size, 0.15 * size, m.vis.rgba.camera);
    if (sensorWindow(window, m, c)) drawFrustum(overlay, c);
  }
}

/** The edges of what `window` shows, from the nearest distance that is drawn to that of the model's `scale/frustum`. */
function drawFrustum({ model: m, data: d, draw, scale }: Overlay, c: number): void {
  const [left, right, top, bottom] = window;
  const depths = [m.vis.map.znear * m.stat.extent, m.vis.scale.frustum * scale];
  depths.forEach((depth, plane) => {
    const around = [left, top, right, top, right, bottom, left, bottom];
    for (let corner = 0; corner < 4; corner++) {
      const [x, y] = [depth * (around[2 * corner] ?? 0), depth * (around[2 * corner + 1] ?? 0)];
      for (let k = 0; k < 3; k++) {
        const row = 9 * c + 3 * k;
        corners[12 * plane + 3 * corner + k] =
          d.cam_xpos[3 * c + k] + d.cam_xmat[row] * x + d.cam_xmat[row + 1] * y - d.cam_xmat[row + 2] * depth;
      }
    }
  });
  for (let corner = 0; corner < 4; corner++) {
    const next = 3 * ((corner + 1) % 4);
    draw.line(corners, 3 * corner, corners, next, m.vis.rgba.frustum);
    draw.line(corners, 12 + 3 * corner, corners, 12 + next, m.vis.rgba.frustum);
    draw.line(corners, 3 * corner, corners, 12 + 3 * corner, m.vis.rgba.frustum);
  }
}
