import { type Data, forward, type Model, makeData, step } from '@qpos/core';
import { type Quality, SceneView, type ViewOptions } from '@qpos/viewer';
import { useFrame } from '@react-three/fiber';
import { createElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Vector3 } from 'three';
import { type Simulated, SimulatedContext } from './simulated.ts';

const MOST_LAG = 0.1; // seconds that are made up for after a hitch
const BUDGET_MS = 12; // of stepping in a frame, so that the page stays responsive

/** Properties of `<Simulation>`. */
export interface SimulationProps {
  /** The model; another one starts another simulation. */
  readonly model: Model;
  /** The state to simulate from; by default a new one. */
  readonly data?: Data;
  /** Whether time passes; true by default. */
  readonly running?: boolean;
  /** How fast it passes, relative to real time; 1 by default. */
  readonly speed?: number;
  /** Sets the controls, before each step. */
  readonly control?: (model: Model, data: Data) => void;
  /** Called before each picture, after the steps for it. */
  readonly onFrame?: (data: Data) => void;
  /** What is drawn beside the model: contacts, joints, frames, ... */
  readonly options?: Partial<ViewOptions>;
  /** How much work goes into the picture; high by default. */
  readonly quality?: Quality;
  /** Components that belong to it, such as `<Body>`. */
  readonly children?: ReactNode;
}

/** Steps until a Data has caught up with the time that has passed, within a budget; returns what is left of it. */
function advance({ model, data }: Simulated, owed: number, control: SimulationProps['control']): number {
  const { timestep } = model.opt;
  const end = performance.now() + BUDGET_MS;
  while (owed >= timestep) {
    control?.(model, data);
    step(model, data);
    owed -= timestep;
    if (performance.now() > end) return 0; // too slow for real time: do not pile up
  }
  return owed;
}

/**
 * A simulated model in the scene of a `<Canvas>` of react-three-fiber, in MuJoCo's frame: z is up.
 *
 * @param props Model, state, and how time passes.
 * @returns The component.
 * @example
 * <Canvas shadows camera={{ up: [0, 0, 1], position: [2, -2, 1.5] }}>
 *   <Simulation model={model} control={(m, d) => d.ctrl.fill(Math.sin(d.time))}>
 *     <Body name="torso"><Html>here</Html></Body>
 *   </Simulation>
 * </Canvas>
 */
export function Simulation(props: SimulationProps): ReactNode {
  const { model, data, quality = 'high', options, children } = props;
  const simulated = useMemo((): Simulated => {
    const state = data ?? makeData(model);
    forward(model, state);
    return { model, data: state, view: new SceneView(model, { quality }) };
  }, [model, data, quality]);
  const { view } = simulated;
  Object.assign(view.options, options);
  useEffect(() => () => view.dispose(), [view]);
  const owed = useRef(0);
  const focus = useMemo(() => new Vector3(), []);
  useFrame(({ camera, gl, size }, delta) => {
    const { running = true, speed = 1, control, onFrame } = props;
    owed.current = running ? advance(simulated, Math.min(owed.current + speed * delta, MOST_LAG), control) : 0;
    onFrame?.(simulated.data);
    focus.fromArray(simulated.data.subtree_com, 0);
    view.pictureHeight = size.height;
    view.update(simulated.data, camera, focus);
    view.prepare(gl, camera, simulated.data);
  });
  return createElement(
    SimulatedContext.Provider,
    { value: simulated },
    createElement('primitive', { object: view.scene }),
    children,
  );
}
