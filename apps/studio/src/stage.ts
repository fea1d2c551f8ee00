import { createRenderer, defaultOptions, Viewer, type ViewOptions } from '@qpos/viewer';
import type { WebGLRenderer } from 'three';
import type { Simulation } from './simulation.ts';

const SLOW_MS = 45; // a frame that takes longer than this asks for fewer pixels
const FAST_MS = 20;
const SETTLE = 20; // frames between two changes of resolution

/** The picture: a viewer for the current model, drawn once per display frame, with as many pixels as the machine can fill. */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  viewer: Viewer | undefined;
  /** Called after each picture. */
  onDrawn: (() => void)[] = [];
  readonly #renderer: WebGLRenderer;
  readonly #sim: Simulation;
  #options: ViewOptions = defaultOptions();
  #scale = 1;
  #frameMs = 16;
  #lastDraw = 0;
  #settle = 2 * SETTLE;
  #resized = true;
  #hasState = false;
  fps = 0;
  /** Keeps the resolution, for recordings. */
  steady = false;

  constructor(canvas: HTMLCanvasElement, sim: Simulation) {
    this.canvas = canvas;
    this.#sim = sim;
    this.#renderer = createRenderer(canvas);
    new ResizeObserver(() => {
      this.#resized = true;
    }).observe(canvas);
    sim.on('frame', () => {
      this.#hasState = true;
    });
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
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
    const viewer = new Viewer(this.#renderer, model, { shadowSize: 2048 });
    Object.assign(viewer.options, this.#options);
    if (keepCamera && old !== undefined) {
      viewer.rig.lookat.copy(old.rig.lookat);
      viewer.rig.distance = old.rig.distance;
      viewer.rig.azimuth = old.rig.azimuth;
      viewer.rig.elevation = old.rig.elevation;
      const { mode } = old.rig;
      const there = mode.kind === 'fixed' ? mode.camera < model.ncam : mode.kind !== 'track' || mode.body < model.nbody;
      if (there) viewer.rig.mode = mode;
    }
    old?.dispose();
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
    this.#sim.askFrame();
    if (this.viewer === undefined || !this.#hasState || document.hidden) return;
    const interval = now - this.#lastDraw;
    this.#lastDraw = now;
    if (interval < 500) this.#frameMs += 0.1 * (interval - this.#frameMs);
    this.fps = 1000 / this.#frameMs;
    this.draw();
    for (const after of this.onDrawn) after();
    this.#adapt();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#resized = false;
    const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
    this.viewer?.resize(clientWidth, clientHeight, ratio * this.#scale);
  }

  /** Fewer pixels when drawing is slow, more when there is time. */
  #adapt(): void {
    if (this.steady || --this.#settle > 0) return;
    if (this.#frameMs > SLOW_MS && this.#scale > 0.5) this.#setScale(Math.max(0.5, this.#scale * 0.8));
    else if (this.#frameMs < FAST_MS && this.#scale < 1) this.#setScale(Math.min(1, this.#scale * 1.15));
  }

  #setScale(scale: number): void {
    this.#scale = scale;
    this.#settle = SETTLE;
    this.#resized = true;
  }

  /** Full resolution while `steady`. */
  hold(steady: boolean): void {
    this.steady = steady;
    if (steady) this.#setScale(1);
  }
}
