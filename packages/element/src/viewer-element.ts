import { type Data, type Model, nameToId } from '@qpos/core';
import { createViewer, type Viewer } from '@qpos/viewer';
import { ElementError } from './errors.ts';
import { fetchScene, passiveScene, policyScene, type Scene } from './scene.ts';

const STYLE = `
:host { display: block; position: relative; aspect-ratio: 8 / 5; overflow: hidden; }
canvas { display: block; width: 100%; height: 100%; touch-action: none; }
p { position: absolute; inset: auto 0 0; margin: 0; padding: 8px 12px; background: #7f1d1d; color: #fff; font: 14px/1.4 system-ui, sans-serif; }
p:empty { display: none; }`;
const MOST = 0.05; // seconds to make up for after a pause
const BUDGET = 12; // ms of a frame for physics

/** A server that only imports the module has no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<qpos-viewer>`: fetches a model, simulates it in time with the clock and draws it. Attributes: `src`, the model; `policy`, a trained policy that
 * moves it in its own task; `keyframe`, where it starts; `follow`, the body that the camera follows; `speed`; `paused`; `label`, what it shows, in
 * words. It fires `load` when the model is there and `error` when it cannot be, with the error in `detail`.
 *
 * @example
 * defineViewerElement();
 * document.body.innerHTML = '<qpos-viewer src="robot.xml" policy="walk.safetensors"></qpos-viewer>';
 * const element = document.querySelector('qpos-viewer') as QposViewerElement;
 * element.addEventListener('load', () => console.log(element.model?.nq));
 */
export class QposViewerElement extends Base {
  /** Attributes whose change loads anew or takes effect at once. */
  static readonly observedAttributes: readonly string[] = ['src', 'policy', 'keyframe', 'follow', 'paused', 'label'];
  readonly #canvas: HTMLCanvasElement;
  readonly #message: HTMLElement;
  #scene: Scene | undefined;
  #viewer: Viewer | undefined;
  #loads = 0;
  #frame = 0;
  #last = 0;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [style];
    this.#canvas = document.createElement('canvas');
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute('role', 'img');
    this.#message = document.createElement('p');
    this.#message.setAttribute('role', 'alert');
    shadow.append(this.#canvas, this.#message);
  }

  /** The model that is shown, once it is there. */
  get model(): Model | undefined {
    return this.#scene?.model;
  }

  /** Its state. */
  get data(): Data | undefined {
    return this.#scene?.data;
  }

  /** What draws it: camera and options. */
  get viewer(): Viewer | undefined {
    return this.#viewer;
  }

  /** Lets time pass. */
  play(): void {
    this.removeAttribute('paused');
  }

  /** Lets time stand still. */
  pause(): void {
    this.setAttribute('paused', '');
  }

  /** Starts over. */
  reset(): void {
    this.#scene?.reset();
    this.#draw();
  }

  /** @internal */
  connectedCallback(): void {
    void this.#load();
  }

  /** @internal */
  disconnectedCallback(): void {
    this.#loads++;
    this.#close();
  }

  /** @internal */
  attributeChangedCallback(name: string): void {
    if (name === 'label') this.#name();
    else if (!this.isConnected || this.#loads === 0) return;
    else if (name === 'follow') this.#follow();
    else if (name !== 'paused') void this.#load();
  }

  #attribute = (name: string): string => this.getAttribute(name) ?? '';

  async #load(): Promise<void> {
    const load = ++this.#loads;
    this.#message.textContent = '';
    try {
      const scene = await this.#open();
      if (load !== this.#loads) return; // another one was asked for meanwhile
      this.#close();
      this.#scene = scene;
      this.#viewer = createViewer(this.#canvas, scene.model);
      this.#follow();
      this.#name();
      this.#draw();
      this.#last = performance.now();
      this.#frame = requestAnimationFrame(this.#tick);
      this.dispatchEvent(new CustomEvent('load'));
    } catch (error) {
      if (load !== this.#loads) return;
      this.#message.textContent = error instanceof Error ? error.message : String(error);
      this.dispatchEvent(new CustomEvent('error', { detail: error }));
    }
  }

  async #open(): Promise<Scene> {
    const [src, policy] = [this.#attribute('src'), this.#attribute('policy')];
    if (src === '' && policy === '')
      throw new ElementError('bad-argument', 'qpos-viewer has nothing to show', { hint: 'give it a src or a policy' });
    const model = src === '' ? undefined : await fetchScene(src);
    if (policy !== '') return policyScene(new URL(policy, document.baseURI).href, model);
    return passiveScene(model as Model, this.#attribute('keyframe'));
  }

  #close(): void {
    cancelAnimationFrame(this.#frame);
    this.#viewer?.dispose();
    this.#viewer?.renderer.dispose();
    this.#viewer = undefined;
    this.#scene = undefined;
  }

  #name(): void {
    this.#canvas.setAttribute('aria-label', this.#attribute('label') || 'A simulated model');
  }

  #follow(): void {
    const name = this.#attribute('follow');
    if (this.#viewer === undefined || this.#scene === undefined) return;
    const body = name === '' ? -1 : nameToId(this.#scene.model, 'body', name);
    this.#viewer.rig.mode = body < 0 ? { kind: 'free' } : { kind: 'track', body };
  }

  #tick = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    const seconds = Math.min(MOST, (now - this.#last) / 1000);
    this.#last = now;
    const scene = this.#scene;
    if (scene === undefined || this.hasAttribute('paused')) return;
    const speed = Number(this.#attribute('speed') || 1);
    const end = scene.data.time + (speed > 0 ? speed : 1) * seconds;
    const start = performance.now();
    for (let before = -1; scene.data.time < end && performance.now() - start < BUDGET; before = scene.data.time) {
      if (scene.data.time < before) break; // it started over
      scene.advance();
    }
    this.#draw();
  };

  #draw(): void {
    if (this.#scene !== undefined) this.#viewer?.render(this.#scene.data);
  }
}

/**
 * Makes the element known to the page, under a name. Importing `@qpos/element/define` does it under the usual one.
 *
 * @param name The name of the tag; `qpos-viewer` by default.
 * @example
 * defineViewerElement();
 */
export function defineViewerElement(name = 'qpos-viewer'): void {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(name))
    throw new ElementError('bad-name', `an element cannot be called '${String(name)}'`, {
      hint: 'two lower-case words with a hyphen between them',
    });
  if (customElements.get(name) === undefined)
    customElements.define(name, name === 'qpos-viewer' ? QposViewerElement : class extends QposViewerElement {});
}
