import { enums, type Model } from 'qpos';
import { encodePng } from 'qpos/decompile';
import { nameOf } from '../model/describe.ts';
import type { GlbBuilder } from './glb.ts';

const { GeomType, TextureRole, TextureType } = enums;
const ROLES = 10;
const TRANSFORM = 'KHR_texture_transform';

/** How often a texture goes over a geom, and where it starts. */
interface Placement {
  readonly scale: readonly [number, number];
  readonly offset: readonly [number, number];
}

/** Colours of models are sRGB, those of glTF linear; the fourth number is opacity. */
function linear(x: number, k = 0): number {
  if (k === 3) return x;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

/** Materials and textures of a scene, each made once. */
export class Materials {
  readonly #glb: GlbBuilder;
  readonly #model: Model;
  /** Half size of a plane without end. */
  readonly #horizon: number;
  readonly #made = new Map<string, number>();
  readonly #textures = new Map<number, number>();

  constructor(glb: GlbBuilder, model: Model, horizon: number) {
    this.#glb = glb;
    this.#model = model;
    this.#horizon = horizon;
  }

  /** True if a geom is painted with a cube map. */
  isCubeMapped(g: number): boolean {
    const texture = this.#color(this.#model.geom_matid[g] as number);
    return texture >= 0 && this.#model.tex_type[texture] !== TextureType.D2D;
  }

  /** The material of a geom, or undefined if it is invisible. */
  of(g: number): number | undefined {
    const m = this.#model;
    const { matid, rgba } = m.geom(g);
    // a geom's own colour overrules its material's if it is not the default
    const plain = [0.5, 0.5, 0.5, 1].every((x, k) => rgba[k] === x);
    const color = Array.from(matid >= 0 && plain ? m.material(matid).rgba : rgba);
    if (color[3] === 0) return undefined;
    const placement = this.#placement(g);
    const flatOnly = this.isCubeMapped(g) && m.geom_type[g] !== GeomType.BOX;
    const key = JSON.stringify([matid, color, placement, flatOnly]);
    let id = this.#made.get(key);
    if (id === undefined) {
      id = this.#glb.materials.push(this.#make(matid, color, placement, flatOnly)) - 1;
      this.#made.set(key, id);
    }
    return id;
  }

  #make(matid: number, color: readonly number[], placement: Placement, flatOnly: boolean): object {
    const m = this.#model;
    const own = matid >= 0 ? m.material(matid) : undefined;
    const map = (role: number): object | undefined => this.#map(this.#texture(matid, role), placement);
    const texture = this.#color(matid);
    // only a box has six sides for a cube map: other shapes get its mean colour
    const mean = flatOnly ? this.#meanColor(texture) : [1, 1, 1, 1];
    const baseColorTexture = flatOnly ? undefined : this.#map(texture, placement);
    const metallicRoughnessTexture = map(TextureRole.ORM);
    const emission = own?.emission ?? 0;
    const looks: Record<string, unknown> = {
      name: own === undefined ? 'plain' : nameOf(m, 'material', matid),
      pbrMetallicRoughness: {
        baseColorFactor: color.map((x, k) => linear(x, k) * (mean[k] as number)),
        metallicFactor: own !== undefined && own.metallic >= 0 ? own.metallic : 0,
        roughnessFactor: own !== undefined && own.roughness >= 0 ? own.roughness : 1 - 0.7 * (own?.shininess ?? 0.5),
        ...(baseColorTexture && { baseColorTexture }),
        ...(metallicRoughnessTexture && { metallicRoughnessTexture }),
      },
    };
    const maps = {
      normalTexture: map(TextureRole.NORMAL),
      occlusionTexture: map(TextureRole.ORM) ?? map(TextureRole.OCCLUSION),
      emissiveTexture: map(TextureRole.EMISSIVE),
    };
    for (const [name, value] of Object.entries(maps)) if (value !== undefined) looks[name] = value;
    if (maps.emissiveTexture !== undefined) looks['emissiveFactor'] = [1, 1, 1];
    else if (emission > 0) looks['emissiveFactor'] = color.slice(0, 3).map((x) => Math.min(1, linear(x) * emission));
    if ((color[3] as number) < 1 || (texture >= 0 && m.tex_nchannel[texture] === 4)) looks['alphaMode'] = 'BLEND';
    return looks;
  }

  #texture(matid: number, role: number): number {
    return matid < 0 ? -1 : (this.#model.mat_texid[ROLES * matid + role] as number);
  }

  #color(matid: number): number {
    const rgb = this.#texture(matid, TextureRole.RGB);
    return rgb >= 0 ? rgb : this.#texture(matid, TextureRole.RGBA);
  }

  #map(texture: number, { scale, offset }: Placement): object | undefined {
    if (texture < 0) return undefined;
    const index = this.#image(texture);
    const whole = scale[0] === 1 && scale[1] === 1 && offset[0] === 0 && offset[1] === 0;
    if (whole || this.#model.tex_type[texture] !== TextureType.D2D) return { index };
    return { index, extensions: { [this.#glb.use(TRANSFORM)]: { scale, offset } } };
  }

  #pixels(texture: number): { width: number; height: number; channels: number; pixels: Uint8Array } {
    const { adr, width, height, nchannel: channels } = this.#model.texture(texture);
    return { width, height, channels, pixels: this.#model.tex_data.slice(adr, adr + width * height * channels) };
  }

  #image(texture: number): number {
    let index = this.#textures.get(texture);
    if (index === undefined) {
      const { width, height, channels, pixels } = this.#pixels(texture);
      index = this.#glb.texture(nameOf(this.#model, 'texture', texture), encodePng(width, height, channels, pixels));
      this.#textures.set(texture, index);
    }
    return index;
  }

  #meanColor(texture: number): number[] {
    const { channels, pixels } = this.#pixels(texture);
    const sums = [0, 0, 0];
    for (let at = 0; at + channels <= pixels.length; at += channels)
      for (let k = 0; k < 3; k++) sums[k] = (sums[k] as number) + (pixels[at + (channels < 3 ? 0 : k)] as number);
    return [...sums.map((sum) => linear((sum * channels) / (255 * pixels.length))), 1];
  }

  /** A uniform texture repeats by length, any other over the whole geom; a plane without end has one per two lengths. */
  #placement(g: number): Placement {
    const m = this.#model;
    const { matid, size, type, dataid } = m.geom(g);
    if (this.#color(matid) < 0) return { scale: [1, 1], offset: [0, 0] };
    const { texrepeat, texuniform } = m.material(matid);
    const plane = type === GeomType.PLANE;
    const along = (k: number): [scale: number, offset: number] => {
      const half = size[k] as number;
      const repeat = (texrepeat[k] || 1) * (texuniform && dataid < 0 && half > 0 ? half : 1);
      const endless = plane && half <= 0;
      return endless ? [repeat * this.#horizon, -0.5 * repeat * this.#horizon] : [repeat, 0];
    };
    const [[su, ou], [sv, ov]] = [along(0), along(1)];
    return { scale: [su, sv], offset: [ou, ov] };
  }
}
