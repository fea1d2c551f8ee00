import type { PlanReport } from '../protocol.ts';
import type { Simulation } from '../simulation.ts';
import { el, section, slider } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const METHODS = {
  sampling: 'Predictive sampling',
  cem: 'Cross-entropy (CEM)',
  mppi: 'Path integral (MPPI)',
  ilqg: 'iLQG',
} as const;
const REACH = 1; // by which a goal can be moved to either side

/** A task that a planner does while it runs: which, how, where to, and what counts how much. */
export class PlanPanel implements Panel {
  readonly id = 'plan';
  readonly title = 'Plan';
  readonly element = el('div');
  /** Opens a task. */
  onPlan: (task: string, method: string) => void = () => {};
  readonly #sim: Simulation;
  readonly #task = el('select', { id: 'plan-task' });
  readonly #method = el('select', { id: 'plan-method' });
  readonly #about = el('p', { class: 'fine' }, '');
  readonly #numbers = el('dl', { class: 'facts', id: 'plan-numbers' });
  readonly #goal = el('div');
  readonly #weights = el('div');
  readonly #goals = section('Goal', true, this.#goal);
  readonly #costs = section('Weights', true, this.#weights);
  readonly #tasks = new Map<string, { description: string; method: string }>();

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#task.setAttribute('aria-label', 'Task to plan');
    this.#method.setAttribute('aria-label', 'Planner');
    this.#method.append(...Object.entries(METHODS).map(([value, name]) => el('option', { value }, name)));
    this.#task.addEventListener('change', () => this.#describe());
    const start = el('button', { type: 'button', on: { click: () => this.#start() } }, 'Plan');
    const again = el('button', { type: 'button', on: { click: () => sim.reset() } }, 'Start again');
    const push = el('button', { type: 'button', on: { click: () => sim.push() } }, 'Shove');
    this.element.append(
      section(
        'Task',
        true,
        el('label', { class: 'choice' }, el('span', {}, 'Task'), this.#task),
        el('label', { class: 'choice' }, el('span', {}, 'Planner'), this.#method),
        this.#about,
        el('div', { class: 'buttons' }, start, again, push),
      ),
      section('Latest plan', true, this.#numbers),
      this.#goals,
      this.#costs,
    );
    sim.on('loaded', () => this.#build());
    sim.on('planned', (plan) => this.#show(plan));
    this.#build();
  }

  shown(visible: boolean): void {
    if (visible && this.#tasks.size === 0) void this.#fill();
  }

  async #fill(): Promise<void> {
    const { controlTasks } = await import('@qpos/control');
    for (const { name, description, planner } of Object.values(controlTasks))
      this.#tasks.set(name, { description, method: planner.method ?? 'sampling' });
    this.#task.replaceChildren(...[...this.#tasks.keys()].map((value) => el('option', { value }, value)));
    this.#choose();
  }

  /** Shows the task that is planned, if one is. */
  #choose(): void {
    const plan = this.#sim.info?.plan;
    if (plan !== undefined) this.#task.value = plan.task;
    this.#describe();
    if (plan !== undefined) this.#method.value = plan.method;
  }

  #describe(): void {
    const task = this.#tasks.get(this.#task.value);
    this.#about.textContent = sentence(task?.description ?? '');
    if (task !== undefined) this.#method.value = task.method;
  }

  #start(): void {
    if (this.#task.value !== '') this.onPlan(this.#task.value, this.#method.value);
  }

  #build(): void {
    const plan = this.#sim.info?.plan;
    if (this.#tasks.size > 0) this.#choose();
    const note = plan === undefined ? 'Choose a task and press Plan.' : 'Nothing planned yet.';
    this.#numbers.replaceChildren(el('p', { class: 'empty' }, note));
    const goal = [...(plan?.goal ?? [])];
    const goals = goal.map((start, k) => {
      const s = slider(`Goal ${k + 1}`, start - REACH, start + REACH, (x) => {
        goal[k] = x;
        this.#sim.command([...goal]);
      });
      s.show(start);
      return s.row;
    });
    const weights = Object.entries(plan?.weights ?? {}).map(([name, weight]) => {
      const s = slider(name, 0, Math.max(1, 4 * weight), (x) => this.#sim.setWeight(name, x));
      s.show(weight);
      return s.row;
    });
    this.#goal.replaceChildren(...goals);
    this.#weights.replaceChildren(...weights);
    this.#goals.hidden = goals.length === 0;
    this.#costs.hidden = weights.length === 0;
  }

  #show({ plans, before, cost, distance }: PlanReport): void {
    const rows = [
      ['Plans', String(plans)],
      ['Going on', before.toFixed(3)],
      ['Cost', cost.toFixed(3)],
      ['Distance', `${distance.toFixed(2)}${distance < 1 ? ', done' : ''}`],
    ];
    this.#numbers.replaceChildren(
      ...rows.flatMap(([name = '', value = '']) => [el('dt', {}, name), el('dd', {}, value)]),
    );
  }
}

/** A description as a sentence. */
const sentence = (text: string): string => (text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
