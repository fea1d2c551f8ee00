import { fieldTable } from '../table.ts';

/** Working memory of `flex` whose size depends on the model. */
export const flexScratch = fieldTable(`
  flexNodePos      f64  nflexnode   3  positions of the control nodes of interpolated flexes
  flexNodeVel      f64  nflexnode   3  velocities of the control nodes
  flexNodeSpring   f64  nflexnode   3  elastic forces on the control nodes
  flexNodeDamper   f64  nflexnode   3  damping forces on the control nodes
  flexVertSpring   f64  nflexvert   3  elastic forces on the vertices
  flexVertDamper   f64  nflexvert   3  damping forces on the vertices
  flexEdgeStrain   f64  nflexedge   1  squared length of an edge less that at rest, with its damping
  flexEdgeTension  f64  nflexedge   1  force per length of an edge, summed over its elements
  flexGradient     f64  nv          2  gradients of the two strain invariants of a vertex; zero between uses
  flexPatternKey   i32  1           3  which elastic terms the pattern of the metric is of, its points, and those of several flexes
  flexPointOf      i32  nv          1  point of the metric whose first dof this is, or -1
  flexPointDof     i32  nv          1  first dof of a point
  flexPointFlex    i32  nv          1  flex of a point
  flexPairAdr      i32  nv          1  first pair of a point
  flexPairNum      i32  nv          1  pairs of a point
  flexPair         i32  nflexpair   1  first dofs of the points that a point is coupled with, itself included, increasing
  flexPlace        i32  nflexplace  1  where the block of a pair of points of an elastic term starts in efm_K_val
  flexBlockInv     f64  nefmdof     3  one over the diagonal of the factors in efm_L
  flexFrontPlace   i32  nefmK       1  where an element of efm_K goes in hessian, or -1
  metricGather     f64  nv          1  a vector in the order of the model
  metricSum        f64  nv          1  a product or a solution of the metric of flexes
`);
