import { ArgumentError, nameToId } from '@qpos/core';
import { useFrame } from '@react-three/fiber';
import { createElement, type ReactNode, useMemo, useRef } from 'react';
import type { Group } from 'three';
import { useSimulation } from './simulated.ts';

/** Properties of `<Body>`. */
export interface BodyProps {
  /** Name of the body. */
  readonly name: string;
  /** What goes with it. */
  readonly children?: ReactNode;
}

/**
 * A group that goes with a body of the simulation around it: for labels, lights and meshes of your own.
 *
 * @param props Name of the body, and what goes with it.
 * @returns The component.
 * @example
 * <Simulation model={model}>
 *   <Body name="hand"><pointLight intensity={2} /></Body>
 * </Simulation>
 */
export function Body({ name, children }: BodyProps): ReactNode {
  const { model, data } = useSimulation();
  const body = useMemo(() => {
    const id = nameToId(model, 'body', name);
    if (id < 0) throw new ArgumentError(`the model has no body '${name}'`, 'unknown-name');
    return id;
  }, [model, name]);
  const group = useRef<Group>(null);
  useFrame(() => {
    const { current } = group;
    if (current === null) return;
    current.position.fromArray(data.xpos, 3 * body);
    const [w = 1, x = 0, y = 0, z = 0] = data.xquat.subarray(4 * body, 4 * body + 4);
    current.quaternion.set(x, y, z, w);
  });
  return createElement('group', { ref: group }, children);
}
