import { idToName, type Model } from '@qpos/core';
import type { Probe, Probes } from '../instruments/probes.ts';
import { unitOf } from '../instruments/units.ts';
import type { Simulation } from '../simulation.ts';
import { el, iconButton, section } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const EVERY_MS = 100;
const MOST_BARS = 60;
const MOST_CONTACTS = 40;
const ENERGY = 'potential = energy[0], kinetic = energy[1], total = sum(energy)';

const shortly = (x: number): string =>
  x === 0 || (Math.abs(x) >= 1e-3 && Math.abs(x) < 1e5) ? String(Number(x.toPrecision(5))) : x.toExponential(3);
const measure = (x: number | undefined, unit: string): string =>
  x === undefined ? '…' : `${shortly(x)} ${unit}`.trimEnd();

/** One number of a sensor as a bar from zero, against the largest that was seen. */
interface Bar {
  readonly at: number;
  readonly unit: string;
  readonly row: HTMLElement;
  readonly level: HTMLElement;
  readonly value: HTMLElement;
  most: number;
}

/** Numbers of the present state: chosen expressions, energies, sensors and contacts. */
export class WatchPanel implements Panel {
  readonly id = 'watch';
  readonly title = 'Watch';
  readonly element = el('div');
  readonly #sim: Simulation;
  readonly #probes: Probes;
  readonly #input = el('input', { type: 'text', id: 'watch-expression', spellcheck: false });
  readonly #problem = el('p', { class: 'problem error', hidden: true });
  readonly #list = el('dl', { class: 'facts watched' });
  readonly #energy = el('dl', { class: 'facts' });
  readonly #sensors = el('div', { class: 'bars' });
  readonly #contacts = el('tbody');
  readonly #contactCount = el('p', { class: 'fine' });
  #texts: string[] = ['time'];
  #watched: Probe[] = [];
  #energies: Probe | undefined;
  #bars: Bar[] = [];
  #visible = false;
  #told = 0;

  constructor(sim: Simulation, probes: Probes) {
    this.#sim = sim;
    this.#probes = probes;
    this.#input.setAttribute('aria-label', 'Watch an expression');
    this.#input.setAttribute('list', 'plot-fields');
    this.#input.placeholder = 'body(torso).xpos.z, norm(qvel), sensor(gyro)';
    this.#input.addEventListener('change', () => this.#add(this.#input.value));
    const head = el(
      'tr',
      {},
      ...['Between', 'Depth', 'Normal', 'Friction'].map((text) => el('th', { scope: 'col' }, text)),
    );
    this.element.append(
      section('Watch list', true, this.#input, this.#problem, this.#list),
      section('Energy', true, this.#energy),
      section('Sensors', true, this.#sensors),
      section(
        'Contacts',
        true,
        this.#contactCount,
        el('table', { class: 'contacts' }, el('thead', {}, head), this.#contacts),
      ),
    );
    sim.on('loaded', () => this.#build());
    sim.on('frame', () => {
      if (this.#visible && performance.now() - this.#told > EVERY_MS) this.#show();
    });
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    this.#ask();
    if (visible) this.#show();
  }

  #ask(): void {
    const energies = this.#energies === undefined ? [] : [this.#energies];
    this.#probes.want(this.id, this.#visible ? [...this.#watched, ...energies] : []);
  }

  #add(text: string): void {
    if (text.trim() === '') return;
    const { problem } = this.#probes.check(text);
    this.#problem.hidden = problem === undefined;
    this.#problem.textContent = problem ?? '';
    if (problem !== undefined) return;
    this.#input.value = '';
    if (!this.#texts.includes(text)) this.#texts.push(text);
    this.#bind();
  }

  #remove(text: string): void {
    this.#texts = this.#texts.filter((t) => t !== text);
    this.#bind();
  }

  /** Binds the texts to the model; those that do not fit it wait for another one. */
  #bind(): void {
    this.#watched = this.#texts.map((text) => this.#probes.check(text)).filter(({ problem }) => problem === undefined);
    this.#energies = this.#probes.check(ENERGY);
    this.#list.replaceChildren(
      ...this.#watched.flatMap(({ text, curves }) => [
        ...curves.flatMap(({ label }) => [el('dt', {}, label), el('dd', {}, '…')]),
        iconButton('close', `Stop watching ${text}`, () => this.#remove(text)),
      ]),
    );
    this.#energy.replaceChildren(
      ...this.#energies.curves.flatMap(({ label }) => [el('dt', {}, label), el('dd', {}, '…')]),
    );
    this.#ask();
    this.#show();
  }

