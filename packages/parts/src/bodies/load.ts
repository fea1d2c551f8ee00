import type { RigidBodyState } from './rigid-body-state.ts';

/** Force and torque on a body, along the axes of the world. */
export interface Wrench {
  /** Force in newtons. */
  readonly force: Float64Array;
  /** Torque about the centre of mass, in N·m. */
  readonly torque: Float64Array;
}

/**
 * What acts on a body: adds to a wrench that starts at zero (or at the weight).
 *
 * @param wrench Receives force and torque.
 * @param state State of the body.
 * @param time Time in seconds.
 */
export type Load = (wrench: Wrench, state: RigidBodyState, time: number) => void;
