import type uPlot from 'uplot';
import type { Simulation } from '../simulation.ts';
import type { TrainProgress } from '../train/protocol.ts';
import { Training } from '../train/training.ts';
import { download, el, section } from '../ui/dom.ts';
import { makeLinePlot } from '../ui/line-plot.ts';
import type { Panel } from '../ui/panel.ts';
import { TaskList } from './task-list.ts';

const HEIGHT = 150;

/** Curves over the steps of a training. */
class Curves {
  readonly element = el('div', { class: 'plot' });
  readonly #labels: readonly string[];
  readonly #steps: number[] = [];
  readonly #values: number[][];
  #plot: uPlot | undefined;

  constructor(labels: readonly string[]) {
    this.#labels = labels;
    this.#values = labels.map(() => []);
  }

  add(steps: number, values: readonly number[]): void {
    this.#steps.push(steps);
    this.#values.forEach((list, k) => {
      list.push(values[k] ?? Number.NaN);
    });
  }

  clear(): void {
    this.#steps.length = 0;
    for (const list of this.#values) list.length = 0;
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  draw(): void {
    const width = this.element.clientWidth;
    if (width < 40 || this.#steps.length < 2) return;
    // a curve has gaps where there is no number
    const values = this.#values.map((list) => list.map((x) => (Number.isFinite(x) ? x : null)));
    const data: uPlot.AlignedData = [this.#steps, ...values];
    this.#plot ??= makeLinePlot(this.element, this.#labels, data, { width, height: HEIGHT });
    if (this.#plot.width !== width) this.#plot.setSize({ width, height: HEIGHT });
    this.#plot.setData(data);
  }
}

/** Training with PPO in a worker: live curves, and the policy as it is in the picture. */
export class TrainPanel implements Panel {
  readonly id = 'train';
  readonly title = 'Train';
  readonly element = el('div');
  /** Opens a task, to be played by the policy that is trained. */
  onTask: (task: string) => void = () => {};
  /** Shows a policy of a training at its present step. */
  onPolicy: (bytes: Uint8Array, steps: number) => void = () => {};
  readonly #training = new Training();
  readonly #tasks: TaskList;
  readonly #steps = el('input', { type: 'number', id: 'train-steps', min: '1000', step: '1000', value: '200000' });
  readonly #seed = el('input', { type: 'number', id: 'train-seed', min: '0', step: '1', value: '1' });
  readonly #start = el('button', { type: 'button', id: 'train-start' }, 'Train');
  readonly #save = el('button', { type: 'button', id: 'train-save', disabled: true }, 'Download policy');
  readonly #bar = el('progress', { max: 1, value: 0 });
  readonly #status = el('p', { class: 'fine', id: 'train-status', role: 'status' }, 'Not started.');
  readonly #returns = new Curves(['mean return']);
  readonly #losses = new Curves(['policy loss', 'value loss', 'entropy']);
  #task = '';
  #last: TrainProgress | undefined;
  #visible = false;

  constructor(sim: Simulation) {
    this.#tasks = new TaskList('train-task', sim, 'InvertedPendulum-v5');
    this.#start.addEventListener('click', () => (this.#training.running ? this.#stop() : this.#begin()));
    this.#save.addEventListener('click', () => this.#download());
    this.#bar.setAttribute('aria-label', 'Steps done');
    const number = (label: string, input: HTMLInputElement): HTMLElement =>
      el('label', { class: 'choice' }, el('span', {}, label), input);
    this.element.append(
      section(
        'PPO',
        true,
        this.#tasks.row,
        number('Steps', this.#steps),
        number('Seed', this.#seed),
        el('div', { class: 'buttons' }, this.#start, this.#save),
        this.#bar,
        this.#status,
      ),
      section('Return', true, this.#returns.element),
      section('Losses', true, this.#losses.element),
    );
    this.#training.on('progress', (progress) => this.#show(progress));
    this.#training.on('policy', (bytes) => {
      this.#save.disabled = false;
      this.onPolicy(bytes, this.#last?.steps ?? 0);
    });
    this.#training.on('ended', (text) => this.#ended(text));
  }

  shown(visible: boolean): void {
    this.#visible = visible;
    if (!visible) return;
    this.#tasks.fill();
    this.#draw();
  }

  #begin(): void {
    const steps = this.#steps.valueAsNumber;
    const seed = this.#seed.valueAsNumber;
    if (!(steps >= 1000) || !(seed >= 0)) {
      this.#status.textContent = 'Give at least 1000 steps, and a seed from 0 on.';
      return;
    }
    this.#task = this.#tasks.task;
    this.#last = undefined;
    this.#returns.clear();
    this.#losses.clear();
    this.#save.disabled = true;
    this.#bar.value = 0;
    this.#start.textContent = 'Stop';
    this.#status.textContent = `Starting ${this.#task}`;
    this.onTask(this.#task);
    this.#training.start(this.#task, steps, Math.round(seed));
  }

  #stop(): void {
    this.#status.textContent = 'Stopping after this update';
    this.#training.stop();
  }

  #show(progress: TrainProgress): void {
    this.#last = progress;
    const { steps, total, stepsPerSecond, meanReturn, policyLoss, valueLoss, entropy } = progress;
    this.#returns.add(steps, [meanReturn]);
    this.#losses.add(steps, [policyLoss, valueLoss, entropy]);
    this.#bar.value = Math.min(1, steps / total);
    const mean = Number.isFinite(meanReturn) ? meanReturn.toFixed(1) : '–';
    const count = (x: number): string => Math.round(x).toLocaleString('en');
    this.#status.textContent = `${count(steps)} of ${count(total)} steps, ${count(stepsPerSecond)} per second, mean return ${mean}`;
    if (this.#visible) this.#draw();
  }

  #draw(): void {
    this.#returns.draw();
    this.#losses.draw();
  }

  #ended(text: string): void {
    this.#start.textContent = 'Train';
    this.#status.textContent = `${text}. ${this.#last === undefined ? '' : (this.#status.textContent ?? '')}`.trim();
  }

  #download(): void {
    const { policy } = this.#training;
    if (policy === undefined) return;
    const name = this.#task.replace(/^.*\//, '').replace(/-v\d+$/, '');
    download(`${name}.safetensors`, new Blob([policy as BlobPart]));
  }
}
