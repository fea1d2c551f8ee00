import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';

/** Settings of a plugin with their default values, whose types are the types of the settings. */
export type PluginAttributes = Readonly<Record<string, number | string | readonly number[]>>;

/** The settings of one instance of a plugin. */
export type PluginConfig<A extends PluginAttributes> = {
  readonly [K in keyof A]: A[K] extends number ? number : A[K] extends string ? string : readonly number[];
};

/** One instance of a plugin in one Data: what its hooks work on. */
export interface PluginContext<A extends PluginAttributes = PluginAttributes, L = unknown> {
  /** Index of the instance, as in `actuator_plugin`, `sensor_plugin`, `body_plugin` and `geom_plugin`. */
  readonly id: number;
  /** Name of the instance, or ''. */
  readonly name: string;
  /** Its settings. */
  readonly config: PluginConfig<A>;
  /** Its part of `plugin_state`. */
  readonly state: Float64Array;
  /** What `init` returned. */
  local: L;
  /** Indices of the actuators that refer to the instance. */
  readonly actuators: readonly number[];
  /** Indices of the sensors that refer to the instance. */
  readonly sensors: readonly number[];
  /** Indices of the bodies that refer to the instance. */
  readonly bodies: readonly number[];
  /** Indices of the geoms that refer to the instance. */
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

/** What `visualize` draws with: markers that last for one picture. Lengths are in metres, colours are red, green, blue and alpha in [0, 1]. */
export interface PluginDrawing {
  /**
   * A ball.
   *
   * @param pos Its centre.
   * @param radius Its radius.
   * @param rgba Its colour.
   */
  sphere(pos: ArrayLike<number>, radius: number, rgba: ArrayLike<number>): void;
  /**
   * A rod between two points.
   *
   * @param from One end.
   * @param to The other.
   * @param radius Its radius.
   * @param rgba Its colour.
   */
  rod(from: ArrayLike<number>, to: ArrayLike<number>, radius: number, rgba: ArrayLike<number>): void;
  /**
   * An arrow.
   *
   * @param from Where it starts.
   * @param to Where its tip is.
   * @param width Radius of its shaft.
   * @param rgba Its colour.
   */
  arrow(from: ArrayLike<number>, to: ArrayLike<number>, width: number, rgba: ArrayLike<number>): void;
  /**
   * A box.
   *
   * @param pos Its centre.
   * @param mat Its orientation, by rows.
   * @param half Its half sizes.
   * @param rgba Its colour.
   */
  box(pos: ArrayLike<number>, mat: ArrayLike<number>, half: ArrayLike<number>, rgba: ArrayLike<number>): void;
}

/**
 * A plugin: a name, settings, and hooks that are all optional. Models refer to it with `plugin` elements. Hooks that run in a step may
 * write `self.state`, which is part of the simulation state, and must not keep state elsewhere.
 */
export interface PluginDefinition<A extends PluginAttributes = PluginAttributes, L = unknown> {
  /** The name that models refer to. */
  readonly name: string;
  /** Settings with their default values. */
  readonly attributes?: A;
  /**
   * How many numbers of state an instance has; 0 without it.
   *
   * @param config Settings of the instance.
   * @returns The number of numbers.
   */
  stateSize?(config: PluginConfig<A>): number;
  /**
   * Runs when a Data is made. Written before the other hooks, it gives them the type of `self.local`.
   *
   * @param model The model.
   * @param data Its Data.
   * @param self The instance.
   * @returns What becomes `self.local`.
   */
  init?(model: Model, data: Data, self: PluginContext<A>): L;
  /**
   * Sets `self.state`, which is zero, at every reset.
   *
   * @param self The instance.
   */
  reset?(self: PluginContext<A, L>): void;
  /**
   * Runs when a Data was copied, to copy what `local` holds.
   *
   * @param target The instance in the copy.
   * @param source The instance in the original.
   */
  copy?(target: PluginContext<A, L>, source: PluginContext<A, L>): void;
  /**
   * Writes `act_dot` of `self.actuators`, after the built-in dynamics.
   *
   * @param model The model.
   * @param data Its Data.
   * @param self The instance.
   */
  activation?(model: Model, data: Data, self: PluginContext<A, L>): void;
  /**
   * Writes `actuator_force` of `self.actuators`, after the built-in actuators and before any clamp.
   *
   * @param model The model.
   * @param data Its Data.
   * @param self The instance.
   */
  actuator?(model: Model, data: Data, self: PluginContext<A, L>): void;
  /** Makes it a sensor plugin. */
  readonly sensor?: SensorHooks<A, L>;
  /**
   * Adds to `qfrc_passive`.
   *
   * @param model The model.
   * @param data Its Data.
   * @param self The instance.
   */
  passive?(model: Model, data: Data, self: PluginContext<A, L>): void;
  /** Makes it a signed distance field. */
  readonly sdf?: FieldHooks<A, L>;
  /**
   * Updates `self.state` at the end of each step, when positions, velocities and time are the new ones.
   *
   * @param model The model.
   * @param data Its Data.
   * @param self The instance.
   */
  advance?(model: Model, data: Data, self: PluginContext<A, L>): void;
  /**
   * Draws what a viewer shows of the instance. It only reads.
   *
   * @param model The model.
   * @param data Its Data.
   * @param self The instance.
   * @param draw What to draw with.
   */
  visualize?(model: Model, data: Data, self: PluginContext<A, L>, draw: PluginDrawing): void;
  /**
   * Runs when a Data is disposed of, to release what `local` holds. A Data that is merely dropped is collected without it.
   *
   * @param self The instance; its state is gone.
   */
  destroy?(self: PluginContext<A, L>): void;
}

/**
 * A plugin as it is given, with the types of its settings inferred.
 *
 * @param definition The plugin.
 * @returns `definition`.
 * @example
 * const spring = definePlugin({
 *   name: 'example.spring',
 *   attributes: { stiffness: 1 },
 *   actuator(model, data, self) {
 *     for (const a of self.actuators) data.actuator_force[a] = -self.config.stiffness * data.actuator_length[a];
 *   },
 * });
 * const pulled = loadModel(
 *   `<mujoco>
 *     <extension><plugin plugin="example.spring"/></extension>
 *     <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
 *     <actuator><plugin joint="j" plugin="example.spring"><config key="stiffness" value="5"/></plugin></actuator>
 *   </mujoco>`,
 *   { plugins: [spring] },
 * );
 * step(pulled, makeData(pulled));
 */
export function definePlugin<const A extends PluginAttributes = PluginAttributes, L = unknown>(
  definition: PluginDefinition<A, L>,
): PluginDefinition<A, L> {
  checkPlugin(definition);
  return definition;
}

/** @internal Refuses what is no plugin. */
export function checkPlugin(definition: { readonly name: string }): void {
  if (typeof definition !== 'object' || typeof definition?.name !== 'string')
    throw new ArgumentError('a plugin is an object with a name');
}

/** A setting from its text, as the type of `initial` says; undefined if the text is not of that type. */
function readSetting(text: string, initial: PluginAttributes[string]): PluginAttributes[string] | undefined {
  if (typeof initial === 'string') return text;
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.some(Number.isNaN)) return undefined;
  if (typeof initial === 'number') return numbers.length === 1 ? numbers[0] : undefined;
  return numbers;
}

