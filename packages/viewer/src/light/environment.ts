import { enums, type Model } from '@qpos/core';
import {
  DataTexture,
  EquirectangularReflectionMapping,
  FloatType,
  LinearFilter,
  LinearSRGBColorSpace,
  PMREMGenerator,
  RGBAFormat,
  type Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { colorTexture } from '../materials/materials.ts';

const { GeomType, TextureType } = enums;

type Rgb = [r: number, g: number, b: number];
type Direction = readonly [x: number, y: number, z: number];

/** A lamp of a photographer: a bright rectangle with soft edges, far away. */
interface SoftBox {
  readonly towards: Direction;
  /** Half sizes, as tangents of angles. */
  readonly width: number;
  readonly height: number;
  readonly radiance: number;
}

const WIDTH = 256; // of the map of all directions; its height is half of that
const BELOW: Rgb = [0.3, 0.29, 0.28]; // of models without a floor
const ZENITH: Rgb = [0.78, 0.84, 0.92]; // the sky that models without one are lit by
const HORIZON: Rgb = [1, 1, 1];
/** One large lamp, one narrow one at the other side, and one overhead: what shows on steel. */
const BOXES: readonly SoftBox[] = [
  { towards: unit(0.55, -0.75, 0.75), width: 0.55, height: 0.45, radiance: 5 },
  { towards: unit(-0.85, 0.35, 0.35), width: 0.16, height: 0.7, radiance: 4 },
  { towards: unit(0.1, 0.15, 1), width: 0.5, height: 0.5, radiance: 2 },
];

function unit(x: number, y: number, z: number): Direction {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const decode = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const step = (from: number, to: number, x: number): number => {
  const t = Math.max(0, Math.min(1, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** The mean colour of a texture, decoded; white without one. */
function meanColor(out: Rgb, model: Model, tex: number): Rgb {
  out.fill(1);
  if (tex < 0) return out;
  const channels = model.tex_nchannel[tex];
  const pixels = model.tex_width[tex] * model.tex_height[tex];
  const every = Math.max(1, Math.floor(pixels / 1024)) | 1; // odd, so that it does not follow a pattern
  out.fill(0);
  let count = 0;
  for (let p = 0; p < pixels; p += every, count++)
    for (let k = 0; k < 3; k++)
      out[k] += decode(model.tex_data[model.tex_adr[tex] + p * channels + (channels < 3 ? 0 : k)] / 255);
  for (let k = 0; k < 3; k++) out[k] /= Math.max(1, count);
  return out;
}

/** What light from above becomes when the floor sends it back up. */
function floorColor(model: Model): Rgb {
  const out: Rgb = [...BELOW];
  for (let g = 0; g < model.ngeom; g++) {
    if (model.geom_type[g] !== GeomType.PLANE) continue;
    const matid = model.geom_matid[g];
    meanColor(out, model, colorTexture(model, matid));
    const [rgba, at] = matid < 0 ? [model.geom_rgba, 4 * g] : [model.mat_rgba, 4 * matid];
    for (let k = 0; k < 3; k++) out[k] *= decode(rgba[at + k]);
    return out;
  }
  return out;
}

/** The colour of the sky in a direction. */
type SkyColor = (out: Rgb, x: number, y: number, z: number) => void;

function plainSky(out: Rgb, _x: number, _y: number, z: number): void {
  const t = Math.sqrt(Math.max(0, z));
  for (let k = 0; k < 3; k++) out[k] = HORIZON[k] + t * (ZENITH[k] - HORIZON[k]);
}

/** The sky box of a model: six faces below one another, whose y axis is up. */
function boxSky(model: Model, tex: number): SkyColor {
  const size = model.tex_width[tex];
  const rows = Math.floor(model.tex_height[tex] / 6);
  const channels = model.tex_nchannel[tex];
  return (out, x, y, z) => {
    const [cx, cy, cz] = [x, z, -y];
    const [ax, ay, az] = [Math.abs(cx), Math.abs(cy), Math.abs(cz)];
    let face: number;
    let s: number;
    let t: number;
    if (ax >= ay && ax >= az) [face, s, t] = cx > 0 ? [0, -cz / ax, -cy / ax] : [1, cz / ax, -cy / ax];
    else if (ay >= az) [face, s, t] = cy > 0 ? [2, cx / ay, cz / ay] : [3, cx / ay, -cz / ay];
    else [face, s, t] = cz > 0 ? [4, cx / az, -cy / az] : [5, -cx / az, -cy / az];
    const u = Math.min(size - 1, Math.floor((0.5 * s + 0.5) * size));
    const v = Math.min(rows - 1, Math.floor((0.5 * t + 0.5) * rows));
    const at = model.tex_adr[tex] + ((face * rows + v) * size + u) * channels;
    for (let k = 0; k < 3; k++) out[k] = decode(model.tex_data[at + (channels < 3 ? 0 : k)] / 255);
  };
}

function skyOf(model: Model): SkyColor {
  for (let t = 0; t < model.ntex; t++) if (model.tex_type[t] === TextureType.SKYBOX) return boxSky(model, t);
  return plainSky;
}

/** The light of a lamp in a direction. */
function boxLight({ towards, width, height, radiance }: SoftBox, x: number, y: number, z: number): number {
  const [a, b, c] = towards;
  const ahead = a * x + b * y + c * z;
  if (ahead <= 0.1) return 0;
  // sideways and upwards on the rectangle
  const flat = Math.hypot(a, b) || 1;
  const side = (b * x - a * y) / flat / ahead;
  const up = (flat * z - (c * (a * x + b * y)) / flat) / ahead;
  const edge = 0.12;
  return (
    radiance *
    (1 - step(width - edge, width + edge, Math.abs(side))) *
    (1 - step(height - edge, height + edge, Math.abs(up)))
  );
}

/** Light from all directions: linear RGBA, rows from below to above, as three maps spheres. */
export interface EnvironmentMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** The direction of a pixel, in the world frame: three's maps have y for their axis, which here is a horizontal one. */
export function directionOf(map: EnvironmentMap, column: number, row: number): Direction {
  const around = ((column + 0.5) / map.width - 0.5) * 2 * Math.PI;
  const above = ((row + 0.5) / map.height - 0.5) * Math.PI;
  return [Math.cos(above) * Math.cos(around), Math.sin(above), Math.cos(above) * Math.sin(around)];
}

/** Part of all directions that a row's pixel has. */
export function solidAngle(map: EnvironmentMap, row: number): number {
  const edge = (r: number): number => Math.sin((r / map.height - 0.5) * Math.PI);
  return ((2 * Math.PI) / map.width) * (edge(row + 1) - edge(row));
}

/**
 * What lights a model from all around: its own sky or a bright room, its floor from below, and lamps as a photographer sets them up. It is
 * scaled so that a level white surface sends back a luminance of one.
 */
export function environmentMap(model: Model, width = WIDTH): EnvironmentMap {
  const map = { width, height: width / 2, data: new Float32Array(2 * width * width) };
  const { data, height } = map;
  const sky = skyOf(model);
  const ground = floorColor(model);
  const color: Rgb = [0, 0, 0];
  let received = 0;
  for (let row = 0; row < height; row++) {
    const weight = solidAngle(map, row);
    for (let column = 0; column < width; column++) {
      const [x, y, z] = directionOf(map, column, row);
      sky(color, x, y, Math.max(0.02, z));
      const down = step(0.02, -0.06, z);
      let lamps = 0;
      if (z > -0.1) for (const box of BOXES) lamps += boxLight(box, x, y, z);
      const at = 4 * (row * width + column);
      for (let k = 0; k < 3; k++) data[at + k] = (1 - down) * (0.2 + color[k] + lamps) + down * ground[k];
      data[at + 3] = 1;
      if (z > 0) received += weight * z * (0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]);
    }
  }
  const scale = Math.PI / Math.max(1e-6, received);
  for (let i = 0; i < data.length; i++) if (i % 4 < 3) data[i] *= scale;
  return map;
}

/** The environment of a model as surfaces reflect it, for any roughness. Made on the graphics card when it is first needed. */
export class Environment {
  readonly #model: Model;
  #target: WebGLRenderTarget | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  texture(renderer: WebGLRenderer): Texture {
    this.#target ??= this.#filter(renderer);
    return this.#target.texture;
  }

  dispose(): void {
    this.#target?.dispose();
    this.#target = undefined;
  }

  #filter(renderer: WebGLRenderer): WebGLRenderTarget {
    const { data, width, height } = environmentMap(this.#model);
    const map = new DataTexture(data, width, height, RGBAFormat, FloatType, EquirectangularReflectionMapping);
    map.colorSpace = LinearSRGBColorSpace;
    map.minFilter = LinearFilter;
    map.magFilter = LinearFilter;
    map.needsUpdate = true;
    const generator = new PMREMGenerator(renderer);
    const before = renderer.getRenderTarget();
    const target = generator.fromEquirectangular(map) as WebGLRenderTarget;
    renderer.setRenderTarget(before);
    generator.dispose();
    map.dispose();
    return target;
  }
}
