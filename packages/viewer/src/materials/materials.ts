import { enums, type Model } from '@qpos/core';
import {
  type Color,
  type CubeTexture,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  SRGBColorSpace,
  type Vector2,
} from 'three';
import { toneShader } from '../picture/tone.ts';
import type { Quality } from '../quality.ts';
import { alterShader } from './alter-shader.ts';
import { softenShadows } from './soft-shadow.ts';
import type { Textures } from './textures.ts';

const ROLES = 10; // textures per material
const { RGB, RGBA, EMISSIVE, NORMAL, ROUGHNESS, METALLIC, ORM, OCCLUSION } = enums.TextureRole;

/** What surfaces are made of: the cheap one has no gloss. */
export type Surface = MeshPhysicalMaterial | MeshLambertMaterial | MeshPhongMaterial;

/** How a surface is painted, before textures. */
export interface Paint {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** The colour of an object: its own unless it is the default grey, else its material's. */
export function paintOf(out: Paint, model: Model, matid: number, rgba: Float32Array, adr: number): Paint {
  const own = matid < 0 || rgba[adr] !== 0.5 || rgba[adr + 1] !== 0.5 || rgba[adr + 2] !== 0.5 || rgba[adr + 3] !== 1;
  const source = own ? rgba : model.mat_rgba;
  const at = own ? adr : 4 * matid;
  out.r = source[at];
  out.g = source[at + 1];
  out.b = source[at + 2];
  out.a = source[at + 3];
  return out;
}

/** Colours of models are meant as they look on the screen. */
export const setPaint = (color: Color, paint: Paint): Color => color.setRGB(paint.r, paint.g, paint.b, SRGBColorSpace);

/** How a surface answers light, in the terms of physically based materials. */
export interface Gloss {
  readonly roughness: number;
  readonly metalness: number;
  /** Reflection at normal incidence, as a part of the 4 % of plastic and glass. */
  readonly specularIntensity: number;
}

const SPECULAR = 0.5; // of what has no material, as MuJoCo draws it
const SHININESS = 0.5;
const LEAST_ROUGHNESS = 0.12; // the environment is no sharper
const METALLIC_FROM = 0.7; // specular and shininess above which a grey surface is taken for metal

/** Rises from 0 to 1 between `from` and 1. */
const above = (from: number, x: number): number => Math.max(0, Math.min(1, (x - from) / (1 - from)));

/**
 * The gloss of a material. Roughness and metalness are taken where the model gives them. Else the roughness is that whose highlight is as
 * wide as that of the Phong exponent 128·shininess, and what is very specular, shiny and grey is metal.
 *
 * @see Walter et al., Microfacet Models for Refraction (2007), on exponents and roughness
 */
export function glossOf(model: Model, matid: number): Gloss {
  const specular = matid < 0 ? SPECULAR : model.mat_specular[matid];
  const shininess = matid < 0 ? SHININESS : model.mat_shininess[matid];
  const roughness = (2 / (128 * Math.max(0, shininess) + 2)) ** 0.25;
  const given = matid < 0 ? -1 : model.mat_roughness[matid];
  const metallic = matid < 0 ? -1 : model.mat_metallic[matid];
  return {
    roughness: Math.max(LEAST_ROUGHNESS, given >= 0 ? given : roughness),
    metalness: metallic >= 0 ? metallic : metalnessFrom(model, matid, Math.min(specular, shininess)),
    specularIntensity: Math.min(1, specular / SPECULAR),
  };
}

function metalnessFrom(model: Model, matid: number, sheen: number): number {
  if (matid < 0 || sheen <= METALLIC_FROM) return 0;
  const [r, g, b] = model.mat_rgba.subarray(4 * matid, 4 * matid + 3) as unknown as [number, number, number];
  const most = Math.max(r, g, b);
  const saturation = most > 0 ? (most - Math.min(r, g, b)) / most : 0;
  return 0.9 * Math.sqrt(above(METALLIC_FROM, sheen)) * (1 - above(0.2, Math.min(1, 1.6 * saturation)));
}

const textureOf = (model: Model, matid: number, role: number): number =>
  matid < 0 ? -1 : model.mat_texid[ROLES * matid + role];

/** The colour texture of a material, or -1. */
export function colorTexture(model: Model, matid: number): number {
  const rgb = textureOf(model, matid, RGB);
  return rgb >= 0 ? rgb : textureOf(model, matid, RGBA);
}

/** Looks the colour up in a cube around the object's centre. */
function paintWithCube(material: Surface, cube: CubeTexture, scale: readonly number[]): void {
  alterShader(material, 'paint-cube', (shader) => {
    shader.uniforms['paintCube'] = { value: cube };
    shader.uniforms['paintScale'] = { value: scale };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 paintDir;\nuniform vec3 paintScale;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\npaintDir = position * paintScale;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 paintDir;\nuniform samplerCube paintCube;')
      .replace(
        '#include <map_fragment>',
        'diffuseColor.rgb *= textureCube(paintCube, paintDir).rgb;', // decoded by the sRGB texture format
      );
  });
}

/**
 * Metals show nothing but what is around them: in a room that is dimmed to a model's ambient light they would be black. They reflect it at
 * least as bright as this, or three times as bright as it is.
 */
const METAL_SURROUND = 0.55;
const METAL_GAIN = 3;

function brightenMetal(material: Surface): void {
  alterShader(material, 'metal', (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <lights_fragment_maps>',
      `#include <lights_fragment_maps>
       #ifdef USE_ENVMAP
         float gain = clamp(${METAL_SURROUND} / max(envMapIntensity, 1e-3), 1.0, ${METAL_GAIN.toFixed(1)});
         radiance *= mix(1.0, gain, metalnessFactor);
       #endif`,
    );
  });
}

