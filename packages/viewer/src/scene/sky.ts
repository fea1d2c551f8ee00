import type { Model } from '@qpos/core';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  LessEqualDepth,
  Mesh,
  ShaderMaterial,
  SRGBColorSpace,
} from 'three';
import type { Textures } from '../materials/textures.ts';
import type { Quality } from '../quality.ts';

const HAZE = 0.45; // how much of the haze is seen at the horizon

// one triangle over the whole picture, as far away as can be: no corner is ever beside or behind the camera
const vertexShader = `
varying vec3 dir;
void main() {
  vec2 place = vec2(position.x + projectionMatrix[2][0], position.y + projectionMatrix[2][1]);
  bool parallel = projectionMatrix[3][3] == 1.0;
  vec3 eye = vec3(parallel ? vec2(0.0) : place / vec2(projectionMatrix[0][0], projectionMatrix[1][1]), -1.0);
  dir = transpose(mat3(viewMatrix)) * eye;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;
const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);

const fragmentShader = `
varying vec3 dir;
uniform samplerCube sky;
uniform bool textured;
uniform vec4 haze;
void main() {
  vec3 d = normalize(dir);
  vec3 top = vec3(0.075, 0.1, 0.15);
  vec3 horizon = vec3(0.36, 0.44, 0.53);
  vec3 bottom = vec3(0.06, 0.07, 0.085);
  vec3 plain = d.z > 0.0 ? mix(horizon, top, pow(d.z, 0.5)) : mix(horizon, bottom, pow(-d.z, 0.35));
  vec3 color = textured ? textureCube(sky, vec3(d.x, d.z, -d.y)).rgb : plain;
  float band = haze.a > 0.0 ? 1.0 - clamp(abs(d.z) / haze.a, 0.0, 1.0) : 0.0;
  gl_FragColor = vec4(mix(color, haze.rgb, ${HAZE} * band * band), 1.0);
  #include <colorspace_fragment>
}`;

const plainHorizon = new Color(0.36, 0.44, 0.53);

/** The colour of the sky at the horizon, haze included. */
export function horizonColor(model: Model, textures: Textures): Color {
  const faces = textures.sky()?.image as
    | readonly { image: { data: Uint8Array; width: number; height: number } }[]
    | undefined;
  const color = plainHorizon.clone();
  if (faces !== undefined) {
    color.setRGB(0, 0, 0);
    const part = new Color();
    for (const side of [0, 1, 4, 5]) {
      const { data, width, height } = (faces[side] ?? faces[0])?.image ?? { data: [], width: 0, height: 0 };
      const at = 4 * (width * (height >> 1) + (width >> 1));
      color.add(
        part.setRGB((data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255, SRGBColorSpace),
      );
    }
    color.multiplyScalar(0.25);
  }
  const [r, g, b] = model.vis.rgba.haze as unknown as [number, number, number];
  return color.lerp(new Color().setRGB(r, g, b, SRGBColorSpace), HAZE);
}

/** The sky: the model's sky box, or a plain gradient. */
export class Sky {
  readonly mesh: Mesh;
  readonly #material: ShaderMaterial;

  constructor(textures: Textures, quality: Quality) {
    const cube = textures.sky();
    this.#material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: {
        sky: { value: cube ?? null },
        textured: { value: cube !== undefined },
        haze: { value: [1, 1, 1, 0] },
      },
      side: DoubleSide,
      depthWrite: false,
      depthTest: quality === 'low',
      depthFunc: LessEqualDepth,
      toneMapped: false,
    });
    this.mesh = new Mesh(
      new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3)),
      this.#material,
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = quality === 'low' ? 1000 : -1000; // last, where nothing else is, or behind all else
  }

  update(model: Model, haze: boolean): void {
    const [r, g, b] = model.vis.rgba.haze as unknown as [number, number, number];
    const uniform = this.#material.uniforms['haze'];
    if (uniform !== undefined) uniform.value = [r ** 2.2, g ** 2.2, b ** 2.2, haze ? model.vis.map.haze : 0];
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.#material.dispose();
  }
}
