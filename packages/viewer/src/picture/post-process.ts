import {
  type Camera,
  DepthTexture,
  HalfFloatType,
  type Scene,
  UnsignedIntType,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { Quality } from '../quality.ts';
import { AmbientOcclusion } from './ambient-occlusion.ts';
import { FullScreen } from './full-screen.ts';
import { toneShader } from './tone.ts';

const SAMPLES = 4; // per pixel, at edges

/** Colour of the scene, darkened where surfaces are close to each other, as it is shown: with a little noise against bands. */
const develop = `
uniform sampler2D picture;
uniform sampler2D openness;
uniform float occlusion;
${toneShader}
void main() {
  vec4 light = texture2D(picture, at);
  float open = texture2D(openness, at).r;
  vec3 dimmed = light.rgb / max(light.a, 1e-3) * mix(1.0, open, occlusion);
  gl_FragColor = linearToOutputTexel(vec4(toneOf(dimmed), light.a));
  float noise = fract(52.982919 * fract(dot(gl_FragCoord.xy, vec2(0.067111, 0.005837)))) - 0.5;
  gl_FragColor.rgb = (gl_FragColor.rgb + noise / 255.0) * gl_FragColor.a; // as canvases with a background of their own want it
}`;

/** What happens to a picture between the scene and the screen, in medium and high quality. */
export class PostProcess {
  readonly #target: WebGLRenderTarget;
  readonly #occlusion: AmbientOcclusion;
  readonly #develop: FullScreen;

  /** `radius`: how far surfaces darken each other. */
  constructor(quality: Exclude<Quality, 'low'>, radius: number) {
    const depthTexture = new DepthTexture(1, 1, UnsignedIntType);
    this.#target = new WebGLRenderTarget(1, 1, { type: HalfFloatType, samples: SAMPLES, depthTexture });
    this.#occlusion = new AmbientOcclusion({ ...(quality === 'high' ? FINE : COARSE), radius });
    this.#develop = new FullScreen(develop, {
      picture: { value: this.#target.texture },
      openness: { value: this.#occlusion.texture },
      occlusion: { value: 1 },
    });
  }

  /** Draws the scene to the target that the renderer has. */
  render(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    const output = renderer.getRenderTarget();
    const { width, height } = output ?? renderer.domElement;
    this.#target.setSize(width, height);
    renderer.setRenderTarget(this.#target);
    renderer.render(scene, camera);
    const { depthTexture } = this.#target;
    if (depthTexture !== null) this.#occlusion.render(renderer, camera, depthTexture, width, height);
    this.#develop.render(renderer, output);
    renderer.setRenderTarget(output);
  }

  dispose(): void {
    for (const part of [this.#target, this.#occlusion, this.#develop]) part.dispose();
  }
}

const COARSE = { slices: 2, steps: 4 };
const FINE = { slices: 3, steps: 8 };
