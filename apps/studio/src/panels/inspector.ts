import { enums, idToName, type Model } from '@qpos/core';
import GUI from 'lil-gui';
import { hasOwnSize } from '../edit-model.ts';
import type { Simulation } from '../simulation.ts';
import { el } from '../ui/dom.ts';

export type ObjectKind =
  | 'body'
  | 'joint'
  | 'geom'
  | 'site'
  | 'actuator'
  | 'tendon'
  | 'sensor'
  | 'equality'
  | 'camera'
  | 'light';

/** A property of a kind of object: the field of the model, and how many numbers of it are shown. */
interface Property {
  readonly field: string;
  readonly width: number;
  readonly shown?: number;
  readonly labels?: readonly string[];
  readonly min?: number;
  readonly readOnly?: boolean | ((model: Model, id: number) => boolean);
  /** Index of the object's row, if it is not its own. */
  readonly row?: (model: Model, id: number) => number;
}

const xyz = ['x', 'y', 'z'];
const range = ['low', 'high'];
const dofOf = (m: Model, j: number): number => m.jnt_dofadr[j];
const ctrlOf = (m: Model, a: number): number => m.actuator_ctrladr[a];
const outOf = (m: Model, a: number): number => m.actuator_outadr[a];

const properties: Record<ObjectKind, readonly Property[]> = {
  body: [
    { field: 'body_mass', width: 1, min: 0 },
    { field: 'body_subtreemass', width: 1, readOnly: true },
    { field: 'body_inertia', width: 3, labels: xyz, readOnly: true },
    { field: 'body_pos', width: 3, labels: xyz },
    { field: 'body_gravcomp', width: 1 },
  ],
  joint: [
    { field: 'jnt_stiffness', width: 1, min: 0 },
    { field: 'dof_damping', width: 1, min: 0, row: dofOf },
    { field: 'dof_armature', width: 1, min: 0, row: dofOf },
    { field: 'dof_frictionloss', width: 1, min: 0, row: dofOf },
    { field: 'jnt_range', width: 2, labels: range },
    { field: 'jnt_axis', width: 3, labels: xyz, readOnly: true },
    { field: 'jnt_solref', width: 2 },
  ],
  geom: [
    { field: 'geom_friction', width: 3, labels: ['slide', 'spin', 'roll'], min: 0 },
    { field: 'geom_rgba', width: 4, labels: ['red', 'green', 'blue', 'alpha'], min: 0 },
    { field: 'geom_size', width: 3, labels: xyz, min: 0, readOnly: (m, g) => !hasOwnSize(m, g) },
    { field: 'geom_solref', width: 2 },
    { field: 'geom_solimp', width: 5 },
    { field: 'geom_margin', width: 1, min: 0 },
    { field: 'geom_gap', width: 1, min: 0 },
    { field: 'geom_contype', width: 1, min: 0 },
    { field: 'geom_conaffinity', width: 1, min: 0 },
    { field: 'geom_group', width: 1, min: 0 },
  ],
  site: [
    { field: 'site_pos', width: 3, labels: xyz },
    { field: 'site_rgba', width: 4, labels: ['red', 'green', 'blue', 'alpha'], min: 0 },
    { field: 'site_group', width: 1, min: 0 },
  ],
  actuator: [
    { field: 'actuator_gainprm', width: 10, shown: 3 },
    { field: 'actuator_biasprm', width: 10, shown: 3 },
    { field: 'actuator_dynprm', width: 10, shown: 2 },
    { field: 'actuator_gear', width: 6, row: outOf },
    { field: 'actuator_ctrlrange', width: 2, labels: range, row: ctrlOf },
    { field: 'actuator_forcerange', width: 2, labels: range },
  ],
  tendon: [
    { field: 'tendon_stiffness', width: 1, min: 0 },
    { field: 'tendon_damping', width: 1, min: 0 },
    { field: 'tendon_frictionloss', width: 1, min: 0 },
    { field: 'tendon_range', width: 2, labels: range },
    { field: 'tendon_width', width: 1, min: 0 },
    { field: 'tendon_rgba', width: 4, labels: ['red', 'green', 'blue', 'alpha'], min: 0 },
  ],
  sensor: [
    { field: 'sensor_dim', width: 1, readOnly: true },
    { field: 'sensor_adr', width: 1, readOnly: true },
    { field: 'sensor_cutoff', width: 1, min: 0 },
    { field: 'sensor_noise', width: 1, readOnly: true },
  ],
  equality: [
    { field: 'eq_solref', width: 2 },
    { field: 'eq_solimp', width: 5 },
  ],
  camera: [
    { field: 'cam_fovy', width: 1, min: 0 },
    { field: 'cam_pos', width: 3, labels: xyz },
    { field: 'cam_quat', width: 4, labels: ['w', 'x', 'y', 'z'], readOnly: true },
  ],
  light: [
    { field: 'light_active', width: 1, min: 0 },
    { field: 'light_diffuse', width: 3, labels: ['red', 'green', 'blue'], min: 0 },
    { field: 'light_ambient', width: 3, labels: ['red', 'green', 'blue'], min: 0 },
  ],
};

