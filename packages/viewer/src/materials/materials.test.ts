import type { Model } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import {
  Color,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  ShaderLib,
  Vector2,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
} from 'three';
import { describe, expect, test } from 'vitest';
import { colorTexture, glossOf, makeSurface, type Paint, paintOf, setPaint } from './materials.ts';
import { Textures } from './textures.ts';

const model = loadModel(`<mujoco><asset>
  <texture name="grid" type="2d" builtin="checker" width="4" height="4"/>
  <material name="dull" rgba=".1 .2 .3 .4" specular="0" shininess="0"/>
  <material name="glossy" specular="1" shininess="1"/>
  <material name="candy" rgba="1 .1 .1 1" specular="1" shininess="1"/>
  <material name="given" roughness=".33" metallic=".66"/>
  <material name="lamp" rgba="1 0 0 1" emission=".5"/>
  <material name="tiled" texture="grid"/>
</asset><worldbody/></mujoco>`);
const id = (name: string): number => model.material(name).id;

const surface = (m: Model, matid: number, changes: object = {}) =>
  makeSurface(m, new Textures(m, 1), matid, {
    alpha: 1,
    repeat: new Vector2(3, 5),
    size: [1, 1, 1],
    textured: true,
    quality: 'high',
    ...changes,
  });

describe('paint', () => {
  const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };

  test('is that of the material only if the object keeps the default grey', () => {
    const grey = Float32Array.of(0.5, 0.5, 0.5, 1);
    expect(paintOf(paint, model, id('dull'), grey, 0).a).toBeCloseTo(0.4, 6);
    expect(paintOf(paint, model, -1, grey, 0)).toEqual({ r: 0.5, g: 0.5, b: 0.5, a: 1 });
    const own = Float32Array.of(9, 9, 0.25, 0.5, 0.75, 1);
    expect(paintOf(paint, model, id('dull'), own, 2)).toEqual({ r: 0.25, g: 0.5, b: 0.75, a: 1 });
  });

  test('is meant as it looks on the screen: sRGB', () => {
    const color = setPaint(new Color(), { r: 1, g: 0.5, b: 0, a: 1 });
    expect(color.r).toBeCloseTo(1, 6);
    expect(color.g).toBeCloseTo(((0.5 + 0.055) / 1.055) ** 2.4, 6);
    expect(color.b).toBe(0);
  });
});

describe('surfaces', () => {
  test('roughness is that of the Phong exponent 128 shininess, one that is given is taken', () => {
    const rough = (name: string): number => glossOf(model, id(name)).roughness;
    expect(rough('dull')).toBe(1);
    expect(rough('glossy') ** 4).toBeCloseTo(2 / 130, 9);
    expect(rough('given')).toBeCloseTo(0.33, 6);
    expect(glossOf(model, id('given')).metalness).toBeCloseTo(0.66, 6);
    expect(glossOf(model, -1).roughness ** 4).toBeCloseTo(2 / 66, 9);
    expect(surface(model, id('given'))).toMatchObject(glossOf(model, id('given')));
  });

  test('what is shiny and grey is metal, what is coloured or dull is not', () => {
    const metalness = (name: string): number => glossOf(model, id(name)).metalness;
    expect(metalness('glossy')).toBeCloseTo(0.9, 6);
    expect(metalness('candy')).toBe(0);
    expect(metalness('dull')).toBe(0);
    expect(glossOf(model, -1).metalness).toBe(0);
    expect(glossOf(model, id('dull')).specularIntensity).toBe(0);
  });

  test('metal, and nothing else, reflects dim surroundings brighter than they are', () => {
    const shaderOf = (matid: number): string => {
      const shader = { ...ShaderLib.physical, uniforms: {} } as unknown as WebGLProgramParametersWithUniforms;
      surface(model, matid).onBeforeCompile(shader, undefined as unknown as WebGLRenderer);
      return shader.fragmentShader;
    };
    const gain = /float gain = .*envMapIntensity.*\n\s*radiance \*= .*metalnessFactor/;
    expect(shaderOf(id('given'))).toMatch(gain);
    expect(shaderOf(id('candy'))).not.toMatch(gain);
    // what it relies on in three.js
    expect(ShaderLib.physical.fragmentShader).toContain('#include <lights_fragment_maps>');
    expect(ShaderLib.physical.fragmentShader).toContain('#include <metalnessmap_fragment>');
  });

  test('emission glows in the colour of the material', () => {
    const { emissive, emissiveIntensity } = surface(model, id('lamp'));
    expect(emissive.toArray()).toEqual([1, 0, 0]);
    expect(emissiveIntensity).toBe(0.5);
  });

  test('a texture is repeated as asked, and is left out if not wanted', () => {
    expect(colorTexture(model, id('tiled'))).toBe(0);
    expect(colorTexture(model, id('dull'))).toBe(-1);
    expect(surface(model, id('tiled')).map?.repeat.toArray()).toEqual([3, 5]);
    expect(surface(model, id('tiled'), { textured: false }).map).toBeNull();
  });

  test('transparency draws over what is behind, and low quality has no gloss', () => {
    const glass = surface(model, -1, { alpha: 0.3 });
    expect([glass.transparent, glass.opacity, glass.depthWrite]).toEqual([true, 0.3, false]);
    expect(surface(model, -1).transparent).toBe(false);
    expect(surface(model, -1, { quality: 'low' })).toBeInstanceOf(MeshLambertMaterial);
    expect(surface(model, id('glossy'), { quality: 'low' })).toBeInstanceOf(MeshPhongMaterial);
    expect(surface(model, -1)).toBeInstanceOf(MeshPhysicalMaterial);
  });
});