  #build(): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    this.#bars = barsOf(model);
    const none = el('p', { class: 'empty' }, 'The model has no sensors.');
    this.#sensors.replaceChildren(...(this.#bars.length > 0 ? this.#bars.map(({ row }) => row) : [none]));
    this.#bind();
  }

  #show(): void {
    this.#told = performance.now();
    write(this.#list, this.#watched, this.#probes);
    write(this.#energy, this.#energies === undefined ? [] : [this.#energies], this.#probes);
    this.#showSensors();
    this.#showContacts();
  }

  #showSensors(): void {
    const { data } = this.#sim;
    if (data === undefined) return;
    for (const bar of this.#bars) {
      const x = data.sensordata[bar.at];
      bar.most = Math.max(bar.most, Math.abs(x));
      const part = bar.most > 0 ? (50 * x) / bar.most : 0;
      bar.level.style.setProperty('--from', `${Math.min(50, 50 + part)}%`);
      bar.level.style.setProperty('--to', `${Math.max(50, 50 + part)}%`);
      bar.value.textContent = measure(x, bar.unit);
    }
  }

  #showContacts(): void {
    const { contacts, model } = this.#sim;
    if (model === undefined) return;
    const order = Array.from({ length: contacts.count }, (_, c) => c).sort(
      (a, b) => contacts.force[6 * b] - contacts.force[6 * a],
    );
    const rows = order.slice(0, MOST_CONTACTS).map((c) => {
      const { force, dist, geom } = contacts;
      const friction = Math.hypot(force[6 * c + 1], force[6 * c + 2]);
      const cells = [
        `${geomName(model, geom[2 * c])} – ${geomName(model, geom[2 * c + 1])}`,
        `${(-1000 * dist[c]).toFixed(2)} mm`,
        measure(force[6 * c], 'N'),
        measure(friction, 'N'),
      ];
      return el('tr', {}, ...cells.map((text) => el('td', { title: text }, text)));
    });
    this.#contacts.replaceChildren(...rows);
    const shown = contacts.count > MOST_CONTACTS ? `; the ${MOST_CONTACTS} strongest are shown` : '';
    this.#contactCount.textContent = `${contacts.count} ${contacts.count === 1 ? 'contact' : 'contacts'}${shown}`;
  }
}

/** Writes the values of probes into the entries of a list. */
function write(list: HTMLElement, probes: readonly Probe[], source: Probes): void {
  const values = probes.flatMap((probe) => source.now(probe).map((x, k) => measure(x, probe.curves[k]?.unit ?? '')));
  list.querySelectorAll('dd').forEach((entry, k) => {
    entry.textContent = values[k] ?? '';
  });
}

const geomName = (model: Model, geom: number): string =>
  geom < 0 ? 'flex' : (idToName(model, 'geom', geom) ?? `geom ${geom}`);

function barsOf(model: Model): Bar[] {
  const bars: Bar[] = [];
  for (let s = 0; s < model.nsensor; s++)
    for (let k = 0; k < model.sensor_dim[s] && bars.length < MOST_BARS; k++) {
      const at = model.sensor_adr[s] + k;
      const name = idToName(model, 'sensor', s) ?? `sensor ${s}`;
      const label = model.sensor_dim[s] === 1 ? name : `${name} ${model.sensor_dim[s] === 3 ? 'xyz'.charAt(k) : k}`;
      const level = el('div', { class: 'level' });
      const value = el('output');
      const row = el('div', { class: 'bar' }, el('span', { title: label }, label), level, value);
      bars.push({ at, unit: unitOf(model, 'sensordata', at, at + 1), row, level, value, most: model.sensor_cutoff[s] });
    }
  return bars;
}
