import type { CameraRig } from './camera-rig.ts';

const DEGREES = 180; // of a turn by a drag over the height of the picture
const WHEEL = 0.0012; // per unit of a wheel

interface Point {
  x: number;
  y: number;
}

/**
 * Lets mouse and fingers move the camera until `signal` aborts: left drag or one finger turns, right drag moves (with Shift along the ground),
 * the wheel zooms, two fingers do both.
 */
export function steerCamera(canvas: HTMLCanvasElement, rig: CameraRig, moved: () => void, signal: AbortSignal): void {
  const held = new Map<number, Point>();
  const listen = <K extends keyof HTMLElementEventMap>(name: K, hear: (event: HTMLElementEventMap[K]) => void): void =>
    canvas.addEventListener(name, hear, { signal, passive: false });

  listen('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    held.set(e.pointerId, { x: e.clientX, y: e.clientY });
  });
  listen('pointermove', (e) => {
    const from = held.get(e.pointerId);
    if (from === undefined) return;
    const others = [...held.values()].filter((p) => p !== from);
    if (others[0] === undefined) drag(rig, canvas, e, from);
    else pinch(rig, canvas, e, from, others[0]);
    held.set(e.pointerId, { x: e.clientX, y: e.clientY });
    moved();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) listen(end, (e) => held.delete(e.pointerId));
  listen('contextmenu', (e) => e.preventDefault());
  listen('wheel', (e) => {
    e.preventDefault();
    rig.zoom(Math.exp(WHEEL * e.deltaY));
    moved();
  });
  const { touchAction } = canvas.style;
  canvas.style.touchAction = 'none'; // fingers are for the camera
  signal.addEventListener('abort', () => {
    canvas.style.touchAction = touchAction;
  });
}

function drag(rig: CameraRig, canvas: HTMLCanvasElement, to: PointerEvent, from: Point): void {
  const dx = (to.clientX - from.x) / canvas.clientHeight;
  const dy = (to.clientY - from.y) / canvas.clientHeight;
  if (to.buttons & 2) rig.pan(dx, dy, to.shiftKey);
  else if (to.buttons & 4) rig.zoom(Math.exp(2 * dy));
  else rig.orbit(-DEGREES * dx, -DEGREES * dy);
}

/** Two fingers: their distance zooms, their middle moves. */
function pinch(rig: CameraRig, canvas: HTMLCanvasElement, to: PointerEvent, from: Point, other: Point): void {
  const before = Math.hypot(from.x - other.x, from.y - other.y);
  const after = Math.hypot(to.clientX - other.x, to.clientY - other.y);
  if (before > 0 && after > 0) rig.zoom(before / after);
  rig.pan((to.clientX - from.x) / 2 / canvas.clientHeight, (to.clientY - from.y) / 2 / canvas.clientHeight);
}
