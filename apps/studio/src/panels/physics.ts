import { enums } from '@qpos/core';
import GUI from 'lil-gui';
import type { Simulation } from '../simulation.ts';
import { el } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase().replaceAll('_', ' ');
const named = (values: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([k, v]) => [title(k), v]));

/** Numbers, with the largest value and the step of those that have a slider. */
const numbers: readonly (readonly [name: string, min: number, max?: number, step?: number])[] = [
  ['timestep', 1e-5, 0.1, 0.0001],
  ['iterations', 0, 1000, 1],
  ['tolerance', 0],
  ['ls_iterations', 0, 1000, 1],
  ['ls_tolerance', 0],
  ['noslip_iterations', 0, 1000, 1],
  ['noslip_tolerance', 0],
  ['ccd_iterations', 1, 1000, 1],
  ['impratio', 1e-3],
  ['density', 0],
  ['viscosity', 0],
];

/** Options of the simulation, changed while it runs. */
export class PhysicsPanel implements Panel {
  readonly id = 'physics';
  readonly title = 'Physics';
  readonly element = el('div', { class: 'gui' });
  readonly #sim: Simulation;
  #gui: GUI | undefined;
  #visible = false;
  #stale = true; // built when it is looked at

  constructor(sim: Simulation) {
    this.#sim = sim;
    for (const event of ['loaded', 'undone'] as const)
      sim.on(event, () => {
        this.#stale = true;
        this.#build();
      });
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    this.#build();
  }

  #build(): void {
    const { model } = this.#sim;
    if (model === undefined || !this.#visible || !this.#stale) return;
    this.#stale = false;
    this.#gui?.destroy();
    const gui = new GUI({ container: this.element, title: 'Options', injectStyles: false, width: 0 });
    gui.domElement.style.width = '';
    this.#gui = gui;
    const { opt } = model;
    const values = opt as unknown as Record<string, number>;
    const edit = (name: string) => (x: number) => this.#sim.edit(`opt.${name}`, 0, x);
    for (const [name, list] of [
      ['integrator', enums.Integrator],
      ['solver', enums.Solver],
      ['cone', enums.Cone],
      ['jacobian', enums.JacobianType],
    ] as const)
      gui.add({ ...values }, name, named(list)).onChange(edit(name));
    for (const [name, min, max, step] of numbers) {
      const controller = gui.add({ ...values }, name).min(min);
      if (max !== undefined && step !== undefined) controller.max(max).step(step);
      controller.onChange(edit(name));
    }
    for (const name of ['gravity', 'wind', 'magnetic'] as const) {
      const folder = gui.addFolder(title(name));
      for (let k = 0; k < 3; k++)
        folder
          .add({ [`${name} ${'xyz'[k]}`]: opt[name][k] }, `${name} ${'xyz'[k]}`)
          .onChange((x: number) => this.#sim.edit(`opt.${name}`, k, x));
      if (name !== 'gravity') folder.close();
    }
    this.#flags(gui, 'Disable', 'disableflags', enums.DisableBit);
    this.#flags(gui, 'Enable', 'enableflags', enums.EnableBit);
  }

  #flags(gui: GUI, name: string, field: 'disableflags' | 'enableflags', bits: Record<string, number>): void {
    const folder = gui.addFolder(name).close();
    for (const [bit, value] of Object.entries(bits)) {
      const label = title(bit);
      const on = ((this.#sim.model?.opt[field] ?? 0) & value) !== 0;
      folder.add({ [label]: on }, label).onChange((checked: boolean) => {
        const flags = this.#sim.model?.opt[field] ?? 0;
        this.#sim.edit(`opt.${field}`, 0, checked ? flags | value : flags & ~value);
      });
    }
  }
}
