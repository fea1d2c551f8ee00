import type { FieldRow } from '../types.ts';

/** Working memory of `flex` whose size depends on the model. */
export const flexScratch: readonly FieldRow[] = [
  ['flexNodePos', 'f64', 'nflexnode', 3, 'positions of the control nodes of interpolated flexes'],
  ['flexNodeVel', 'f64', 'nflexnode', 3, 'velocities of the control nodes'],
  ['flexNodeSpring', 'f64', 'nflexnode', 3, 'elastic forces on the control nodes'],
  ['flexNodeDamper', 'f64', 'nflexnode', 3, 'damping forces on the control nodes'],
  ['flexVertSpring', 'f64', 'nflexvert', 3, 'elastic forces on the vertices'],
  ['flexVertDamper', 'f64', 'nflexvert', 3, 'damping forces on the vertices'],
  ['flexEdgeStrain', 'f64', 'nflexedge', 1, 'squared length of an edge less that at rest, with its damping'],
  ['flexEdgeTension', 'f64', 'nflexedge', 1, 'force per length of an edge, summed over its elements'],
  ['flexGradient', 'f64', 'nv', 2, 'gradients of the two strain invariants of a vertex; zero between uses'],
];
