import type { Problem } from '../protocol.ts';
import type { Simulation } from '../simulation.ts';
import { el, section } from '../ui/dom.ts';
import { problemView } from '../ui/notice.ts';
import type { Panel } from '../ui/panel.ts';

const kinds = [
  'The inertia matrix is too close to singular',
  'There is no room for more contacts',
  'There is no room for more constraints',
  'Positions became huge or NaN',
  'Velocities became huge or NaN',
  'Accelerations became huge or NaN',
  'Controls were NaN',
];

/** Warnings of the compiler and of the running simulation. */
export class LogPanel implements Panel {
  readonly id = 'log';
  readonly title = 'Log';
  readonly element = el('div');
  readonly #sim: Simulation;
  readonly #model = el('div', { class: 'list' });
  readonly #run = el('div', { class: 'list' });
  readonly #events = el('div', { class: 'list' });
  #shown = '';
  onCount: (count: number) => void = () => {};

  constructor(sim: Simulation, visit: (p: Problem) => void) {
    this.#sim = sim;
    this.element.append(
      section('Model', true, this.#model),
      section('Simulation', true, this.#run),
      section('Events', true, this.#events),
    );
    sim.on('loaded', (info) => {
      const { warnings } = info;
      const list = warnings.map((w) => problemView(w, visit));
      this.#model.replaceChildren(...(list.length > 0 ? list : [el('p', { class: 'empty' }, 'No warnings.')]));
      this.event(`Loaded ${info.file} in ${info.compileMs.toFixed(0)} ms (${info.backend})`);
      this.#shown = '';
    });
    sim.on('trouble', ({ title, text }) => this.event(`${title}. ${text}`));
    sim.on('frame', () => this.#count());
  }

  event(text: string): void {
    const time = new Date().toLocaleTimeString();
    this.#events.prepend(el('p', { class: 'event' }, el('time', {}, time), ` ${text}`));
    while (this.#events.childElementCount > 100) this.#events.lastElementChild?.remove();
  }

  #count(): void {
    const { head, info } = this.#sim;
    const counts = kinds.map((_, k) => head[`warning${k}` as 'warning0']);
    const now = counts.join();
    if (now === this.#shown) return;
    this.#shown = now;
    const rows = kinds.flatMap((text, k) =>
      (counts[k] ?? 0) > 0 ? [el('p', { class: 'problem warning' }, `${text}: ${counts[k]}×`)] : [],
    );
    this.#run.replaceChildren(...(rows.length > 0 ? rows : [el('p', { class: 'empty' }, 'No warnings.')]));
    this.onCount(rows.length + (info?.warnings.length ?? 0));
  }
}
