import type { enums } from '@qpos/core';
import {
  type Camera,
  Color,
  DataTexture,
  DoubleSide,
  FloatType,
  Mesh,
  NearestFilter,
  NoBlending,
  type Object3D,
  RedFormat,
  type Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** Pixels of a picture as numbers, in rows from top to bottom. */
export interface Pixels<T> {
  /** Pixels of a row. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** The numbers of each pixel, one pixel after the other. */
  readonly data: T;
}

/** What a mesh shows, for segmentation: a type of object, and one object or one per instance. Groups pass it on. */
export interface Segment {
  readonly type: enums.ObjType;
  readonly id?: number;
  readonly ids?: ArrayLike<number>;
}

const KEY = 'segment';
const ROW = 1024; // objects per row of the table of instances
const NOTHING = -1;
const PER_INSTANCE = -2;

/** Says what a mesh, or all in a group, shows. */
export function markSegment(object: Object3D, segment: Segment): void {
  object.userData[KEY] = segment;
}

function segmentOf(object: Object3D): Segment | undefined {
  for (let o: Object3D | null = object; o !== null; o = o.parent)
    if (o.userData[KEY] !== undefined) return o.userData[KEY] as Segment;
  return undefined;
}

/** The kinds of numbers that a picture can have in place of colours. */
export const captureKinds = ['depth', 'segmentation', 'normals'] as const;
/** One of them. */
export type CaptureKind = (typeof captureKinds)[number];

const vertexShader = `
uniform vec2 segment;
uniform highp sampler2D table;
varying vec3 facing;
varying float along;
varying float object;
void main() {
  vec4 place = vec4(position, 1.0);
  vec3 turned = normal;
  #ifdef USE_INSTANCING
    mat3 m = mat3(instanceMatrix);
    turned = m * (normal / max(vec3(dot(m[0], m[0]), dot(m[1], m[1]), dot(m[2], m[2])), 1e-20));
    place = instanceMatrix * place;
  #endif
  facing = mat3(modelMatrix) * turned;
  vec4 eye = modelViewMatrix * place;
  along = -eye.z;
  object = segment.y;
  #ifdef USE_INSTANCING
    if (segment.y < -1.5) object = texelFetch(table, ivec2(gl_InstanceID % ${ROW}, gl_InstanceID / ${ROW}), 0).r;
  #endif
  gl_Position = projectionMatrix * eye;
}`;
const fragmentShader = `
uniform int kind;
uniform vec2 segment;
varying vec3 facing;
varying float along;
varying float object;
void main() {
  if (kind == 0) gl_FragColor = vec4(along, 0.0, 0.0, 1.0);
  else if (kind == 1) gl_FragColor = vec4(floor(object + 0.5), segment.x, 0.0, 1.0);
  else gl_FragColor = vec4(normalize(gl_FrontFacing ? facing : -facing), 1.0);
}`;

/** Draws depth, objects and normals of a scene, and reads them back. */
export class Capture {
  readonly #target = new WebGLRenderTarget(1, 1, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  readonly #segment = new Vector2();
  readonly #material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: { kind: { value: 0 }, segment: { value: this.#segment }, table: { value: null } },
    side: DoubleSide,
    blending: NoBlending,
    toneMapped: false,
  });
  readonly #tables = new Map<Object3D, DataTexture>();

  /** What was drawn last, four numbers per pixel. */
  get texture(): WebGLRenderTarget['texture'] {
    return this.#target.texture;
  }

  /**
   * Draws four numbers per pixel; the fourth is 0 where there is nothing. Depth is along the camera's axis; objects are index and type;
   * normals are in the world frame. `hidden` is left out.
   */
  draw(renderer: WebGLRenderer, scene: Scene, camera: Camera, hidden: readonly Object3D[], kind: CaptureKind): void {
    const { width, height } = renderer.domElement;
    this.#target.setSize(width, height);
    const uniform = this.#material.uniforms['kind'];
    if (uniform !== undefined) uniform.value = captureKinds.indexOf(kind);
    const restore = [this.#hide(hidden), this.#announce(scene), this.#clearTo(renderer)];
    const before = renderer.getRenderTarget();
    scene.overrideMaterial = this.#material;
    try {
      renderer.setRenderTarget(this.#target);
      renderer.clear();
      renderer.render(scene, camera);
    } finally {
      scene.overrideMaterial = null;
      renderer.setRenderTarget(before);
      for (const undo of restore) undo();
    }
  }

  /** The numbers that were drawn last, in rows from top to bottom. */
  read(renderer: WebGLRenderer): Pixels<Float32Array> {
    const { width, height } = this.#target;
    const rows = new Float32Array(4 * width * height);
    renderer.readRenderTargetPixels(this.#target, 0, 0, width, height, rows);
    return { width, height, data: upright(rows, width, height) };
  }

  dispose(): void {
    this.#target.dispose();
    this.#material.dispose();
    for (const table of this.#tables.values()) table.dispose();
  }

  #hide(hidden: readonly Object3D[]): () => void {
    const shown = hidden.filter((o) => o.visible);
    for (const o of shown) o.visible = false;
    return () => {
      for (const o of shown) o.visible = true;
    };
  }

  /** Each mesh says what it is just before it is drawn. */
  #announce(scene: Scene): () => void {
    const meshes: Object3D[] = [];
    scene.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      const segment = segmentOf(object);
      const table = segment?.ids === undefined ? null : this.#tableOf(object, segment.ids);
      meshes.push(object);
      object.onBeforeRender = () => {
        this.#segment.set(segment?.type ?? NOTHING, table === null ? (segment?.id ?? NOTHING) : PER_INSTANCE);
        const uniform = this.#material.uniforms['table'];
        if (uniform !== undefined) uniform.value = table;
        this.#material.uniformsNeedUpdate = true;
      };
    });
    return () => {
      for (const mesh of meshes) Reflect.deleteProperty(mesh, 'onBeforeRender');
    };
  }

  #tableOf(mesh: Object3D, ids: ArrayLike<number>): DataTexture {
    const rows = Math.max(1, Math.ceil(ids.length / ROW));
    let table = this.#tables.get(mesh);
    if (table === undefined || table.image.height < rows) {
      table?.dispose();
      table = new DataTexture(new Float32Array(ROW * rows), ROW, rows, RedFormat, FloatType);
      this.#tables.set(mesh, table);
    }
    (table.image.data as Float32Array).set(ids);
    table.needsUpdate = true;
    return table;
  }

  #clearTo(renderer: WebGLRenderer): () => void {
    const color = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    const auto = renderer.shadowMap.autoUpdate;
    renderer.setClearColor(0x000000, 0);
    renderer.shadowMap.autoUpdate = false;
    return () => {
      renderer.setClearColor(color, alpha);
      renderer.shadowMap.autoUpdate = auto;
    };
  }
}

