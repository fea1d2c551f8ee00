import { idToName } from '@qpos/core';
import { type CameraMode, frameKinds, imageKinds, labelKinds, type ViewOptions } from '@qpos/viewer';
import type { Pointer } from '../pointer.ts';
import type { Simulation } from '../simulation.ts';
import type { Stage } from '../stage.ts';
import { choice, el, section, slider, toggle } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

type Flag = { [K in keyof ViewOptions]: ViewOptions[K] extends boolean ? K : never }[keyof ViewOptions];
type GroupKey = { [K in keyof ViewOptions]: ViewOptions[K] extends boolean[] ? K : never }[keyof ViewOptions];

/** Switches with the keys that simulate has for them. */
export const overlayFlags: readonly (readonly [Flag, string, string])[] = [
  ['contactPoint', 'Contact points', 'C'],
  ['contactForce', 'Contact forces', 'F'],
  ['contactSplit', 'Split contact forces', 'P'],
  ['joint', 'Joints', 'J'],
  ['actuator', 'Actuators', 'U'],
  ['com', 'Centre of mass', 'M'],
  ['inertia', 'Inertia', 'I'],
  ['equality', 'Equalities', 'E'],
  ['island', 'Islands', 'N'],
  ['tendon', 'Tendons', 'V'],
  ['rangefinder', 'Rangefinders', 'Y'],
  ['camera', 'Cameras', 'Q'],
  ['light', 'Lights', 'Z'],
  ['bodyTree', 'Bounding volumes', '`'],
  ['perturbForce', 'Mouse perturbation', 'B'],
];

export const pictureFlags: readonly (readonly [Flag, string, string])[] = [
  ['shadow', 'Shadows', 'S'],
  ['reflection', 'Reflections', 'R'],
  ['skybox', 'Sky', 'K'],
  ['haze', 'Haze', '/'],
  ['fog', 'Fog', 'G'],
  ['texture', 'Textures', 'X'],
  ['transparent', 'Transparent bodies', 'T'],
  ['wireframe', 'Wireframe', 'W'],
  ['convexHull', 'Convex hulls', 'H'],
  ['staticBody', 'Static bodies', 'D'],
  ['skin', 'Skins', ';'],
];

/** What is drawn of flexes; simulate has no keys for it. */
const flexFlags: readonly (readonly [Flag, string, string])[] = [
  ['flexSkin', 'Flex skin', ''],
  ['flexFace', 'Flex faces', ''],
  ['flexEdge', 'Flex edges', ''],
  ['flexVertex', 'Flex vertices', ''],
];

/** What simulate has no keys for either. */
const moreFlags: readonly (readonly [Flag, string, string])[] = [
  ['jointLimit', 'Joint limits', ''],
  ['velocity', 'Velocities', ''],
  ['sensor', 'Sensors', ''],
  ['connect', 'Skeleton', ''],
  ['activation', 'Activations', ''],
  ['scaleInertia', 'Scaled inertia', ''],
  ['meshTree', 'Mesh volumes', ''],
  ['additive', 'Additive', ''],
  ['cullFace', 'Cull faces', ''],
  ['stereo', 'Stereo', ''],
];

const groups: readonly (readonly [GroupKey, string])[] = [
  ['geomGroup', 'Geoms'],
  ['siteGroup', 'Sites'],
  ['jointGroup', 'Joints'],
  ['tendonGroup', 'Tendons'],
  ['actuatorGroup', 'Actuators'],
  ['skinGroup', 'Skins'],
  ['flexGroup', 'Flexes'],
];

