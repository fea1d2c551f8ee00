import type { Profile } from '../protocol.ts';
import type { Simulation } from '../simulation.ts';
import type { Stage } from '../stage.ts';
import { el, section } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const EVERY_MS = 250;
const time = (us: number): string => (us < 1000 ? `${us.toFixed(us < 10 ? 1 : 0)} µs` : `${(us / 1000).toFixed(2)} ms`);

/** Where the time of a step goes, and how the solver converges. */
export class ProfilerPanel implements Panel {
  readonly id = 'profiler';
  readonly title = 'Profiler';
  readonly element = el('div');
  readonly #sim: Simulation;
  readonly #stage: Stage;
  readonly #facts = el('dl', { class: 'facts' });
  readonly #stages = el('div', { class: 'bars' });
  readonly #solver = el('div', { class: 'bars' });
  #visible = false;
  #told = 0;
  #profile: Profile | undefined;

  constructor(sim: Simulation, stage: Stage) {
    this.#sim = sim;
    this.#stage = stage;
    this.element.append(
      section('Now', true, this.#facts),
      section('Stages of a step', true, this.#stages),
      section('Solver: improvement per iteration', true, this.#solver),
    );
    sim.on('profile', (profile) => this.#show(profile));
    sim.on('loaded', () => this.#forget());
    sim.on('frame', () => {
      if (this.#visible && performance.now() - this.#told > EVERY_MS) this.#showFacts();
    });
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    this.#sim.want({ profile: visible });
    this.#forget();
  }

  /** What was measured before says nothing about now. */
  #forget(): void {
    this.#profile = undefined;
    const wait = (): HTMLElement => el('p', { class: 'empty' }, 'Measuring …');
    this.#stages.replaceChildren(wait());
    this.#solver.replaceChildren(wait());
    this.#showFacts();
  }

  #showFacts(): void {
    this.#told = performance.now();
    const { head, info, model } = this.#sim;
    const profile = this.#profile;
    const measured = (value: (p: Profile) => string): string => (profile === undefined ? '…' : value(profile));
    const facts: [string, string][] = [
      ['State measured', measured((p) => `${p.time.toFixed(3)} s`)],
      ['Step', measured((p) => time(p.stepUs))],
      ['Contacts', measured((p) => String(p.contacts))],
      ['Constraint rows', measured((p) => String(p.rows))],
      ['Islands', measured((p) => String(p.islands))],
      ['Solver iterations', measured((p) => String(p.iterations))],
      ['Real time', head.running === 1 ? `${head.realtime.toFixed(2)}×` : 'paused'],
      ['Picture', head.running === 1 ? `${this.#stage.fps.toFixed(0)} per second` : 'when something changes'],
      ['Draw calls', String(this.#stage.drawCalls)],
      ['Degrees of freedom', String(model?.nv ?? 0)],
      ['Bodies, geoms', `${model?.nbody ?? 0}, ${model?.ngeom ?? 0}`],
      ['Back end', info?.backend ?? ''],
      ['Compiled in', `${(info?.compileMs ?? 0).toFixed(0)} ms`],
    ];
    this.#facts.replaceChildren(...facts.flatMap(([k, v]) => [el('dt', {}, k), el('dd', {}, v)]));
  }

  #show(profile: Profile): void {
    if (!this.#visible) return;
    this.#profile = profile;
    this.#showFacts();
    const most = Math.max(...profile.stages.map((s) => s.us), 1e-3);
    const rows = profile.stages.map((s) => bar(s.name, s.us / most, time(s.us)));
    this.#stages.replaceChildren(...rows, el('p', { class: 'sum' }, `A whole step takes ${time(profile.stepUs)}.`));
    const logs = profile.improvement.map((x) => Math.log10(Math.max(x, 1e-16)));
    this.#solver.replaceChildren(
      ...(logs.length > 0
        ? logs.map((x, k) => bar(`iteration ${k + 1}`, (x + 16) / 18, `1e${x.toFixed(1)}`))
        : [el('p', { class: 'empty' }, 'No iterations: nothing is constrained.')]),
    );
  }
}

function bar(name: string, part: number, value: string): HTMLElement {
  const meter = el('meter', { min: 0, max: 1, value: Math.max(0.004, Math.min(1, part)) });
  meter.setAttribute('aria-label', name);
  return el('div', { class: 'bar' }, el('span', {}, name), meter, el('output', {}, value));
}
