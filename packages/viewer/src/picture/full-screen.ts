import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Mesh,
  NoBlending,
  Scene,
  ShaderMaterial,
  type ShaderMaterialParameters,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

const vertexShader = `
varying vec2 at;
void main() {
  at = 0.5 * position.xy + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;
const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
const camera = new Camera();

/** A shader that is run for every pixel of a picture; `at` is where, from 0 to 1. */
export class FullScreen {
  readonly material: ShaderMaterial;
  readonly #scene = new Scene();
  readonly #mesh: Mesh;

  constructor(fragmentShader: string, uniforms: NonNullable<ShaderMaterialParameters['uniforms']>) {
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader: `varying vec2 at;\n${fragmentShader}`,
      uniforms,
      depthTest: false,
      depthWrite: false,
      blending: NoBlending,
      toneMapped: false,
    });
    this.#mesh = new Mesh(
      new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3)),
      this.material,
    );
    this.#mesh.frustumCulled = false;
    this.#scene.add(this.#mesh);
    this.#scene.matrixWorldAutoUpdate = false;
  }

  set(name: string, value: unknown): void {
    const uniform = this.material.uniforms[name];
    if (uniform !== undefined) uniform.value = value;
  }

  render(renderer: WebGLRenderer, target: WebGLRenderTarget | null): void {
    renderer.setRenderTarget(target);
    renderer.render(this.#scene, camera);
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    this.material.dispose();
  }
}
