import { ArgumentError, type Data, type Model, nameToId } from '@qpos/core';
import {
  BasicShadowMap,
  type Camera,
  NoToneMapping,
  type OrthographicCamera,
  type PerspectiveCamera,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { CameraRig } from './camera/camera-rig.ts';
import { type Picked, pick } from './camera/pick.ts';
import { steerCamera } from './camera/steer.ts';
import type { ViewOptions } from './options.ts';
import {
  Capture,
  type CaptureKind,
  depthOf,
  normalsOf,
  type Pixels,
  segmentationOf,
  upright,
} from './picture/capture.ts';
import { FalseColor } from './picture/false-color.ts';
import { PostProcess } from './picture/post-process.ts';
import {
  checkQuality,
  type Effort,
  FrameBudget,
  type Quality,
  type QualityChoice,
  suitableQuality,
} from './quality.ts';
import type { ContactList } from './scene/contacts.ts';
import { SceneView } from './scene/scene-view.ts';

/** Settings of a viewer that do not change later. */
export interface ViewerOptions {
  /** Smooth edges in low quality; others have them anyway. */
  readonly antialias?: boolean;
  /** How much work goes into a picture; `auto` by default: as much as keeps frames fast on this machine. */
  readonly quality?: QualityChoice;
  /** Whether mouse and fingers on the canvas of `createViewer` move the camera; true by default. */
  readonly controls?: boolean;
  /** Whether the camera starts, and stays until it is moved, where everything is in the picture; true by default. */
  readonly frame?: boolean;
  /** Whether the picture has no background, so that what is behind the canvas shines through; false by default. */
  readonly transparent?: boolean;
}

const OCCLUSION = 0.08; // of the extent of a model: how far its surfaces darken each other
const PAUSE = 500; // milliseconds after which a frame is not the next one, but a new start
const MOST_PIXELS = 16384; // on a side: more than graphics cards draw at once
const FEW_PIXELS = 320 * 240; // pictures of up to so many are always drawn with all of theirs
const focus = new Vector3();
const offset = new Vector3();

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
  readonly #budget: FrameBudget | undefined;
  #effort: Effort;
  #post: PostProcess | undefined;
  readonly #eye = new Vector3();
  #capture: Capture | undefined;
  #falseColor: FalseColor | undefined;
  #size: readonly [width: number, height: number, pixelRatio: number] = [1, 1, 1];
  #lastFrame = Number.NaN;
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
    const choice = checkQuality(settings.quality ?? 'auto');
    if (choice === 'auto') this.#budget = new FrameBudget(suitableQuality(renderer.getContext()));
    this.#effort = this.#budget?.effort ?? { quality: choice as Quality, scale: 1 };
    renderer.shadowMap.type = BasicShadowMap; // what soft shadows are computed from
    this.view = new SceneView(model, { quality: this.#effort.quality });
    this.rig = new CameraRig(model);
    this.rig.autoFrame = settings.frame ?? true;
    if (settings.transparent === true) {
      this.options.skybox = false;
      renderer.setClearAlpha(0);
    }
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
    if (!(width >= 0 && height >= 0 && pixelRatio > 0 && Math.max(width, height) * pixelRatio <= MOST_PIXELS))
      throw new ArgumentError(`a picture cannot have ${width} x ${height} pixels at a ratio of ${pixelRatio}`);
    this.#size = [width, height, pixelRatio];
    const all = Math.max(1, width * height * pixelRatio ** 2);
    const scale = Math.max(this.#effort.scale, Math.min(1, Math.sqrt(FEW_PIXELS / all)));
    this.renderer.setPixelRatio(pixelRatio * scale);
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
    this.#adapt();
    this.#shown = [data, contacts];
    this.#pictures++;
    this.rig.aspect = this.#size[0] / Math.max(1, this.#size[1]) / (this.options.stereo ? 2 : 1);
    this.rig.update(data);
    const { camera } = this.rig;
    this.view.update(data, camera, this.rig.focus(focus), contacts);
    const { image } = this.options;
    if (image !== 'color') {
      this.#drawNumbers(camera, image);
      return;
    }
    if (this.options.stereo) {
      this.#drawStereo(camera, data);
      return;
    }
    this.view.prepare(this.renderer, camera, data);
    this.#draw(camera);
  }

  /** What the two eyes see, side by side: cameras that look in parallel, as far apart as the model says. */
  #drawStereo(camera: PerspectiveCamera | OrthographicCamera, data: Data): void {
    const { renderer } = this;
    const [width, height] = this.#size;
    this.#eye.copy(camera.position);
    offset.setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(0.5 * this.#model.vis.global.ipd);
    renderer.setScissorTest(true);
    for (const side of [0, 1]) {
      camera.position.copy(this.#eye).addScaledVector(offset, side === 0 ? -1 : 1);
      camera.updateMatrixWorld();
      this.view.prepare(renderer, camera, data);
      renderer.setViewport((side * width) / 2, 0, width / 2, height);
      renderer.setScissor((side * width) / 2, 0, width / 2, height);
      this.#draw(camera);
    }
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, width, height);
    camera.position.copy(this.#eye);
    camera.updateMatrixWorld();
  }

  /** How the pictures are drawn now: their quality, and their pixels as a part of the full resolution; small pictures have all. */
  get effort(): Effort {
    return this.#effort;
  }

  /** @param effort How pictures are drawn from now on. */
  set effort(effort: Effort) {
    const resized = effort.scale !== this.#effort.scale;
    this.#effort = effort;
    if (this.view.quality !== effort.quality) {
      this.view.quality = effort.quality;
      this.#post?.dispose();
      this.#post = undefined;
    }
    if (resized) this.resize(...this.#size);
  }

  #draw(camera: Camera): void {
    const { quality } = this.#effort;
    const { scene } = this.view;
    if (quality === 'low') {
      this.renderer.render(scene, camera);
      return;
    }
    this.#post ??= new PostProcess(quality, OCCLUSION * this.#model.stat.extent);
    this.#post.render(this.renderer, scene, camera);
  }

  #drawNumbers(camera: Camera, kind: CaptureKind): void {
    this.#capture ??= new Capture();
    this.#falseColor ??= new FalseColor(this.#model.stat.extent);
    this.#capture.draw(this.renderer, this.view.scene, camera, this.view.decoration, kind);
    this.#falseColor.render(this.renderer, this.#capture, kind, this.options.idColor);
  }

  /** Follows the time between frames, where the quality is chosen by it. */
  #adapt(): void {
    const now = performance.now();
    const passed = now - this.#lastFrame;
    this.#lastFrame = now;
    if (this.#budget !== undefined && passed < PAUSE && this.#budget.frame(passed)) this.effort = this.#budget.effort;
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

  /**
   * The picture as numbers.
   *
   * @param data The Data to show.
   * @param camera A camera of the model by name or index; the current view by default.
   * @returns Red, green, blue and opacity of each pixel, from 0 to 255.
   */
  pixels(data: Data, camera?: string | number): Pixels<Uint8Array> {
    return this.#through(camera, () => {
      this.render(data);
      const gl = this.renderer.getContext();
      const { width, height } = this.renderer.domElement;
      const rows = new Uint8Array(4 * width * height);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows);
      return { width, height, data: upright(rows, width, height) };
    });
  }

  /**
   * Distances from a camera, along its axis.
   *
   * @param data The Data to show.
   * @param camera A camera of the model by name or index; the current view by default.
   * @returns One number per pixel; infinity where there is nothing.
   * @example
   * const { data: metres, width } = viewer.depth(data, 'wrist');
   */
  depth(data: Data, camera?: string | number): Pixels<Float32Array> {
    return depthOf(this.#read(data, camera, 'depth'));
  }

  /**
   * The object that is seen at each pixel.
   *
   * @param data The Data to show.
   * @param camera A camera of the model by name or index; the current view by default.
   * @returns Index and type (`enums.ObjType`) per pixel, as in MuJoCo; both are -1 where there is nothing.
   */
  segmentation(data: Data, camera?: string | number): Pixels<Int32Array> {
    return segmentationOf(this.#read(data, camera, 'segmentation'));
  }

  /**
   * Normals of the surfaces that are seen.
   *
   * @param data The Data to show.
   * @param camera A camera of the model by name or index; the current view by default.
   * @returns Three numbers per pixel, in the world frame; zero where there is nothing.
   */
  normals(data: Data, camera?: string | number): Pixels<Float32Array> {
    return normalsOf(this.#read(data, camera, 'normals'));
  }

  #read(data: Data, camera: string | number | undefined, kind: CaptureKind): Pixels<Float32Array> {
    return this.#through(camera, () => {
      this.rig.update(data);
      const { view, renderer } = this;
      view.update(data, this.rig.camera, this.rig.focus(focus));
      this.#capture ??= new Capture();
      this.#capture.draw(renderer, view.scene, this.rig.camera, view.decoration, kind);
      return this.#capture.read(renderer);
    });
  }

  /** Looks through a camera of the model while something is drawn. */
  #through<T>(camera: string | number | undefined, draw: () => T): T {
    if (camera === undefined) return draw();
    const id = typeof camera === 'number' ? camera : nameToId(this.#model, 'camera', camera);
    if (!(Number.isInteger(id) && id >= 0 && id < this.#model.ncam))
      throw new ArgumentError(`the model has no camera '${camera}'`);
    const { mode } = this.rig;
    this.rig.mode = { kind: 'fixed', camera: id };
    try {
      return draw();
    } finally {
      this.rig.mode = mode;
    }
  }

  /** Frees what belongs to the model and lets go of the canvas; the renderer stays. */
  dispose(): void {
    this.#attached.abort();
    this.#shown = undefined;
    this.#post?.dispose();
    this.#capture?.dispose();
    this.#falseColor?.dispose();
    this.view.dispose();
  }
}

/**
 * A renderer with the settings that the scenes are made for.
 *
 * @param canvas The canvas to draw on.
 * @param antialias Smooth edges of what is drawn straight to the canvas, in low quality; off by default.
 * @returns The renderer.
 * @example
 * const viewer = new Viewer(createRenderer(canvas), model);
 * viewer.resize(640, 480, devicePixelRatio);
 */
export function createRenderer(canvas: HTMLCanvasElement, antialias = false): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = NoToneMapping; // surfaces or the last pass compress highlights
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
  const viewer = new Viewer(createRenderer(canvas, settings.antialias), model, settings);
  viewer.followSize(canvas);
  if (settings.controls !== false) viewer.steer(canvas);
  return viewer;
}

/**
 * A viewer without a window, for pictures as numbers: colours, depth, objects and normals, as vision tasks need them. It works in a worker
 * as well.
 *
 * @param model The model.
 * @param width Pixels in a row.
 * @param height Rows.
 * @param settings Quality; `medium` by default.
 * @returns The viewer.
 * @example
 * const viewer = createOffscreenViewer(model, 320, 240);
 * const depth = viewer.depth(data, 'wrist');
 */
export function createOffscreenViewer(
  model: Model,
  width: number,
  height: number,
  settings: ViewerOptions = {},
): Viewer {
  if (!(Number.isInteger(width) && Number.isInteger(height) && Math.min(width, height) > 0))
    throw new ArgumentError(`a picture cannot have ${width} x ${height} pixels`);
  const canvas = new OffscreenCanvas(width, height) as unknown as HTMLCanvasElement;
  const viewer = new Viewer(createRenderer(canvas), model, { quality: 'medium', ...settings });
  viewer.resize(width, height, 1);
  return viewer;
}
