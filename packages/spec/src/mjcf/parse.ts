import { Diagnostics, ModelError } from '../errors.ts';
import { dirName, normalizePath } from '../files/paths.ts';
import { type FileContent, fileExists, openFile, toResolver } from '../files/resolver.ts';
import { withDefaults } from '../limits.ts';
import type { ParseOptions } from '../options.ts';
import { readDocument } from '../read-document.ts';
import { createSpec } from '../spec/create.ts';
import { checkNames } from '../spec/names.ts';
import type { Spec } from '../spec/types.ts';
import { readUrdf } from '../urdf/parse.ts';
import { decodeText } from '../xml/decode.ts';
import { attributeLocation, locationOf, type XmlElement } from '../xml/document.ts';
import { parseXml } from '../xml/parse.ts';
import type { ReadContext } from './context.ts';
import { readElement, reportUnknownElement } from './element.ts';
import { expandIncludes } from './include.ts';
import { row } from './schema.ts';
import { readActuator } from './sections/actuator.ts';
import { readAsset } from './sections/asset.ts';
import { readWorldBody } from './sections/body.ts';
import { readContact } from './sections/contact.ts';
import { readCustom } from './sections/custom.ts';
import { readDefault } from './sections/default.ts';
import { readDeformable } from './sections/deformable.ts';
import { readEquality } from './sections/equality.ts';
import { readExtension } from './sections/extension.ts';
import { readKeyframe } from './sections/keyframe.ts';
import { readSensor } from './sections/sensor.ts';
import { readCompiler, readOption, readSize, readStatistic, readVisual } from './sections/settings.ts';
import { readTendon } from './sections/tendon.ts';

/** The sections in the order in which they are read, whatever their order in the file. */
const SECTIONS: readonly (readonly [string, (ctx: ReadContext, xml: XmlElement) => void])[] = [
  ['compiler', readCompiler],
  ['option', readOption],
  ['size', readSize],
  ['visual', readVisual],
  ['statistic', readStatistic],
  ['default', readDefault],
  ['extension', readExtension],
  ['custom', readCustom],
  ['asset', readAsset],
  ['contact', readContact],
  ['deformable', readDeformable],
  ['equality', readEquality],
  ['tendon', readTendon],
  ['actuator', readActuator],
  ['sensor', readSensor],
  ['keyframe', readKeyframe],
  ['worldbody', readWorldBody],
];

/**
 * Reads MJCF without compiling it. All problems of the file are reported at once, in a `ModelError`.
 *
 * @param text The text or the bytes of the file.
 * @param options Files that it names, and how to read it.
 * @returns The editable model.
 * @example
 * const spec = parseMjcf('<mujoco model="ball"><worldbody><geom size=".1"/></worldbody></mujoco>');
 * spec.option.timestep = 0.001;
 * console.log(compile(spec).opt.timestep);
 */
export function parseMjcf(text: FileContent, options: ParseOptions = {}): Spec {
  return readDocument(text, options, 'model.xml', (root, diagnostics) => readMjcf(root, options, diagnostics, []));
}

/** Reads an XML tree whose root is `mujoco`. `models` are the files of the models being read, for cycles. */
export function readMjcf(
  root: XmlElement,
  options: ParseOptions,
  diagnostics: Diagnostics,
  models: readonly string[],
): Spec {
  const resolver = toResolver(options.files);
  const limits = withDefaults(options.limits);
  const { file } = root.document;
  if (root.name !== 'mujoco') {
    const hint = root.name === 'robot' ? 'this is URDF: use parseUrdf' : 'the root of MJCF is mujoco';
    diagnostics.fatal('wrong-root', `the root element is '${root.name}'`, { source: locationOf(root) }, hint);
  }
  expandIncludes(root, { resolver, diagnostics, limits });

  const spec = createSpec({ dir: dirName(file), files: resolver });
  const ctx: ReadContext = {
    spec,
    diagnostics,
    limits,
    classes: new Set(['main']),
    fileExists: (path) => fileExists(resolver, path),
    readModel: (path, at) => readModel(path, at, options, diagnostics, [...models, normalizePath(file)]),
    extensions: options.extensions ?? false,
  };
  readSections(ctx, root);
  checkNames(spec, diagnostics);
  diagnostics.throwIfErrors();
  return spec;
}

function readSections(ctx: ReadContext, root: XmlElement): void {
  const { model } = readElement(ctx, root, 'mujoco');
  ctx.spec.model = model;
  if (root.comment !== undefined) ctx.spec.comment = root.comment;
  const sections = new Map<string, XmlElement[]>();
  const known = row('mujoco').children;
  for (const child of root.children) {
    if (Object.hasOwn(known, child.name)) {
      const list = sections.get(child.name);
      if (list === undefined) sections.set(child.name, [child]);
      else list.push(child);
    } else if (child.name === 'frame') {
      const at = { kind: child.name, source: locationOf(child) };
      ctx.diagnostics.warning('misplaced-element', 'a frame outside of worldbody is ignored', at);
    } else {
      reportUnknownElement(ctx, child, 'mujoco', Object.keys(known));
    }
  }
  for (const [name, read] of SECTIONS) for (const xml of sections.get(name) ?? []) read(ctx, xml);
}

const MAX_MODEL_DEPTH = 20;

function readModel(
  path: string,
  at: XmlElement,
  options: ParseOptions,
  diagnostics: Diagnostics,
  models: readonly string[],
): Spec | undefined {
  const where = { kind: at.name, name: at.attributes['name'], source: attributeLocation(at, 'file') };
  const file = normalizePath(path);
  if (models.includes(file) || models.length > MAX_MODEL_DEPTH) {
    diagnostics.error('include-cycle', `model '${file}' uses itself`, where, `by ${[...models, file].join(' -> ')}`);
    return undefined;
  }
  const content = openFile(toResolver(options.files), file, diagnostics, where);
  if (content === undefined) return undefined;
  const own = new Diagnostics(options.mode, options.onWarning);
  try {
    const root = parseXml(decodeText(content, file, own), file, own, withDefaults(options.limits));
    if (root.name === 'robot') return readUrdf(root, { ...options, file }, own);
    return readMjcf(root, { ...options, file }, own, models);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    for (const d of error.diagnostics) diagnostics.add(d);
    return undefined;
  }
}
