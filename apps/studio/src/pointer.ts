import type { Picked } from '@qpos/viewer';
import { Quaternion, Vector3 } from 'three';
import type { Perturbation } from './protocol.ts';
import type { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';

const LONG_PRESS_MS = 350;
const right = new Vector3();
const up = new Vector3();
const forward = new Vector3();

type Gesture = 'orbit' | 'pan' | 'zoom' | 'pull' | 'turn';

/** Mouse and fingers on the picture, as in MuJoCo's simulate: camera with the plain buttons, bodies with Ctrl, or plainly while they move. */
export class Pointer {
  /** Body that is selected, or -1. */
  selected = -1;
  /** Vertex of a flex that is selected, counted over all flexes, or -1. */
  vertex = -1;
  onSelect: (body: number) => void = () => {};
  /** Handles at the selected body, which have the mouse while they use it. */
  gizmo: { readonly busy: boolean } | undefined;
  readonly #sim: Simulation;
  readonly #stage: Stage;
  readonly #touches = new Map<number, { x: number; y: number }>();
  /** What was selected before something was taken hold of. */
  #selectedBefore: readonly [body: number, flex: number, vertex: number] | undefined;
  #gesture: Gesture | undefined;
  #pointer = -1;
  #x = 0;
  #y = 0;
  #local = new Float64Array(3);
  #target = new Float64Array(3);
  readonly #quat = new Quaternion();
  #lastPress = { time: 0, x: 0, y: 0, button: -1 };
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(sim: Simulation, stage: Stage) {
    this.#sim = sim;
    this.#stage = stage;
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (e) => this.#down(e));
    canvas.addEventListener('pointermove', (e) => this.#move(e));
    canvas.addEventListener('pointerup', (e) => this.#up(e));
    canvas.addEventListener('pointercancel', (e) => this.#up(e));
    canvas.addEventListener('mousedown', (e) => {
      if (e.detail === 2) this.#double(e); // counted by the browser, with the user's own interval
    });
    canvas.addEventListener('contextmenu', (e) => e.preventDefault());
    canvas.addEventListener('wheel', (e) => this.#wheel(e), { passive: false });
  }

  /** Selects a body, which is then held at its origin. */
  select(body: number): void {
    this.#choose(body, -1, -1);
    this.onSelect(body);
  }

  /** Selects what was picked: a body held where it was hit, or a vertex of a flex. */
  #selectPicked({ body, flex, vertex, local }: Picked): void {
    this.#choose(body, flex, vertex);
    this.#local.set(local);
    this.onSelect(body);
  }

  /** Marks a geom in the picture. */
  markGeom(geom: number): void {
    const view = this.#stage.viewer?.view;
    if (view !== undefined) view.selectedGeom = geom;
    this.#stage.wake();
  }

  #choose(body: number, flex: number, vertex: number): void {
    this.selected = body;
    this.vertex = vertex;
    this.#local.fill(0);
    const view = this.#stage.viewer?.view;
    if (view !== undefined) {
      view.selected = body;
      view.selectedFlex = flex;
      view.selectedGeom = -1;
      view.pull = undefined;
    }
  }

  /** Whether a drag that begins here takes hold of this: of anything if nothing is selected, else of the same body or of a flex again. */
  #holds({ body, flex }: Picked): boolean {
    if (this.vertex >= 0) return flex >= 0;
    return this.selected <= 0 || body === this.selected;
  }

  /** Whether something can be selected and moved: a body other than the world, or a flex. */
  #movable(picked: Picked | undefined): picked is Picked {
    return picked !== undefined && (picked.body > 0 || picked.flex >= 0);
  }

  /** Height of the canvas in CSS pixels, and a point of it from -1 to 1. */
  #place(x: number, y: number): [number, number] {
    const box = this.#stage.canvas.getBoundingClientRect();
    return [(2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height];
  }

  #pick(x: number, y: number) {
    const { data } = this.#sim;
    const { viewer } = this.#stage;
    if (data === undefined || viewer === undefined) return undefined;
    return viewer.pick(data, ...this.#place(x, y));
  }

  #down(e: PointerEvent): void {
    const { viewer, canvas } = this.#stage;
    if (viewer === undefined || this.gizmo?.busy) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(e.pointerId);
    this.#touches.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.#touches.size > 1) {
      this.#endBody();
      clearTimeout(this.#longPress);
      this.#gesture = 'zoom';
      return;
    }
    this.#pointer = e.pointerId;
    this.#x = e.clientX;
    this.#y = e.clientY;
    if (e.pointerType !== 'mouse' && this.#isDoubleTap(e)) {
      this.#double(e);
      return;
    }
    const body = e.ctrlKey || e.metaKey;
    if (body && e.button !== 1) this.#startBody(e.button === 2 ? 'pull' : 'turn', e.clientX, e.clientY);
    else if (e.button === 0 && e.pointerType === 'mouse' && this.#grab(e.clientX, e.clientY)) this.#begin('pull');
    else this.#gesture = e.button === 2 ? 'pan' : e.button === 1 ? 'zoom' : 'orbit';
    if (e.pointerType === 'touch')
      this.#longPress = setTimeout(() => {
        const picked = this.#pick(this.#x, this.#y);
        if (!this.#movable(picked)) return;
        this.#selectPicked(picked);
        this.#startBody('pull', this.#x, this.#y);
      }, LONG_PRESS_MS);
  }

  #isDoubleTap(e: PointerEvent): boolean {
    const last = this.#lastPress;
    this.#lastPress = { time: e.timeStamp, x: e.clientX, y: e.clientY, button: e.button };
    const near = Math.hypot(e.clientX - last.x, e.clientY - last.y) < 8;
    return near && e.button === last.button && e.timeStamp - last.time < 350;
  }

  /** Left: select. Right: look there. Ctrl and right: follow. */
  #double(e: MouseEvent): void {
    this.#endBody();
    this.#gesture = undefined;
    this.#lastPress.button = -1;
    const { viewer } = this.#stage;
    const picked = this.#pick(e.clientX, e.clientY);
    if (viewer === undefined) return;
    if (e.button === 0) {
      if (this.#movable(picked)) this.#selectPicked(picked);
      else this.select(-1);
      return;
    }
    if (picked === undefined) return;
    if (e.ctrlKey && picked.body > 0) viewer.rig.mode = { kind: 'track', body: picked.body };
    else {
      viewer.rig.mode = { kind: 'free' };
      viewer.rig.lookat.fromArray(picked.point);
    }
  }

  /** Takes hold of what moves at a point while the simulation runs, for as long as it is dragged; false if there is nothing. */
  #grab(x: number, y: number): boolean {
    const { model, running } = this.#sim;
    const picked = running ? this.#pick(x, y) : undefined;
    if (model === undefined || !this.#movable(picked)) return false;
    const { body, flex, vertex, local } = picked;
    if (flex < 0 && model.body_weldid[body] === 0) return false; // fixed to the world
    this.#selectedBefore = [this.selected, this.#stage.viewer?.view.selectedFlex ?? -1, this.vertex];
    this.#choose(body, flex, vertex);
    this.#local.set(local);
    return true;
  }

  #startBody(gesture: 'pull' | 'turn', x: number, y: number): void {
    const picked = this.#pick(x, y);
    if (this.#movable(picked) && this.#holds(picked)) this.#selectPicked(picked);
    this.#begin(gesture);
  }

  /** Begins to pull or turn what is selected, where it is held. */
  #begin(gesture: 'pull' | 'turn'): void {
    const { data, model } = this.#sim;
    if (data === undefined || model === undefined) return;
    const b = this.selected;
    if (b <= 0 && this.vertex < 0) {
      this.#gesture = 'orbit';
      return;
    }
    if (this.vertex >= 0) {
      this.#target.set(data.flexvert_xpos.subarray(3 * this.vertex, 3 * this.vertex + 3));
      this.#gesture = 'pull'; // a vertex has no orientation
      this.#sendBody();
      return;
    }
    for (let k = 0; k < 3; k++) {
      this.#target[k] = data.xpos[3 * b + k];
      for (let a = 0; a < 3; a++) this.#target[k] += data.xmat[9 * b + 3 * k + a] * this.#local[a];
    }
    const [w, qx, qy, qz] = data.xquat.subarray(4 * b, 4 * b + 4) as unknown as [number, number, number, number];
    const [iw, ix, iy, iz] = model.body_iquat.subarray(4 * b, 4 * b + 4) as unknown as [number, number, number, number];
    this.#quat.set(qx, qy, qz, w).multiply(new Quaternion(ix, iy, iz, iw));
    this.#gesture = gesture;
    this.#sendBody();
  }

  #move(e: PointerEvent): void {
    const { viewer, canvas } = this.#stage;
    const touch = this.#touches.get(e.pointerId);
    if (viewer === undefined || touch === undefined) return;
    if (this.#touches.size > 1) {
      this.#pinch(e, touch);
      return;
    }
    if (e.pointerId !== this.#pointer || this.#gesture === undefined) return;
    const dx = (e.clientX - this.#x) / canvas.clientHeight;
    const dy = (e.clientY - this.#y) / canvas.clientHeight;
    if (Math.hypot(e.clientX - this.#x, e.clientY - this.#y) > 6) clearTimeout(this.#longPress);
    this.#x = e.clientX;
    this.#y = e.clientY;
    touch.x = e.clientX;
    touch.y = e.clientY;
    switch (this.#gesture) {
      case 'orbit':
        viewer.rig.orbit(-180 * dx, -180 * dy);
        break;
      case 'pan':
        viewer.rig.pan(dx, dy, e.shiftKey);
        break;
      case 'zoom':
        viewer.rig.zoom(Math.exp(2 * dy));
        break;
      default:
        this.#moveBody(dx, dy, e.shiftKey);
    }
  }

  /** Two fingers: their distance zooms, their middle pans. */
  #pinch(e: PointerEvent, touch: { x: number; y: number }): void {
    const { viewer, canvas } = this.#stage;
    const other = [...this.#touches.entries()].find(([id]) => id !== e.pointerId)?.[1];
    if (viewer === undefined || other === undefined) return;
    const before = Math.hypot(touch.x - other.x, touch.y - other.y);
    const after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
    if (before > 0 && after > 0) viewer.rig.zoom(before / after);
    viewer.rig.pan((e.clientX - touch.x) / 2 / canvas.clientHeight, (e.clientY - touch.y) / 2 / canvas.clientHeight);
    touch.x = e.clientX;
    touch.y = e.clientY;
  }

  #moveBody(dx: number, dy: number, shift: boolean): void {
    const camera = this.#stage.viewer?.rig.camera;
    if (camera === undefined) return;
    camera.matrixWorld.extractBasis(right, up, forward);
    forward.negate();
    if (this.#gesture === 'turn') {
      const turn = new Quaternion();
      this.#quat.premultiply(turn.setFromAxisAngle(shift ? forward : up, Math.PI * dx));
      if (!shift) this.#quat.premultiply(turn.setFromAxisAngle(right, Math.PI * dy));
    } else {
      const target = new Vector3().fromArray(this.#target);
      const depth = target.clone().sub(camera.position).dot(forward);
      const height = 'fov' in camera ? 2 * depth * Math.tan((camera.fov * Math.PI) / 360) : camera.top - camera.bottom;
      target.addScaledVector(right, dx * height);
      if (shift) target.addScaledVector(forward.setZ(0).normalize(), -dy * height);
      else target.addScaledVector(up, -dy * height);
      target.toArray(this.#target);
    }
    this.#sendBody();
  }

  #sendBody(): void {
    const { selected: body, vertex } = this;
    const { x, y, z, w } = this.#quat;
    const translate = this.#gesture === 'pull';
    const perturbation: Perturbation = {
      body,
      vertex,
      translate,
      rotate: this.#gesture === 'turn',
      local: [...this.#local],
      target: [...this.#target],
      quat: [w, x, y, z],
    };
    const view = this.#stage.viewer?.view;
    const held = vertex >= 0 ? { vertex } : {};
    if (view !== undefined) view.pull = { body, local: this.#local, target: this.#target, active: translate, ...held };
    this.#sim.perturb(perturbation);
  }

  #endBody(): void {
    if (this.#gesture !== 'pull' && this.#gesture !== 'turn') return;
    this.#sim.perturb(undefined);
    const view = this.#stage.viewer?.view;
    if (view !== undefined) view.pull = undefined;
    if (this.#selectedBefore !== undefined) this.#choose(...this.#selectedBefore);
    this.#selectedBefore = undefined;
  }

  #up(e: PointerEvent): void {
    clearTimeout(this.#longPress);
    this.#touches.delete(e.pointerId);
    this.#endBody();
    this.#gesture = undefined;
  }

  #wheel(e: WheelEvent): void {
    e.preventDefault();
    this.#stage.viewer?.rig.zoom(Math.exp(0.0012 * e.deltaY));
  }
}
