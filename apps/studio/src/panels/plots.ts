import { idToName, type Model } from '@qpos/core';
import type uPlot from 'uplot';
import type { Simulation } from '../simulation.ts';
import type { Panel } from '../ui/dock.ts';
import { el, iconButton } from '../ui/dom.ts';
import { makeLinePlot } from '../ui/line-plot.ts';

const POINTS = 600;
const HEIGHT = 132;

/** A quantity that can be plotted: its name, the names of its parts, and how to read it. */
interface Signal {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly string[];
  readonly read: (sim: Simulation, out: number[]) => void;
}

const letters = (n: number): string[] =>
  n === 1
    ? ['value']
    : n === 3
      ? ['x', 'y', 'z']
      : n === 4
        ? ['w', 'x', 'y', 'z']
        : Array.from({ length: n }, (_, k) => String(k));

/** All that can be plotted of a model. */
function signalsOf(model: Model): Signal[] {
  const copy =
    (array: (sim: Simulation) => Float64Array | undefined, from: number, n: number): Signal['read'] =>
    (sim, out) => {
      const source = array(sim);
      for (let k = 0; k < n; k++) out[k] = source?.[from + k] ?? 0;
    };
  const signals: Signal[] = [
    { id: 'energy', title: 'Energy', parts: ['potential', 'kinetic', 'total'], read: readEnergy },
    { id: 'contact', title: 'Contact force', parts: ['normal', 'friction'], read: readContact },
    { id: 'solver', title: 'Solver', parts: ['iterations', 'rows', 'contacts'], read: readSolver },
  ];
  for (let s = 0; s < model.nsensor; s++) {
    const n = Math.min(8, model.sensor_dim[s]);
    const name = idToName(model, 'sensor', s) ?? `sensor ${s}`;
    signals.push({
      id: `sensor${s}`,
      title: `Sensor ${name}`,
      parts: letters(n),
      read: copy((sim) => sim.data?.sensordata, model.sensor_adr[s], n),
    });
  }
  for (let first = 0; first < model.nu; first += 8) {
    const n = Math.min(8, model.nu - first);
    const parts = Array.from({ length: n }, (_, k) => idToName(model, 'actuator', first + k) ?? String(first + k));
    signals.push({
      id: `ctrl${first}`,
      title: `Controls ${first}–${first + n - 1}`,
      parts,
      read: copy((sim) => sim.data?.ctrl, first, n),
    });
    signals.push({
      id: `force${first}`,
      title: `Actuator forces ${first}–${first + n - 1}`,
      parts,
      read: copy((sim) => sim.data?.actuator_force, first, n),
    });
  }
  for (let j = 0; j < model.njnt; j++) {
    if (model.jnt_type[j] < 2) continue;
    const name = idToName(model, 'joint', j) ?? `joint ${j}`;
    const [q, v] = [model.jnt_qposadr[j], model.jnt_dofadr[j]];
    signals.push({
      id: `joint${j}`,
      title: `Joint ${name}`,
      parts: ['position', 'velocity'],
      read: (sim, out) => {
        out[0] = sim.data?.qpos[q] ?? 0;
        out[1] = sim.data?.qvel[v] ?? 0;
      },
    });
  }
  return signals;
}

function readEnergy({ data }: Simulation, out: number[]): void {
  out[0] = data?.energy[0] ?? 0;
  out[1] = data?.energy[1] ?? 0;
  out[2] = out[0] + out[1];
}

function readContact({ contacts }: Simulation, out: number[]): void {
  out[0] = 0;
  out[1] = 0;
  for (let c = 0; c < contacts.count; c++) {
    out[0] += contacts.force[6 * c];
    out[1] += Math.hypot(contacts.force[6 * c + 1], contacts.force[6 * c + 2]);
  }
}

function readSolver({ head }: Simulation, out: number[]): void {
  out[0] = head.iterations;
  out[1] = head.nefc;
  out[2] = head.ncon;
}

/** One chart over the last seconds. */
class Chart {
  readonly element: HTMLElement;
  readonly signal: Signal;
  readonly #holder = el('div', { class: 'plot' });
  readonly #times: number[] = [];
  readonly #values: number[][];
  readonly #scratch: number[] = [];
  #plot: uPlot | undefined;

