import { enums, type Model, makeModel } from '@qpos/core';
import { NoColorSpace, SRGBColorSpace } from 'three';
import { describe, expect, test } from 'vitest';
import { Textures } from './textures.ts';

const { ColorSpace, TextureType } = enums;

/** A model with one texture of these pixels. */
function model(width: number, height: number, nchannel: number, type: number, pixels: readonly number[]): Model {
  const m = makeModel({ ntex: 1, ntexdata: pixels.length });
  m.tex_width[0] = width;
  m.tex_height[0] = height;
  m.tex_nchannel[0] = nchannel;
  m.tex_type[0] = type;
  m.tex_data.set(pixels);
  return m;
}

const pixelsOf = (image: unknown): number[] => [...(image as { data: Uint8Array }).data];

describe('flat textures', () => {
  test.each([
    [1, [7, 9], [7, 7, 7, 255, 9, 9, 9, 255]],
    [2, [7, 100, 9, 200], [7, 7, 7, 100, 9, 9, 9, 200]],
    [3, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]],
    [4, [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('of %d channels become RGBA', (channels, pixels, rgba) => {
    const texture = new Textures(model(2, 1, channels, TextureType.D2D, pixels), 1).flat(0);
    expect(pixelsOf(texture?.image)).toEqual(rgba);
  });

  test('keep the colour space that the model says', () => {
    const m = model(1, 1, 3, TextureType.D2D, [1, 2, 3]);
    expect(new Textures(m, 1).flat(0)?.colorSpace).toBe(SRGBColorSpace);
    m.tex_colorspace[0] = ColorSpace.LINEAR;
    expect(new Textures(m, 1).flat(0)?.colorSpace).toBe(NoColorSpace);
  });

  test('are made once, and are no cubes', () => {
    const textures = new Textures(model(1, 1, 3, TextureType.D2D, [1, 2, 3]), 1);
    expect(textures.flat(0)).toBe(textures.flat(0));
    expect(textures.cube(0)).toBeUndefined();
    expect(textures.flat(-1)).toBeUndefined();
    expect(textures.sky()).toBeUndefined();
  });
});

test('a cube has six faces, stored below one another; a sky box is found', () => {
  const pixels = Array.from({ length: 6 }, (_, face) => [face, 10 + face, 20 + face]).flat();
  const textures = new Textures(model(1, 6, 3, TextureType.SKYBOX, pixels), 1);
  const cube = textures.cube(0);
  const faces = ((cube?.images ?? []) as unknown as { image: unknown }[]).map(({ image }) => pixelsOf(image));
  expect(faces).toEqual(Array.from({ length: 6 }, (_, face) => [face, 10 + face, 20 + face, 255]));
  expect(textures.sky()).toBe(cube);
  expect(textures.flat(0)).toBeUndefined();
});
