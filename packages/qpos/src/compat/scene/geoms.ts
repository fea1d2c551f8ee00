import { type Data, enums, type Model } from '@qpos/core';
import { MujocoError } from '../errors.ts';
import type { RecordOf } from './record.ts';
import type { MjvScene } from './scene.ts';

type Geom = RecordOf<'MjvGeom'>;
type Option = RecordOf<'MjvOption'>;

const STATIC = 1;
const DYNAMIC = 2;
/** Places of flags in `MjvOption.flags`. */
const FLAG = { convexHull: 0, texture: 1, tendon: 7, transparent: 18, static: 22 };
const TEXTURE_ROLES = 10;
const RGB = 1;
const GROUPS = 6;
const { GeomType, ObjType } = enums;

const single = Math.fround;

/** Bodies that never move are static; those that a program moves are not. */
const categoryOf = (m: Model, body: number): number =>
  m.body_weldid[body] === 0 && (m.body_mocapid[m.body_rootid[body] as number] as number) < 0 ? STATIC : DYNAMIC;

const isShown = (groups: Uint8Array, group: number): boolean => groups[Math.min(GROUPS - 1, Math.max(0, group))] !== 0;

/** Colour and surface: of the material, and of the object where its colour is not the default one. */
function paint(geom: Geom, m: Model, material: number, rgba: ArrayLike<number>, at: number, option: Option): void {
  geom.matid = option.flags[FLAG.texture] ? material : -1;
  const own = [0, 1, 2, 3].map((k) => rgba[at + k] as number);
  const isDefault = own[3] === 1 && own.slice(0, 3).every((x) => x === 0.5);
  geom.rgba.set(material >= 0 && isDefault ? m.mat_rgba.subarray(4 * material, 4 * material + 4) : own);
  if (option.flags[FLAG.transparent] && geom.category === DYNAMIC)
    geom.rgba[3] = (geom.rgba[3] as number) * m.vis.map.alpha;
  const has = material >= 0;
  const isTextured = has && option.flags[FLAG.texture] !== 0;
  geom.texid = isTextured ? (m.mat_texid[TEXTURE_ROLES * material + RGB] as number) : -1;
  geom.texuniform = isTextured ? (m.mat_texuniform[material] as number) : 0;
  geom.texrepeat.set(isTextured ? m.mat_texrepeat.subarray(2 * material, 2 * material + 2) : [0, 0]);
  geom.emission = has ? (m.mat_emission[material] as number) : 0;
  geom.specular = has ? (m.mat_specular[material] as number) : 0.5;
  geom.shininess = has ? (m.mat_shininess[material] as number) : 0.5;
  geom.reflectance = has ? (m.mat_reflectance[material] as number) : 0;
}

/** Starts a geom of an object. */
function begin(scene: MjvScene, objtype: number, objid: number, category: number): Geom | undefined {
  const geom = scene.next();
  if (geom === undefined) return undefined;
  Object.assign(geom, {
    objtype,
    objid,
    category,
    dataid: -1,
    texcoord: 0,
    camdist: 0,
    modelrbound: 0,
    transparent: 0,
  });
  geom.segid = scene.ngeom - 1;
  return geom;
}

const part = (from: Float64Array, k: number, n: number): Float64Array => from.subarray(k * n, k * n + n);

/** The asset that a geom shows: of a mesh, even numbers are the mesh and odd ones its hull; planes are counted. */
function dataOf(m: Model, g: number, option: Option, planes: number): number {
  const id = m.geom_dataid[g] as number;
  if (m.geom_type[g] === GeomType.PLANE) return planes;
  if (id < 0 || m.geom_type[g] === GeomType.HFIELD) return id;
  const asHull = option.flags[FLAG.convexHull] && (m.mesh_graphadr[id] as number) >= 0 ? 1 : 0;
  return 2 * id + asHull;
}

function addGeoms(m: Model, d: Data, option: Option, mask: number, scene: MjvScene): void {
  let planes = 0;
  for (let g = 0; g < m.ngeom; g++) {
    const category = categoryOf(m, m.geom_bodyid[g] as number);
    const isHidden = category === STATIC && !option.flags[FLAG.static];
    if (isHidden || !(category & mask) || !isShown(option.geomgroup, m.geom_group[g] as number)) continue;
    if (m.geom_rgba[4 * g + 3] === 0) continue;
    const geom = begin(scene, ObjType.GEOM, g, category);
    if (geom === undefined) return;
    geom.type = m.geom_type[g] as number;
    geom.dataid = dataOf(m, g, option, planes);
    if (geom.type === GeomType.PLANE) planes++;
    geom.size.set(part(m.geom_size, g, 3));
    spread(geom);
    geom.pos.set(part(d.geom_xpos, g, 3));
    geom.mat.set(part(d.geom_xmat, g, 9));
    geom.modelrbound = single(m.geom_rbound[g] as number);
    geom.texcoord = Number(
      geom.type === GeomType.MESH && (m.mesh_texcoordadr[m.geom_dataid[g] as number] as number) >= 0,
    );
    paint(geom, m, m.geom_matid[g] as number, m.geom_rgba, 4 * g, option);
  }
}