  constructor(signal: Signal, close: () => void) {
    this.signal = signal;
    this.#values = signal.parts.map(() => []);
    const head = el(
      'header',
      {},
      el('strong', { title: signal.title }, signal.title),
      iconButton('close', `Remove ${signal.title}`, close),
    );
    this.element = el('figure', { class: 'chart', data: { signal: signal.id } }, head, this.#holder);
  }

  get hasCurve(): boolean {
    return this.#times.length > 1;
  }

  add(sim: Simulation): void {
    const { time } = sim.head;
    const last = this.#times.at(-1);
    if (last === time) return;
    if (last !== undefined && time < last) this.clear();
    this.signal.read(sim, this.#scratch);
    this.#times.push(time);
    for (const [k, list] of this.#values.entries()) list.push(this.#scratch[k] ?? 0);
    if (this.#times.length > POINTS) {
      this.#times.shift();
      for (const list of this.#values) list.shift();
    }
  }

  clear(): void {
    this.#times.length = 0;
    for (const list of this.#values) list.length = 0;
  }

  draw(): void {
    const width = this.#holder.clientWidth;
    if (width < 40) return;
    if (this.#plot === undefined) this.#make(width);
    else if (this.#plot.width !== width) this.#plot.setSize({ width, height: HEIGHT });
    this.#plot?.setData([this.#times, ...this.#values]);
  }

  /** Takes the colours of the theme over. */
  restyle(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #make(width: number): void {
    const data = [this.#times, ...this.#values] as uPlot.AlignedData;
    this.#plot = makeLinePlot(this.#holder, this.signal.parts, data, { width, height: HEIGHT });
  }
}

/** Charts of sensors, controls, energies and contact forces. */
export class PlotsPanel implements Panel {
  readonly id = 'plots';
  readonly title = 'Plots';
  readonly element = el('div');
  readonly #sim: Simulation;
  readonly #select = el('select', { id: 'add-plot' });
  readonly #list = el('div', { class: 'charts' });
  readonly #hint = el('p', { class: 'empty' }, 'Curves are drawn while this panel is open and the simulation runs.');
  #signals: Signal[] = [];
  #charts: Chart[] = [];
  #visible = false;
  #frames = 0;
  #early = 0; // states that may be on their way, without energies

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#select.setAttribute('aria-label', 'Add a plot');
    this.#select.addEventListener('change', () => {
      this.add(this.#select.value);
      this.#select.value = '';
    });
    this.element.append(this.#select, this.#hint, this.#list);
    sim.on('loaded', () => this.#build());
    sim.on('frame', () => this.#show());
    new MutationObserver(() => {
      for (const chart of this.#charts) chart.restyle();
    }).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    this.#early = 1;
    this.#sim.want({ energy: visible });
    if (visible) this.#draw();
  }

  add(id: string): void {
    const signal = this.#signals.find((s) => s.id === id);
    if (signal === undefined || this.#charts.some((c) => c.signal.id === id)) return;
    const chart = new Chart(signal, () => {
      this.#charts = this.#charts.filter((c) => c !== chart);
      chart.element.remove();
    });
    this.#charts.push(chart);
    this.#list.append(chart.element);
  }

  #build(): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    const before = this.#charts.map((c) => c.signal.id);
    this.#signals = signalsOf(model);
    const options = this.#signals.map((s) => el('option', { value: s.id }, s.title));
    this.#select.replaceChildren(el('option', { value: '' }, 'Add a plot…'), ...options);
    this.#charts = [];
    this.#list.replaceChildren();
    const wanted =
      before.length > 0
        ? before
        : ['energy', 'contact', this.#signals.find((s) => s.id.startsWith('sensor'))?.id ?? 'solver'];
    for (const id of wanted) this.add(id);
  }

  #show(): void {
    if (!this.#visible || this.#early-- > 0) return;
    this.#early = 0;
    for (const chart of this.#charts) chart.add(this.#sim);
    if (this.#frames++ % 3 === 0 || !this.#sim.running) this.#draw();
  }

  #draw(): void {
    this.#hint.hidden = this.#charts.some((chart) => chart.hasCurve);
    for (const chart of this.#charts) chart.draw();
  }
}