/** Rows in the order in which pictures have them; WebGL starts at the bottom. */
export function upright<T extends Float32Array | Uint8Array>(rows: T, width: number, height: number): T {
  const stride = 4 * width;
  const swapped = rows.slice(0, stride);
  for (let low = 0, high = height - 1; low < high; low++, high--) {
    swapped.set(rows.subarray(low * stride, (low + 1) * stride));
    rows.copyWithin(low * stride, high * stride, (high + 1) * stride);
    rows.set(swapped, high * stride);
  }
  return rows;
}

/** Distances along the camera's axis; infinite where there is nothing. */
export function depthOf({ width, height, data }: Pixels<Float32Array>): Pixels<Float32Array> {
  const out = new Float32Array(width * height);
  for (let i = 0; i < out.length; i++) out[i] = data[4 * i + 3] > 0 ? data[4 * i] : Number.POSITIVE_INFINITY;
  return { width, height, data: out };
}

/** Index and type of the object at each pixel; both are -1 where there is none. */
export function segmentationOf({ width, height, data }: Pixels<Float32Array>): Pixels<Int32Array> {
  const out = new Int32Array(2 * width * height);
  for (let i = 0; i < width * height; i++)
    for (let k = 0; k < 2; k++) out[2 * i + k] = data[4 * i + 3] > 0 ? Math.round(data[4 * i + k]) : NOTHING;
  return { width, height, data: out };
}

/** Unit normals, three numbers per pixel; zero where there is nothing. */
export function normalsOf({ width, height, data }: Pixels<Float32Array>): Pixels<Float32Array> {
  const out = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = data[4 * i + k];
  return { width, height, data: out };
}
