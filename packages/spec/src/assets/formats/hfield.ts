import { COMPILER_EPS } from '../../spatial/rotation.ts';
import { AssetError } from '../errors.ts';
import { type AssetLimits, defaultAssetLimits, type HField } from '../types.ts';
import { contentTypeOf } from './mesh-file.ts';
import { readPng } from './png.ts';

const { fround } = Math;

export interface HFieldFileOptions {
  contentType?: string;
  limits?: Partial<AssetLimits>;
}

/** Elevation from a file: a grey PNG (its last row is the first one), or int32 nrow, int32 ncol, float32 data. */
export function hfieldFromFile(bytes: Uint8Array, fileName: string, options: HFieldFileOptions = {}): HField {
  const limits = { ...defaultAssetLimits, ...options.limits };
  const type = contentTypeOf(fileName, options.contentType) || 'image/vnd.mujoco.hfield';
  if (type === 'image/png') return normalized(fileName, readPngField(bytes, limits));
  if (type === 'image/vnd.mujoco.hfield') return normalized(fileName, readCustomField(bytes, limits));
  throw new AssetError('asset-unsupported', `unsupported content type: '${type}'`, 'a PNG or MuJoCo hfield file');
}

/** Elevation from attributes, given from the top row down; flat without `elevation`. */
export function hfieldFromElevation(
  nrow: number,
  ncol: number,
  elevation?: ArrayLike<number>,
  options: { limits?: Partial<AssetLimits> } = {},
): HField {
  if (!(nrow >= 1 && ncol >= 1)) throw new AssetError('hfield-data', 'hfield not specified');
  checkSize(nrow, ncol, { ...defaultAssetLimits, ...options.limits });
  if (elevation && elevation.length !== nrow * ncol) {
    throw new AssetError(
      'hfield-data',
      'elevation data length must match nrow*ncol',
      `${elevation.length} values for ${nrow}x${ncol}`,
    );
  }
  const data = new Float32Array(nrow * ncol);
  if (elevation) {
    for (let r = 0; r < nrow; r++) {
      for (let c = 0; c < ncol; c++) data[(nrow - 1 - r) * ncol + c] = elevation[r * ncol + c];
    }
  }
  return normalized('', { nrow, ncol, data });
}

function checkSize(nrow: number, ncol: number, limits: AssetLimits): void {
  if (nrow * ncol > limits.hfieldSamples) {
    throw new AssetError('asset-limit', `hfield has ${nrow}x${ncol} samples, more than ${limits.hfieldSamples}`);
  }
}

function readPngField(bytes: Uint8Array, limits: AssetLimits): HField {
  const { width, height, data } = readPng(bytes, 1, {
    ...limits,
    pixels: Math.min(limits.pixels, limits.hfieldSamples),
  });
  const out = new Float32Array(width * height);
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) out[r * width + c] = data[(height - 1 - r) * width + c];
  }
  return { nrow: height, ncol: width, data: out };
}

function readCustomField(bytes: Uint8Array, limits: AssetLimits): HField {
  if (bytes.length === 0) throw new AssetError('asset-empty', 'could not read hfield file');
  if (bytes.length < 8) throw new AssetError('asset-truncated', 'hfield missing header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nrow = view.getInt32(0, true);
  const ncol = view.getInt32(4, true);
  if (nrow < 1 || ncol < 1) throw new AssetError('asset-format', 'non-positive hfield dimensions in file');
  if (bytes.length !== 4 * nrow * ncol + 8)
    throw new AssetError('asset-truncated', 'unexpected file size in hfield file');
  checkSize(nrow, ncol, limits);
  const data = new Float32Array(nrow * ncol);
  for (let i = 0; i < data.length; i++) data[i] = view.getFloat32(8 + 4 * i, true);
  return { nrow, ncol, data };
}

/** Shifts the elevation to start at 0 and scales it to end at 1, unless it is flat; in float32. */
function normalized(name: string, field: HField): HField {
  const { data } = field;
  let min = 1e10;
  let max = -1e10;
  for (const x of data) {
    if (x < min) min = x;
    if (x > max) max = x;
  }
  if (min > max) throw new AssetError('hfield-data', `invalid data range in hfield '${name}'`);
  const range = fround(max - min);
  for (let i = 0; i < data.length; i++) {
    data[i] -= min;
    if (range > COMPILER_EPS) data[i] /= range;
  }
  return field;
}
