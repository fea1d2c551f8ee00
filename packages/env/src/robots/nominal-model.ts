import type { RandomGenerator } from '@qpos/batch';
import type { Data, Model } from '@qpos/core';
import { setConst } from '@qpos/spec';
import type { Task, TaskContext } from '../env/task.ts';

/** Fields that domain randomisation changes. */
type Field =
  | 'body_mass'
  | 'body_inertia'
  | 'geom_friction'
  | 'dof_damping'
  | 'dof_armature'
  | 'actuator_gainprm'
  | 'actuator_biasprm'
  | 'actuator_gear';

/** The least and the most of a factor. */
export type FactorRange = readonly [number, number];

/**
 * The fields of a model as they were compiled. Each episode scales them anew from here, so that changes do not add up.
 */
export class NominalModel {
  readonly #model: Model;
  readonly #nominal: ReadonlyMap<Field, Float64Array>;

  constructor(model: Model, fields: readonly Field[]) {
    this.#model = model;
    this.#nominal = new Map(fields.map((field) => [field, model[field].slice()]));
  }

  /** Scales entries `from` to `to` of a field; returns the factor. */
  scale(field: Field, from: number, to: number, factor: number): number {
    const nominal = this.#nominal.get(field) as Float64Array;
    const now = this.#model[field];
    for (let k = from; k < to; k++) now[k] = (nominal[k] as number) * factor;
    return factor;
  }

  /** Scales all of a field by one factor drawn from a range. */
  scaleAll(field: Field, rng: RandomGenerator, [low, high]: FactorRange): number {
    return this.scale(field, 0, this.#model[field].length, rng.uniform(low, high));
  }

  /** Scales the mass of a body and its inertia. */
  scaleBody(body: number, factor: number): void {
    this.scale('body_mass', body, body + 1, factor);
    this.scale('body_inertia', 3 * body, 3 * body + 3, factor);
  }

  /** Gain and stiffness of the position servo of an actuator: both terms of kp · (ctrl - length), and its damping. */
  scaleServo(actuator: number, factor: number): void {
    const gains = this.#model.actuator_gainprm.length / this.#model.nu;
    const biases = this.#model.actuator_biasprm.length / this.#model.nu;
    this.scale('actuator_gainprm', gains * actuator, gains * actuator + 1, factor);
    this.scale('actuator_biasprm', biases * actuator + 1, biases * actuator + 3, factor);
  }

  /** Brings what follows from masses up to date; `data` serves as workspace. */
  settle(data: Data): void {
    setConst(this.#model, data);
  }
}

/** What a robot that servos move may vary in. */
const SERVO_ROBOT: readonly Field[] = [
  'body_mass',
  'body_inertia',
  'geom_friction',
  'dof_damping',
  'actuator_gainprm',
  'actuator_biasprm',
];

/** The part of a task that gives each episode a model of its own; nothing unless it is `wanted`. `vary` scales the fields from their nominal values. */
export function randomisation(
  wanted: boolean,
  vary: (nominal: NominalModel, ctx: TaskContext, rng: RandomGenerator) => void,
  fields = SERVO_ROBOT,
): Pick<Task, 'randomise'> {
  if (!wanted) return {};
  let nominal: NominalModel | undefined;
  return {
    randomise(ctx, rng) {
      nominal ??= new NominalModel(ctx.model, fields);
      vary(nominal, ctx, rng);
      nominal.settle(ctx.data);
    },
  };
}
