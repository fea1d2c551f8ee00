import path from 'node:path';
import type { Command } from 'commander';
import { forward, step } from 'qpos';
import { INTERRUPTED, type Io, print, printJson, UsageError } from '../io.ts';
import { type OpenedModel, openModel, startData } from '../model/open.ts';
import { bytes, colors, count } from '../output/terminal.ts';
import { readControls, sineControls } from '../recording/controls.ts';
import { writeFile } from '../recording/file.ts';
import { readRecording } from '../recording/read.ts';
import { quantity } from '../recording/recording.ts';
import { type Browser, launchBrowser } from '../studio/browser.ts';
import { type ImageKind, photograph, type Snapshot, snapshot } from '../studio/photograph.ts';
import { encodeApng } from '../video/apng.ts';
import { encodeVideo, VIDEO_FORMATS } from '../video/encode.ts';
import { encodeGif } from '../video/gif.ts';
import { addCommand, addJson, mentionWarnings, numberOption } from './shared.ts';
import { requireStudio } from './view.ts';

interface RenderOptions {
  readonly size: string;
  readonly quality: string;
  readonly camera?: string;
  readonly keyframe?: string;
  readonly time: string;
  readonly duration: string;
  readonly fps: string;
  readonly controls?: string;
  readonly drive: boolean;
  readonly recording?: string;
  readonly depth: boolean;
  readonly segmentation: boolean;
  readonly normals: boolean;
  readonly transparent: boolean;
  readonly studio?: string;
  readonly json: boolean;
}

const ARRAYS = '.npz';
const FILMS = ['.apng', '.gif', ...VIDEO_FORMATS];
const QUALITIES = ['low', 'medium', 'high'];
const LONGEST_SIDE = 8192; // pixels: what graphics cards and software renderers draw at once
const MOST_PICTURES = 20_000;

/** Width and height from the command line. */
function pictureSize(text: string): [width: number, height: number] {
  const match = /^(\d+)x(\d+)$/.exec(text);
  if (match === null) throw new UsageError(`--size must be like 1280x720, not '${text}'`);
  const [width = 0, height = 0] = match.slice(1).map((x) => numberOption('--size', x, { least: 16, whole: true }));
  if (Math.max(width, height) > LONGEST_SIDE)
    throw new UsageError(`--size must be at most ${LONGEST_SIDE}x${LONGEST_SIDE}, not '${text}'`);
  return [width, height];
}

/** A name such as `frames/%04d.png` stands for one file per picture. */
const SEQUENCE = /%0?(\d*)d(?=[^/\\]*\.png$)/i;

const sequenceFile = (output: string, k: number): string =>
  output.replace(SEQUENCE, (_, digits: string) => String(k).padStart(Number(digits || 1), '0'));

/** What the pixels show: colours unless something else is asked for. */
function imageKind({ depth, segmentation, normals, transparent }: RenderOptions): ImageKind {
  const asked = Object.entries({ depth, segmentation, normals })
    .filter(([, wanted]) => wanted)
    .map(([kind]) => kind as ImageKind);
  if (asked.length > 1) throw new UsageError(`only one of ${asked.map((k) => `--${k}`).join(' and ')} can be rendered`);
  if (transparent && asked.length > 0) throw new UsageError(`--transparent is for colours, not --${asked[0]}`);
  return asked[0] ?? 'color';
}

/** Refuses a format, or one that does not suit what is asked for. */
function checkFormat(output: string, suffix: string, image: ImageKind, options: RenderOptions): void {
  if (suffix === ARRAYS && image === 'color')
    throw new UsageError(`'${output}' holds numbers`, 'add --depth, --segmentation or --normals');
  if (options.transparent && !['.png', '.apng'].includes(suffix))
    throw new UsageError(`'${output}' cannot be transparent`, 'render to .png or .apng');
  if (suffix === '.png' || suffix === ARRAYS || FILMS.includes(suffix)) return;
  throw new UsageError(
    `cannot render to '${output}'`,
    `the name must end in .png, or for a film in ${FILMS.join(', ')}; numbers go to ${ARRAYS}`,
  );
}

/** Times of the pictures: one, or those of a film. */
function pictureTimes(options: RenderOptions, film: boolean): number[] {
  const start = numberOption('--time', options.time);
  if (!film) return [start];
  const fps = numberOption('--fps', options.fps, { exclusive: true });
  const seconds = numberOption('--duration', options.duration, { exclusive: true });
  const pictures = Math.max(1, Math.round(seconds * fps));
  if (pictures > MOST_PICTURES)
    throw new UsageError(
      `the film would have ${pictures} pictures; at most ${MOST_PICTURES} are made`,
      'shorten --duration or lower --fps',
    );
  return Array.from({ length: pictures }, (_, k) => start + k / fps);
}

/** States at some times of a new simulation. */
function simulatedStates({ model }: OpenedModel, times: readonly number[], options: RenderOptions): Snapshot[] {
  const data = startData(model, options.keyframe);
  const drive = options.drive ? sineControls(model) : undefined;
  const controls = options.controls === undefined ? drive : readControls(model, options.controls);
  let k = 0; // steps are counted: time starts again where a simulation diverges
  return times.map((time) => {
    for (const end = Math.round(time / model.opt.timestep); k < end; k++) {
      controls?.(data, k);
      step(model, data);
    }
    forward(model, data);
    return snapshot(data);
  });
}

