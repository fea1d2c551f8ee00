import { AssetError } from '../errors.ts';
import { contentTypeOf } from '../formats/mesh-file.ts';
import { type Image, readPng } from '../formats/png.ts';
import {
  type AssetLimits,
  defaultAssetLimits,
  defaultTextureOptions,
  type ImageFile,
  type Texture,
  type TextureFiles,
  type TextureOptions,
} from '../types.ts';
import { fillBuiltin2d, fillBuiltinCube, fillFlat } from './builtin.ts';

const COLORSPACES = ['auto', 'linear', 'sRGB'];
const COLORSPACE_LINEAR = 1;
const COLORSPACE_SRGB = 2;
/** Letters of a grid layout, in the order of the cube's faces. */
const FACE_LETTERS = 'RLUDFB';

/** `tex_data` of a texture: builtin, or one file, or six files of a cube. */
export function makeTexture(
  options: Partial<TextureOptions>,
  files: TextureFiles = {},
  limits: Partial<AssetLimits> = {},
): Texture {
  const opts = { ...defaultTextureOptions, ...options };
  const all = { ...defaultAssetLimits, ...limits };
  if (opts.builtin !== 'none') return makeBuiltin(opts, all);
  const maker = new FileTexture(opts, all);
  if (files.file) return opts.type === '2d' ? maker.flat(files.file) : maker.cubeFromOne(files.file);
  if (opts.type === '2d') throw new AssetError('texture-data', 'Cannot load 2D texture from separate files, texture');
  const cube = files.cube ?? [];
  if (!cube.some((f) => f)) throw new AssetError('texture-data', 'No cubefiles_ defined in cube or skybox texture');
  return maker.cubeFromSix(cube);
}

function makeBuiltin(opts: TextureOptions, limits: AssetLimits): Texture {
  const { width, nchannel } = opts;
  if (!(width >= 1)) throw new AssetError('texture-data', 'Invalid width of builtin texture');
  const isFlat = opts.type === '2d';
  if (isFlat && !(opts.height >= 1)) throw new AssetError('texture-data', 'Invalid height of builtin texture');
  if (!(nchannel >= 1)) throw new AssetError('texture-data', 'Invalid nchannel of builtin texture');
  const height = isFlat ? opts.height : 6 * width;
  checkPixels(width, height, limits);
  const { rgb1, rgb2, markrgb } = opts;
  const paints = { ...opts, rgb1: [...rgb1], rgb2: [...rgb2], markrgb: [...markrgb] }; // the Spec may change before it is painted
  return {
    width,
    height,
    nchannel,
    colorspace: COLORSPACES.indexOf(opts.colorspace),
    size: nchannel * width * height,
    pixels: (target) =>
      isFlat ? fillBuiltin2d(target, width, height, paints) : fillBuiltinCube(target, width, paints),
  };
}

function checkPixels(width: number, height: number, limits: AssetLimits): void {
  if (width * height > limits.pixels) {
    throw new AssetError('asset-limit', `texture has ${width}x${height} pixels, more than ${limits.pixels}`);
  }
}

/** Textures from image files: the first file decides an automatic colour space. */
class FileTexture {
  private readonly opts: TextureOptions;
  private readonly limits: AssetLimits;
  private colorspace: number;
  private nchannel: number;

  constructor(opts: TextureOptions, limits: AssetLimits) {
    this.opts = opts;
    this.limits = limits;
    this.colorspace = COLORSPACES.indexOf(opts.colorspace);
    this.nchannel = opts.nchannel;
  }

  flat(file: ImageFile): Texture {
    const { width, height, data } = this.load(file);
    return this.result(width, height, data);
  }

