import { type Data, enums, forward, type Model } from 'qpos';
import { nameOf } from '../model/describe.ts';
import { quantity, type Recording } from '../recording/recording.ts';
import { VERSION } from '../version.ts';
import { GlbBuilder, LIGHTS } from './glb.ts';
import { punctualLight } from './lights.ts';
import { Materials } from './materials.ts';
import { type Pose, type Quat, quat, quatOfDirection, quatOfMatrix, relative, vec3 } from './pose.ts';
import { capsule, cubeMappedBox, hfieldShape, meshShape, type Shape, scaled } from './shapes.ts';

const { GeomType, Projection } = enums;

export interface SceneOptions {
  /** Leave out geoms of these groups. */
  readonly hiddenGroups: ReadonlySet<number>;
  /** Move the bodies as recorded. */
  readonly recording?: Recording | undefined;
  /** Pictures per second of the animation. */
  readonly fps: number;
}

const CUBE_BOX = ['cube-mapped box', cubeMappedBox] as const;

/** glTF writes quaternions with the real part last. */
const rotation = ([w, x, y, z]: Quat): number[] => [x, y, z, w];

/** World pose of a body. */
const bodyPose = (data: Data, b: number): Pose => ({ pos: vec3(data.xpos, 3 * b), quat: quat(data.xquat, 4 * b) });

/** Pose of a body as seen from its parent. */
function localPose(model: Model, data: Data, b: number): Pose {
  return relative(bodyPose(data, model.body_parentid[b] as number), bodyPose(data, b));
}

/** A model in its current pose as a glTF scene: bodies are nodes, geoms their meshes, cameras and lights their own. */
export function glbScene(model: Model, data: Data, options: SceneOptions): Uint8Array {
  const glb = new GlbBuilder();
  const drawn = new Drawer(glb, model, data, options.hiddenGroups);
  // node 0 turns z up into y up, node b + 1 is body b
  glb.nodes.push({ name: 'z up', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children: [1] });
  const children: number[][] = Array.from({ length: model.nbody }, () => []);
  for (let b = 1; b < model.nbody; b++) children[model.body_parentid[b] as number]?.push(b + 1);
  const bodies = children.map((below, b) => {
    const { pos, quat: q } =
      b === 0 ? { pos: [0, 0, 0] as const, quat: [1, 0, 0, 0] as const } : localPose(model, data, b);
    const node = { name: nameOf(model, 'body', b), translation: [...pos], rotation: rotation(q), children: below };
    glb.nodes.push(node);
    return node;
  });
  for (let g = 0; g < model.ngeom; g++) {
    const node = drawn.geom(g);
    if (node >= 0) bodies[model.geom_bodyid[g] as number]?.children.push(node);
  }
  for (let c = 0; c < model.ncam; c++) bodies[model.cam_bodyid[c] as number]?.children.push(drawn.camera(c));
  for (let l = 0; l < model.nlight; l++) {
    const node = drawn.light(l);
    if (node >= 0) bodies[model.light_bodyid[l] as number]?.children.push(node);
  }
  for (const node of bodies) if (node.children.length === 0) Reflect.deleteProperty(node, 'children');
  if (options.recording !== undefined) animate(glb, model, data, options.recording, options.fps);
  return glb.build(0, `qpos ${VERSION}`);
}

/** Makes the nodes of a scene, and what they share once. */
class Drawer {
  readonly #glb: GlbBuilder;
  readonly #model: Model;
  readonly #data: Data;
  readonly #hidden: ReadonlySet<number>;
  readonly #shapes = new Map<string, { attributes: object; indices: number }>();
  readonly #meshes = new Map<string, number>();
  readonly #materials: Materials;
  readonly #horizon: number;

  constructor(glb: GlbBuilder, model: Model, data: Data, hidden: ReadonlySet<number>) {
    this.#glb = glb;
    this.#model = model;
    this.#data = data;
    this.#hidden = hidden;
    this.#horizon = 5 * model.stat.extent;
    this.#materials = new Materials(glb, model, this.#horizon);
  }

  /** The node of a geom, or -1 if it is not drawn. */
  geom(g: number): number {
    const m = this.#model;
    const geom = m.geom(g);
    const drawing = this.#hidden.has(geom.group) ? undefined : this.#drawing(g);
    const material = this.#materials.of(g);
    if (drawing === undefined || material === undefined) return -1;
    const [key, make, scale] = drawing;
    let mesh = this.#meshes.get(`${key} ${material}`);
    if (mesh === undefined) {
      let parts = this.#shapes.get(key);
      if (parts === undefined) {
        parts = this.#glb.shape(make());
        this.#shapes.set(key, parts);
      }
      mesh = this.#glb.meshes.push({ name: key, primitives: [{ ...parts, material }] }) - 1;
      this.#meshes.set(`${key} ${material}`, mesh);
    }
    const node = {
      name: nameOf(m, 'geom', g),
      mesh,
      translation: [...geom.pos],
      rotation: rotation(quat(geom.quat, 0)),
      ...(scale === undefined ? {} : { scale }),
    };
    return this.#glb.nodes.push(node) - 1;
  }