/** States at some times after the start of a recording; none where it has ended. */
function recordedStates({ model }: OpenedModel, times: readonly number[], file: string): Snapshot[] {
  const recording = readRecording(file);
  const qpos = quantity(recording, 'qpos');
  const clock = quantity(recording, 'time')?.values;
  if (qpos === undefined || clock === undefined || qpos.width !== model.nq) {
    throw new UsageError(`'${file}' has ${qpos?.width ?? 0} columns of qpos, and the model has ${model.nq}`);
  }
  const data = startData(model, undefined);
  const start = clock[0] ?? 0;
  const end = (clock.at(-1) ?? 0) - start;
  let row = 0;
  return times
    .filter((time, k) => k === 0 || time <= end + 1e-9)
    .map((time) => {
      while (row + 1 < recording.rows && (clock[row + 1] as number) - start <= time + 1e-9) row++;
      data.qpos.set(qpos.values.subarray(row * qpos.width, (row + 1) * qpos.width));
      return snapshot(data);
    });
}

async function encode(
  browser: Browser,
  pictures: readonly Uint8Array[],
  suffix: string,
  fps: number,
  size: readonly number[],
): Promise<Uint8Array> {
  const [first] = pictures;
  if (first === undefined) throw new UsageError('no picture was made');
  if (suffix === '.png' || suffix === ARRAYS) return first;
  if (suffix === '.apng') return encodeApng(pictures, fps);
  if (suffix === '.gif') return encodeGif(pictures, fps);
  return encodeVideo(browser, pictures, { suffix, fps, width: size[0] ?? 0, height: size[1] ?? 0 });
}

async function render(io: Io, file: string, output: string, options: RenderOptions): Promise<void> {
  const suffix = path.extname(output).toLowerCase();
  const image = imageKind(options);
  checkFormat(output, suffix, image, options);
  const sequence = SEQUENCE.test(output);
  const film = sequence || FILMS.includes(suffix);
  const [width, height] = pictureSize(options.size);
  const { quality } = options;
  if (!QUALITIES.includes(quality))
    throw new UsageError(`--quality is one of ${QUALITIES.join(', ')}, not '${quality}'`);
  const times = pictureTimes(options, film);
  const opened = openModel(file);
  if (!options.json) mentionWarnings(io, opened);
  const states =
    options.recording === undefined
      ? simulatedStates(opened, times, options)
      : recordedStates(opened, times, options.recording);
  const studio = requireStudio(options.studio);
  const browser = await launchBrowser();
  try {
    const { camera, transparent } = options;
    const view = { studio, camera, width, height, quality, image, transparent, asNumbers: suffix === ARRAYS };
    const pictures = await photograph(io, browser, opened, states, view);
    if (io.signal.aborted) io.exitCode = INTERRUPTED;
    let size = 0;
    const write = (name: string, content: Uint8Array): void => {
      writeFile(name, content);
      size += content.length;
    };
    if (sequence) for (const [k, picture] of pictures.entries()) write(sequenceFile(output, k), picture);
    else write(output, await encode(browser, pictures, suffix, Number(options.fps), [width, height]));
    report(io, options, { output, width, height, quality, image, pictures: pictures.length, bytes: size }, film);
  } finally {
    await browser.close();
  }
}

function report(
  io: Io,
  { json }: RenderOptions,
  facts: { output: string; width: number; height: number; pictures: number; bytes: number; [fact: string]: unknown },
  film: boolean,
): void {
  if (json) {
    printJson(io, facts);
    return;
  }
  const what = film ? `, ${count(facts.pictures, 'picture')}` : '';
  const about = `${facts.width}x${facts.height}${what}, ${bytes(facts.bytes)}`;
  print(io, `wrote ${colors(io.stdout).bold(facts.output)} (${about})`);
}

/** `qpos render`. */
export function addRender(program: Command, io: Io): void {
  const command = addCommand(program, 'render', 'render an image or a video of a model, without a window', [
    'qpos render models/humanoid.xml humanoid.png --keyframe squat --camera side',
    'qpos render models/humanoid.xml fall.webm --duration 3 --drive',
    'qpos render models/arm.xml depth.npz --depth --camera wrist --size 320x240',
    'qpos render models/humanoid.xml run.apng --recording run.npz --size 640x360 --fps 20',
  ])
    .argument('<model>', 'MJCF, URDF or zip')
    .argument('<output>', '.png, or a video: .apng, .gif, .webm, .mp4 or frames/%04d.png; .npz for numbers')
    .option('--size <WxH>', `pixels, at most ${LONGEST_SIDE} on a side`, '1280x720')
    .option('-q, --quality <level>', `${QUALITIES.join(', ')}: materials, shadows, reflections`, 'high')
    .option('-c, --camera <name>', 'camera, by name or number (default: the free camera)')
    .option('-k, --keyframe <name>', 'start from a keyframe')
    .option('-t, --time <seconds>', 'simulated time before the first frame', '0')
    .option('-d, --duration <seconds>', 'length of the video', '4')
    .option('--fps <n>', 'frames per second of the video', '30')
    .option('--controls <source>', 'controls from a .csv, .npz or .mcap file, or keyframe:<name>')
    .option('--drive', 'drive every control with a slow sine wave', false)
    .option('--recording <file>', 'show a recorded run instead of a new one')
    .option('--depth', 'render the distance from the camera; in .npz as metres', false)
    .option('--segmentation', 'render which object each pixel shows; in .npz as index and type', false)
    .option('--normals', 'render the directions of surfaces; in .npz as vectors of the world frame', false)
    .option('--transparent', 'leave the background out', false)
    .option('--studio <folder>', 'folder of another build of the studio');
  addJson(command).action((file: string, output: string, options: RenderOptions) => render(io, file, output, options));
}
