import { baseName, joinPath, normalizePath } from '../files/paths.ts';
import { type FileResolver, fileExists } from '../files/resolver.ts';
import { floats, real, reals, text } from '../mjcf/attributes.ts';
import { quatToMat } from '../spatial/rotation.ts';
import type { BodyNode, Geom, Inertial, Mesh, Spec } from '../spec/types.ts';
import { locationOf, type XmlElement } from '../xml/document.ts';
import type { UrdfReader } from './read.ts';

/** What links share: colours of named materials, meshes by name and scale, names of geoms in use. */
export interface LinkContext {
  readonly reader: UrdfReader;
  readonly spec: Spec;
  readonly materials: ReadonlyMap<string, number[]>;
  readonly meshes: Map<string, { mesh: Mesh; scale: readonly number[] }[]>;
  readonly geomNames: Set<string>;
  readonly resolver: FileResolver;
}

/** Inertia and geometry of a link. */
export function readLink(ctx: LinkContext, xml: XmlElement, body: BodyNode): void {
  const inertial = ctx.reader.child(xml, 'inertial');
  if (inertial !== undefined) {
    const read = readInertial(ctx.reader, inertial);
    if (body.kind === 'body') body.children.push(read);
  }
  let rgba: number[] | undefined;
  for (const child of xml.children) {
    if (child.name === 'visual') {
      rgba = readColor(ctx, child) ?? rgba;
      if (ctx.spec.compiler.discardvisual !== false) continue;
    } else if (child.name !== 'collision') {
      continue;
    }
    const geom = readGeom(ctx, child);
    if (geom === undefined) continue;
    // a collision shape has the colour of the last visual one
    if (rgba !== undefined) geom.rgba = rgba;
    nameGeom(ctx, child, geom);
    body.children.push(geom);
  }
}

function nameGeom(ctx: LinkContext, xml: XmlElement, geom: Geom): void {
  const name = ctx.reader.value(xml, 'name', text);
  if (name === undefined || name === '') return;
  if (ctx.geomNames.has(name)) {
    ctx.reader.warning('duplicate-name', `geom '${name}' already exists; this one gets no name`, xml);
    return;
  }
  ctx.geomNames.add(name);
  geom.name = name;
}

function readColor({ reader, materials }: LinkContext, xml: XmlElement): number[] | undefined {
  const material = reader.child(xml, 'material');
  if (material === undefined) return undefined;
  const color = reader.child(material, 'color');
  if (color !== undefined) return reader.required(color, 'rgba', floats(4));
  return materials.get(reader.name(material));
}

const INERTIA = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'] as const;

function readInertial(reader: UrdfReader, xml: XmlElement): Inertial {
  const { pos, quat } = reader.origin(xml);
  const mass = reader.required(reader.requiredChild(xml, 'mass'), 'value', real) ?? 0;
  const inertia = reader.requiredChild(xml, 'inertia');
  const values = INERTIA.map((key) => reader.required(inertia, key, real) ?? 0);
  const inertial: Inertial = { kind: 'inertial', pos, mass, source: locationOf(xml) };
  // all zero means that nobody filled it in
  if (values.every((v) => v === 0)) inertial.quat = quat;
  else inertial.fullinertia = rotateInertia(values, quat);
  return inertial;
}

/** R·I·Rᵀ of a symmetric matrix given as xx yy zz xy xz yz. */
function rotateInertia(values: readonly number[], quat: readonly number[]): number[] {
  if (quat[0] === 1) return [...values];
  const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = values;
  const full = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  const rotation = new Float64Array(9);
  quatToMat(rotation, quat);
  const at = (i: number, j: number): number => {
    let sum = 0;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++)
        sum += (rotation[3 * i + a] ?? 0) * (full[3 * a + b] ?? 0) * (rotation[3 * j + b] ?? 0);
    }
    return sum;
  };
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}

function readGeom(ctx: LinkContext, xml: XmlElement): Geom | undefined {
  const { reader } = ctx;
  const geometry = reader.requiredChild(xml, 'geometry');
  if (geometry === undefined) return undefined;
  const geom: Geom = { kind: 'geom', ...reader.origin(xml), source: locationOf(xml) };
  if (xml.name === 'visual') Object.assign(geom, { contype: 0, conaffinity: 0, group: 1, density: 0 });
  else Object.assign(geom, { contype: 1, conaffinity: 1 });
  for (const tag of ['box', 'cylinder', 'sphere', 'capsule', 'mesh'] as const) {
    const shape = reader.child(geometry, tag);
    if (shape === undefined) continue;
    geom.type = tag;
    if (tag === 'mesh') readMesh(ctx, shape, geom);
    else geom.size = readSize(reader, tag, shape);
    return geom;
  }
  const [unknown] = geometry.children;
  const hint = 'box, cylinder, sphere, capsule or mesh';
  reader.error('unknown-element', `no known shape in geometry`, unknown ?? geometry, hint);
  return undefined;
}

/** Lengths are halved. */
function readSize(reader: UrdfReader, tag: 'box' | 'cylinder' | 'sphere' | 'capsule', xml: XmlElement): number[] {
  if (tag === 'box') return (reader.required(xml, 'size', reals(3)) ?? [1, 1, 1]).map((length) => length / 2);
  const radius = reader.required(xml, 'radius', real) ?? 1;
  if (tag === 'sphere') return [radius];
  return [radius, (reader.required(xml, 'length', real) ?? 1) / 2];
}

/** A mesh is kept once for each scale: the second one is named `name1`. */
function readMesh(ctx: LinkContext, xml: XmlElement, geom: Geom): void {
  const { reader, spec, meshes } = ctx;
  const written = reader.required(xml, 'filename', text);
  if (written === undefined) return;
  const scale = reader.value(xml, 'scale', reals(3)) ?? [1, 1, 1];
  const file = packagePath(ctx, spec.compiler.strippath ? baseName(written) : written);
  const name = baseName(file).replace(/\.[^.]*$/, '');
  const known = meshes.get(name) ?? [];
  meshes.set(name, known);
  let found = known.find((entry) => entry.scale.every((v, k) => v === scale[k]))?.mesh;
  if (found === undefined) {
    found = { kind: 'mesh', name: known.length === 0 ? name : `${name}${known.length}`, file, scale };
    found.source = locationOf(xml);
    known.push({ mesh: found, scale });
    spec.meshes.push(found);
  }
  geom.mesh = found.name;
}

/** `package://robot/meshes/a.stl`: the directory `robot` is looked for next to the model and above it. */
function packagePath({ spec, resolver }: LinkContext, path: string): string {
  const match = /^package:\/\/([^/]*)\/(.*)$/.exec(path);
  if (match === null) return path.replace(/^file:\/\//, '');
  const [, robot = '', rest = ''] = match;
  const dir = joinPath(spec.dir, spec.compiler.meshdir ?? '');
  let up = '';
  for (let k = 0; k <= normalizePath(dir).split('/').length; k++) {
    for (const candidate of [`${up}${robot}/${rest}`, `${up}${rest}`]) {
      if (fileExists(resolver, joinPath(dir, candidate))) return candidate;
    }
    up += '../';
  }
  return `${robot}/${rest}`;
}
