import { type Camera, type DepthTexture, LinearFilter, type WebGLRenderer, WebGLRenderTarget } from 'three';
import { FullScreen } from './full-screen.ts';

/** How finely the surroundings of a pixel are searched. */
export interface OcclusionOptions {
  /** Directions across the pixel. */
  readonly slices: number;
  /** Points to each side of it. */
  readonly steps: number;
  /** How far surfaces darken each other, in the world frame. */
  readonly radius: number;
}

const TILE = 4; // pixels after which the noise repeats, and over which it is averaged

const places = `
uniform sampler2D depths;
uniform mat4 unproject;
vec3 placeOf(vec2 uv, float depth) {
  vec4 p = unproject * vec4(2.0 * vec3(uv, depth) - 1.0, 1.0);
  return p.xyz / p.w;
}
vec3 placeAt(vec2 uv) { return placeOf(uv, texture2D(depths, uv).r); }`;

/**
 * Part of the sky above each pixel that nearby surfaces leave open, weighted by the cosine: for each slice through the direction of sight,
 * the two horizons h₁ and h₂ are searched in the depth of the picture, and the arc between them is integrated in closed form.
 */
const search = (slices: number, steps: number): string => `
${places}
uniform vec2 pixel;
uniform mat4 project;
uniform float radius;
uniform bool parallel;
const float PI = 3.14159265;
vec3 normalAt(vec3 p) {
  vec3 right = placeAt(at + vec2(pixel.x, 0.0)) - p, left = p - placeAt(at - vec2(pixel.x, 0.0));
  vec3 up = placeAt(at + vec2(0.0, pixel.y)) - p, down = p - placeAt(at - vec2(0.0, pixel.y));
  vec3 across = abs(right.z) < abs(left.z) ? right : left;
  vec3 along = abs(up.z) < abs(down.z) ? up : down;
  return normalize(cross(across, along));
}
float horizon(vec3 p, vec3 eye, vec2 step, float offset, float lowest) {
  float highest = lowest;
  for (int i = 0; i < ${steps}; i++) {
    float t = (float(i) + offset) / ${steps}.0;
    vec2 uv = at + step * (t * t) + sign(step) * pixel;
    if (uv.x < 0.0 || uv.y < 0.0 || uv.x > 1.0 || uv.y > 1.0) break;
    vec3 d = placeAt(uv) - p;
    float far = dot(d, d);
    float near = clamp(1.0 - far / (radius * radius), 0.0, 1.0);
    highest = max(highest, mix(lowest, dot(d, eye) * inversesqrt(max(far, 1e-12)), near));
  }
  return highest;
}
void main() {
  float depth = texture2D(depths, at).r;
  if (depth >= 1.0) { gl_FragColor = vec4(1.0); return; }
  vec3 p = placeOf(at, depth);
  vec3 eye = parallel ? vec3(0.0, 0.0, 1.0) : normalize(-p);
  vec3 normal = normalAt(p);
  vec4 edge = project * vec4(p + vec3(radius, 0.0, 0.0), 1.0);
  float reach = min(0.25, abs(0.5 * edge.x / edge.w + 0.5 - at.x));
  vec2 tile = floor(mod(gl_FragCoord.xy, ${TILE}.0));
  float turn = (tile.x * ${TILE}.0 + tile.y + 0.5) / ${TILE * TILE}.0;
  float offset = fract(turn * 5.0 + 0.3);
  float open = 0.0;
  for (int s = 0; s < ${slices}; s++) {
    float angle = PI * (float(s) + turn) / ${slices}.0;
    vec2 way = vec2(cos(angle), sin(angle));
    vec3 across = normalize(cross(vec3(way, 0.0), eye));
    vec3 inSlice = normal - across * dot(normal, across);
    float share = length(inSlice);
    vec3 tangent = cross(eye, across);
    float n = sign(dot(inSlice, tangent)) * acos(clamp(dot(inSlice, eye) / max(share, 1e-5), -1.0, 1.0));
    vec2 step = way * reach * vec2(1.0, pixel.y / pixel.x);
    float h1 = -acos(horizon(p, eye, -step, offset, cos(n - 0.5 * PI)));
    float h2 = acos(horizon(p, eye, step, offset, cos(n + 0.5 * PI)));
    h1 = n + max(h1 - n, -0.5 * PI);
    h2 = n + min(h2 - n, 0.5 * PI);
    float arc = 2.0 * cos(n) + 2.0 * (h1 + h2) * sin(n) - cos(2.0 * h1 - n) - cos(2.0 * h2 - n);
    open += 0.25 * share * arc;
  }
  gl_FragColor = vec4(clamp(open / ${slices}.0, 0.0, 1.0));
}`;

/** Averages one tile of noise, over pixels of the same surface only. */
const average = `
${places}
uniform sampler2D noisy;
uniform vec2 pixel;
uniform float radius;
void main() {
  float depth = texture2D(depths, at).r;
  if (depth >= 1.0) { gl_FragColor = vec4(1.0); return; }
  vec3 p = placeOf(at, depth);
  float sum = 0.0, weights = 0.0;
  for (int y = -${TILE / 2}; y < ${TILE / 2}; y++)
    for (int x = -${TILE / 2}; x < ${TILE / 2}; x++) {
      vec2 uv = at + (vec2(x, y) + 0.5) * pixel;
      float w = 1e-4 + exp(-30.0 * abs(placeAt(uv).z - p.z) / radius);
      sum += w * texture2D(noisy, uv).r;
      weights += w;
    }
  gl_FragColor = vec4(sum / weights);
}`;

/**
 * Ambient occlusion from the depth of a picture, at half its resolution.
 *
 * @see Jimenez et al., Practical Real-Time Strategies for Accurate Indirect Occlusion (2016)
 */
export class AmbientOcclusion {
  readonly #search: FullScreen;
  readonly #average: FullScreen;
  readonly #noisy = new WebGLRenderTarget(1, 1, { depthBuffer: false });
  readonly #smooth = new WebGLRenderTarget(1, 1, { depthBuffer: false });

  constructor({ slices, steps, radius }: OcclusionOptions) {
    const shared = () => ({
      depths: { value: null },
      unproject: { value: null },
      pixel: { value: [0, 0] },
      radius: { value: radius },
    });
    this.#search = new FullScreen(search(slices, steps), {
      ...shared(),
      project: { value: null },
      parallel: { value: false },
    });
    this.#average = new FullScreen(average, { ...shared(), noisy: { value: this.#noisy.texture } });
    for (const { texture } of [this.#noisy, this.#smooth]) texture.minFilter = texture.magFilter = LinearFilter;
  }

  /** How open each pixel is, from 0 to 1, in the first channel. */
  get texture(): WebGLRenderTarget['texture'] {
    return this.#smooth.texture;
  }

  render(renderer: WebGLRenderer, camera: Camera, depths: DepthTexture, width: number, height: number): void {
    const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
    this.#noisy.setSize(w, h);
    this.#smooth.setSize(w, h);
    for (const pass of [this.#search, this.#average]) {
      pass.set('depths', depths);
      pass.set('unproject', camera.projectionMatrixInverse);
      pass.set('pixel', [1 / w, 1 / h]);
    }
    this.#search.set('project', camera.projectionMatrix);
    this.#search.set('parallel', camera.projectionMatrix.elements[15] === 1);
    this.#search.render(renderer, this.#noisy);
    this.#average.render(renderer, this.#smooth);
  }

  dispose(): void {
    for (const part of [this.#search, this.#average, this.#noisy, this.#smooth]) part.dispose();
  }
}
