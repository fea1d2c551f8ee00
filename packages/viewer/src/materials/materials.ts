import { enums, type Model } from '@qpos/core';
import {
  type Color,
  type CubeTexture,
  MeshLambertMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Vector2,
} from 'three';
import type { Quality } from '../quality.ts';
import type { Textures } from './textures.ts';

const ROLES = 10; // textures per material
const { RGB, RGBA, EMISSIVE, NORMAL, ROUGHNESS, METALLIC, ORM, OCCLUSION } = enums.TextureRole;

/** What surfaces are made of: the cheap one has no gloss. */
export type Surface = MeshStandardMaterial | MeshLambertMaterial;

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

/** Roughness of a surface that only says how specular and shiny it is. */
function roughness(model: Model, matid: number): number {
  if (matid < 0) return 0.7;
  if (model.mat_roughness[matid] >= 0) return model.mat_roughness[matid];
  const gloss = model.mat_shininess[matid] * Math.min(1, 2 * model.mat_specular[matid]);
  return Math.max(0.15, 0.9 - 0.65 * gloss);
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
  material.onBeforeCompile = (shader) => {
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
  };
  material.customProgramCacheKey = () => 'paint-cube';
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

/** A three.js material for a material of the model (or none: -1). Its colour is white: instances bring theirs. */
export function makeSurface(model: Model, textures: Textures, matid: number, options: SurfaceOptions): Surface {
  const looks = {
    color: 0xffffff,
    transparent: options.alpha < 1,
    opacity: options.alpha,
    depthWrite: options.alpha >= 0.99,
  };
  const metalness = matid >= 0 ? Math.max(0, model.mat_metallic[matid]) : 0;
  const material =
    options.quality === 'low'
      ? new MeshLambertMaterial(looks)
      : new MeshStandardMaterial({ ...looks, roughness: roughness(model, matid), metalness });
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
  if (material instanceof MeshStandardMaterial) {
    material.roughnessMap = flat(orm >= 0 ? orm : textureOf(model, matid, ROUGHNESS));
    material.metalnessMap = flat(orm >= 0 ? orm : textureOf(model, matid, METALLIC));
  }
  material.aoMap = flat(orm >= 0 ? orm : textureOf(model, matid, OCCLUSION));
  if (material.map !== null && model.tex_nchannel[tex] === 4) material.alphaTest = 0.02;
}
