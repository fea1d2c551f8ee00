import { type Data, enums, idToName, type Model } from '@qpos/core';
import {
  type Camera,
  CanvasTexture,
  Group,
  type OrthographicCamera,
  type PerspectiveCamera,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from 'three';
import type { LabelKind, ViewOptions } from '../options.ts';
import type { Pull } from '../overlays/perturbation.ts';
import type { ContactList } from './contacts.ts';

const HEIGHT = 40; // pixels of a label's texture
const SHOWN = 20; // pixels of a label on the screen
const MOST = 300;

interface LabelTexture {
  readonly texture: CanvasTexture;
  readonly aspect: number;
}

function draw(text: string): LabelTexture {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const font = `500 ${HEIGHT - 15}px system-ui, sans-serif`;
  if (context === null) return { texture: new CanvasTexture(canvas), aspect: 1 };
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 16;
  canvas.height = HEIGHT;
  context.font = font;
  context.textBaseline = 'middle';
  context.fillStyle = 'rgba(12, 16, 22, 0.72)';
  context.beginPath();
  context.roundRect(0, 0, canvas.width, HEIGHT, 8);
  context.fill();
  context.fillStyle = '#f4f7fb';
  context.fillText(text, 8, HEIGHT / 2 + 1);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { texture, aspect: canvas.width / HEIGHT };
}

/** Height of what a camera sees at a distance of one. */
const viewHeight = (camera: PerspectiveCamera | OrthographicCamera): number =>
  'fov' in camera ? 2 * Math.tan((camera.fov * Math.PI) / 360) : camera.top - camera.bottom;

/** The number of objects of a kind, and where they are; none of the kinds that are not just points. */
function places(m: Model, d: Data, kind: LabelKind): readonly [count: number, pos: Float64Array] {
  const all: Partial<Record<LabelKind, readonly [number, Float64Array]>> = {
    body: [m.nbody, d.xipos],
    joint: [m.njnt, d.xanchor],
    geom: [m.ngeom, d.geom_xpos],
    site: [m.nsite, d.site_xpos],
    camera: [m.ncam, d.cam_xpos],
    light: [m.nlight, d.light_xpos],
  };
  return all[kind] ?? [0, d.xipos];
}

const geomName = (m: Model, g: number): string => (g < 0 ? 'flex' : (idToName(m, 'geom', g) ?? `geom ${g}`));

/** What is chosen in the picture. */
export interface Chosen {
  /** Body, or -1. */
  readonly selected: number;
  readonly pull: Pull | undefined;
}

/** Names (or numbers) beside the objects. */
export class Labels {
  readonly group = new Group();
  /** Height of the picture in CSS pixels. */
  pictureHeight = 600;
  readonly #model: Model;
  readonly #textures = new Map<string, LabelTexture>();
  readonly #sprites: Sprite[] = [];
  #count = 0;
  #scale = 0;

  constructor(model: Model) {
    this.#model = model;
    this.group.renderOrder = 10;
  }

  update(d: Data, camera: Camera, options: ViewOptions, contacts: ContactList, chosen: Chosen): void {
    const { selected } = chosen;
    const m = this.#model;
    this.#count = 0;
    this.#scale = (SHOWN / this.pictureHeight) * viewHeight(camera as PerspectiveCamera | OrthographicCamera);
    const [n, pos] = places(m, d, options.label);
    for (let i = options.label === 'body' ? 1 : 0; i < n && this.#count < MOST; i++)
      this.#put(idToName(m, options.label, i) ?? `${options.label} ${i}`, pos, 3 * i);
    switch (options.label) {
      case 'tendon':
        for (let t = 0; t < m.ntendon; t++)
          if (d.ten_wrapnum[t] > 0)
            this.#put(idToName(m, 'tendon', t) ?? `tendon ${t}`, d.wrap_xpos, 3 * d.ten_wrapadr[t]);
        break;
      case 'actuator':
        for (let a = 0; a < m.nactuator; a++) {
          const id = m.actuator_trnid[2 * a];
          const name = idToName(m, 'actuator', a) ?? `actuator ${a}`;
          if (m.actuator_trntype[a] <= 1) this.#put(name, d.xanchor, 3 * id);
          else if (m.actuator_trntype[a] === 4) this.#put(name, d.site_xpos, 3 * id);
        }
        break;
      case 'island':
        for (let b = 1; b < m.nbody; b++) {
          const tree = m.body_treeid[b];
          if (tree >= 0 && m.body_parentid[b] === 0) this.#put(`island ${d.tree_island[tree]}`, d.xipos, 3 * b);
        }
        break;
      case 'contactForce':
        for (let c = 0; c < contacts.count && c < MOST; c++)
          this.#put(`${(contacts.force[6 * c] ?? 0).toPrecision(3)} N`, contacts.pos, 3 * c);
        break;
      case 'contactPoint':
        for (let c = 0; c < contacts.count && c < MOST; c++)
          this.#put([0, 1].map((k) => geomName(m, contacts.geom[2 * c + k] ?? -1)).join(' | '), contacts.pos, 3 * c);
        break;
      case 'constraint':
        for (let e = 0; e < m.neq && e < MOST; e++) this.#labelEquality(d, e);
        break;
      case 'flex':
        for (let f = 0; f < m.nflex; f++)
          this.#put(idToName(m, 'flex', f) ?? `flex ${f}`, d.flexvert_xpos, 3 * m.flex_vertadr[f]);
        break;
      case 'skin':
        for (let s = 0; s < m.nskin; s++)
          this.#put(idToName(m, 'skin', s) ?? `skin ${s}`, d.xpos, 3 * m.skin_bonebodyid[m.skin_boneadr[s]]);
        break;
      case 'selectPoint':
        if (chosen.pull !== undefined) {
          const [x, y, z] = [0, 1, 2].map((k) => chosen.pull?.local[k] ?? 0);
          const text = [x, y, z].map((v) => (v ?? 0).toFixed(3)).join(', ');
          this.#put(text, d.xpos, 3 * chosen.pull.body);
        }
        break;
      case 'selection':
        if (selected > 0) this.#put(idToName(m, 'body', selected) ?? `body ${selected}`, d.xipos, 3 * selected);
        break;
    }
    for (let i = 0; i < this.#sprites.length; i++) {
      const sprite = this.#sprites[i];
      if (sprite !== undefined) sprite.visible = i < this.#count;
    }
  }

  dispose(): void {
    for (const { texture } of this.#textures.values()) texture.dispose();
    this.group.removeFromParent();
  }

  /** At the first of the two things that a constraint holds together; those of joints and tendons are at no place of their own. */
  #labelEquality(d: Data, e: number): void {
    const m = this.#model;
    const name = idToName(m, 'equality', e) ?? `equality ${e}`;
    const { ObjType } = enums;
    const id = m.eq_obj1id[e];
    const type = m.eq_objtype[e];
    if (type === ObjType.SITE) this.#put(name, d.site_xpos, 3 * id);
    else if (type === ObjType.BODY || type === ObjType.XBODY) this.#put(name, d.xpos, 3 * id);
    else if (type === ObjType.JOINT) this.#put(name, d.xanchor, 3 * id);
    else if (type === ObjType.TENDON && d.ten_wrapnum[id] > 0) this.#put(name, d.wrap_xpos, 3 * d.ten_wrapadr[id]);
  }

  #put(text: string, pos: Float64Array, p: number): void {
    let label = this.#textures.get(text);
    if (label === undefined) {
      if (this.#textures.size > 2 * MOST) this.#forget();
      label = draw(text.slice(0, 60));
      this.#textures.set(text, label);
    }
    let sprite = this.#sprites[this.#count];
    if (sprite === undefined) {
      sprite = new Sprite(new SpriteMaterial({ depthTest: false, sizeAttenuation: false, toneMapped: false }));
      sprite.center.set(-0.08, 0.5);
      this.#sprites.push(sprite);
      this.group.add(sprite);
    }
    if (sprite.material.map !== label.texture) {
      sprite.material.map = label.texture;
      sprite.material.needsUpdate = true;
    }
    sprite.scale.set(this.#scale * label.aspect, this.#scale, 1);
    sprite.position.fromArray(pos, p);
    this.#count++;
  }

  #forget(): void {
    for (const { texture } of this.#textures.values()) texture.dispose();
    this.#textures.clear();
  }
}
