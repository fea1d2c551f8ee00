import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { addKey, copySpec, type Data, type Model, nameToId, QposError, type Spec, writeMjcfFiles } from 'qpos';
import { specFromModel } from 'qpos/decompile';
import { type Io, UsageError } from '../io.ts';
import type { OpenedModel } from '../model/open.ts';
import { startProgress } from '../output/terminal.ts';
import { encodeNpz } from '../recording/npz.ts';
import type { Browser, Page } from './browser.ts';
import { commonFolder, modelInMemory, type ServedModel } from './model-files.ts';
import { serve, studioAddress } from './serve.ts';

/** A state as the attributes of a keyframe. */
export interface Snapshot {
  readonly qpos: number[];
  readonly qvel: number[];
  readonly act: number[];
  readonly ctrl: number[];
  readonly mpos: number[];
  readonly mquat: number[];
}

export function snapshot(data: Data): Snapshot {
  return {
    qpos: [...data.qpos],
    qvel: [...data.qvel],
    act: [...data.act],
    ctrl: [...data.ctrl],
    mpos: [...data.mocap_pos],
    mquat: [...data.mocap_quat],
  };
}

/** What the pixels of a picture show, as the viewer names it. */
export type ImageKind = 'color' | 'depth' | 'segmentation' | 'normals';

export interface PhotographOptions {
  readonly studio: string;
  readonly camera: string | undefined;
  readonly width: number;
  readonly height: number;
  /** How much the renderer does: low, medium or high. */
  readonly quality: string;
  /** What the pixels show. */
  readonly image: ImageKind;
  /** Whether the background is left out. */
  readonly transparent: boolean;
  /** Whether the numbers themselves are wanted, as an archive of NumPy, in place of a PNG. */
  readonly asNumbers: boolean;
}

const MAIN = 'picture.xml';
const FIRST_TIME = 10_000; // keyframe k has this time plus k, by which the page shows that it has arrived

/** The model with each state as a keyframe, seen through the camera. */
function staged(opened: OpenedModel, states: readonly Snapshot[], camera: string | undefined): ServedModel {
  const { spec, files, main } = sourceOf(opened);
  const copy = copySpec(spec);
  copy.keys.length = 0;
  states.forEach((state, k) => {
    const given = Object.entries(state).filter(([, values]) => values.length > 0);
    addKey(copy, { name: `picture ${k}`, time: FIRST_TIME + k, ...Object.fromEntries(given) });
  });
  if (camera !== undefined) {
    const cameraid = cameraId(opened.model, camera);
    copy.visual = { ...copy.visual, global: { ...copy.visual.global, kind: 'global', cameraid } };
  }
  const root = commonFolder([...files.keys(), main].map((name) => path.resolve(name)));
  const below = (name: string): string => path.relative(root, path.resolve(name)).split(path.sep).join('/');
  const served = new Map<string, Uint8Array | string>();
  for (const [name, content] of files) served.set(below(name), content);
  const folder = path.posix.dirname(main);
  for (const [name, text] of Object.entries(writeMjcfFiles(copy, MAIN)))
    served.set(below(path.posix.join(folder, name)), text);
  return modelInMemory(below(path.posix.join(folder, MAIN)), served);
}

/** The tree and files of a model; a compiled one is turned back. */
function sourceOf({ spec, files, main, model }: OpenedModel): Pick<OpenedModel, 'files' | 'main'> & { spec: Spec } {
  if (spec !== undefined) return { spec, files, main };
  const compiled = specFromModel(model);
  return { spec: compiled.spec, files: new Map(Object.entries(compiled.files)), main: MAIN };
}

