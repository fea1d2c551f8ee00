import type { Model } from '@qpos/core';

/** Scales entries `from` to `to` of a field, by default all. */
export function scale(field: Float64Array, factor: number, from = 0, to = field.length): void {
  for (let k = from; k < to; k++) field[k] = (field[k] as number) * factor;
}

/** Scales the mass of a body and its inertia. */
export function scaleBody({ body_mass, body_inertia }: Model, body: number, factor: number): void {
  scale(body_mass, factor, body, body + 1);
  scale(body_inertia, factor, 3 * body, 3 * body + 3);
}

/** Scales gain and stiffness of the position servo of an actuator: both terms of kp · (ctrl - length), and its damping. */
export function scaleServo({ actuator_gainprm, actuator_biasprm, nu }: Model, actuator: number, factor: number): void {
  const gains = actuator_gainprm.length / nu;
  const biases = actuator_biasprm.length / nu;
  scale(actuator_gainprm, factor, gains * actuator, gains * actuator + 1);
  scale(actuator_biasprm, factor, biases * actuator + 1, biases * actuator + 3);
}
