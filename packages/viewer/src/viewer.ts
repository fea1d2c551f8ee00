import type { Data, Model } from '@qpos/core';
import { BasicShadowMap, NeutralToneMapping, PCFShadowMap, SRGBColorSpace, Vector3, WebGLRenderer } from 'three';
import { CameraRig } from './camera-rig.ts';
import type { ContactList } from './contacts.ts';
import type { ViewOptions } from './options.ts';
import { type Picked, pick } from './pick.ts';
import { type Quality, suitableQuality } from './quality.ts';
import { SceneView } from './scene-view.ts';
import { steerCamera } from './steer.ts';

export interface ViewerOptions {
  readonly antialias?: boolean;
  /** Chosen by what draws, unless given. */
  readonly quality?: Quality;
  /** Whether mouse and fingers on the canvas of `createViewer` move the camera; true by default. */
  readonly controls?: boolean;
}

const focus = new Vector3();

/** Draws a Model and its Data on a canvas. */
export class Viewer {
  readonly renderer: WebGLRenderer;
  readonly view: SceneView;
  readonly rig: CameraRig;
  readonly #model: Model;
  readonly #attached = new AbortController();
  #shown: readonly [data: Data, contacts: ContactList | undefined] | undefined;
  #pictures = 0;

  constructor(renderer: WebGLRenderer, model: Model, settings: ViewerOptions = {}) {
    this.renderer = renderer;
    this.#model = model;
    const quality = settings.quality ?? suitableQuality();
    renderer.shadowMap.type = quality === 'low' ? BasicShadowMap : PCFShadowMap;
    this.view = new SceneView(model, { quality });
    this.rig = new CameraRig(model);
  }

  get options(): ViewOptions {
    return this.view.options;
  }

  /** Fits the picture to a size in CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.rig.aspect = width / Math.max(1, height);
    this.view.pictureHeight = height;
  }

  /** Fits the picture to a canvas, also when its size changes later. */
  followSize(canvas: HTMLCanvasElement): void {
    const fit = (): void => {
      const width = canvas.clientWidth || canvas.width;
      const height = canvas.clientHeight || canvas.height;
      this.resize(width, height, globalThis.devicePixelRatio ?? 1);
      this.#refresh();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(canvas);
    this.#attached.signal.addEventListener('abort', () => observer.disconnect());
    fit();
  }

  /** Lets mouse and fingers on a canvas move the camera: left drag turns, right drag moves, the wheel zooms. */
  steer(canvas: HTMLCanvasElement): void {
    steerCamera(canvas, this.rig, () => this.#refresh(), this.#attached.signal);
  }

  /** Draws the last frame again, unless it is drawn anyway before the next picture. */
  #refresh(): void {
    const before = this.#pictures;
    requestAnimationFrame(() => {
      if (this.#shown !== undefined && this.#pictures === before && !this.#attached.signal.aborted)
        this.render(...this.#shown);
    });
  }

  /** Draws one frame of `data`. Contacts may be given, for a Data that was not stepped here. */
  render(data: Data, contacts?: ContactList): void {
    this.#shown = [data, contacts];
    this.#pictures++;
    this.rig.update(data);
    const { camera } = this.rig;
    this.view.update(data, camera, this.rig.focus(focus), contacts);
    this.view.prepare(this.renderer, camera, data);
    this.renderer.render(this.view.scene, camera);
  }

  /** What is seen at a point of the picture: x to the right and y up, from -1 to 1. */
  pick(data: Data, x: number, y: number): Picked | undefined {
    return pick(this.#model, data, this.rig.camera, x, y, this.options);
  }

  /** Frees what belongs to the model and lets go of the canvas; the renderer stays. */
  dispose(): void {
    this.#attached.abort();
    this.#shown = undefined;
    this.view.dispose();
  }
}

/** A renderer with the settings that the scenes are made for. */
export function createRenderer(canvas: HTMLCanvasElement, antialias = suitableQuality() === 'high'): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  return renderer;
}

/** A viewer with its own renderer on a canvas, whose size it follows and where mouse and fingers move the camera. */
export function createViewer(canvas: HTMLCanvasElement, model: Model, settings: ViewerOptions = {}): Viewer {
  const viewer = new Viewer(
    createRenderer(canvas, settings.antialias ?? (settings.quality ?? suitableQuality()) === 'high'),
    model,
    settings,
  );
  viewer.followSize(canvas);
  if (settings.controls !== false) viewer.steer(canvas);
  return viewer;
}
