import { partsPlugins } from '@qpos/parts';
import { createViewer, type Viewer } from '@qpos/viewer';
import { type Data, makeData, restoreModel } from 'qpos';
import { root } from '../root.ts';
import { type Answer, type Command, followed, readFrame } from './protocol.ts';

/** `?still=1.2` draws one good picture of that time, for the gallery, in place of a moving one. */
const still = Number(new URLSearchParams(location.search).get('still') ?? Number.NaN);

const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An example on a page: its worker, its picture, its buttons. */
class Stage {
  readonly #figure: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #readout: HTMLOutputElement;
  readonly #button: HTMLButtonElement;
  #worker: Worker | undefined;
  #viewer: Viewer | undefined;
  #data: Data | undefined;
  #wanted: boolean;
  #seen = false;

  constructor(figure: HTMLElement) {
    this.#figure = figure;
    this.#canvas = figure.querySelector('canvas') as HTMLCanvasElement;
    this.#readout = figure.querySelector('output') as HTMLOutputElement;
    this.#button = figure.querySelector('.play') as HTMLButtonElement;
    this.#wanted = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#label();
    this.#button.addEventListener('click', () => {
      this.#wanted = !this.#wanted;
      this.#label();
      this.#run();
    });
    figure.querySelector('.restart')?.addEventListener('click', () => this.#start());
    new IntersectionObserver(([entry]) => {
      this.#seen = entry?.isIntersecting ?? false;
      if (this.#seen && this.#worker === undefined) this.#start();
      this.#run();
    }).observe(figure);
    document.addEventListener('visibilitychange', () => this.#run());
  }

  #label(): void {
    const text = this.#wanted ? 'Pause' : 'Play';
    this.#button.textContent = text;
    this.#button.setAttribute('aria-label', text);
  }

  #start(): void {
    this.#worker?.terminate();
    this.#figure.dataset['state'] = 'loading';
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) => this.#fail(message));
    this.#post({ kind: 'start', id: this.#figure.dataset['example'] ?? '', root: root.href });
    this.#run();
  }

  #post(command: Command): void {
    this.#worker?.postMessage(command);
  }

  /** Time passes while the reader wants it to and can see it. */
  #run(): void {
    this.#post({ kind: 'run', running: this.#wanted && this.#seen && !document.hidden });
  }

  #take(answer: Answer): void {
    if (answer.kind === 'failed') this.#fail(answer.message);
    else if (answer.kind === 'model') this.#open(answer.bytes, answer.follow);
    else this.#draw(answer.numbers, answer.report);
  }

  #open(bytes: Uint8Array, follow: string): void {
    const again = this.#viewer !== undefined;
    const model = restoreModel(bytes, partsPlugins);
    this.#data = makeData(model);
    if (!again) {
      this.#viewer = createViewer(this.#canvas, model, Number.isNaN(still) ? {} : { quality: 'medium' });
      const body = followed(model, follow);
      if (body >= 0) this.#viewer.rig.mode = { kind: 'track', body };
    }
    this.#post({ kind: 'frame' });
  }

  #draw(numbers: Float64Array, report: Readonly<Record<string, number>>): void {
    if (this.#data === undefined) return;
    readFrame(numbers, this.#data);
    const early = this.#data.time < still;
    if (!early) this.#show(this.#data, report);
    if (early || Number.isNaN(still)) this.#ask();
  }

  #show(data: Data, report: Readonly<Record<string, number>>): void {
    this.#viewer?.render(data);
    this.#figure.dataset['state'] = 'live';
    const parts = Object.entries({ 'time (s)': data.time, ...report });
    this.#readout.value = parts.map(([name, value]) => `${name} ${format.format(value)}`).join('   ');
  }

  /** Asks for the next frame. */
  #ask(): void {
    const worker = this.#worker;
    requestAnimationFrame(() => {
      if (worker === this.#worker) this.#post({ kind: 'frame' });
    });
  }

  #fail(message: string): void {
    this.#figure.dataset['state'] = 'failed';
    this.#readout.value = `This example cannot run here: ${message}`;
  }
}

/** Brings a figure to life, once it is seen. */
export const startStage = (figure: HTMLElement): Stage => new Stage(figure);
