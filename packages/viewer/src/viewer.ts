import type { Data, Model } from '@qpos/core';
import { BasicShadowMap, NeutralToneMapping, PCFShadowMap, SRGBColorSpace, Vector3, WebGLRenderer } from 'three';
import { CameraRig } from './camera/camera-rig.ts';
import { type Picked, pick } from './camera/pick.ts';
import { steerCamera } from './camera/steer.ts';
import type { ViewOptions } from './options.ts';
import { type Quality, suitableQuality } from './quality.ts';
import type { ContactList } from './scene/contacts.ts';
import { SceneView } from './scene/scene-view.ts';

/** Settings of a viewer that do not change later. */
export interface ViewerOptions {
  /** Smooth edges; by default if the quality is high. */
  readonly antialias?: boolean;
  /** How much work goes into a picture; chosen by what draws on this machine unless given. */
  readonly quality?: Quality;
  /** Whether mouse and fingers on the canvas of `createViewer` move the camera; true by default. */
  readonly controls?: boolean;
}

const focus = new Vector3();

/**
 * Draws a Model and its Data.
 *
 * @example
 * const viewer = createViewer(canvas, model);
 * const frame = () => {
 *   step(model, data, 8);
 *   viewer.render(data);
 *   requestAnimationFrame(frame);
 * };
 * frame();
 */
export class Viewer {
  /** The renderer that it draws with. */
  readonly renderer: WebGLRenderer;
  /** The scene. */
  readonly view: SceneView;
  /** The camera. */
  readonly rig: CameraRig;
  readonly #model: Model;
  readonly #attached = new AbortController();
  #shown: readonly [data: Data, contacts: ContactList | undefined] | undefined;
  #pictures = 0;

  /**
   * @param renderer The renderer to draw with, such as `createRenderer` makes.
   * @param model The model.
   * @param settings Quality of the picture.
   */
  constructor(renderer: WebGLRenderer, model: Model, settings: ViewerOptions = {}) {
    this.renderer = renderer;
    this.#model = model;
    const quality = settings.quality ?? suitableQuality();
    renderer.shadowMap.type = quality === 'low' ? BasicShadowMap : PCFShadowMap;
    this.view = new SceneView(model, { quality });
    this.rig = new CameraRig(model);
  }

  /** What is drawn; flags can be changed at any time. */
  get options(): ViewOptions {
    return this.view.options;
  }

  /**
   * Fits the picture to a size.
   *
   * @param width Width in CSS pixels.
   * @param height Height in CSS pixels.
   * @param pixelRatio Pixels of the screen for each.
   */
  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.rig.aspect = width / Math.max(1, height);
    this.view.pictureHeight = height;
  }

  /**
   * Fits the picture to a canvas, now and whenever its size changes.
   *
   * @param canvas The canvas.
   */
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

  /**
   * Lets mouse and fingers on a canvas move the camera: left drag turns, right drag moves, the wheel zooms.
   *
   * @param canvas The canvas.
   */
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

  /**
   * Draws one frame.
   *
   * @param data The Data to show.
   * @param contacts Its contacts, for a Data that was not stepped here.
   */
  render(data: Data, contacts?: ContactList): void {
    this.#shown = [data, contacts];
    this.#pictures++;
    this.rig.update(data);
    const { camera } = this.rig;
    this.view.update(data, camera, this.rig.focus(focus), contacts);
    this.view.prepare(this.renderer, camera, data);
    this.renderer.render(this.view.scene, camera);
  }

  /**
   * What is seen at a point of the picture.
   *
   * @param data The Data that is shown.
   * @param x From -1 at the left to 1 at the right.
   * @param y From -1 at the bottom to 1 at the top.
   * @returns The geom or flex, and where it was hit; undefined for the background.
   */
  pick(data: Data, x: number, y: number): Picked | undefined {
    return pick(this.#model, data, this.rig.camera, { x, y }, this.options);
  }

  /** Frees what belongs to the model and lets go of the canvas; the renderer stays. */
  dispose(): void {
    this.#attached.abort();
    this.#shown = undefined;
    this.view.dispose();
  }
}

/**
 * A renderer with the settings that the scenes are made for.
 *
 * @param canvas The canvas to draw on.
 * @param antialias Smooth edges; by default if the machine can draw in high quality.
 * @returns The renderer.
 * @example
 * const viewer = new Viewer(createRenderer(canvas), model);
 * viewer.resize(640, 480, devicePixelRatio);
 */
export function createRenderer(canvas: HTMLCanvasElement, antialias = suitableQuality() === 'high'): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  return renderer;
}

/**
 * A viewer with its own renderer on a canvas, whose size it follows. Mouse and fingers move the camera.
 *
 * @param canvas The canvas to draw on.
 * @param model The model.
 * @param settings Quality, antialiasing, controls.
 * @returns The viewer.
 * @example
 * const viewer = createViewer(canvas, model, { quality: 'high' });
 * viewer.options.contactForce = true;
 * viewer.render(data);
 */
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
