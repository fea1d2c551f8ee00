import type { WebGLRenderer } from 'three';
import { type Capture, type CaptureKind, captureKinds } from './capture.ts';
import { FullScreen } from './full-screen.ts';

/** Near is bright and far is dark; each object has a hue of its own, or its number as a colour; normals are red, green and blue along x, y, z. */
const shader = `
uniform sampler2D numbers;
uniform int kind;
uniform bool exact;
uniform float extent;
vec3 hue(float h) { return clamp(abs(fract(h + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0); }
void main() {
  vec4 n = texture2D(numbers, at);
  vec3 color = vec3(0.0);
  if (n.a > 0.0) {
    if (kind == 0) color = vec3(exp(-0.5 * n.r / extent));
    else if (kind == 2) color = 0.5 + 0.5 * n.rgb;
    else if (exact) color = floor(mod(vec3(n.r + 1.0) / vec3(1.0, 256.0, 65536.0), 256.0)) / 255.0;
    else color = mix(vec3(1.0), hue(0.618034 * n.r + 0.37 * n.g), 0.7) * 0.95;
  }
  gl_FragColor = vec4(color, n.a);
}`;

/** Shows depth, objects or normals as colours. */
export class FalseColor {
  readonly #pass: FullScreen;

  constructor(extent: number) {
    this.#pass = new FullScreen(shader, {
      numbers: { value: null },
      kind: { value: 0 },
      exact: { value: false },
      extent: { value: extent },
    });
  }

  /** `exact`: objects have their index plus one as colour, red being the lowest byte. */
  render(renderer: WebGLRenderer, capture: Capture, kind: CaptureKind, exact: boolean): void {
    this.#pass.set('numbers', capture.texture);
    this.#pass.set('kind', captureKinds.indexOf(kind));
    this.#pass.set('exact', exact);
    this.#pass.render(renderer, renderer.getRenderTarget());
  }

  dispose(): void {
    this.#pass.dispose();
  }
}
