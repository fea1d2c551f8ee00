import { type Data, enums, forward, type Model } from 'qpos';
import { nameOf } from '../model/describe.ts';
import { quantity, type Recording } from '../recording/recording.ts';
import { VERSION } from '../version.ts';
import { GlbBuilder } from './glb.ts';
import { type Pose, type Quat, quat, relative, vec3 } from './pose.ts';
import { capsule, hfieldShape, meshShape, type Shape, scaled } from './shapes.ts';

const { GeomType, Projection } = enums;

export interface SceneOptions {
  /** Leave out geoms of these groups. */
  readonly hiddenGroups: ReadonlySet<number>;
  /** Move the bodies as recorded. */
  readonly recording?: Recording | undefined;
  /** Pictures per second of the animation. */
  readonly fps: number;
}

/** glTF writes quaternions with the real part last. */
const rotation = ([w, x, y, z]: Quat): number[] => [x, y, z, w];

/** World pose of a body. */
const bodyPose = (data: Data, b: number): Pose => ({ pos: vec3(data.xpos, 3 * b), quat: quat(data.xquat, 4 * b) });

/** Pose of a body as seen from its parent. */
function localPose(model: Model, data: Data, b: number): Pose {
  return relative(bodyPose(data, model.body_parentid[b] as number), bodyPose(data, b));
}

/** A model in its current pose as a glTF scene: bodies are nodes, geoms their meshes, cameras cameras. */
export function glbScene(model: Model, data: Data, options: SceneOptions): Uint8Array {
  const glb = new GlbBuilder();
  const drawn = new Drawer(glb, model, options.hiddenGroups);
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
  for (const node of bodies) if (node.children.length === 0) Reflect.deleteProperty(node, 'children');
  if (options.recording !== undefined) animate(glb, model, data, options.recording, options.fps);
  return glb.build(0, `qpos ${VERSION}`);
}

/** Makes meshes and materials, each once. */
class Drawer {
  readonly #glb: GlbBuilder;
  readonly #model: Model;
  readonly #hidden: ReadonlySet<number>;
  readonly #shapes = new Map<string, { attributes: object; indices: number }>();
  readonly #meshes = new Map<string, number>();
  readonly #materials = new Map<string, number>();

  constructor(glb: GlbBuilder, model: Model, hidden: ReadonlySet<number>) {
    this.#glb = glb;
    this.#model = model;
    this.#hidden = hidden;
  }

  /** The node of a geom, or -1 if it is not drawn. */
  geom(g: number): number {
    const m = this.#model;
    const geom = m.geom(g);
    const drawing = this.#hidden.has(geom.group) ? undefined : this.#drawing(g);
    const material = this.#material(g);
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
    const extent = 5 * m.stat.extent;
    const common = scaled[type];
    if (common !== undefined) {
      const scales: Readonly<Record<number, number[]>> = {
        [GeomType.SPHERE]: [a, a, a],
        [GeomType.CYLINDER]: [a, a, b],
        [GeomType.PLANE]: [a || extent, b || extent, 1],
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

  /** The material of a geom, or undefined if it is invisible. */
  #material(g: number): number | undefined {
    const m = this.#model;
    const { matid, rgba } = m.geom(g);
    const own = matid >= 0 ? m.material(matid) : undefined;
    // a geom's own colour overrules its material's if it is not the default
    const plain = [0.5, 0.5, 0.5, 1].every((x, k) => rgba[k] === x);
    const color = Array.from(own !== undefined && plain ? own.rgba : rgba);
    if (color[3] === 0) return undefined;
    const key = `${matid} ${color.join()}`;
    let id = this.#materials.get(key);
    if (id === undefined) {
      const given = own !== undefined && own.roughness >= 0 ? own.roughness : undefined;
      const roughness = given ?? 1 - 0.7 * (own?.shininess ?? 0.5);
      const metallic = own !== undefined && own.metallic >= 0 ? own.metallic : 0;
      id =
        this.#glb.materials.push({
          name: own === undefined ? 'plain' : nameOf(m, 'material', matid),
          pbrMetallicRoughness: {
            baseColorFactor: color.map(linear),
            metallicFactor: metallic,
            roughnessFactor: roughness,
          },
          ...(own !== undefined && own.emission > 0
            ? { emissiveFactor: color.slice(0, 3).map((x) => Math.min(1, x * own.emission)) }
            : {}),
          ...((color[3] as number) < 1 ? { alphaMode: 'BLEND' } : {}),
        }) - 1;
      this.#materials.set(key, id);
    }
    return id;
  }

  /** The node of a camera; both worlds look along -z. */
  camera(c: number): number {
    const m = this.#model;
    const { pos, quat: q, fovy, projection } = m.camera(c);
    const [znear, zfar] = [m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent];
    const lens =
      projection === Projection.ORTHOGRAPHIC
        ? { type: 'orthographic', orthographic: { xmag: fovy / 2, ymag: fovy / 2, znear, zfar } }
        : { type: 'perspective', perspective: { yfov: (fovy * Math.PI) / 180, znear, zfar } };
    const camera = this.#glb.cameras.push({ name: nameOf(m, 'camera', c), ...lens }) - 1;
    return (
      this.#glb.nodes.push({
        name: nameOf(m, 'camera', c),
        camera,
        translation: [...pos],
        rotation: rotation(quat(q, 0)),
      }) - 1
    );
  }
}

/** Colours of models are sRGB, those of glTF linear; the fourth number is opacity. */
function linear(x: number, k: number): number {
  if (k === 3) return x;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

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
