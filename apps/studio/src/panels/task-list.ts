import type { Simulation } from '../simulation.ts';
import { el } from '../ui/dom.ts';

/** A choice among the tasks of the environments, with a sentence about the chosen one. The list is asked for once. */
export class TaskList {
  readonly select: HTMLSelectElement;
  readonly row: HTMLElement;
  readonly #about = el('p', { class: 'fine' }, '');
  readonly #sim: Simulation;
  readonly #descriptions = new Map<string, string>();
  #wanted = '';
  #asked = false;

  constructor(id: string, sim: Simulation, first: string) {
    this.#sim = sim;
    this.#wanted = first;
    this.select = el('select', { id });
    this.select.setAttribute('aria-label', 'Task');
    this.select.addEventListener('change', () => this.choose(this.select.value));
    this.row = el('div', {}, el('label', { class: 'choice' }, el('span', {}, 'Task'), this.select), this.#about);
    sim.on('tasks', (tasks) => {
      for (const { id: name, description } of tasks) this.#descriptions.set(name, description);
      this.select.replaceChildren(...tasks.map(({ id: value }) => el('option', { value }, value)));
      this.choose(this.#wanted);
    });
  }

  get task(): string {
    return this.#wanted;
  }

  choose(task: string): void {
    this.#wanted = task;
    this.select.value = task;
    this.#about.textContent = this.#descriptions.get(task) ?? '';
  }

  /** Asks for the list, unless that was done. */
  fill(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#sim.askTasks();
  }
}
