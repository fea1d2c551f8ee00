import { enums, type Model } from '@qpos/core';
import {
  CubeTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  NoColorSpace,
  RepeatWrapping,
  RGBAFormat,
  SRGBColorSpace,
} from 'three';

const { ColorSpace, TextureType } = enums;

/** Pixels of a texture from row `row` on, as RGBA. */
function rgba(model: Model, tex: number, row: number, rows: number): Uint8Array {
  const width = model.tex_width[tex];
  const channels = model.tex_nchannel[tex];
  const source = model.tex_data;
  let from = model.tex_adr[tex] + row * width * channels;
  const pixels = new Uint8Array(4 * width * rows);
  for (let to = 0; to < pixels.length; to += 4, from += channels) {
    const grey = channels < 3;
    pixels[to] = source[from];
    pixels[to + 1] = source[grey ? from : from + 1];
    pixels[to + 2] = source[grey ? from : from + 2];
    pixels[to + 3] = channels === 4 ? source[from + 3] : channels === 2 ? source[from + 1] : 255;
  }
  return pixels;
}

const colorSpace = (model: Model, tex: number) =>
  model.tex_colorspace[tex] === ColorSpace.LINEAR ? NoColorSpace : SRGBColorSpace;

/** A flat texture; its first row is at v = 0. */
function makeFlat(model: Model, tex: number, anisotropy: number): DataTexture {
  const width = model.tex_width[tex];
  const height = model.tex_height[tex];
  const texture = new DataTexture(rgba(model, tex, 0, height), width, height, RGBAFormat);
  texture.colorSpace = colorSpace(model, tex);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
  return texture;
}

/** Six faces in the order +x -x +y -y +z -z, stored below one another. */
function makeCube(model: Model, tex: number): CubeTexture {
  const width = model.tex_width[tex];
  const rows = Math.floor(model.tex_height[tex] / 6);
  const faces = Array.from({ length: 6 }, (_, k) => {
    const face = new DataTexture(rgba(model, tex, k * rows, rows), width, rows, RGBAFormat);
    face.needsUpdate = true;
    return face;
  });
  const texture = new CubeTexture(faces as never);
  texture.format = RGBAFormat;
  texture.colorSpace = colorSpace(model, tex);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/** The textures of a model, made when first asked for. */
export class Textures {
  readonly #model: Model;
  readonly #anisotropy: number;
  readonly #flat = new Map<number, DataTexture>();
  readonly #cube = new Map<number, CubeTexture>();

  constructor(model: Model, anisotropy: number) {
    this.#model = model;
    this.#anisotropy = anisotropy;
  }

  /** The texture if it is a flat one. */
  flat(tex: number): DataTexture | undefined {
    if (tex < 0 || this.#model.tex_type[tex] !== TextureType.D2D) return undefined;
    let texture = this.#flat.get(tex);
    if (texture === undefined) {
      texture = makeFlat(this.#model, tex, this.#anisotropy);
      this.#flat.set(tex, texture);
    }
    return texture;
  }

  /** The texture if it is a cube or a sky box. */
  cube(tex: number): CubeTexture | undefined {
    if (tex < 0 || this.#model.tex_type[tex] === TextureType.D2D) return undefined;
    let texture = this.#cube.get(tex);
    if (texture === undefined) {
      texture = makeCube(this.#model, tex);
      this.#cube.set(tex, texture);
    }
    return texture;
  }

  /** The first sky box of the model. */
  sky(): CubeTexture | undefined {
    for (let t = 0; t < this.#model.ntex; t++) if (this.#model.tex_type[t] === TextureType.SKYBOX) return this.cube(t);
    return undefined;
  }

  dispose(): void {
    for (const texture of this.#flat.values()) texture.dispose();
    for (const texture of this.#cube.values()) texture.dispose();
  }
}