function cameraId(model: Model, camera: string): number {
  const id = /^\d+$/.test(camera) ? Number(camera) : nameToId(model, 'camera', camera);
  if (id >= 0 && id < model.ncam) return id;
  const names = Array.from({ length: model.ncam }, (_, c) => model.camera(c).name || String(c));
  throw new UsageError(
    `the model has no camera '${camera}'`,
    names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`,
  );
}

const STYLE =
  '#canvas{position:fixed!important;inset:0!important;width:100vw!important;height:100vh!important;z-index:2147483647!important;border-radius:0!important}';

/** Frames are drawn when asked for, at a steady pace of their own: no time is spent on pictures that nobody takes. */
const CLOCK = `{
  let queue = [];
  let next = 1;
  let now = 0;
  globalThis.requestAnimationFrame = (draw) => { queue.push({ id: next, draw }); return next++; };
  globalThis.cancelAnimationFrame = (id) => { queue = queue.filter((f) => f.id !== id); };
  globalThis.drawFrame = () => {
    const due = queue;
    queue = [];
    now += 16;
    for (const { draw } of due) draw(now);
    // wait for the picture: frames that queue up would only delay each other
    const gl = document.getElementById('canvas')?.getContext('webgl2');
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  };
}`;

const SMOOTHED = 4096; // pixels on a side up to which a picture is drawn at twice its size

/** Takes a picture of each state in the studio. */
export async function photograph(
  io: Io,
  browser: Browser,
  opened: OpenedModel,
  states: readonly Snapshot[],
  options: PhotographOptions,
): Promise<Uint8Array[]> {
  const { studio, width, height } = options;
  const model = staged(opened, states, options.camera);
  const served = await serve({ studio, model, port: 0 });
  const progress = startProgress(io.stderr, 'rendering', states.length);
  try {
    // one picture may take its time: four times the pixels make smooth edges
    const smooth = states.length === 1 && Math.max(width, height) <= SMOOTHED;
    const deviceScaleFactor = smooth && options.image === 'color' && !options.transparent ? 2 : 1;
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor, bypassCSP: true });
    await page.addInitScript({ content: CLOCK });
    await open(page, studioAddress(served, model, { paused: '1', quality: options.quality }), states.length);
    await prepare(page, states.length, options);
    const pictures: Uint8Array[] = [];
    for (let k = 0; k < states.length && !io.signal.aborted; k++) {
      await showKeyframe(page, k);
      pictures.push(await take(page, options));
      progress.update(k + 1, `${k + 1} of ${states.length}`);
    }
    return pictures;
  } catch (error) {
    if (error instanceof QposError) throw error;
    // the browser's own words, without their colours and the log of the driver
    const message = stripVTControlCharacters((error as Error).message).split('\n')[0];
    throw new UsageError(
      `the browser could not take the picture: ${message}`,
      'try a smaller --size or a lower --quality',
    );
  } finally {
    progress.stop();
    await served.close();
  }
}

const GLANCES = 8; // states by which the camera chooses its place for a film

/** Sets what the pixels show, and places the camera so that the whole motion is in the picture. */
async function prepare(page: Page, states: number, { image, transparent }: PhotographOptions): Promise<void> {
  const every = Math.max(1, Math.ceil(states / GLANCES));
  for (let k = 0; k < states; k += every) await showKeyframe(page, k);
  await page.evaluate(`(() => {
    const { viewer, options } = studio.stage;
    viewer.rig.autoFrame = false;
    options.image = '${image}';
    if (!${transparent}) return;
    options.skybox = false;
    viewer.renderer.setClearAlpha(0);
  })()`);
}

/** Numbers of a typed array as text, in pieces that a call can take. */
const NUMBERS = `(array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}`;

/** The picture on the screen: as PNG, or its numbers. */
async function take(page: Page, { image, transparent, asNumbers }: PhotographOptions): Promise<Uint8Array> {
  if (asNumbers) {
    const pixels = await page.evaluate<{ width: number; height: number; text: string }>(
      `(() => {
        const { width, height, data } = studio.stage.viewer.${image}(studio.sim.data);
        return { width, height, text: (${NUMBERS})(data) };
      })()`,
    );
    return pixelArchive(image, pixels.width, pixels.height, Buffer.from(pixels.text, 'base64'));
  }
  if (!transparent) return page.screenshot({ type: 'png', scale: 'css' });
  const address = await page.evaluate<string>(
    `(studio.stage.draw(), document.getElementById('canvas').toDataURL('image/png'))`,
  );
  return Buffer.from(address.replace(/^.*,/, ''), 'base64');
}

/** Numbers per pixel: heights, widths and what one pixel has. */
function pixelArchive(image: ImageKind, width: number, height: number, bytes: Buffer): Uint8Array {
  const channels = { color: 4, depth: 1, segmentation: 2, normals: 3 }[image];
  const buffer = Uint8Array.from(bytes).buffer;
  const values = image === 'segmentation' ? new Int32Array(buffer) : new Float32Array(buffer);
  const shape = channels === 1 ? [height, width] : [height, width, channels];
  return encodeNpz({ [image]: { shape, data: Float64Array.from(values) } });
}

const LOAD_TIMEOUT = 90_000;
const POLL_MILLISECONDS = 25;

/** Draws frames until something holds in the page; false if it does not come to that. */
async function drawUntil(page: Page, condition: string): Promise<boolean> {
  const end = performance.now() + LOAD_TIMEOUT;
  while (performance.now() < end) {
    if (await page.evaluate<boolean>(`drawFrame(), Boolean(${condition})`)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
  return false;
}

const PAUSED = `document.querySelector('output.rate')?.textContent === 'paused'`;

/** Opens the studio and waits until it lists all keyframes; then it is paused, and the picture fills the page. */
async function open(page: Page, address: string, keyframes: number): Promise<void> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()} for ${response.url()}`);
  });
  await page.goto(address);
  const last = `document.querySelector('#keyframe option[value="${keyframes - 1}"]')?.textContent`;
  const loaded = await drawUntil(
    page,
    `${last} === 'picture ${keyframes - 1}' && document.querySelector('output.rate')?.textContent`,
  );
  if (!loaded) {
    throw new UsageError(
      `the studio did not load the model${problems.length > 0 ? `: ${problems.slice(0, 3).join('; ')}` : ''}`,
    );
  }
  await page.evaluate(`(() => {
    if (!(${PAUSED})) document.getElementById('play')?.click();
    const style = document.createElement('style');
    style.textContent = ${JSON.stringify(STYLE)};
    document.head.append(style);
    document.activeElement?.blur();
    document.body.append(document.getElementById('canvas')); // out of the panels, which would be in front of it
    studio.stage.hold(true); // takes the new size at once: without frames of its own the page may never observe it
  })()`);
  if (!(await drawUntil(page, PAUSED))) throw new UsageError('the studio does not pause');
}

/** Goes to a keyframe and waits until it has been drawn. */
async function showKeyframe(page: Page, k: number): Promise<void> {
  await page.evaluate(`(() => {
    const list = document.getElementById('keyframe');
    list.value = '${k}';
    list.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  const time = `document.querySelector('output.time')?.textContent`;
  const shown = await drawUntil(page, `${time} === '${FIRST_TIME + k}.000 s' && ${PAUSED}`);
  if (!shown) throw new UsageError(`the studio did not show picture ${k}`);
  await page.evaluate('drawFrame()');
}
