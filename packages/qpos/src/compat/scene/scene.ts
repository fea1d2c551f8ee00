import { Handle } from '../handle.ts';
import type { MjModel } from '../simulation/model.ts';
import { type RecordName, type RecordOf, recordClasses } from './record.ts';

const LIGHTS = 100;
const EYES = 2;
const MOST_GEOMS = 2000;

/** A list of records. */
export class RecordVec<R extends RecordName> extends Handle {
  readonly #list: () => readonly RecordOf<R>[];

  constructor(list: () => readonly RecordOf<R>[]) {
    super();
    this.#list = list;
  }

  size(): number {
    return this.#list().length;
  }

  get(k: number): RecordOf<R> | undefined {
    return this.#list()[k];
  }
}

const many = <R extends RecordName>(name: R, count: number): RecordOf<R>[] =>
  Array.from({ length: count }, () => new recordClasses[name]() as RecordOf<R>);

/**
 * What there is to draw: geoms with pose, size and colour, lights and two cameras. `mjv_updateScene` fills it; nothing here draws. Skins, flexes
 * and decorations (contacts, joints, frames, labels) are not part of it: `@qpos/viewer` draws them.
 */
export class MjvScene extends Handle {
  readonly maxgeom: number;
  nlight = 0;
  enabletransform = 0;
  stereo = 0;
  status = 0;
  framewidth = 0;
  scale = 1;
  readonly translate = new Float32Array(3);
  readonly rotate = Float32Array.of(1, 0, 0, 0);
  readonly framergb = new Float32Array(3);
  readonly flags = Uint8Array.of(1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1);
  readonly lights: RecordVec<'MjvLight'>;
  readonly camera: RecordVec<'MjvGLCamera'>;
  readonly geoms: RecordVec<'MjvGeom'>;
  readonly #geoms: RecordOf<'MjvGeom'>[] = [];
  #visible: readonly RecordOf<'MjvGeom'>[] = [];

  /**
   * @param model The model that will be shown; an empty scene without one.
   * @param maxgeom The most geoms that it takes.
   */
  constructor(model?: MjModel, maxgeom = MOST_GEOMS) {
    super();
    this.maxgeom = model === undefined ? 0 : maxgeom;
    const lights = many('MjvLight', LIGHTS);
    const eyes = many('MjvGLCamera', EYES);
    this.lights = new RecordVec(() => lights);
    this.camera = new RecordVec(() => eyes);
    this.geoms = new RecordVec(() => this.#visible);
  }

  get ngeom(): number {
    return this.#visible.length;
  }
  set ngeom(n: number) {
    while (this.#geoms.length < Math.min(n, this.maxgeom)) this.#geoms.push(...many('MjvGeom', 1));
    this.#visible = this.#geoms.slice(0, n);
  }
  get nskin(): number {
    return 0;
  }
  get nflex(): number {
    return 0;
  }

  /** One more geom, with its defaults; undefined if the scene is full. */
  next(): RecordOf<'MjvGeom'> | undefined {
    const k = this.ngeom;
    if (k >= this.maxgeom) {
      this.status = 1;
      return undefined;
    }
    this.ngeom = k + 1;
    return this.#visible[k];
  }
}
