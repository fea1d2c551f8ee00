import type { Data, Model } from '@qpos/core';
import {
  type Camera,
  Color,
  HalfFloatType,
  Matrix4,
  type Object3D,
  type PerspectiveCamera,
  Plane,
  type Scene,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { alterShader } from '../materials/alter-shader.ts';
import type { Surface } from '../materials/materials.ts';
import type { Quality } from '../quality.ts';
import type { Batch } from './batch.ts';

const normal = new Vector3();
const point = new Vector3();
const reflector = new Matrix4();
const plane = new Plane();
const clip = new Vector4();
const q = new Vector4();
const cleared = new Color();

/** The image, smoothed over two pixels: no floor is a perfect mirror. Its colours are weighted by how much of them there is. */
const mirrorShader = `
uniform sampler2D mirror;
uniform float mirrorStrength;
uniform vec2 mirrorScreen;
vec4 mirrorImage(vec2 at) {
  vec2 pixel = 0.75 / mirrorScreen;
  vec4 sum = vec4(0.0);
  for (int k = 0; k < 4; k++) {
    vec2 shift = pixel * (vec2(k & 1, k >> 1) * 2.0 - 1.0);
    sum += texture2D(mirror, vec2(1.0 - at.x, at.y) + shift);
  }
  return vec4(sum.rgb / max(sum.a, 1e-4), 0.25 * sum.a);
}`;

/** A mirror image in a plane geom: the scene is drawn once more from below it, and its material takes that picture up. */
export class Reflection {
  readonly #object: number;
  readonly #mesh: Object3D;
  readonly #target = new WebGLRenderTarget(16, 16, { type: HalfFloatType, samples: 4 });
  /** Pixels on a side, as a part of the picture's. */
  readonly #scale: number;
  readonly #strength = { value: 0 };
  readonly #amount: number;
  readonly #screen = { value: [1, 1] };
  #camera: PerspectiveCamera | undefined;

  constructor(model: Model, batch: Batch, matid: number, quality: Quality) {
    this.#scale = quality === 'high' ? 1 : 0.5;
    this.#object = batch.objects[0];
    this.#mesh = batch.mesh;
    this.#amount = model.mat_reflectance[matid];
    this.#inject(batch.mesh.material as Surface);
  }

  /** Draws the mirror image. `hidden` is left out of it, as is the plane itself. */
  render(renderer: WebGLRenderer, scene: Scene, camera: Camera, data: Data, hidden: readonly Object3D[]): void {
    const m = 9 * this.#object;
    const p = 3 * this.#object;
    normal.set(data.geom_xmat[m + 2], data.geom_xmat[m + 5], data.geom_xmat[m + 8]);
    point.fromArray(data.geom_xpos, p);
    const above = normal.dot(camera.position) - normal.dot(point) > 0;
    this.#strength.value = above ? this.#amount : 0;
    if (!above || this.#amount <= 0) return;
    this.#mirror(camera);
    this.#resize(renderer);
    const all = [this.#mesh, ...hidden];
    const shown = all.map((o) => o.visible);
    for (const o of all) o.visible = false;
    const { shadowMap } = renderer;
    const auto = shadowMap.autoUpdate;
    shadowMap.autoUpdate = false;
    const output = renderer.getRenderTarget();
    renderer.getClearColor(cleared);
    const alpha = renderer.getClearAlpha();
    renderer.setRenderTarget(this.#target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    if (this.#camera !== undefined) renderer.render(scene, this.#camera);
    renderer.setRenderTarget(output);
    renderer.setClearColor(cleared, alpha);
    shadowMap.autoUpdate = auto;
    all.forEach((o, k) => {
      o.visible = shown[k] ?? true;
    });
  }

  off(): void {
    this.#strength.value = 0;
  }

  dispose(): void {
    this.#target.dispose();
  }

  /** The camera behind the mirror, which sees only what is in front of it. */
  #mirror(camera: Camera): void {
    this.#camera ??= (camera as PerspectiveCamera).clone() as PerspectiveCamera;
    const mirrored = this.#camera;
    const [x, y, z] = [normal.x, normal.y, normal.z];
    const d = -normal.dot(point);
    reflector.set(
      1 - 2 * x * x, -2 * x * y, -2 * x * z, -2 * x * d,
      -2 * x * y, 1 - 2 * y * y, -2 * y * z, -2 * y * d,
      -2 * x * z, -2 * y * z, 1 - 2 * z * z, -2 * z * d,
      0, 0, 0, 1,
    ); // biome-ignore format: a matrix
    // a reflected basis is left-handed: turning x over makes it a camera again, and the picture its mirror image
    mirrored.matrixAutoUpdate = false;
    mirrored.matrix.multiplyMatrices(reflector, camera.matrixWorld);
    mirrored.matrix.multiply(new Matrix4().makeScale(-1, 1, 1));
    mirrored.matrixWorld.copy(mirrored.matrix);
    mirrored.matrixWorldInverse.copy(mirrored.matrix).invert();
    mirrored.matrixWorldAutoUpdate = false;
    mirrored.projectionMatrix.copy(camera.projectionMatrix);
    // oblique near plane: cuts away what is below the mirror
    plane.setFromNormalAndCoplanarPoint(normal, point).applyMatrix4(mirrored.matrixWorldInverse);
    clip.set(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
    const e = mirrored.projectionMatrix.elements;
    if (e[11] !== -1) return; // only for perspective
    q.set((Math.sign(clip.x) + e[8]) / e[0], (Math.sign(clip.y) + e[9]) / e[5], -1, (1 + e[10]) / e[14]);
    clip.multiplyScalar(2 / clip.dot(q));
    e[2] = clip.x;
    e[6] = clip.y;
    e[10] = clip.z + 1 - 0.001;
    e[14] = clip.w;
    mirrored.projectionMatrixInverse.copy(mirrored.projectionMatrix).invert();
  }

  #resize(renderer: WebGLRenderer): void {
    const { width, height } = renderer.getRenderTarget() ?? renderer.domElement;
    this.#screen.value = [width, height];
    const w = Math.max(16, Math.round(this.#scale * width));
    const h = Math.max(16, Math.round(this.#scale * height));
    if (this.#target.width !== w || this.#target.height !== h) this.#target.setSize(w, h);
  }

  #inject(material: Surface): void {
    alterShader(material, 'mirror', (shader) => {
      shader.uniforms['mirror'] = { value: this.#target.texture };
      shader.uniforms['mirrorStrength'] = this.#strength;
      shader.uniforms['mirrorScreen'] = this.#screen;
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${mirrorShader}`)
        .replace(
          '#include <opaque_fragment>',
          `if (mirrorStrength > 0.0) {
             vec4 image = mirrorImage(gl_FragCoord.xy / mirrorScreen);
             outgoingLight = mix(outgoingLight, image.rgb, mirrorStrength * image.a);
           }
           #include <opaque_fragment>`,
        );
    });
  }
}
