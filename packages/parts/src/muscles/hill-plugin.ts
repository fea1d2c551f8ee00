import { type Data, definePlugin, type Model, type PluginConfig } from '@qpos/core';
import { PartsError } from '../errors.ts';
import { HillMuscle, type MuscleParameters } from './hill-muscle.ts';
import { type MusclePresetName, musclePresets } from './presets.ts';

const attributes = {
  preset: '',
  maxforce: Number.NaN,
  optimallength: Number.NaN,
  slacklength: Number.NaN,
  pennation: Number.NaN,
  maxspeed: Number.NaN,
  damping: Number.NaN,
  tendon: 'rigid',
  rise: 0.015,
  fall: 0.06,
  least: 0.01,
} as const;

const given = (x: number): number | undefined => (Number.isNaN(x) ? undefined : x);

function presetOf(name: string): MuscleParameters {
  if (name === '') return {};
  if (Object.hasOwn(musclePresets, name)) return musclePresets[name as MusclePresetName];
  throw new PartsError('unknown-name', `there is no muscle preset '${name}'`, {
    hint: `there are ${Object.keys(musclePresets).join(', ')}`,
  });
}

/** The muscle of an instance: its preset, with what is given instead. */
function makeMuscle(config: PluginConfig<typeof attributes>): HillMuscle {
  if (config.tendon !== 'rigid' && config.tendon !== 'elastic')
    throw new PartsError('bad-argument', `tendon must be rigid or elastic, not '${config.tendon}'`);
  const elastic = config.tendon === 'elastic';
  const preset = presetOf(config.preset);
  const settings: Record<string, unknown> = {
    elastic,
    activation: { rise: config.rise, fall: config.fall, least: config.least },
  };
  const values = {
    maxForce: given(config.maxforce) ?? preset.maxForce,
    optimalLength: given(config.optimallength) ?? preset.optimalLength,
    slackLength: given(config.slacklength) ?? preset.slackLength,
    pennation: given(config.pennation) ?? preset.pennation,
    maxSpeed: given(config.maxspeed) ?? preset.maxSpeed,
    damping: given(config.damping),
  };
  for (const [key, value] of Object.entries(values)) if (value !== undefined) settings[key] = value;
  return new HillMuscle(settings);
}

/** Activation of an actuator, at least the least one. */
function activationOf(model: Model, data: Data, muscle: HillMuscle, a: number): number {
  return Math.max(muscle.dynamics.least, Math.min(1, data.act[model.actuator_actadr[a]]));
}

/** Fibre length of an instance; 0 after a reset stands for the equilibrium. */
function fiberOf(model: Model, data: Data, muscle: HillMuscle, a: number, state: Float64Array): number {
  if (state[0] > 0) return state[0];
  const length = data.actuator_length[model.actuator_outadr[a]];
  return muscle.equilibrium(length, activationOf(model, data, muscle, a));
}

/**
 * Hill muscles as actuators: the plugin `qpos.hill`. Give the actuator `actdim="1"`, its activation; the control is the excitation. An
 * instance with an elastic tendon keeps the length of its fibres, and so has one actuator.
 *
 * @example
 * const arm = loadModel(
 *   `<mujoco>
 *     <extension><plugin plugin="qpos.hill"/></extension>
 *     <worldbody><body><joint name="elbow"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body></worldbody>
 *     <tendon><fixed name="pull"><joint joint="elbow" coef="-.04"/></fixed></tendon>
 *     <actuator>
 *       <plugin tendon="pull" plugin="qpos.hill" actdim="1">
 *         <config key="preset" value="biceps"/><config key="slacklength" value=".01"/>
 *       </plugin>
 *     </actuator>
 *   </mujoco>`,
 *   { plugins: [hillPlugin] },
 * );
 * const state = makeData(arm);
 * state.ctrl[0] = 1;
 * step(arm, state, 20);
 */
export const hillPlugin = definePlugin({
  name: 'qpos.hill',
  attributes,
  stateSize: ({ tendon }) => (tendon === 'elastic' ? 1 : 0),
  init(model, _data, { actuators, config }) {
    const muscle = makeMuscle(config);
    if (muscle.elastic && actuators.length > 1)
      throw new PartsError('bad-argument', 'an instance of qpos.hill with an elastic tendon has one actuator', {
        hint: 'give each actuator an instance of its own',
      });
    if (actuators.some((a) => model.actuator_actnum[a] !== 1))
      throw new PartsError('bad-argument', 'an actuator of qpos.hill needs actdim="1" for its activation');
    return muscle;
  },
  activation(model, data, { actuators, local: muscle }) {
    const dt = model.opt.timestep;
    for (const a of actuators) {
      const now = data.act[model.actuator_actadr[a]];
      const next = muscle.dynamics.next(now, data.ctrl[model.actuator_ctrladr[a]], dt);
      data.act_dot[model.actuator_actadr[a]] = (next - now) / dt;
    }
  },
  actuator(model, data, { actuators, local: muscle, state }) {
    for (const a of actuators) {
      const out = model.actuator_outadr[a];
      const length = data.actuator_length[out];
      data.actuator_force[out] = -(muscle.elastic
        ? muscle.elasticForce(length, fiberOf(model, data, muscle, a, state))
        : muscle.rigidForce(activationOf(model, data, muscle, a), length, data.actuator_velocity[out]));
    }
  },
  advance(model, data, { actuators, local: muscle, state }) {
    if (!muscle.elastic) return;
    for (const a of actuators) {
      const out = model.actuator_outadr[a];
      const dt = model.opt.timestep;
      muscle.fiberLength = fiberOf(model, data, muscle, a, state);
      muscle.activation = activationOf(model, data, muscle, a);
      // the length at the end of the step: derived quantities are those of its start
      state[0] = muscle.followTendon(data.actuator_length[out] + dt * data.actuator_velocity[out], dt);
    }
  },
});
