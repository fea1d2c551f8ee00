import { enums, idToName, type Model } from '@qpos/core';
import type { Simulation } from '../simulation.ts';
import { el, type Slider, section, slider, toggle } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const { JointType } = enums;
const MOST = 200; // rows of a list
const EVERY_MS = 60;

/** Names of the controls: an actuator with several has a number after its name. */
function controlNames(model: Model): string[] {
  const names: string[] = [];
  for (let a = 0; a < model.nactuator; a++) {
    const name = idToName(model, 'actuator', a) ?? `actuator ${a}`;
    const count = model.actuator_ctrlnum[a];
    for (let k = 0; k < count; k++) names[model.actuator_ctrladr[a] + k] = count > 1 ? `${name} ${k}` : name;
  }
  return names;
}

/** Sliders for controls and joints, switches for equality constraints. */
export class ControlPanel implements Panel {
  readonly id = 'control';
  readonly title = 'Control';
  readonly element = el('div');
  readonly #sim: Simulation;
  #controls: Slider[] = [];
  #joints: { adr: number; slider: Slider }[] = [];
  #equalities: HTMLInputElement[] = [];
  #visible = false;
  #told = 0;
  readonly #noise: Slider;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#noise = slider('Random drive', 0, 1, (x) => sim.drive(x), 0.01);
    sim.on('loaded', () => this.#build());
    sim.on('frame', () => this.#show());
  }

  shown(visible: boolean): void {
    this.#visible = visible;
  }

  #build(): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    this.#controls = controlNames(model)
      .slice(0, MOST)
      .map((name, c) => this.#control(model, name, c));
    this.#joints = [];
    for (let j = 0; j < model.njnt && this.#joints.length < MOST; j++)
      if (model.jnt_type[j] === JointType.SLIDE || model.jnt_type[j] === JointType.HINGE) this.#joint(model, j);
    const clear = el('button', { type: 'button', on: { click: () => this.#clear() } }, 'Zero all controls');
    const none = (what: string): HTMLElement => el('p', { class: 'empty' }, `The model has no ${what}.`);
    this.element.replaceChildren(
      section(
        'Controls',
        true,
        ...(model.nu > 0 ? [this.#noise.row, ...this.#controls.map((s) => s.row), clear] : [none('actuators')]),
      ),
      section(
        'Joints',
        model.nu === 0,
        ...(this.#joints.length > 0 ? this.#joints.map((s) => s.slider.row) : [none('hinges or slides')]),
      ),
      ...(model.neq > 0 ? [section('Equalities', true, ...this.#equalityRows(model))] : []),
    );
    this.#noise.show(this.#sim.noise);
    this.#told = 0;
  }

  #clear(): void {
    this.#sim.drive(0);
    this.#noise.show(0);
    this.#sim.clearCtrl();
  }

  #control(model: Model, name: string, c: number): Slider {
    const limited = model.actuator_ctrllimited[c] !== 0;
    const low = limited ? model.actuator_ctrlrange[2 * c] : -1;
    const high = limited ? model.actuator_ctrlrange[2 * c + 1] : 1;
    return slider(name, low, high, (x) => {
      if (this.#sim.noise > 0) {
        this.#sim.drive(0); // a hand on a slider takes over
        this.#noise.show(0);
      }
      this.#sim.set('ctrl', c, x);
    });
  }

  #joint(model: Model, j: number): void {
    const hinge = model.jnt_type[j] === JointType.HINGE;
    const reach = hinge ? Math.PI : model.stat.extent;
    const limited = model.jnt_limited[j] !== 0;
    const low = limited ? model.jnt_range[2 * j] : -reach;
    const high = limited ? model.jnt_range[2 * j + 1] : reach;
    const adr = model.jnt_qposadr[j];
    const name = idToName(model, 'joint', j) ?? `joint ${j}`;
    this.#joints.push({ adr, slider: slider(name, low, high, (x) => this.#sim.set('qpos', adr, x)) });
  }

  #equalityRows(model: Model): HTMLElement[] {
    this.#equalities = [];
    return Array.from({ length: Math.min(model.neq, MOST) }, (_, e) => {
      const name = idToName(model, 'equality', e) ?? `equality ${e}`;
      const row = toggle(name, model.eq_active0[e] !== 0, (on) => this.#sim.set('eq_active', e, on ? 1 : 0));
      const box = row.querySelector('input');
      if (box !== null) this.#equalities.push(box);
      return row;
    });
  }

  #show(): void {
    const { data } = this.#sim;
    if (data === undefined || !this.#visible || performance.now() - this.#told < EVERY_MS) return;
    this.#told = performance.now();
    for (const [c, s] of this.#controls.entries()) s.show(data.ctrl[c]);
    for (const { adr, slider: s } of this.#joints) s.show(data.qpos[adr]);
    this.#equalities.forEach((box, e) => {
      const on = data.eq_active[e] !== 0;
      if (box.checked !== on && document.activeElement !== box) box.checked = on;
    });
  }
}
