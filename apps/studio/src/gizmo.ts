import { enums } from '@qpos/core';
import { Object3D, Quaternion, Vector3 } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Pointer } from './pointer.ts';
import type { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';
import { el, iconButton } from './ui/dom.ts';

export type GizmoMode = 'off' | 'move' | 'turn';

/** Where handles and body were when a drag began: in the world, and in the parent's frame. */
interface Taken {
  readonly place: Vector3;
  readonly turn: Quaternion;
  readonly parent: Quaternion;
  readonly pos: Vector3;
  readonly quat: Quaternion;
}

/** Buttons for the handles, over the picture. */
export function gizmoTools(gizmo: Gizmo): HTMLElement {
  const button = (mode: 'move' | 'turn', title: string): HTMLButtonElement =>
    iconButton(mode, title, () => gizmo.setMode(gizmo.mode === mode ? 'off' : mode));
  const move = button('move', 'Move the selected body (F6)');
  const turn = button('turn', 'Turn the selected body (F7)');
  const show = (mode: GizmoMode): void => {
    move.setAttribute('aria-pressed', String(mode === 'move'));
    turn.setAttribute('aria-pressed', String(mode === 'turn'));
  };
  show(gizmo.mode);
  gizmo.onMode = show;
  const tools = el('div', { class: 'gizmo-tools' }, move, turn);
  tools.setAttribute('role', 'toolbar');
  tools.setAttribute('aria-label', 'Handles');
  return tools;
}

/**
 * Handles at the selected body. A body of the state (free or mocap) is moved itself while the simulation rests, any other one in the model;
 * while it runs, the handles pull as the mouse does.
 */
export class Gizmo {
  mode: GizmoMode = 'off';
  /** Called when the mode changes. */
  onMode: (mode: GizmoMode) => void = () => {};
  readonly #sim: Simulation;
  readonly #stage: Stage;
  readonly #pointer: Pointer;
  readonly #handle = new Object3D();
  #controls: TransformControls | undefined;
  #taken: Taken | undefined;
  #shown: unknown; // the viewer that the controls are part of

  constructor(sim: Simulation, stage: Stage, pointer: Pointer) {
    this.#sim = sim;
    this.#stage = stage;
    this.#pointer = pointer;
    pointer.gizmo = this;
    sim.on('frame', () => this.#follow());
  }

  /** Whether the mouse is on a handle or drags it. */
  get busy(): boolean {
    const controls = this.#controls;
    return controls?.object !== undefined && (controls.dragging || controls.axis !== null);
  }

  setMode(mode: GizmoMode): void {
    this.mode = mode;
    this.onMode(mode);
    this.#follow();
    this.#stage.wake();
  }

  /** Puts the handles where the selected body is. */
  #follow(): void {
    const { viewer } = this.#stage;
    const { data } = this.#sim;
    const body = this.#pointer.selected;
    if (this.mode === 'off' || body <= 0 || this.#pointer.vertex >= 0) {
      this.#controls?.detach();
      return;
    }
    const controls = this.#current();
    if (controls === undefined || viewer === undefined || data === undefined) return;
    controls.camera = viewer.rig.camera;
    controls.setMode(this.mode === 'move' ? 'translate' : 'rotate');
    if (!controls.dragging) {
      this.#handle.position.fromArray(data.xpos, 3 * body);
      this.#handle.quaternion.copy(quaternionAt(data.xquat, 4 * body));
    }
    if (controls.object !== this.#handle) controls.attach(this.#handle);
    controls.setSpace(this.mode === 'turn' ? 'local' : 'world');
  }

  /** The controls of the present viewer, made when they are first needed; each model has a scene of its own. */
  #current(): TransformControls | undefined {
    const { viewer, canvas } = this.#stage;
    if (viewer === undefined || viewer === this.#shown) return this.#controls;
    this.#controls?.dispose();
    const controls = new TransformControls(viewer.rig.camera, canvas);
    controls.setSize(1.1);
    controls.addEventListener('objectChange', () => this.#apply());
    controls.addEventListener('change', () => this.#stage.wake());
    controls.addEventListener('dragging-changed', ({ value }) => {
      if (value === true) this.#take();
      else this.#sim.perturb(undefined);
    });
    viewer.view.scene.add(this.#handle, controls.getHelper());
    this.#controls = controls;
    this.#shown = viewer;
    return controls;
  }

  #apply(): void {
    const body = this.#pointer.selected;
    const { model } = this.#sim;
    if (model === undefined || body <= 0) return;
    if (this.#sim.running || this.#inState(body)) this.#pull(body);
    else this.#editModel(body);
  }

  /** Whether the pose of a body is part of the state. */
  #inState(body: number): boolean {
    const { model } = this.#sim;
    if (model === undefined) return false;
    const free = model.body_jntnum[body] === 1 && model.jnt_type[model.body_jntadr[body]] === enums.JointType.FREE;
    return free || model.body_mocapid[model.body_rootid[body]] >= 0;
  }

  #pull(body: number): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    const { x, y, z, w } = this.#handle.quaternion.clone().multiply(quaternionAt(model.body_iquat, 4 * body));
    this.#sim.perturb({
      body,
      vertex: -1,
      translate: this.mode === 'move',
      rotate: this.mode === 'turn',
      local: [0, 0, 0],
      target: this.#handle.position.toArray(),
      quat: [w, x, y, z],
    });
  }

  /** Remembers where a body and its handles are as they are taken. */
  #take(): void {
    const body = this.#pointer.selected;
    const { model, data } = this.#sim;
    if (model === undefined || data === undefined || body <= 0) return;
    this.#taken = {
      place: this.#handle.position.clone(),
      turn: this.#handle.quaternion.clone(),
      parent: quaternionAt(data.xquat, 4 * model.body_parentid[body]),
      pos: new Vector3().fromArray(model.body_pos, 3 * body),
      quat: quaternionAt(model.body_quat, 4 * body),
    };
  }

  /** Changes where a body is fixed to its parent: it goes as far as the handles have gone, wherever its joints have moved it. */
  #editModel(body: number): void {
    if (this.#taken === undefined) return;
    const { place, turn, parent, pos, quat } = this.#taken;
    const intoParent = parent.clone().invert();
    if (this.mode === 'move') {
      const by = this.#handle.position.clone().sub(place).applyQuaternion(intoParent);
      const at = [0, 1, 2].map((k) => 3 * body + k);
      this.#sim.editAll('body_pos', at, pos.clone().add(by).toArray());
    } else {
      const by = this.#handle.quaternion.clone().multiply(turn.clone().invert()); // in the world
      const { x, y, z, w } = intoParent.multiply(by).multiply(parent).multiply(quat).normalize();
      const at = [0, 1, 2, 3].map((k) => 4 * body + k);
      this.#sim.editAll('body_quat', at, [w, x, y, z]);
    }
  }
}

const quaternionAt = (q: ArrayLike<number>, at: number): Quaternion =>
  new Quaternion(q[at + 1], q[at + 2], q[at + 3], q[at]);
