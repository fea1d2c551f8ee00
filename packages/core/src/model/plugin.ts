import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** Settings that a plugin understands, with their values where a model does not give any; the value's type is the setting's. */
export type PluginAttributes = Readonly<Record<string, number | string | readonly number[]>>;

/** The settings of one instance. */
export type PluginConfig<A extends PluginAttributes> = {
  readonly [K in keyof A]: A[K] extends number ? number : A[K] extends string ? string : readonly number[];
};

/** One instance of a plugin in one Data: what its hooks work on. */
export interface PluginContext<A extends PluginAttributes = PluginAttributes, L = unknown> {
  /** Number of the instance, as in `actuator_plugin`, `sensor_plugin`, `body_plugin` and `geom_plugin`. */
  readonly id: number;
  readonly name: string;
  readonly config: PluginConfig<A>;
  /** Its part of `plugin_state`. */
  readonly state: Float64Array;
  /** What `init` returned. */
  local: L;
  /** The actuators, sensors, bodies and geoms that refer to the instance. */
  readonly actuators: readonly number[];
  readonly sensors: readonly number[];
  readonly bodies: readonly number[];
  readonly geoms: readonly number[];
}

/** A sensor plugin. */
interface SensorHooks<A extends PluginAttributes, L> {
  /** When it is read; the stage's lazy quantities (`subtree_linvel`, `cacc`, ...) are there. */
  readonly stage: 'pos' | 'vel' | 'acc';
  /** Numbers of each sensor. */
  dim(config: PluginConfig<A>): number;
  /** Writes `sensordata` of `self.sensors`. */
  compute(model: Model, data: Data, self: PluginContext<A, L>): void;
}

/** A signed distance field. Points are in the frame of the geom; the array is used again for the next point. */
interface FieldHooks<A extends PluginAttributes, L> {
  /** The box that holds the surface: centre, half sizes. */
  bounds(config: PluginConfig<A>): ArrayLike<number>;
  /** Distance to the surface, negative inside. Also runs at compile time, for the mesh that stands for the surface. */
  distance(point: Float64Array, self: PluginContext<A, L>): number;
  /** result = gradient of the distance; without it, central differences. */
  gradient?(result: Float64Array, point: Float64Array, self: PluginContext<A, L>): void;
}

/**
 * A plugin: a named set of hooks, of which each is optional, that models refer to with `plugin` elements. Hooks that a step runs may write
 * `self.state`, which is part of the state, and must not keep state elsewhere.
 */
export interface PluginDefinition<A extends PluginAttributes = PluginAttributes, L = unknown> {
  readonly name: string;
  readonly attributes?: A;
  /** How many numbers of state an instance has. */
  stateSize?(config: PluginConfig<A>): number;
  /** Runs when a Data is made; the result becomes `self.local`. Written before other hooks, it gives them its type. */
  init?(model: Model, data: Data, self: PluginContext<A>): L;
  /** Sets `self.state`, which is zero, at every reset. */
  reset?(self: PluginContext<A, L>): void;
  /** Runs when a Data was copied, for what `local` holds. */
  copy?(target: PluginContext<A, L>, source: PluginContext<A, L>): void;
  /** Writes `act_dot` of `self.actuators`, after the built-in dynamics. */
  activation?(model: Model, data: Data, self: PluginContext<A, L>): void;
  /** Writes `actuator_force` of `self.actuators`, after the built-in actuators and before any clamp. */
  actuator?(model: Model, data: Data, self: PluginContext<A, L>): void;
  readonly sensor?: SensorHooks<A, L>;
  /** Adds to `qfrc_passive`. */
  passive?(model: Model, data: Data, self: PluginContext<A, L>): void;
  readonly sdf?: FieldHooks<A, L>;
  /** Runs at the end of each step, when positions, velocities and time are the new ones: updates `self.state`. */
  advance?(model: Model, data: Data, self: PluginContext<A, L>): void;
}

/** The plugin as it is; for its types. */
export function definePlugin<const A extends PluginAttributes = PluginAttributes, L = unknown>(
  definition: PluginDefinition<A, L>,
): PluginDefinition<A, L> {
  return definition;
}

/** A setting from its text, as the type of `initial` says; undefined if the text is not of that type. */
function readSetting(text: string, initial: PluginAttributes[string]): PluginAttributes[string] | undefined {
  if (typeof initial === 'string') return text;
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.some(Number.isNaN)) return undefined;
  if (typeof initial === 'number') return numbers.length === 1 ? numbers[0] : undefined;
  return numbers;
}

/** The settings of an instance from the texts in the order of the attributes, '' where there is none. `refuse` hears of texts that cannot be read. */
export function readConfig(
  { attributes = {} }: PluginDefinition,
  texts: readonly string[],
  refuse?: (key: string, wanted: string) => void,
): PluginConfig<PluginAttributes> {
  const config: Record<string, PluginAttributes[string]> = {};
  Object.entries(attributes).forEach(([key, initial], k) => {
    const value = texts[k] ? readSetting(texts[k], initial) : initial;
    if (value === undefined) refuse?.(key, typeof initial === 'number' ? 'a number' : 'numbers');
    config[key] = value ?? initial;
  });
  return config as PluginConfig<PluginAttributes>;
}
