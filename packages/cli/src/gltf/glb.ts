import type { Shape } from './shapes.ts';

export const LIGHTS = 'KHR_lights_punctual';

const FLOAT = 5126;
const UINT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_BUFFER = 34963;
/** Smooth, with smaller pictures for what is far away, repeated in both directions. */
const SAMPLER = { magFilter: 9729, minFilter: 9987, wrapS: 10497, wrapT: 10497 };

/** A glTF document that is being put together, with its binary part. */
export class GlbBuilder {
  readonly nodes: object[] = [];
  readonly meshes: object[] = [];
  readonly materials: object[] = [];
  readonly cameras: object[] = [];
  readonly animations: object[] = [];
  readonly lights: object[] = [];
  readonly #images: object[] = [];
  readonly #textures: object[] = [];
  readonly #extensions = new Set<string>();
  readonly #accessors: object[] = [];
  readonly #views: object[] = [];
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** Appends bytes at a multiple of 4. */
  #view(bytes: Uint8Array, target?: number): number {
    this.#views.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...(target ? { target } : {}) });
    const room = (4 - (bytes.length % 4)) % 4;
    this.#parts.push(bytes, new Uint8Array(room));
    this.#length += bytes.length + room;
    return this.#views.length - 1;
  }

  /** An accessor of numbers in groups. */
  accessor(data: Float32Array | Uint32Array, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', target?: number): number {
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type];
    const floats = data instanceof Float32Array;
    const bounds = floats && (type === 'VEC3' || type === 'SCALAR') ? limits(data, width) : {};
    this.#accessors.push({
      bufferView: this.#view(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), target),
      componentType: floats ? FLOAT : UINT,
      count: data.length / width,
      type,
      ...bounds,
    });
    return this.#accessors.length - 1;
  }

  /** A texture of a PNG picture; it goes on beyond its edges. */
  texture(name: string, png: Uint8Array): number {
    const source = this.#images.push({ name, mimeType: 'image/png', bufferView: this.#view(png) }) - 1;
    return this.#textures.push({ source, sampler: 0 }) - 1;
  }

  /** Notes that the document uses an extension of the format. */
  use(extension: string): string {
    this.#extensions.add(extension);
    return extension;
  }

  /** Accessors of a shape's triangles, for any number of meshes. */
  shape({ positions, normals, texcoords, indices }: Shape): { attributes: object; indices: number } {
    const attributes: Record<string, number> = {
      POSITION: this.accessor(positions, 'VEC3', ARRAY_BUFFER),
      NORMAL: this.accessor(normals, 'VEC3', ARRAY_BUFFER),
    };
    if (texcoords !== undefined) attributes['TEXCOORD_0'] = this.accessor(texcoords, 'VEC2', ARRAY_BUFFER);
    return { attributes, indices: this.accessor(indices, 'SCALAR', ELEMENT_BUFFER) };
  }

  /** The file; `root` is the node of the scene. */
  build(root: number, generator: string): Uint8Array {
    if (this.lights.length > 0) this.use(LIGHTS);
    const lists = {
      meshes: this.meshes,
      materials: this.materials,
      cameras: this.cameras,
      animations: this.animations,
      images: this.#images,
      textures: this.#textures,
      samplers: this.#textures.length > 0 ? [SAMPLER] : [],
      extensionsUsed: [...this.#extensions],
    };
    const document = {
      asset: { version: '2.0', generator },
      scene: 0,
      scenes: [{ nodes: [root] }],
      nodes: this.nodes,
      ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
      ...(this.lights.length > 0 ? { extensions: { [LIGHTS]: { lights: this.lights } } } : {}),
      ...(this.#views.length > 0
        ? { accessors: this.#accessors, bufferViews: this.#views, buffers: [{ byteLength: this.#length }] }
        : {}),
    };
    const text = new TextEncoder().encode(JSON.stringify(document));
    const json = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
    json.set(text);
    const chunks = this.#length > 0 ? 28 : 20;
    const out = new Uint8Array(chunks + json.length + this.#length);
    const view = new DataView(out.buffer);
    const words = [0x46546c67, 2, out.length, json.length, 0x4e4f534a];
    for (const [k, w] of words.entries()) view.setUint32(4 * k, w, true);
    out.set(json, 20);
    let at = 20 + json.length;
    if (this.#length > 0) {
      view.setUint32(at, this.#length, true);
      view.setUint32(at + 4, 0x004e4942, true);
      at += 8;
      for (const part of this.#parts) {
        out.set(part, at);
        at += part.length;
      }
    }
    return out;
  }
}

/** Least and greatest of each component, as the format asks for positions and times. */
function limits(data: Float32Array, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Infinity);
  const max = new Array<number>(width).fill(-Infinity);
  for (let k = 0; k < data.length; k++) {
    min[k % width] = Math.min(min[k % width] as number, data[k] as number);
    max[k % width] = Math.max(max[k % width] as number, data[k] as number);
  }
  return { min, max };
}