const spaced = (word: string): string =>
  word.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`).replace(/^./, (c) => c.toUpperCase());

/** Cameras, overlays, groups and the look of the picture. */
export class ViewPanel implements Panel {
  readonly id = 'view';
  readonly title = 'View';
  readonly element = el('div');
  readonly #sim: Simulation;
  readonly #stage: Stage;
  readonly #pointer: Pointer;
  readonly #camera = choice('Camera', [['free', 'Free']], 'free', (value) => this.#setCamera(value)).select;
  readonly #boxes = new Map<string, HTMLInputElement>();

  constructor(sim: Simulation, stage: Stage, pointer: Pointer) {
    this.#sim = sim;
    this.#stage = stage;
    this.#pointer = pointer;
    this.#camera.id = 'camera';
    sim.on('loaded', () => this.#build());
    sim.on('frame', () => this.#showCamera());
  }

  /** Turns a flag over, and shows that. */
  flip(flag: Flag): void {
    const options = this.#stage.options as unknown as Record<Flag, boolean>;
    options[flag] = !options[flag];
    this.#sync();
  }

  flipGroup(kind: GroupKey, group: number): void {
    const flags = this.#stage.options[kind];
    flags[group] = !flags[group];
    this.#sync();
  }

  /** The next camera of the model, or the one before. */
  cycleCamera(by: 1 | -1): void {
    const values = [...this.#camera.options].map((o) => o.value);
    const at = values.indexOf(this.#camera.value);
    this.#setCamera(values[(at + by + values.length) % values.length] ?? 'free');
  }

  freeCamera(): void {
    this.#setCamera('free');
  }

  #build(): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    const options: [string, string][] = [
      ['free', 'Free'],
      ['track', 'Follow selection'],
    ];
    for (let c = 0; c < model.ncam; c++) options.push([String(c), idToName(model, 'camera', c) ?? `Camera ${c}`]);
    this.#camera.replaceChildren(...options.map(([value, text]) => el('option', { value }, text)));
    const o = this.#stage.options;
    this.#boxes.clear();
    const flags = (list: typeof overlayFlags): HTMLElement[] => list.map((f) => this.#flag(...f));
    const depth = slider('Volume depth', 0, 8, (x) => this.#set('bvhDepth', x), 1);
    depth.show(o.bvhDepth);
    const layer = slider('Face layer', 0, 8, (x) => this.#set('flexLayer', x), 1);
    layer.show(o.flexLayer);
    const frame = choice(
      'Frames',
      frameKinds.map((k) => [k, spaced(k)] as const),
      o.frame,
      (k) => this.#set('frame', k),
    );
    const label = choice(
      'Labels',
      labelKinds.map((k) => [k, spaced(k)] as const),
      o.label,
      (k) => this.#set('label', k),
    );
    const image = choice(
      'Pixels',
      imageKinds.map((k) => [k, spaced(k)] as const),
      o.image,
      (k) => this.#set('image', k),
    );
    image.select.id = 'image';
    frame.select.id = 'frames';
    label.select.id = 'labels';
    const align = el('button', { type: 'button', title: 'Ctrl+A', on: { click: () => this.align() } }, 'Align view');
    this.element.replaceChildren(
      section('Camera', true, el('label', { class: 'choice' }, el('span', {}, 'Camera'), this.#camera), align),
      section(
        'Overlays',
        true,
        frame.row,
        label.row,
        el('div', { class: 'columns' }, ...flags(overlayFlags)),
        depth.row,
      ),
      section('Picture', true, el('div', { class: 'columns' }, ...flags(pictureFlags))),
      ...(model.nflex > 0
        ? [section('Flexes', true, el('div', { class: 'columns' }, ...flags(flexFlags)), layer.row)]
        : []),
      section('More', false, image.row, el('div', { class: 'columns' }, ...flags(moreFlags))),
      section('Groups', false, ...groups.map(([kind, title]) => this.#groupRow(kind, title))),
    );
    this.#showCamera();
  }

  /** The view that the model asks for. */
  align(): void {
    this.#stage.viewer?.rig.reset();
  }

  #set<K extends keyof ViewOptions>(key: K, value: ViewOptions[K]): void {
    this.#stage.options[key] = value;
  }

  #flag(flag: Flag, label: string, key: string): HTMLElement {
    const row = toggle(label, this.#stage.options[flag], (on) => this.#set(flag, on), key || undefined);
    const box = row.querySelector('input');
    if (box !== null) {
      box.id = `flag-${flag}`;
      this.#boxes.set(flag, box);
    }
    return row;
  }

  #groupRow(kind: GroupKey, title: string): HTMLElement {
    const boxes = Array.from({ length: 6 }, (_, g) => {
      const box = el('input', { type: 'checkbox', checked: this.#stage.options[kind][g] === true });
      box.setAttribute('aria-label', `${title} of group ${g}`);
      box.addEventListener('change', () => {
        this.#stage.options[kind][g] = box.checked;
      });
      this.#boxes.set(`${kind}${g}`, box);
      return el('label', { class: 'group' }, box, el('span', {}, String(g)));
    });
    return el('div', { class: 'groups' }, el('span', {}, title), ...boxes);
  }

  #sync(): void {
    const options = this.#stage.options as unknown as Record<string, boolean>;
    for (const [flag] of [...overlayFlags, ...pictureFlags, ...flexFlags, ...moreFlags]) {
      const box = this.#boxes.get(flag);
      if (box !== undefined) box.checked = options[flag] === true;
    }
    for (const [kind] of groups)
      for (let g = 0; g < 6; g++) {
        const box = this.#boxes.get(`${kind}${g}`);
        if (box !== undefined) box.checked = this.#stage.options[kind][g] === true;
      }
  }

  #setCamera(value: string): void {
    const rig = this.#stage.viewer?.rig;
    if (rig === undefined) return;
    if (value === 'free') rig.mode = { kind: 'free' };
    else if (value === 'track') rig.mode = { kind: 'track', body: Math.max(1, this.#pointer.selected) };
    else rig.mode = { kind: 'fixed', camera: Number(value) };
    this.#camera.value = value;
  }

  #showCamera(): void {
    const mode: CameraMode | undefined = this.#stage.viewer?.rig.mode;
    if (mode === undefined) return;
    const value = mode.kind === 'fixed' ? String(mode.camera) : mode.kind;
    if (this.#camera.value !== value) this.#camera.value = value;
  }
}