  /** One image for all faces (grid 1x1) or a grid of faces named by letters. */
  cubeFromOne(file: ImageFile): Texture {
    const [rows, columns] = this.opts.gridsize;
    if (!(rows >= 1 && columns >= 1 && rows * columns <= 12)) {
      throw new AssetError('texture-data', 'gridsize must be non-zero and no more than 12 squares in texture');
    }
    const image = this.load(file);
    const width = Math.floor(image.width / columns);
    if (width !== Math.floor(image.height / rows) || image.width % columns !== 0 || image.height % rows !== 0) {
      throw new AssetError('texture-data', `PNG size must be integer multiple of gridsize in texture '${file.name}'`);
    }
    if (rows === 1 && columns === 1) {
      const size = 3 * width * width;
      const data = new Uint8Array(size);
      data.set(image.data.subarray(0, size));
      return this.result(width, width, data);
    }
    checkPixels(width, 6 * width, this.limits);
    const data = new Uint8Array(18 * width * width);
    const loaded = new Set<number>();
    for (let k = 0; k < rows * columns; k++) {
      const letter = this.opts.gridlayout[k] ?? '.';
      if (letter === '.') continue;
      const face = FACE_LETTERS.indexOf(letter);
      if (face < 0) throw new AssetError('texture-data', "gridlayout symbol is not among '.RLUDFB' in texture");
      const top = width * Math.floor(k / columns);
      const left = width * (k % columns);
      for (let r = 0; r < width; r++) {
        const from = 3 * ((r + top) * image.width + left);
        data.set(image.data.subarray(from, from + 3 * width), 3 * width * (face * width + r));
      }
      loaded.add(face);
    }
    this.fillMissing(data, width, loaded);
    return this.result(width, 6 * width, data);
  }

  cubeFromSix(files: readonly (ImageFile | undefined)[]): Texture {
    let width = 0;
    let data = new Uint8Array(0);
    const loaded = new Set<number>();
    for (let face = 0; face < 6; face++) {
      const file = files[face];
      if (!file) continue;
      const image = this.load(file);
      if (image.width !== image.height) {
        throw new AssetError('texture-data', `Non-square PNG file '${file.name}' in cube or skybox`);
      }
      if (width === 0) {
        width = image.width;
        checkPixels(width, 6 * width, this.limits);
        data = new Uint8Array(18 * width * width);
      } else if (width !== image.width) {
        throw new AssetError('texture-data', `PNG file '${file.name}' has incompatible size in texture`);
      }
      const size = 3 * width * width;
      data.set(image.data.subarray(0, size), face * size);
      loaded.add(face);
    }
    this.fillMissing(data, width, loaded);
    return this.result(width, 6 * width, data);
  }

  private result(width: number, height: number, data: Uint8Array): Texture {
    const { nchannel, colorspace } = this;
    return { width, height, nchannel, colorspace, size: data.length, pixels: data };
  }

  /** Faces without an image get rgb1. */
  private fillMissing(data: Uint8Array, width: number, loaded: Set<number>): void {
    for (let face = 0; face < 6; face++) {
      if (!loaded.has(face)) fillFlat(data, 3 * face * width * width, width * width, this.opts.rgb1);
    }
  }

  private load(file: ImageFile): Image {
    const type = contentTypeOf(file.name, file.contentType);
    const { hflip, vflip } = this.opts;
    let image: Image;
    if (type === 'image/png') {
      if (![1, 3, 4].includes(this.nchannel)) {
        throw new AssetError('texture-data', `Unsupported number of channels: ${this.nchannel}`);
      }
      image = readPng(file.bytes, this.nchannel, this.limits);
      flip(image, hflip, vflip);
    } else if (type === 'image/ktx') {
      if (hflip || vflip) throw new AssetError('texture-data', 'cannot flip KTX textures');
      image = this.loadKtx(file);
    } else {
      throw new AssetError('asset-unsupported', `unsupported content type: '${type}'`, 'textures are PNG or KTX files');
    }
    if (this.colorspace === 0) this.colorspace = image.isSrgb ? COLORSPACE_SRGB : COLORSPACE_LINEAR;
    return image;
  }

  /** KTX files are handed on as they are: one row of bytes. */
  private loadKtx(file: ImageFile): Image {
    if (file.bytes.length === 0) throw new AssetError('asset-empty', `texture file is empty: '${file.name}'`);
    this.nchannel = 1;
    return { width: file.bytes.length, height: 1, channels: 1, data: file.bytes.slice(), isSrgb: false };
  }
}

/** Mirrors an image left to right and top to bottom. */
function flip(image: Image, horizontal: boolean, vertical: boolean): void {
  const { width, height, channels } = image;
  if (!horizontal && !vertical) return;
  const source = image.data.slice();
  for (let r = 0; r < height; r++) {
    const fromRow = vertical ? height - 1 - r : r;
    for (let c = 0; c < width; c++) {
      const fromColumn = horizontal ? width - 1 - c : c;
      for (let k = 0; k < channels; k++) {
        image.data[channels * (r * width + c) + k] = source[channels * (fromRow * width + fromColumn) + k];
      }
    }
  }
}
