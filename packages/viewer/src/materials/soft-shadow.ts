import { type Material, ShaderChunk } from 'three';
import type { Quality } from '../quality.ts';
import { alterShader } from './alter-shader.ts';

/** Half the angle under which a sun is seen, times the depth of its shadow map over its width: penumbra per depth. */
const SUN_SPREAD = 0.07;
/** Width of a lamp over its distance. */
const LAMP_SPREAD = 0.02;
/** Near over far plane of the shadow map of a lamp; see `Lights`. */
export const LAMP_NEAR_FAR = 0.05 / 12;

/** The depth that a shadow map has at a point; versions of three before 0.182 pack it into a colour. */
const depthAt = ShaderChunk.shadowmap_pars_fragment.includes('unpackRGBAToDepth')
  ? 'unpackRGBAToDepth(texture2D(map, at))'
  : 'texture2D(map, at).r';

const start = `
float shadowDepth(sampler2D map, vec2 at) { return ${depthAt}; }
float softShadow(sampler2D map, vec2 size, float strength, float bias, float radius, vec4 coord) {
  bool lamp = abs(coord.w - 1.0) > 1e-4;
  vec3 p = coord.xyz / coord.w;
  // how the depth of the receiver changes over the map, so that a slanted surface does not shade itself
  vec3 px = dFdx(p), py = dFdy(p);
  float det = px.x * py.y - px.y * py.x;
  vec2 slope = abs(det) > 1e-12 ? vec2(py.y * px.z - px.y * py.z, px.x * py.z - py.x * px.z) / det : vec2(0.0);
  slope = clamp(slope, vec2(-2.0), vec2(2.0));
  p.z += bias;
  vec2 inside = min(p.xy, 1.0 - p.xy);
  float border = min(inside.x, inside.y);
  if (border <= 0.0 || p.z > 1.0) return 1.0;
  vec2 texel = 1.0 / size;`;

const end = `
  return mix(1.0, mix(1.0, lit, min(1.0, 20.0 * border)), strength);
}
#define getShadow softShadow
`;

/** Points of a disc in a spiral that is turned for each pixel. */
const disc = `
vec2 discPoint(int i, float count, float turn) {
  float angle = 2.399963 * float(i) + turn;
  return sqrt((float(i) + 0.5) / count) * vec2(cos(angle), sin(angle));
}`;

/** Four texels, weighted by their distance. */
const smoothed = `
  vec2 at = p.xy * size - 0.5;
  vec2 part = fract(at);
  vec2 base = (floor(at) + 0.5) * texel;
  vec4 near;
  near.x = step(p.z, shadowDepth(map, base));
  near.y = step(p.z, shadowDepth(map, base + vec2(texel.x, 0.0)));
  near.z = step(p.z, shadowDepth(map, base + vec2(0.0, texel.y)));
  near.w = step(p.z, shadowDepth(map, base + texel));
  float lit = mix(mix(near.x, near.y, part.x), mix(near.z, near.w, part.x), part.y);`;

/** A disc of one size. */
const even = (taps: number): string => `
  float turn = 6.283185 * fract(52.982919 * fract(dot(gl_FragCoord.xy, vec2(0.067111, 0.005837))));
  float lit = 0.0;
  for (int i = 0; i < ${taps}; i++) {
    vec2 shift = discPoint(i, ${taps}.0, turn) * radius * texel;
    lit += step(p.z + dot(slope, shift), shadowDepth(map, p.xy + shift));
  }
  lit /= ${taps}.0;`;

/** A disc as large as the penumbra: the distance of what casts the shadow times the size of the light. */
const hardening = (search: number, taps: number): string => `
  float turn = 6.283185 * fract(52.982919 * fract(dot(gl_FragCoord.xy, vec2(0.067111, 0.005837))));
  float widest = 0.03;
  float casters = 0.0, depth = 0.0;
  for (int i = 0; i < ${search}; i++) {
    vec2 shift = discPoint(i, ${search}.0, turn) * widest * 0.6;
    float d = shadowDepth(map, p.xy + shift);
    if (d < p.z + dot(slope, shift)) { casters += 1.0; depth += d; }
  }
  if (casters == 0.0) return 1.0;
  depth /= casters;
  float spread = lamp
    ? ${LAMP_SPREAD} * ((1.0 - depth * ${1 - LAMP_NEAR_FAR}) / max(1e-4, 1.0 - p.z * ${1 - LAMP_NEAR_FAR}) - 1.0)
    : ${SUN_SPREAD} * (p.z - depth);
  vec2 reach = clamp(vec2(spread), 1.2 * texel, vec2(widest));
  float lit = 0.0;
  for (int i = 0; i < ${taps}; i++) {
    vec2 shift = discPoint(i, ${taps}.0, turn) * reach;
    lit += step(p.z + dot(slope, shift), shadowDepth(map, p.xy + shift));
  }
  lit /= ${taps}.0;`;

const filters: Readonly<Record<Quality, string>> = {
  low: `${start}${smoothed}${end}`,
  medium: `${disc}${start}${even(9)}${end}`,
  high: `${disc}${start}${hardening(14, 28)}${end}`,
};

/**
 * Lets a material receive shadows with soft edges, from plain shadow maps (`BasicShadowMap`). In high quality they are sharp where things
 * touch and widen with the distance of what casts them.
 *
 * @see Fernando, Percentage-Closer Soft Shadows (2005)
 */
export function softenShadows(material: Material, quality: Quality): void {
  alterShader(material, `soft-${quality}`, (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <shadowmap_pars_fragment>',
      `#include <shadowmap_pars_fragment>
       #ifdef SHADOWMAP_TYPE_BASIC
       #ifdef USE_SHADOWMAP
       ${filters[quality]}
       #endif
       #endif`,
    );
  });
}
