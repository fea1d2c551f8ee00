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
import { photograph, type Snapshot, snapshot } from '../studio/photograph.ts';
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
  readonly studio?: string;
  readonly json: boolean;
}

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
  if (suffix === '.png') return first;
  if (suffix === '.apng') return encodeApng(pictures, fps);
  if (suffix === '.gif') return encodeGif(pictures, fps);
  return encodeVideo(browser, pictures, { suffix, fps, width: size[0] ?? 0, height: size[1] ?? 0 });
}

async function render(io: Io, file: string, output: string, options: RenderOptions): Promise<void> {
  const suffix = path.extname(output).toLowerCase();
  const film = FILMS.includes(suffix);
  if (suffix !== '.png' && !film) {
    throw new UsageError(
      `cannot render to '${output}'`,
      `the name must end in .png, or for a film in ${FILMS.join(', ')}`,
    );
  }
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
    const view = { studio, camera: options.camera, width, height, quality };
    const pictures = await photograph(io, browser, opened, states, view);
    if (io.signal.aborted) io.exitCode = INTERRUPTED;
    const content = await encode(browser, pictures, suffix, Number(options.fps), [width, height]);
    writeFile(output, content);
    if (options.json)
      printJson(io, { output, width, height, quality, pictures: pictures.length, bytes: content.length });
    else {
      const what = film ? `, ${count(pictures.length, 'picture')}` : '';
      print(io, `wrote ${colors(io.stdout).bold(output)} (${width}x${height}${what}, ${bytes(content.length)})`);
    }
  } finally {
    await browser.close();
  }
}

/** `qpos render`. */
export function addRender(program: Command, io: Io): void {
  const command = addCommand(program, 'render', 'render an image or a video of a model, without a window', [
    'qpos render models/humanoid.xml humanoid.png --keyframe squat --camera side',
    'qpos render models/humanoid.xml fall.webm --duration 3 --drive',
    'qpos render models/humanoid.xml run.apng --recording run.npz --size 640x360 --fps 20',
  ])
    .argument('<model>', 'MJCF, URDF or zip')
    .argument('<output>', '.png, or a video: .apng, .gif, .webm or .mp4')
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
    .option('--studio <folder>', 'folder of another build of the studio');
  addJson(command).action((file: string, output: string, options: RenderOptions) => render(io, file, output, options));
}