const nameOfValue = (list: Record<string, number>, value: number): string =>
  (Object.entries(list).find(([, v]) => v === value)?.[0] ?? '').toLowerCase();

function typeOf(model: Model, kind: ObjectKind, id: number): string {
  if (kind === 'joint') return nameOfValue(enums.JointType, model.jnt_type[id]);
  if (kind === 'geom') return nameOfValue(enums.GeomType, model.geom_type[id]);
  if (kind === 'site') return nameOfValue(enums.GeomType, model.site_type[id]);
  if (kind === 'actuator') return nameOfValue(enums.TransmissionType, model.actuator_trntype[id]);
  if (kind === 'sensor') return nameOfValue(enums.SensorType, model.sensor_type[id]);
  if (kind === 'equality') return nameOfValue(enums.EqualityType, model.eq_type[id]);
  return '';
}

/** The properties of the chosen object; changes act at once. */
export class Inspector {
  readonly element = el('div', { class: 'gui inspector' });
  readonly #sim: Simulation;
  #gui: GUI | undefined;
  #shown: readonly [ObjectKind, number] | undefined;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.element.setAttribute('aria-label', 'Properties');
    this.clear();
    sim.on('undone', () => {
      if (this.#shown !== undefined) this.show(...this.#shown);
    });
  }

  show(kind: ObjectKind, id: number): void {
    const { model } = this.#sim;
    this.clear();
    if (model === undefined) return;
    this.#shown = [kind, id];
    this.element.replaceChildren();
    const name = idToName(model, kind, id) ?? `${kind} ${id}`;
    const type = typeOf(model, kind, id);
    const gui = new GUI({ container: this.element, injectStyles: false, width: 0, title: `${kind} ${name}` });
    gui.domElement.style.width = '';
    this.#gui = gui;
    if (type !== '') gui.add({ type }, 'type').disable();
    for (const property of properties[kind]) this.#add(gui, model, property, id);
  }

  clear(): void {
    this.#gui?.destroy();
    this.#gui = undefined;
    this.#shown = undefined;
    const hint = 'Select something above, or double-click a body in the scene, to see and edit its properties.';
    this.element.replaceChildren(el('p', { class: 'empty' }, hint));
  }

  /** A colour picker beside the numbers. */
  #addColor(gui: GUI, array: ArrayLike<number>, field: string, row: number): void {
    const at = [0, 1, 2].map((k) => 4 * row + k);
    const color = { colour: at.map((k) => array[k] ?? 0) };
    gui.addColor(color, 'colour').onFinishChange((rgb: number[]) => {
      this.#sim.editAll(field, at, rgb);
      if (this.#shown !== undefined) this.show(...this.#shown);
    });
  }

  #add(gui: GUI, model: Model, p: Property, id: number): void {
    const array = (model as unknown as Record<string, ArrayLike<number> | undefined>)[p.field];
    const row = p.row === undefined ? id : p.row(model, id);
    if (array === undefined || row < 0) return;
    const short = p.field.replace(/^[a-z]+_/, '');
    const readOnly = typeof p.readOnly === 'function' ? p.readOnly(model, id) : p.readOnly === true;
    if (p.field.endsWith('_rgba')) this.#addColor(gui, array, p.field, row);
    const count = Math.min(p.shown ?? p.width, p.width);
    for (let k = 0; k < count; k++) {
      const at = p.width * row + k;
      const label = count === 1 ? short : `${short} ${p.labels?.[k] ?? k}`;
      const value = array[at];
      if (value === undefined) continue;
      const controller = gui.add({ [label]: Number(value.toPrecision(7)) }, label);
      if (p.min !== undefined) controller.min(p.min);
      if (readOnly) controller.disable();
      else controller.onChange((x: number) => this.#sim.edit(p.field, at, x));
    }
  }
}
