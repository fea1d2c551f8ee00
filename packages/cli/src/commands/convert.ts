import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { assetFiles, expandSpec, forward, type Model, saveModel, writeMjb, writeMjcf, writeMjcfFiles } from 'qpos';
import { specFromModel } from 'qpos/decompile';
import { MJB_SUFFIX, SAVED_MODEL_SUFFIX } from 'qpos/node';
import { glbScene } from '../gltf/scene.ts';
import { type Io, print, printJson, UsageError } from '../io.ts';
import { type OpenedModel, openModel, startData } from '../model/open.ts';
import { bytes, colors } from '../output/terminal.ts';
import { writeFile } from '../recording/file.ts';
import { readRecording } from '../recording/read.ts';
import { addCommand, addJson, mentionWarnings, numberOption } from './shared.ts';

interface ConvertOptions {
  readonly keyframe?: string;
  readonly expand: boolean;
  readonly recording?: string;
  readonly fps: string;
  readonly hide: string;
  readonly json: boolean;
}

/** Files that a conversion makes: path and content. */
type Outputs = [string, Uint8Array | string][];

type Converter = (opened: OpenedModel, output: string, options: ConvertOptions) => Outputs;

function toMjcf(opened: OpenedModel, output: string, options: ConvertOptions): Outputs {
  if (opened.spec === undefined) return fromCompiled(opened.model, output);
  const spec = options.expand ? expandSpec(opened.spec) : opened.spec;
  const text = options.expand
    ? { [path.basename(output)]: writeMjcf(spec) }
    : writeMjcfFiles(spec, path.basename(output));
  const folder = path.dirname(output);
  return [
    ...Object.entries(text).map(([name, content]): [string, string] => [path.join(folder, name), content]),
    ...copiedAssets(opened, folder),
  ];
}

/** A compiled model has no source any more: it gets plain elements, and its textures a folder beside the file. */
function fromCompiled(model: Model, output: string): Outputs {
  const { spec, files } = specFromModel(model);
  const folder = `${path.parse(output).name}-assets`;
  const assets = Object.entries(files);
  if (assets.length > 0) spec.compiler.assetdir = folder;
  return [
    [output, writeMjcf(spec)],
    ...assets.map(([name, content]): [string, Uint8Array] => [path.join(path.dirname(output), folder, name), content]),
  ];
}

/** Assets move along when the model goes to another folder. */
function copiedAssets({ spec, files, file }: OpenedModel, folder: string): Outputs {
  const from = path.dirname(file);
  if (spec === undefined || path.resolve(from) === path.resolve(folder)) return [];
  return assetFiles(spec).flatMap((asset): Outputs => {
    const content = files.get(asset);
    const inside = path.relative(path.resolve(from), path.resolve(asset));
    if (content === undefined || inside.startsWith('..') || path.isAbsolute(inside)) return [];
    return [[path.join(folder, inside), content]];
  });
}

const toBinary: Converter = ({ model }, output) => [[output, saveModel(model)]];
const toMjb: Converter = ({ model }, output) => [[output, writeMjb(model)]];

function toGlb({ model }: OpenedModel, output: string, options: ConvertOptions): Outputs {
  const fps = numberOption('--fps', options.fps, { exclusive: true });
  const hiddenGroups = new Set(
    options.hide
      .split(',')
      .filter((x) => x !== '')
      .map((x) => numberOption('--hide', x, { whole: true })),
  );
  const recording = options.recording === undefined ? undefined : readRecording(options.recording);
  const width = recording?.quantities.find((q) => q.name === 'qpos')?.width;
  if (recording !== undefined && width !== model.nq) {
    throw new UsageError(`'${options.recording}' has ${width ?? 0} columns of qpos, and the model has ${model.nq}`);
  }
  const data = startData(model, options.keyframe);
  forward(model, data);
  return [[output, glbScene(model, data, { hiddenGroups, recording, fps })]];
}

const converters: Readonly<Record<string, Converter>> = {
  '.xml': toMjcf,
  '.mjcf': toMjcf,
  [SAVED_MODEL_SUFFIX]: toBinary,
  [MJB_SUFFIX]: toMjb,
  '.glb': toGlb,
};

function convert(io: Io, input: string, output: string, options: ConvertOptions): void {
  const converter = converters[path.extname(output).toLowerCase()];
  if (converter === undefined) {
    throw new UsageError(`cannot convert to '${output}'`, `the name must end in ${Object.keys(converters).join(', ')}`);
  }
  if (path.resolve(input) === path.resolve(output)) throw new UsageError('a model cannot be converted onto itself');
  const opened = openModel(input);
  const outputs = converter(opened, output, options);
  for (const [file, content] of outputs) {
    if (file !== output) fs.mkdirSync(path.dirname(file), { recursive: true });
    writeFile(file, content);
  }
  const files = outputs.map(([file, content]) => ({ file, bytes: Buffer.byteLength(content) }));
  if (options.json) {
    printJson(io, { input, output, files });
    return;
  }
  mentionWarnings(io, opened);
  for (const f of files) print(io, `wrote ${colors(io.stdout).bold(f.file)} (${bytes(f.bytes)})`);
}

/** `qpos convert`. */
export function addConvert(program: Command, io: Io): void {
  const command = addCommand(program, 'convert', 'turn a model into MJCF, a compiled model, or a glTF scene', [
    'qpos convert robot.urdf robot.xml',
    'qpos convert models/humanoid.xml humanoid.qposb',
    'qpos convert humanoid.qposb again.xml',
    'qpos convert models/humanoid.xml humanoid.mjb',
    'qpos convert models/humanoid.xml humanoid.glb --keyframe squat',
    'qpos convert models/humanoid.xml run.glb --recording run.npz',
  ])
    .argument('<input>', 'MJCF, URDF, zip or compiled model; - is the standard input')
    .argument(
      '<output>',
      '.xml (normalised MJCF), .qposb (compiled, loads at once), .mjb (the same for MuJoCo) or .glb (glTF scene)',
    )
    .option('-k, --keyframe <name>', 'pose of the glTF scene')
    .option('--expand', 'write out frames, replicates and attached models as plain bodies', false)
    .option('--recording <file>', 'animate the glTF scene with a recorded run')
    .option('--fps <n>', 'frames per second of the animation', '30')
    .option('--hide <groups>', 'geom groups to leave out of the glTF scene', '3,4,5');
  addJson(command).action((input: string, output: string, options: ConvertOptions) =>
    convert(io, input, output, options),
  );
}
