import { ArgumentError, type Data, type Model } from '@qpos/core';
import type { SceneView } from '@qpos/viewer';
import { type Context, createContext, useContext } from 'react';

/** What a `<Simulation>` simulates and draws. */
export interface Simulated {
  /** The model. */
  readonly model: Model;
  /** Its state, which changes from frame to frame. */
  readonly data: Data;
  /** What of it is in the scene. */
  readonly view: SceneView;
}

export const SimulatedContext: Context<Simulated | undefined> = createContext<Simulated | undefined>(undefined);

/**
 * The simulation around a component.
 *
 * @returns Model, Data and view of the nearest `<Simulation>`.
 * @example
 * function Speed() {
 *   const { data } = useSimulation();
 *   useFrame(() => console.log(data.qvel[0]));
 *   return null;
 * }
 */
export function useSimulation(): Simulated {
  const simulated = useContext(SimulatedContext);
  if (simulated === undefined)
    throw new ArgumentError(
      'there is no simulation around this component',
      'bad-argument',
      'put it inside <Simulation>',
    );
  return simulated;
}
