import { enums, type PluginDefinition } from '@qpos/core';
import { type Diagnostics, didYouMean, type Hint, type Located } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Node, Scope, Spec } from '../spec/types.ts';
import { Classes } from './defaults.ts';
import type {
  ActuatorDraft,
  BodyDraft,
  CameraDraft,
  EqualityDraft,
  ExcludeDraft,
  FlexDraft,
  GeomDraft,
  HFieldDraft,
  JointDraft,
  KeyDraft,
  LightDraft,
  MaterialDraft,
  MeshDraft,
  NumericDraft,
  PairDraft,
  PluginDraft,
  SensorDraft,
  SiteDraft,
  SkinDraft,
  TendonDraft,
  TextDraft,
  TextureDraft,
  TupleDraft,
} from './draft.ts';
import { type Settings, settingsLookup } from './settings.ts';
import { NumberPool } from './shape-numbers.ts';
import { byWord } from './words.ts';

const { ObjType } = enums;

/** Everything the passes share. */
export class Compilation {
  readonly spec: Spec;
  readonly d: Diagnostics;
  readonly limits: Limits;
  readonly classes: Classes;
  readonly settings: (scope: Scope | undefined) => Settings;

  /** The plugins that the caller knows. */
  readonly definitions: readonly PluginDefinition[];
  readonly plugins: PluginDraft[] = [];
  /** The instance that an element uses. */
  readonly pluginOf = new Map<object, PluginDraft>();
  /** Where the numbers of geoms and sites lie. */
  readonly numbers = new NumberPool();
  readonly bodies: BodyDraft[] = [];
  readonly joints: JointDraft[] = [];
  readonly geoms: GeomDraft[] = [];
  readonly sites: SiteDraft[] = [];
  readonly cameras: CameraDraft[] = [];
  readonly lights: LightDraft[] = [];
  readonly frames: { name: string; node: Located }[] = [];
  readonly flexes: FlexDraft[] = [];
  readonly meshes: MeshDraft[] = [];
  readonly skins: SkinDraft[] = [];
  readonly hfields: HFieldDraft[] = [];
  readonly textures: TextureDraft[] = [];
  readonly materials: MaterialDraft[] = [];
  readonly pairs: PairDraft[] = [];
  readonly excludes: ExcludeDraft[] = [];
  readonly equalities: EqualityDraft[] = [];
  readonly tendons: TendonDraft[] = [];
  readonly actuators: ActuatorDraft[] = [];
  readonly sensors: SensorDraft[] = [];
  readonly numerics: NumericDraft[] = [];
  readonly texts: TextDraft[] = [];
  readonly tuples: TupleDraft[] = [];
  readonly keys: KeyDraft[] = [];

  /** Bounding volumes that fusing bodies leaves unused at the end of the list. */
  spareVolumes = 0;

  /** Length of the `user` arrays by kind. */
  readonly nuser = { body: 0, jnt: 0, geom: 0, site: 0, cam: 0, tendon: 0, actuator: 0, sensor: 0 };

  readonly #names = new Map<number, Map<string, { id: number }>>();

  constructor(spec: Spec, d: Diagnostics, limits: Limits, definitions: readonly PluginDefinition[]) {
    this.spec = spec;
    this.definitions = definitions;
    this.d = d;
    this.limits = limits;
    this.settings = settingsLookup(spec);
    this.classes = new Classes(spec.defaults, d);
  }

  /** Enters the names of a list; two objects of a kind must not share one. */
  register(objtype: number, list: readonly { id: number; name: string; node?: unknown }[]): void {
    const names = new Map<string, { id: number }>();
    for (const draft of list) {
      if (draft.name === '') continue;
      if (names.has(draft.name)) {
        const kind = OBJECT_NAMES[objtype];
        this.d.error('duplicate-name', `repeated name '${draft.name}' in ${kind}`, draft.node as Located);
      } else names.set(draft.name, draft);
    }
    this.#names.set(objtype, names);
  }

  /** The object with this name, or undefined. */
  lookup<T extends { id: number }>(objtype: number, name: string): T | undefined {
    const type = objtype === ObjType.XBODY ? ObjType.BODY : objtype;
    return this.#names.get(type)?.get(name) as T | undefined;
  }

  /** The object with this name; where there is none, an error at `at`. */
  find<T extends { id: number }>(objtype: number, name: string, at: Located | Node): T | undefined {
    const found = this.lookup<T>(objtype, name);
    if (found !== undefined) return found;
    const type = objtype === ObjType.XBODY ? ObjType.BODY : objtype;
    const hint = (): string | undefined => didYouMean(name, this.#names.get(type)?.keys() ?? []);
    this.d.error('unknown-name', `${OBJECT_NAMES[type]} '${name}' not found`, at, hint);
    return undefined;
  }

  forget(objtype: number, name: string): void {
    this.#names.get(objtype)?.delete(name);
  }

  error(code: Parameters<Diagnostics['error']>[0], message: string, at?: Located, hint?: Hint): void {
    this.d.error(code, message, at, hint);
  }
}

const { UNKNOWN: _, ...KNOWN } = ObjType;
/** Words for object types, and their types. */
export const OBJECT_TYPES = byWord(KNOWN);
const OBJECT_NAMES: Record<number, string> = Object.fromEntries(Object.entries(OBJECT_TYPES).map(([k, v]) => [v, k]));

/** Whether a limit is on, given what was said and the range. */
export function isLimited(limited: boolean | 'auto', range: ArrayLike<number>): boolean {
  return limited === true || (limited === 'auto' && range[0] < range[1]);
}