/** A round shape states its radius in each direction that it has. */
export function spread({ type, size }: Geom): void {
  const [radius = 0, half = 0] = size;
  if (type === GeomType.SPHERE) size.fill(radius);
  if (type === GeomType.CAPSULE || type === GeomType.CYLINDER) size.set([radius, radius, half]);
}

function addSites(m: Model, d: Data, option: Option, mask: number, scene: MjvScene): void {
  for (let s = 0; s < m.nsite; s++) {
    const category = categoryOf(m, m.site_bodyid[s] as number);
    const isHidden = category === STATIC && !option.flags[FLAG.static];
    if (isHidden || !(category & mask) || !isShown(option.sitegroup, m.site_group[s] as number)) continue;
    if (m.site_rgba[4 * s + 3] === 0) continue;
    const geom = begin(scene, ObjType.SITE, s, category);
    if (geom === undefined) return;
    geom.type = m.site_type[s] as number;
    geom.size.set(part(m.site_size, s, 3));
    spread(geom);
    geom.pos.set(part(d.site_xpos, s, 3));
    geom.mat.set(part(d.site_xmat, s, 9));
    paint(geom, m, m.site_matid[s] as number, m.site_rgba, 4 * s, option);
  }
}

const PULLEY = -2;

/** The straight parts of spatial tendons; inside of what they wrap around they are thinner. */
function addTendons(m: Model, d: Data, option: Option, mask: number, scene: MjvScene): void {
  if (!option.flags[FLAG.tendon] || !(mask & DYNAMIC)) return;
  for (let t = 0; t < m.ntendon; t++) {
    if (!isShown(option.tendongroup, m.tendon_group[t] as number) || m.tendon_rgba[4 * t + 3] === 0) continue;
    const first = d.ten_wrapadr[t] as number;
    for (let w = first; w < first + (d.ten_wrapnum[t] as number) - 1; w++) {
      const [from, to] = [d.wrap_obj[w] as number, d.wrap_obj[w + 1] as number];
      if (from === PULLEY || to === PULLEY) continue;
      const geom = begin(scene, ObjType.TENDON, t, DYNAMIC);
      if (geom === undefined) return;
      const width = (m.tendon_width[t] as number) * (from >= 0 && to >= 0 ? 0.5 : 1);
      connect(geom, GeomType.CAPSULE, width, part(d.wrap_xpos, w, 3), part(d.wrap_xpos, w + 1, 3));
      paint(geom, m, m.tendon_matid[t] as number, m.tendon_rgba, 4 * t, option);
    }
  }
}

/** Adds what there is to see. */
export function addAll(m: Model, d: Data, option: Option, mask: number, scene: MjvScene): void {
  addGeoms(m, d, option, mask, scene);
  addSites(m, d, option, mask, scene);
  addTendons(m, d, option, mask, scene);
}

const ARROW = 100;
const LINE = 103;

/** Makes a geom reach from one point to another: its z axis is the way. */
export function connect(geom: Geom, type: number, width: number, from: ArrayLike<number>, to: ArrayLike<number>): void {
  const way = [0, 1, 2].map((k) => (to[k] as number) - (from[k] as number)) as [number, number, number];
  const length = Math.hypot(...way);
  const isArrow = type >= ARROW && type <= LINE;
  if (!isArrow && type !== GeomType.CAPSULE && type !== GeomType.CYLINDER)
    throw new MujocoError('mujoco', `MuJoCo Error: mjv_connector: invalid geom type ${type} for connector`);
  geom.type = type;
  geom.size.set([width, width, isArrow ? length : length / 2]);
  geom.pos.set([0, 1, 2].map((k) => (isArrow ? (from[k] as number) : ((from[k] as number) + (to[k] as number)) / 2)));
  geom.mat.set(frameAlong(way, length));
}

/** A rotation whose z axis is a direction: the smallest one that leads there. */
function frameAlong([x, y, z]: readonly [number, number, number], length: number): number[] {
  if (length < 1e-15) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const [a, b, c] = [x / length, y / length, z / length];
  if (c < -1 + 1e-15) return [1, 0, 0, 0, -1, 0, 0, 0, -1];
  const s = 1 / (1 + c);
  return [1 - a * a * s, -a * b * s, a, -a * b * s, 1 - b * b * s, b, -a, -b, c];
}