  /** What a geom looks like: a key for what can be shared, the triangles, a scale. */
  #drawing(g: number): readonly [string, () => Shape, number[]?] | undefined {
    const m = this.#model;
    const { type, size, dataid } = m.geom(g);
    const [a = 0, b = 0, c = 0] = size;
    const common = type === GeomType.BOX && this.#materials.isCubeMapped(g) ? CUBE_BOX : scaled[type];
    if (common !== undefined) {
      const scales: Readonly<Record<number, number[]>> = {
        [GeomType.SPHERE]: [a, a, a],
        [GeomType.CYLINDER]: [a, a, b],
        [GeomType.PLANE]: [a || this.#horizon, b || this.#horizon, 1],
      };
      return [...common, scales[type] ?? [a, b, c]];
    }
    if (type === GeomType.CAPSULE) return [`capsule ${a} ${b}`, () => capsule(a, b)];
    if (dataid < 0) return undefined;
    if (type === GeomType.HFIELD) {
      const h = m.hfield(dataid);
      const heights = m.hfield_data.subarray(h.adr, h.adr + h.nrow * h.ncol);
      return [`hfield ${dataid}`, () => hfieldShape(heights, h.nrow, h.ncol, h.size)];
    }
    return m.mesh_facenum[dataid] === 0 ? undefined : [`mesh ${nameOf(m, 'mesh', dataid)}`, () => meshShape(m, dataid)];
  }

  /** The node of a camera; both worlds look along -z. */
  camera(c: number): number {
    const m = this.#model;
    const { fovy, projection, bodyid } = m.camera(c);
    const name = nameOf(m, 'camera', c);
    const [znear, zfar] = [m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent];
    const lens =
      projection === Projection.ORTHOGRAPHIC
        ? { type: 'orthographic', orthographic: { xmag: fovy / 2, ymag: fovy / 2, znear, zfar } }
        : { type: 'perspective', perspective: { yfov: (fovy * Math.PI) / 180, znear, zfar } };
    const camera = this.#glb.cameras.push({ name, ...lens }) - 1;
    const { cam_xpos, cam_xmat } = this.#data;
    const world = { pos: vec3(cam_xpos, 3 * c), quat: quatOfMatrix(cam_xmat, 9 * c) };
    return this.#glb.nodes.push({ name, camera, ...placed(relative(bodyPose(this.#data, bodyid), world)) }) - 1;
  }

  /** The node of a light, which shines along -z, or -1 if it is off or made of a picture. */
  light(l: number): number {
    const m = this.#model;
    const { light_xpos, light_xdir } = this.#data;
    const pos = vec3(light_xpos, 3 * l);
    const light = punctualLight(m, l, pos);
    if (light === undefined) return -1;
    const index = this.#glb.lights.push(light) - 1;
    const world = { pos, quat: quatOfDirection(vec3(light_xdir, 3 * l)) };
    const place = placed(relative(bodyPose(this.#data, m.light_bodyid[l] as number), world));
    return this.#glb.nodes.push({ name: light.name, ...place, extensions: { [LIGHTS]: { light: index } } }) - 1;
  }
}

const placed = ({ pos, quat: q }: Pose): object => ({ translation: [...pos], rotation: rotation(q) });

/** Adds the motion of all bodies that move. */
function animate(glb: GlbBuilder, model: Model, data: Data, recording: Recording, fps: number): void {
  const qpos = quantity(recording, 'qpos');
  const time = quantity(recording, 'time');
  if (qpos === undefined || time === undefined || qpos.width !== model.nq) return;
  const frames: number[] = [];
  let due = -Infinity;
  time.values.forEach((t, r) => {
    if (t < due - 1e-9) return;
    frames.push(r);
    due = Math.max(t, (due === -Infinity ? t : due) + 1 / fps);
  });
  const moving = Array.from({ length: model.nbody }, (_, b) => b).filter(
    (b) => b > 0 && (model.body_treeid[b] as number) >= 0,
  );
  const translations = moving.map(() => new Float32Array(3 * frames.length));
  const rotations = moving.map(() => new Float32Array(4 * frames.length));
  frames.forEach((r, f) => {
    data.qpos.set(qpos.values.subarray(r * qpos.width, (r + 1) * qpos.width));
    forward(model, data);
    moving.forEach((b, k) => {
      const { pos, quat: q } = localPose(model, data, b);
      translations[k]?.set(pos, 3 * f);
      rotations[k]?.set(rotation(q), 4 * f);
    });
  });
  const start = time.values[frames[0] ?? 0] as number;
  const input = glb.accessor(
    Float32Array.from(frames, (r) => (time.values[r] as number) - start),
    'SCALAR',
  );
  const samplers: object[] = [];
  const channels: object[] = [];
  const add = (node: number, path: string, output: number): void => {
    channels.push({ sampler: samplers.push({ input, output }) - 1, target: { node, path } });
  };
  moving.forEach((b, k) => {
    add(b + 1, 'translation', glb.accessor(translations[k] as Float32Array, 'VEC3'));
    add(b + 1, 'rotation', glb.accessor(rotations[k] as Float32Array, 'VEC4'));
  });
  if (channels.length > 0) glb.animations.push({ name: 'recording', samplers, channels });
}
