import {
  createRenderer,
  defaultOptions,
  type Effort,
  FrameBudget,
  type Quality,
  qualities,
  suitableQuality,
  Viewer,
  type ViewOptions,
} from '@qpos/viewer';
import type { WebGLRenderer } from 'three';
import type { Simulation } from './simulation.ts';

const IDLE_MS = 400; // after which a paused picture is not drawn again

/** The picture: a viewer for the current model, drawn once per display frame, as well as the machine can in that time. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  viewer: Viewer | undefined;
  /** The one before, kept until the next picture: shaders that both need are not compiled again. */
  #outgoing: Viewer | undefined;
  /** Called after each picture. */
  onDrawn: (() => void)[] = [];
  readonly #renderer: WebGLRenderer;
  readonly #sim: Simulation;
  #options: ViewOptions = defaultOptions();
  readonly #quality: Quality;
  readonly #budget: FrameBudget;
  #frameMs = 16;
  #lastDraw = 0;
  #lastAsk = 0;
  #awakeUntil = 0;
  #sharp = false; // a picture at rest has all pixels
  #resized = true;
  #hasState = false;
  #shownState = '';
  fps = 0;
  /** Milliseconds from one picture to the next at least: `?fps=` limits what drawing takes from the machine. */
  readonly #leastMs: number;
  /** Keeps quality and full resolution: for recordings, or a quality that was asked for by `?quality=`. */
  steady = false;

  constructor(canvas: HTMLCanvasElement, sim: Simulation) {
    this.canvas = canvas;
    this.#sim = sim;
    const asked = new URLSearchParams(location.search);
    const wanted = asked.get('quality');
    const most = Number(asked.get('fps') ?? Number.POSITIVE_INFINITY);
    this.#leastMs = most > 0 ? 1000 / most : 0;
    this.steady = qualities.includes(wanted as Quality);
    this.#renderer = createRenderer(canvas);
    this.#quality = this.steady ? (wanted as Quality) : suitableQuality(this.#renderer.getContext());
    this.#budget = new FrameBudget(this.#quality);
    new ResizeObserver(() => {
      this.#resized = true;
      this.wake();
    }).observe(canvas);
    sim.on('frame', (head) => {
      const state = `${head.time} ${head.historyIndex} ${head.revision}`;
      if (state !== this.#shownState) this.wake();
      this.#shownState = state;
      this.#hasState = true;
    });
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input', 'change', 'click'])
      addEventListener(event, () => this.wake(), { capture: true, passive: true });
    requestAnimationFrame((now) => this.#loop(now));
  }

  get options(): ViewOptions {
    return this.viewer?.options ?? this.#options;
  }

  /** Shows another model; what is shown of it stays as it was chosen. */
  show(keepCamera: boolean): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    const old = this.viewer;
    if (old !== undefined) this.#options = old.options;
    const viewer = new Viewer(this.#renderer, model, { quality: this.#effort.quality });
    Object.assign(viewer.options, this.#options);
    if (keepCamera && old !== undefined) {
      viewer.rig.autoFrame = old.rig.autoFrame;
      viewer.rig.lookat.copy(old.rig.lookat);
      viewer.rig.distance = old.rig.distance;
      viewer.rig.azimuth = old.rig.azimuth;
      viewer.rig.elevation = old.rig.elevation;
      const { mode } = old.rig;
      const there = mode.kind === 'fixed' ? mode.camera < model.ncam : mode.kind !== 'track' || mode.body < model.nbody;
      if (there) viewer.rig.mode = mode;
    }
    this.wake();
    this.#outgoing?.dispose();
    this.#outgoing = old;
    this.viewer = viewer;
    this.#hasState = false;
    this.#resized = true;
  }

  /** Draws now. */
  draw(): void {
    const { data, contacts } = this.#sim;
    if (this.viewer === undefined || data === undefined || !this.#hasState) return;
    if (this.#resized) this.#resize();
    this.viewer.render(data, contacts);
    this.#outgoing?.dispose();
    this.#outgoing = undefined;
  }

  /** The picture as PNG. */
  async screenshot(): Promise<Blob> {
    this.draw();
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
    });
  }

  #loop(now: number): void {
    requestAnimationFrame((next) => this.#loop(next));
    if (document.hidden) return;
    const { running } = this.#sim;
    const idle = !running && now > this.#awakeUntil;
    if (idle && now - this.#lastAsk < IDLE_MS) return;
    this.#lastAsk = now;
    if (idle !== this.#sharp) {
      this.#sharp = idle;
      this.#resized = true;
    }
    this.#sim.askFrame();
    if (this.viewer === undefined || !this.#hasState) return;
    const interval = now - this.#lastDraw;
    if (interval < this.#leastMs) return;
    this.#lastDraw = now;
    if (!idle) this.#frameMs += 0.15 * (Math.min(interval, 1000) - this.#frameMs);
    this.fps = 1000 / this.#frameMs;
    this.draw();
    for (const after of this.onDrawn) after();
    if (!idle && !this.steady && this.#budget.frame(interval)) this.#resized = true;
  }

  /** Waits until a state that was asked for from now on is in the picture. */
  async settled(): Promise<void> {
    for (let states = 0; states < 2; states++) {
      await new Promise<void>((resolve) => {
        const end = this.#sim.on('frame', () => {
          end();
          resolve();
        });
        this.wake();
      });
    }
    this.draw();
  }

  /** Draws for a while even if the simulation is paused. */
  wake(): void {
    this.#awakeUntil = performance.now() + IDLE_MS;
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#resized = false;
    const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
    if (this.viewer === undefined) return;
    this.viewer.effort = this.#effort;
    this.viewer.resize(clientWidth, clientHeight, ratio);
  }

  /** What the next picture is drawn with; one at rest has all pixels. */
  get #effort(): Effort {
    if (this.steady) return { quality: this.#quality, scale: 1 };
    const { quality, scale } = this.#budget.effort;
    return { quality, scale: this.#sharp ? 1 : scale };
  }

  /** Full resolution while `steady`. */
  hold(steady: boolean): void {
    this.steady = steady;
    this.#resized = true;
  }

  /** Draw calls of the last picture. */
  get drawCalls(): number {
    return this.#renderer.info.render.calls;
  }
}