/**
 * The settings of a plugin instance from their texts, as a compiler needs it.
 *
 * @param definition The plugin.
 * @param texts A text for each setting, in the order of `definition.attributes`; '' stands for the default.
 * @param refuse Called with the name of a setting whose text cannot be read, and what was expected.
 * @returns The settings.
 * @example
 * const gain = definePlugin({ name: 'example.gain', attributes: { gain: 1 } });
 * console.log(readConfig(gain, ['2.5'])['gain']); // 2.5
 */
export function readConfig(
  definition: PluginDefinition,
  texts: readonly string[],
  refuse?: (key: string, wanted: string) => void,
): PluginConfig<PluginAttributes> {
  checkPlugin(definition);
  if (!Array.isArray(texts)) throw new ArgumentError('texts must be an array of texts');
  if (refuse !== undefined && typeof refuse !== 'function') throw new ArgumentError('refuse must be a function');
  const config: Record<string, PluginAttributes[string]> = {};
  Object.entries(definition.attributes ?? {}).forEach(([key, initial], k) => {
    const value = texts[k] ? readSetting(texts[k], initial) : initial;
    if (value === undefined) refuse?.(key, typeof initial === 'number' ? 'a number' : 'numbers');
    config[key] = value ?? initial;
  });
  return config as PluginConfig<PluginAttributes>;
}
