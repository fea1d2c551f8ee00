import type { GhostRun } from '../ghost-run.ts';
import { expressionFields, functionNames } from '../instruments/expression.ts';
import { Pane, type PaneHost, type TimeWindow } from '../instruments/pane.ts';
import { type Preset, presetsOf } from '../instruments/presets.ts';
import type { Probes } from '../instruments/probes.ts';
import type { Simulation } from '../simulation.ts';
import { choice, el, iconButton, toggle } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const EVERY_MS = 90;
const windows = [
  ['1', 'last second'],
  ['5', 'last 5 s'],
  ['20', 'last 20 s'],
  ['Infinity', 'all'],
] as const;

/** Plots of anything in the model over time, at every step that is recorded. */
export class PlotsPanel implements Panel, PaneHost {
  readonly id = 'plots';
  readonly title = 'Plots';
  readonly element = el('div');
  readonly probes: Probes;
  readonly window: TimeWindow = { last: 5, zoom: undefined };
  readonly #sim: Simulation;
  readonly #ghost: GhostRun;
  readonly #select = el('select', { id: 'add-plot' });
  readonly #custom = el('input', { type: 'text', id: 'plot-expression', spellcheck: false });
  readonly #problem = el('p', { class: 'problem error', hidden: true });
  readonly #fields = el('datalist', { id: 'plot-fields' });
  readonly #list = el('div', { class: 'charts' });
  readonly #runs = el('div', { class: 'buttons' });
  readonly #hint = el('p', { class: 'empty' }, 'The run has one step so far: curves appear as the simulation runs.');
  readonly #allButton = iconButton('zoomOut', 'Show all that was zoomed out of', () => this.zoom(undefined));
  #presets: Preset[] = [];
  #panes: Pane[] = [];
  #reference: string | undefined;
  #chosen = false; // the panes are not those that every model begins with
  #visible = false;
  #drawn = { at: 0, news: -1, time: -1 };

  constructor(sim: Simulation, probes: Probes, ghost: GhostRun) {
    this.#sim = sim;
    this.#ghost = ghost;
    this.probes = probes;
    this.#select.setAttribute('aria-label', 'Add a plot');
    this.#select.addEventListener('change', () => {
      const preset = this.#presets.find((p) => p.title === this.#select.value);
      this.#chosen = true;
      if (preset !== undefined) this.#add(preset);
      this.#select.value = '';
    });
    this.#custom.setAttribute('aria-label', 'Plot an expression');
    this.#custom.setAttribute('list', 'plot-fields');
    this.#custom.placeholder = 'or an expression: norm(qvel), body(torso).xpos.z';
    this.#custom.addEventListener('change', () => this.#plot(this.#custom.value));
    const span = choice('Time', windows, '5', (value) => {
      this.window.last = Number(value);
      this.zoom(undefined);
    });
    const fields = this.#fields;
    this.element.append(
      this.#select,
      this.#custom,
      fields,
      this.#problem,
      this.#tools(span.row),
      this.#hint,
      this.#list,
    );
    sim.on('loaded', () => this.#build());
    sim.on('frame', () => this.#show());
    sim.on('compared', (name) => {
      this.#reference = name;
      this.#listRuns();
      this.#drawn.news = -1;
    });
    new MutationObserver(() => {
      for (const pane of this.#panes) pane.restyle();
      this.#drawn.news = -1;
    }).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#listRuns();
  }

  #tools(span: HTMLElement): HTMLElement {
    return el('div', { class: 'plot-tools' }, el('div', { class: 'buttons' }, span, this.#allButton), this.#runs);
  }

  get compared(): boolean {
    return this.#reference !== undefined;
  }
  get time(): number {
    return this.#sim.head.time;
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    this.changed();
  }

  /** Asks for the curves of the panes, while they can be seen. */
  changed(): void {
    this.probes.want(this.id, this.#visible ? this.#panes.map(({ probe }) => probe) : []);
    this.#drawn.news = -1;
    if (this.#visible) this.#draw();
  }

  remove(pane: Pane): void {
    this.#chosen = true;
    this.#panes = this.#panes.filter((p) => p !== pane);
    pane.restyle();
    pane.element.remove();
    this.changed();
  }

  /** Goes to a step of the run. */
  seek(step: number): void {
    this.#sim.seek(step - this.#sim.head.historyStart);
  }

  zoom(window: readonly [number, number] | undefined): void {
    this.window.zoom = window;
    this.#allButton.disabled = window === undefined;
    this.#drawn.news = -1;
    this.#draw();
  }

  #listRuns(): void {
    const button = (text: string, press: () => void): HTMLElement =>
      el('button', { type: 'button', on: { click: press } }, text);
    const name = this.#reference;
    this.#runs.replaceChildren(
      button('Keep this run to compare', () => this.#sim.compare('present')),
      ...(name === undefined
        ? []
        : [
            button(`Put ${name} on the timeline`, () => this.#sim.compare('adopt')),
            button('End the comparison', () => this.#sim.compare('none')),
            toggle('In the picture, too', this.#ghost.shown, (on) => this.#ghost.show(on)),
          ]),
    );
  }

  #plot(text: string): void {
    if (text.trim() === '') return;
    const { problem } = this.probes.check(text);
    this.#problem.hidden = problem === undefined;
    this.#problem.textContent = problem ?? '';
    if (problem !== undefined) return;
    this.#custom.value = '';
    this.#chosen = true;
    this.#add({ title: text, text });
  }

  #add({ title, text }: Preset): void {
    if (this.#panes.some((p) => p.title === title)) return;
    const probe = this.probes.check(text);
    if (probe.problem !== undefined) return;
    const pane = new Pane(this, title, probe);
    this.#panes.push(pane);
    this.#list.append(pane.element);
    this.changed();
  }

  #build(): void {
    const { model, data } = this.#sim;
    if (model === undefined || data === undefined) return;
    const before = this.#panes.map(({ title, probe }) => ({ title, text: probe.text }));
    this.#presets = presetsOf(model);
    const options = this.#presets.map(({ title }) => el('option', { value: title }, title));
    this.#select.replaceChildren(el('option', { value: '' }, 'Add a plot…'), ...options);
    const known = [...expressionFields(data), ...functionNames.map((name) => `${name}(`)];
    this.#fields.replaceChildren(...known.map((value) => el('option', { value })));
    this.window.zoom = undefined;
    this.#allButton.disabled = true;
    this.#reference = undefined;
    this.#listRuns();
    for (const pane of this.#panes) pane.restyle();
    this.#panes = [];
    this.#list.replaceChildren();
    const first = [
      'Energy',
      'Contact force',
      this.#presets.find((p) => p.title.startsWith('Sensor'))?.title ?? 'Solver',
    ];
    const wanted = this.#chosen ? before : this.#presets.filter((p) => first.includes(p.title));
    for (const preset of wanted) this.#add(preset);
  }

  #show(): void {
    if (this.#visible && performance.now() - this.#drawn.at > EVERY_MS) this.#draw();
  }

  #draw(): void {
    const { news } = this.probes;
    const { time } = this;
    if (news === this.#drawn.news && time === this.#drawn.time) return;
    this.#drawn = { at: performance.now(), news, time };
    for (const pane of this.#panes) pane.draw();
    this.#hint.hidden = this.#panes.some((pane) => pane.hasCurve);
  }
}
