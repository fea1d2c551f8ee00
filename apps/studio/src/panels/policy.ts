import type { Simulation } from '../simulation.ts';
import { el, type Slider, section, slider } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';
import { TaskList } from './task-list.ts';

const EVERY_MS = 150;

/** Names and ranges of the commands of a task that follows a joystick. */
const commands = [
  ['Forward, m/s', -0.6, 1],
  ['Sideways, m/s', -0.4, 0.4],
  ['Turn, rad/s', -1, 1],
] as const;

/** A task played by a trained policy: its commands, a push, return and steps. */
export class PolicyPanel implements Panel {
  readonly id = 'policy';
  readonly title = 'Policy';
  readonly element = el('div');
  readonly tasks: TaskList;
  /** Asks for a file with a policy. */
  onChoose: () => void = () => {};
  /** Opens a task without a policy. */
  onTask: (task: string) => void = () => {};
  readonly #sim: Simulation;
  readonly #name = el('strong', { id: 'policy-name' }, 'none');
  readonly #numbers = el('dl', { class: 'facts', id: 'policy-numbers' });
  readonly #joystick = el('div');
  #sliders: readonly Slider[] = [];
  #visible = false;
  #told = 0;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.tasks = new TaskList('policy-task', sim, 'qpos/quadruped-joystick-v0');
    this.tasks.select.addEventListener('change', () => this.onTask(this.tasks.task));
    const open = el('button', { type: 'button', on: { click: () => this.onChoose() } }, 'Open a policy');
    const start = el('button', { type: 'button', on: { click: () => this.onTask(this.tasks.task) } }, 'Without policy');
    const push = el('button', { type: 'button', on: { click: () => sim.push() } }, 'Push');
    const again = el('button', { type: 'button', on: { click: () => sim.reset() } }, 'Start over');
    this.element.append(
      section(
        'Task',
        true,
        this.tasks.row,
        el('p', {}, 'Policy: ', this.#name),
        el('div', { class: 'buttons' }, open, start),
        el(
          'p',
          { class: 'fine' },
          'Drop a policy anywhere on the page: a .safetensors file names the task it was trained for, a .onnx file plays the one chosen here.',
        ),
      ),
      section('Episode', true, this.#numbers, el('div', { class: 'buttons' }, push, again), this.#joystick),
    );
    sim.on('loaded', () => this.#build());
    sim.on('frame', () => this.#show());
    this.#showNumbers([]);
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    if (visible) this.tasks.fill();
  }

  /** Shows which policy plays. */
  setName(name: string): void {
    this.#name.textContent = name;
  }

  #build(): void {
    const play = this.#sim.info?.play;
    if (play !== undefined) this.tasks.choose(play.task);
    else this.setName('none');
    this.#sliders = [];
    const given = play?.command;
    if (given !== undefined) {
      const values = [...given];
      this.#sliders = commands.map(([label, low, high], k) =>
        slider(label, low, high, (x) => {
          values[k] = x;
          this.#sim.command([...values]);
        }),
      );
      this.#sliders.forEach((s, k) => {
        s.show(values[k] ?? 0);
      });
    }
    this.#joystick.replaceChildren(
      ...(given === undefined ? [] : [el('h3', {}, 'Command'), ...this.#sliders.map((s) => s.row)]),
    );
    this.#told = 0;
  }

  #show(): void {
    if (!this.#visible || performance.now() - this.#told < EVERY_MS) return;
    this.#told = performance.now();
    const { info, head } = this.#sim;
    if (info?.play === undefined) this.#showNumbers([]);
    else
      this.#showNumbers([
        ['Return', head.episodeReturn.toFixed(2)],
        ['Steps', String(head.episodeSteps)],
        ['Finished episodes', String(head.episodes)],
        ['Last return', head.episodes > 0 ? head.lastReturn.toFixed(2) : '–'],
      ]);
  }

  #showNumbers(rows: readonly (readonly [string, string])[]): void {
    if (rows.length === 0)
      this.#numbers.replaceChildren(el('p', { class: 'empty' }, 'Open a policy or choose a task to play it.'));
    else this.#numbers.replaceChildren(...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
  }
}
