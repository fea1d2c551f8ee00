import { type Data, definePlugin, type Model, type PluginConfig } from '@qpos/core';
import { PartsError } from '../errors.ts';
import { Cloth } from './cloth.ts';
import type { Deformable } from './deformable.ts';
import { type FlexBodyOptions, softBodyOfFlex } from './from-flex.ts';
import { SoftScene } from './soft-scene.ts';

const attributes = {
  flex: '',
  vertices: 0,
  preset: '',
  pin: [] as readonly number[],
  density: Number.NaN,
  stretch: Number.NaN,
  bend: Number.NaN,
  volume: Number.NaN,
  damping: Number.NaN,
  friction: Number.NaN,
  wind: [0, 0, 0] as readonly number[],
  iterations: 10,
  substeps: 1,
  passes: 1,
  drag: 0.01,
};

/** Numbers of state for each vertex: position, velocity, force of its contacts, and one more than the geom that it touches. */
const PER_VERTEX = 10;

interface Local {
  readonly body: Deformable;
  readonly scene: SoftScene;
  readonly start: Float64Array;
  readonly firstVertex: number;
}

/** The soft body that the plugin `qpos.xpbd` makes of a flex, as a part of the simulation state. */
export interface SoftState {
  /** Positions, three numbers for each vertex of the flex; a view of the state. */
  readonly x: Float64Array;
  /** Velocities, three numbers for each vertex; a view of the state. */
  readonly v: Float64Array;
  /** Inverse masses; 0 where a vertex is pinned. */
  readonly inverseMass: Float64Array;
}

const states = new WeakMap<Data, Map<number, SoftState>>();

/**
 * Positions and velocities of a flex that the plugin `qpos.xpbd` moves, to be read and changed between steps.
 *
 * @param data The Data.
 * @param flex Index of the flex.
 * @returns Views of the state, or undefined if the plugin does not move that flex.
 * @example
 * const shapes = loadModel('<mujoco><worldbody><flexcomp name="sheet" dim="2" type="grid" count="3 3 1" spacing=".1 .1 .1"/></worldbody></mujoco>');
 * console.log(softStateOfFlex(makeData(shapes), 0)); // undefined: the engine moves that flex
 */
export function softStateOfFlex(data: Data, flex: number): SoftState | undefined {
  if (typeof data?.model?.nflex !== 'number' || typeof data.qpos?.length !== 'number')
    throw new PartsError('bad-argument', 'data must be a Data');
  if (!Number.isInteger(flex) || flex < 0 || flex >= data.model.nflex)
    throw new PartsError('bad-argument', `the model has no flex ${String(flex)}`);
  return states.get(data)?.get(flex);
}

function bodyOf(model: Model, config: PluginConfig<typeof attributes>): Deformable {
  const { preset, density } = config;
  const options: Record<string, unknown> = { ...(preset !== '' && { preset }) };
  for (const key of ['stretch', 'bend', 'volume', 'damping', 'friction'] as const)
    if (!Number.isNaN(config[key])) options[key] = config[key];
  if (!Number.isNaN(density)) Object.assign(options, { density, areaDensity: density, lineDensity: density });
  const body = softBodyOfFlex(model, config.flex, options as Partial<FlexBodyOptions>);
  for (const v of config.pin) body.pin(v);
  if (body instanceof Cloth && config.wind.some((w) => w !== 0)) body.setWind(config.wind);
  return body;
}

/** Takes a body's state out of that of its instance. */
function read({ x, v, contactForce, contactGeom }: Deformable, state: Float64Array): void {
  const n = x.length;
  for (let k = 0; k < n; k++) {
    x[k] = state[k];
    v[k] = state[n + k];
    contactForce[k] = state[2 * n + k];
  }
  for (let k = 0; k < contactGeom.length; k++) contactGeom[k] = state[3 * n + k] - 1;
}

function write({ x, v, contactForce, contactGeom }: Deformable, state: Float64Array): void {
  const n = x.length;
  for (let k = 0; k < n; k++) {
    state[k] = x[k];
    state[n + k] = v[k];
    state[2 * n + k] = contactForce[k];
  }
  for (let k = 0; k < contactGeom.length; k++) state[3 * n + k] = contactGeom[k] + 1;
}

/**
 * Soft bodies in a model: the plugin `qpos.xpbd`. An instance takes the shape of a flex that is `rigid` and collides with nothing, simulates it, and
 * moves the flex's vertices, so that viewers draw it. Its state is part of the simulation state. Settings: `flex`, its name; `vertices`, how many it has;
 * `preset`, a name of `clothPresets`, `solidPresets` or `chainPresets`; `pin`, vertices that are held; `density` (by volume, area or
 * length), `stretch`, `bend`, `volume`, `damping`, `friction` instead of the preset's; `wind`; `iterations`, `substeps`, `passes` and
 * `drag` (the solver's damping).
 *
 * @example
 * const draped = loadModel(
 *   `<mujoco>
 *     <extension>
 *       <plugin plugin="qpos.xpbd">
 *         <instance name="cloth"><config key="flex" value="cloth"/><config key="vertices" value="64"/></instance>
 *       </plugin>
 *     </extension>
 *     <worldbody>
 *       <geom type="sphere" size=".2"/>
 *       <flexcomp name="cloth" type="grid" dim="2" count="8 8 1" spacing=".1 .1 .1" pos="0 0 .4" radius=".01" rigid="true">
 *         <contact contype="0" conaffinity="0"/>
 *       </flexcomp>
 *     </worldbody>
 *   </mujoco>`,
 *   { plugins: [xpbdPlugin] },
 * );
 * const falling = makeData(draped);
 * step(draped, falling, 50);
 */
export const xpbdPlugin = definePlugin({
  name: 'qpos.xpbd',
  attributes,
  stateSize: ({ vertices }) => PER_VERTEX * vertices,
  init(model, data, { config, state }): Local {
    const body = bodyOf(model, config);
    if (state.length !== PER_VERTEX * body.count)
      throw new PartsError(
        'bad-argument',
        `the flex '${config.flex}' has ${body.count} vertices, not ${config.vertices}`,
        {
          hint: `set vertices to ${body.count}`,
        },
      );
    const { iterations, substeps, passes, drag } = config;
    const flex = model.flex(config.flex).id;
    const [x, v] = [state.subarray(0, body.x.length), state.subarray(body.x.length, 2 * body.x.length)];
    const known = states.get(data) ?? new Map<number, SoftState>();
    states.set(data, known.set(flex, { x, v, inverseMass: body.inverseMass }));
    return {
      body,
      scene: new SoftScene(model, data, [body], { iterations, substeps, passes, damping: drag }),
      start: body.x.slice(),
      firstVertex: model.flex_vertadr[flex],
    };
  },
  reset({ local, state }) {
    state.fill(0);
    state.set(local.start);
  },
  passive(_model, data, { local, state }) {
    const { body, scene, firstVertex } = local;
    read(body, state);
    for (let k = 0; k < body.x.length; k++) data.flexvert_xpos[3 * firstVertex + k] = body.x[k];
    scene.solve(data.qfrc_passive);
  },
  advance(_model, _data, { local, state }) {
    write(local.body, state);
  },
});
