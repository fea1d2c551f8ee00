import { type Data, enums, type Model } from '@qpos/core';
import {
  AmbientLight,
  type Camera,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Light,
  PointLight,
  SpotLight,
  Vector3,
} from 'three';
import { LAMP_NEAR_FAR } from '../materials/soft-shadow.ts';

const { LightType } = enums;
const SHADOWS = 2; // lights that cast shadows at most: each costs a pass
const BRIGHTNESS = Math.PI; // three divides diffuse light by pi
const HEADLIGHT = 0.4; // part of the headlight that comes from all around where there is an environment
const SCATTERED = 0.8; // part of that light which the environment gives back: shadows stay readable
const SUN = 0.7; // of a model that brings no lights
const ROOM = 0.45; // and its light from all around
const BRIGHTEST = 1.15; // light on a surface above which the picture is exposed less
const direction = new Vector3();

type AimedLight = DirectionalLight | SpotLight;

const meanOf = (rgb: ArrayLike<number>, at = 0): number =>
  ((rgb[at] ?? 0) + (rgb[at + 1] ?? 0) + (rgb[at + 2] ?? 0)) / 3;

/** The lights of a model, its headlight, and one sun for models that bring none. */
export class Lights {
  readonly group = new Group();
  /** Light from all around, as a factor of the environment. */
  surround = 0;
  readonly #model: Model;
  readonly #lights: (Light | undefined)[] = [];
  readonly #headlight = new DirectionalLight(0xffffff, 0);
  readonly #ambient = new AmbientLight(0xffffff, 1);
  readonly #bounce = new HemisphereLight(0xffffff, 0xb0a89c, 0);
  readonly #sun: DirectionalLight | undefined;
  readonly #shadowSize: number;
  readonly #surrounded: boolean;

