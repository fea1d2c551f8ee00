import type { Option, Statistic, Visual } from '@qpos/core';
import { copySpec, createSpec, type Spec } from '@qpos/spec';
import { Handle } from '../handle.ts';
import { MjLROpt } from '../simulation/settings.ts';
import type { Node } from './codec.ts';
import { Editor } from './editor.ts';
import { SpecSettings } from './settings.ts';
import { MjsElement, type StructOf } from './struct.ts';

const MODEL = 102;

/** Sizes that a Spec reserves, with what they are when nobody has said. */
const SIZES = {
  nconmax: -1,
  njmax: -1,
  nstack: -1,
  nkey: 0,
  nuserdata: 0,
  nuser_actuator: -1,
  nuser_body: -1,
  nuser_cam: -1,
  nuser_geom: -1,
  nuser_jnt: -1,
  nuser_sensor: -1,
  nuser_site: -1,
  nuser_tendon: -1,
};

/** What a program has stated itself; the official package keeps it for saving. */
class MjsAuthored extends Handle {
  disableactuator = 0;
  disableflags = 0;
  enableflags = 0;
  option = 0n;
  visual_global = 0n;
  visual_headlight = 0n;
  visual_map = 0n;
  visual_quality = 0n;
  visual_rgba = 0n;
  visual_scale = 0n;
}

export { MjsAuthored };

/** Compiler settings, with those of length ranges. */
export type MjsCompiler = StructOf<'MjsCompiler'> & { readonly LRopt: MjLROpt; readonly authored: bigint };

export interface MjSpec extends Record<keyof typeof SIZES, number> {}

const specs = new WeakMap<Spec, MjSpec>();

/**
 * A model before it is compiled: what `parseXMLString` gives and `mj_compile` takes. The functions `mjs_*` edit it; `inner` is the Spec of
 * qpos, complete after `flush`.
 *
 * @example
 * const mujoco = await loadMujoco();
 * const spec = mujoco.parseXMLString('<mujoco><worldbody/></mujoco>');
 * const world = mujoco.mjs_findBody(spec, 'world');
 * const ball = mujoco.mjs_addGeom(world, null);
 * ball.size[0] = 0.1;
 * console.log(mujoco.mj_compile(spec).ngeom); // 1
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the loop below defines every member of the interface above
export class MjSpec extends Handle {
  /** The Spec of qpos. */
  readonly inner: Spec;
  readonly editor: Editor;
  readonly element: MjsElement;
  readonly authored = new MjsAuthored();
  /** Times of the last compilation: not measured here. */
  readonly timer = new Float64Array(9);
  comment = '';
  hasImplicitPluginElem = false;
  nemax = 0;
  /** Whether elements have numbers: those of the model that it was compiled to. */
  isCompiled = false;
  /** What the last compilation found wrong, and its warnings. */
  error = '';
  warnings: string[] = [];
  #settings: SpecSettings | undefined;

  /** @param other What to copy; an empty Spec by default. */
  constructor(other?: MjSpec | Spec) {
    super();
    if (other instanceof MjSpec) other.flush();
    this.inner = other instanceof MjSpec ? copySpec(other.inner) : (other ?? createSpec());
    this.editor = new Editor(this.inner);
    this.element = new MjsElement(this, MODEL);
    specs.set(this.inner, this);
  }

  /** The object of a Spec: always the same one. */
  static of(spec: Spec): MjSpec {
    const known = specs.get(spec);
    return known === undefined || known.isDeleted() ? new MjSpec(spec) : known;
  }

  get modelname(): string {
    return this.inner.model ?? 'MuJoCo Model';
  }
  set modelname(name: string) {
    this.inner.model = name;
  }
  get modelfiledir(): string {
    return this.inner.dir;
  }
  set modelfiledir(dir: string) {
    this.inner.dir = dir;
  }
  get strippath(): boolean {
    return this.inner.compiler.strippath ?? false;
  }
  set strippath(strip: boolean) {
    this.inner.compiler.strippath = strip;
  }
  /** Bytes of the arena, or -1. */
  get memory(): number {
    const { memory = '-1' } = this.inner.size;
    const [, number, unit = ''] = /^(-?\d+)([KMGTPE]?)$/.exec(memory) ?? [];
    return Number(number) * 1024 ** ' KMGTPE'.indexOf(unit || ' ');
  }
  set memory(bytes: number) {
    this.inner.size.memory = String(bytes);
  }

  get compiler(): MjsCompiler {
    const compiler = this.editor.open(this.inner.compiler as unknown as Node) as MjsCompiler;
    if (!('LRopt' in compiler)) Object.assign(compiler, { LRopt: new MjLROpt(), authored: 0n });
    return compiler;
  }
  get option(): Option {
    return this.#opened().option;
  }
  get visual(): Visual {
    return this.#opened().visual;
  }
  get stat(): Statistic {
    return this.#opened().stat;
  }

  #opened(): SpecSettings {
    this.#settings ??= new SpecSettings(this.inner);
    return this.#settings;
  }

  /** Makes it an empty Spec. */
  reset(): void {
    this.editor.clear();
    this.#settings = undefined;
    Object.assign(this.inner, createSpec());
  }

  /** Writes everything that was changed to `inner`. */
  flush(): void {
    this.editor.flush();
    this.#settings?.flush(this.inner);
  }
}

for (const [name, unstated] of Object.entries(SIZES))
  Object.defineProperty(MjSpec.prototype, name, {
    get(this: MjSpec) {
      return this.inner.size[name as keyof typeof SIZES] ?? unstated;
    },
    set(this: MjSpec, value: number) {
      this.inner.size[name as keyof typeof SIZES] = value;
    },
  });
