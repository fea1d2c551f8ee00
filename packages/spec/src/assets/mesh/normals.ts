import { MIN_VALUE, normalize } from '../../spatial/rotation.ts';
import { triangleNormal } from '../../spatial/triangle.ts';

const { fround } = Math;
/** Faces whose normal makes a larger angle with the vertex normal (cosine below this) do not smooth it. */
const SMOOTH_COSINE = 0.8;

/**
 * Vertex normals: face normals weighted by area, accumulated in float32. Unless `smooth`, faces at a large angle to
 * the result are taken out again. A vertex without normal gets the z axis.
 */
export function vertexNormals(dvert: Float64Array, face: Int32Array, smooth: boolean): Float32Array {
  const normal = new Float32Array(dvert.length);
  const nrm = new Float64Array(3);
  for (let i = 0; i < face.length; i += 3) {
    const area = faceNormal(nrm, dvert, face, i);
    for (let j = 0; j < 3; j++) {
      const at = 3 * face[i + j];
      for (let k = 0; k < 3; k++) normal[at + k] += nrm[k] * area;
    }
  }
  if (!smooth) removeSharp(normal, dvert, face);
  for (let i = 0; i < normal.length; i += 3) {
    const x = normal[i];
    const y = normal[i + 1];
    const z = normal[i + 2];
    const length = fround(Math.sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    if (length > MIN_VALUE) normal.set([x / length, y / length, z / length], i);
    else normal.set([0, 0, 1], i);
  }
  return normal;
}

/** Unit normal of face i/3 in nrm; returns twice the area (0 for tiny faces, whose normal is not normalised). */
function faceNormal(nrm: Float64Array, v: Float64Array, face: Int32Array, i: number): number {
  triangleNormal(nrm, v, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
  return normalize(nrm, 0, 3);
}

function removeSharp(normal: Float32Array, dvert: Float64Array, face: Int32Array): void {
  const remove = new Float32Array(normal.length);
  const nrm = new Float64Array(3);
  const mean = new Float64Array(3);
  for (let i = 0; i < face.length; i += 3) {
    const area = faceNormal(nrm, dvert, face, i);
    for (let j = 0; j < 3; j++) {
      const at = 3 * face[i + j];
      mean[0] = normal[at];
      mean[1] = normal[at + 1];
      mean[2] = normal[at + 2];
      normalize(mean, 0, 3);
      if (nrm[0] * mean[0] + nrm[1] * mean[1] + nrm[2] * mean[2] < SMOOTH_COSINE) {
        for (let k = 0; k < 3; k++) remove[at + k] += nrm[k] * area;
      }
    }
  }
  for (let i = 0; i < normal.length; i++) normal[i] -= remove[i];
}
