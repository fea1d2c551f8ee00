import { fieldTable } from '../table.ts';

/** Working memory of `collision` whose size depends on the model. */
export const collisionScratch = fieldTable(`
  candidateMode   i32  1           1  whether there is a list of candidates, or the sweep is used; 0 if not known yet
  candidateHash   i32  1           1  hash of all that the list depends on
  candidateCount  i32  1           1  length of the list
  candidateGeom1  i32  ncandidate  1  first geom of each pair that may touch, in contact order
  candidateGeom2  i32  ncandidate  1  second geom
  candidatePair   i32  ncandidate  1  explicit pair that the candidate comes from, or -1
  sweepBox        f64  nbody       6  world-aligned box of each body: least and greatest corner, margins included
  sweepOrder      i32  nbody       1  bodies in the order of their least coordinate along the sweep axis
  sweepBuffer     i32  nbody       1  buffer for sorting sweepOrder
  sweptBodies     i32  1           1  number of bodies in the last sweep
  sweepAxis       i32  1           1  axis of the last sweep
  stripFirst      i32  nbody       1  first strip across the sweep axis that the box of each body reaches
  stripLast       i32  nbody       1  last strip
  stripStart      i32  nbody       1  end of the bodies of each strip in stripBody
  stripBody       i32  nbody       4  bodies of each strip in sweep order
  bodyPair1       i32  nbodypair   1  lower body of each pair whose boxes overlap
  bodyPair2       i32  nbodypair   1  higher body
  bodyPairBuffer  i32  nbodypair   2  buffer for sorting body pairs
  bodyPairCount   i32  nbody       1  counts for sorting body pairs
  meshLeast       f64  nmesh       1  a value that the octree of each mesh nowhere goes below, or 0 if not known yet
  treeStack       i32  nbvh        4  node pairs that are still to be visited
  foundDist       f64  nfound      1  distance of each contact of a flex with one body or flex, before they are thinned out and listed
  foundPos        f64  nfound      3  its point
  foundNormal     f64  nfound      3  its normal
  foundTangent    f64  nfound      3  its preferred tangent, or zero
  foundMargin     f64  nfound      1  distance from which it pushes
  foundDim        i32  nfound      1  its dimension, or 0 for that of the flex and what it touches
  foundGeom       i32  nfound      1  the geom of the first side, or -1
  foundFlex       i32  nfound      2  flexes of both sides, or -1
  foundElem       i32  nfound      2  elements of both sides, or -1
  foundVert       i32  nfound      2  vertices of both sides, or -1
  foundOrder      i32  nfound      1  order in which they are listed
  foundReach      f64  nfound      1  squared distance of each place of that order from the chosen ones
  elemEnd         f32  nflexelem   2  least and greatest coordinate of each active element along the sweep axis
  elemEndOrder    i32  nflexelem   2  these in increasing order: twice the element, plus 1 for the greatest
  elemEndBuffer   i32  nflexelem   2  buffer for sorting them
  elemOpen        i32  nflexelem   1  elements that the sweep is in
`);