  /** `surrounded`: an environment takes the place of light without direction. */
  constructor(model: Model, shadowSize: number, surrounded: boolean) {
    this.#model = model;
    this.#shadowSize = shadowSize;
    this.#surrounded = surrounded;
    let shadows = 0;
    for (let i = 0; i < model.nlight; i++) {
      const light = this.#make(i);
      if (light !== undefined && model.light_castshadow[i] && shadows < SHADOWS && !(light instanceof PointLight)) {
        shadows++;
        this.#castShadow(light as AimedLight);
      }
      this.#lights.push(light);
    }
    if (model.nlight === 0) {
      this.#sun = new DirectionalLight(0xfff4e6);
      this.#castShadow(this.#sun);
      this.group.add(this.#sun, this.#sun.target);
    }
    this.group.add(this.#headlight, this.#headlight.target, this.#ambient, this.#bounce);
  }

  set shadows(on: boolean) {
    for (const light of [...this.#lights, this.#sun])
      if (light instanceof DirectionalLight || light instanceof SpotLight)
        light.castShadow = on && light.userData['shadow'] === true;
  }

  /** Follows the lights of the data, and the camera with the headlight; `focus` is where shadows are sharpest. */
  update(data: Data, camera: Camera, focus: Vector3): void {
    const m = this.#model;
    const ambient = [0, 0, 0];
    for (let i = 0; i < m.nlight; i++) this.#updateOne(data, i, focus, ambient);
    if (this.#sun !== undefined) {
      this.#sun.intensity = SUN * BRIGHTNESS;
      direction.set(-0.35, 0.5, -1).normalize();
      this.#aim(this.#sun, direction, focus);
    }
    this.#updateHeadlight(camera, ambient);
  }

  dispose(): void {
    for (const light of [...this.#lights, this.#sun]) light?.dispose();
    this.group.removeFromParent();
  }

  #make(i: number): Light | undefined {
    const m = this.#model;
    const type = m.light_type[i];
    if (type === LightType.DIRECTIONAL) return this.#add(new DirectionalLight());
    if (type === LightType.POINT) return this.#add(new PointLight());
    if (type !== LightType.SPOT) return undefined; // image lights
    const spot = new SpotLight();
    spot.angle = Math.min(Math.PI / 2, (m.light_cutoff[i] * Math.PI) / 180);
    spot.penumbra = Math.min(1, 0.3 + 0.07 * m.light_exponent[i]);
    return this.#add(spot);
  }

  #add<L extends Light>(light: L): L {
    this.group.add(light);
    if (light instanceof DirectionalLight || light instanceof SpotLight) this.group.add(light.target);
    return light;
  }

  #castShadow(light: AimedLight): void {
    light.userData['shadow'] = true;
    light.castShadow = true;
    const { shadow } = light;
    shadow.mapSize.set(this.#shadowSize, this.#shadowSize);
    const reach = this.#model.vis.map.shadowclip * this.#model.stat.extent;
    shadow.bias = -0.0002;
    shadow.normalBias = (1.2 * 2 * reach) / this.#shadowSize; // a texel and a bit
    shadow.radius = 2;
    if (light instanceof DirectionalLight) {
      const { camera } = light.shadow;
      camera.left = camera.bottom = -reach;
      camera.right = camera.top = reach;
      camera.near = 0.05 * reach;
      camera.far = 8 * reach; // SUN_SPREAD depends on it
    }
  }

  #updateOne(data: Data, i: number, focus: Vector3, ambient: number[]): void {
    const m = this.#model;
    const light = this.#lights[i];
    if (light === undefined) return;
    light.visible = m.light_active[i] !== 0;
    if (!light.visible) return;
    const d = m.light_diffuse;
    for (let k = 0; k < 3; k++) ambient[k] += m.light_ambient[3 * i + k];
    light.color.setRGB(d[3 * i], d[3 * i + 1], d[3 * i + 2]);
    light.intensity = BRIGHTNESS;
    direction.fromArray(data.light_xdir, 3 * i);
    if (light instanceof DirectionalLight) {
      this.#aim(light, direction, focus);
      return;
    }
    light.position.fromArray(data.light_xpos, 3 * i);
    const quadratic = m.light_attenuation[3 * i + 2];
    if (light instanceof SpotLight || light instanceof PointLight) {
      light.decay = quadratic > 0 ? 2 : 0;
      if (quadratic > 0) light.intensity /= quadratic;
    }
    if (light instanceof SpotLight) {
      light.target.position.copy(light.position).add(direction);
      light.shadow.camera.far = 12 * m.stat.extent;
      light.shadow.camera.near = LAMP_NEAR_FAR * light.shadow.camera.far;
    }
  }

  #aim(light: DirectionalLight, dir: Vector3, focus: Vector3): void {
    const distance = 4 * this.#model.vis.map.shadowclip * this.#model.stat.extent;
    light.target.position.copy(focus);
    light.position.copy(focus).addScaledVector(dir, -distance);
  }

  #updateHeadlight(camera: Camera, ambient: number[]): void {
    const { headlight } = this.#model.vis;
    const on = headlight.active !== 0;
    this.#headlight.visible = on;
    let around = 0;
    if (on) {
      const [r, g, b] = headlight.diffuse as unknown as [number, number, number];
      this.#headlight.color.setRGB(r, g, b);
      // a grey headlight stands for light from everywhere; a coloured one is meant
      around = this.#surrounded ? HEADLIGHT * Math.min(r, g, b) : 0;
      this.#headlight.intensity = BRIGHTNESS * (around > 0 ? 1 - HEADLIGHT : 1);
      camera.getWorldDirection(direction);
      this.#headlight.position.copy(camera.position);
      this.#headlight.target.position.copy(camera.position).add(direction);
      for (let k = 0; k < 3; k++) ambient[k] += headlight.ambient[k];
    }
    if (this.#sun !== undefined && on) around = Math.max(around, ROOM - meanOf(ambient));
    this.#scatter(ambient, around);
  }

  /** Light without direction: from the environment, or half from above, so that undersides stay readable but darker. */
  #scatter(ambient: number[], around: number): void {
    const grey = this.#surrounded ? Math.min(ambient[0] ?? 0, ambient[1] ?? 0, ambient[2] ?? 0) : 0;
    this.surround = SCATTERED * (grey + around);
    const [r, g, b] = ambient.map((x) => x - grey) as [number, number, number];
    this.#ambient.color.setRGB(r, g, b);
    this.#ambient.intensity = 0.6 * BRIGHTNESS;
    this.#bounce.color.setRGB(r, g, b);
    this.#bounce.groundColor.setRGB(0.35 * r, 0.32 * g, 0.3 * b);
    this.#bounce.intensity = 0.6 * BRIGHTNESS;
    this.#expose(Math.min(1, BRIGHTEST / Math.max(1e-6, this.#brightest(meanOf(ambient) + around))));
  }

  /** Dims all lights alike, so that the brightest surfaces are not white. */
  #expose(factor: number): void {
    this.surround *= factor;
    for (const light of [...this.#lights, this.#sun, this.#headlight, this.#ambient, this.#bounce])
      if (light !== undefined) light.intensity *= factor;
  }

  /** Light on a white surface that faces the lights as well as one can. */
  #brightest(scattered: number): number {
    let total = scattered;
    for (const light of [...this.#lights, this.#sun, this.#headlight]) {
      if (light === undefined || !light.visible) continue;
      const strength = (light.intensity / BRIGHTNESS) * meanOf([light.color.r, light.color.g, light.color.b]);
      const attenuated = !(light instanceof DirectionalLight) && (light as SpotLight | PointLight).decay > 0;
      total += 0.8 * (attenuated ? Math.min(1, strength) : strength);
    }
    return total;
  }
}