/** Compresses highlights where nothing does so after the surfaces are drawn. */
function compressHighlights(material: Surface): void {
  alterShader(material, 'tone', (shader) => {
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${toneShader}`)
      .replace(
        '#include <tonemapping_fragment>',
        `#ifdef TONE_MAPPING
         #include <tonemapping_fragment>
         #else
         gl_FragColor.rgb = toneOf(gl_FragColor.rgb);
         #endif`,
      );
  });
}

export interface SurfaceOptions {
  readonly alpha: number;
  /** Repetitions of a flat texture over the shape's own coordinates. */
  readonly repeat: Vector2;
  /** Half sizes of the object, for a cube texture that is uniform in space. */
  readonly size: readonly number[];
  readonly textured: boolean;
  readonly quality: Quality;
}

/** A surface without an environment to reflect: matte, or with a highlight and dark elsewhere if it is metal. */
function makeCheap(looks: object, { metalness, roughness }: Gloss): MeshLambertMaterial | MeshPhongMaterial {
  if (metalness < 0.3) return new MeshLambertMaterial(looks);
  const material = new MeshPhongMaterial({ ...looks, shininess: 0.5 / roughness ** 4, specular: 0xb0b0b0 });
  material.color.setScalar(1 - 0.6 * metalness);
  return material;
}

/** A three.js material for a material of the model (or none: -1). Its colour is white, or grey for cheap metal: instances bring theirs. */
export function makeSurface(model: Model, textures: Textures, matid: number, options: SurfaceOptions): Surface {
  const looks = {
    color: 0xffffff,
    transparent: options.alpha < 1,
    opacity: options.alpha,
    depthWrite: options.alpha >= 0.99,
  };
  const gloss = glossOf(model, matid);
  const material =
    options.quality === 'low' ? makeCheap(looks, gloss) : new MeshPhysicalMaterial({ ...looks, ...gloss });
  softenShadows(material, options.quality);
  if (options.quality !== 'low' && gloss.metalness > 0) brightenMetal(material);
  if (options.quality === 'low') compressHighlights(material);
  if (matid < 0) return material;
  const emission = model.mat_emission[matid];
  if (emission > 0) {
    const at = 4 * matid;
    setPaint(material.emissive, { r: model.mat_rgba[at], g: model.mat_rgba[at + 1], b: model.mat_rgba[at + 2], a: 1 });
    material.emissiveIntensity = emission;
  }
  if (options.textured) paintTextures(model, textures, material, matid, options);
  return material;
}

function paintTextures(
  model: Model,
  textures: Textures,
  material: Surface,
  matid: number,
  options: SurfaceOptions,
): void {
  const tex = colorTexture(model, matid);
  const cube = textures.cube(tex);
  if (cube !== undefined) paintWithCube(material, cube, model.mat_texuniform[matid] ? options.size : [1, 1, 1]);
  const flat = (role: number) => {
    const texture = textures.flat(role)?.clone();
    texture?.repeat.copy(options.repeat);
    return texture ?? null;
  };
  material.map = flat(tex);
  material.emissiveMap = flat(textureOf(model, matid, EMISSIVE));
  material.normalMap = flat(textureOf(model, matid, NORMAL));
  const orm = textureOf(model, matid, ORM);
  if (material instanceof MeshPhysicalMaterial) {
    material.roughnessMap = flat(orm >= 0 ? orm : textureOf(model, matid, ROUGHNESS));
    material.metalnessMap = flat(orm >= 0 ? orm : textureOf(model, matid, METALLIC));
  }
  material.aoMap = flat(orm >= 0 ? orm : textureOf(model, matid, OCCLUSION));
  if (material.map !== null && model.tex_nchannel[tex] === 4) material.alphaTest = 0.02;
}
