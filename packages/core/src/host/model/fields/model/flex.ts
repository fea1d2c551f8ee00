import { fieldTable } from '../table.ts';

/** Flexes. */
export const flexFields = fieldTable(`
  flex_contype         i32           nflex           1  contact type bits {any}
  flex_conaffinity     i32           nflex           1  contact affinity bits {any}
  flex_condim          i32           nflex           1  dimension of its contacts: 1, 3, 4 or 6 {1|3|4|6}
  flex_priority        i32           nflex           1  the higher one decides contact parameters {any}
  flex_solmix          f64           nflex           1  weight in the mixture of contact parameters
  flex_solref          f64           nflex           2  contact reference
  flex_solimp          f64           nflex           5  contact impedance
  flex_friction        f64           nflex           3  sliding, torsional, rolling friction
  flex_margin          f64           nflex           1  contacts push within this distance
  flex_gap             f64           nflex           1  contacts are listed within margin plus gap
  flex_internal        u8            nflex           1  neighbouring elements collide {flag}
  flex_selfcollide     i32 FlexSelf  nflex           1  how distant elements collide
  flex_activelayers    i32           nflex           1  element layers, from the surface, that collide with themselves {>=0}
  flex_passive         i32           nflex           1  contacts act as passive forces {flag}
  flex_dim             i32           nflex           1  1: lines, 2: triangles, 3: tetrahedra {1..3}
  flex_matid           i32           nflex           1  material, or -1 {<nmat|-1}
  flex_group           i32           nflex           1  group for visibility {any}
  flex_interp          i32           nflex           1  order of the interpolation from control nodes, negative for shells; 0: none {-2..2}
  flex_cellnum         i32           nflex           3  cells of the control grid along each axis {is flex}
  flex_nodeadr         i32           nflex           1  first control node {@flex_nodenum nflexnode}
  flex_nodenum         i32           nflex           1  number of control nodes {>=0}
  flex_vertadr         i32           nflex           1  first vertex {@flex_vertnum nflexvert}
  flex_vertnum         i32           nflex           1  number of vertices {>=0}
  flex_edgeadr         i32           nflex           1  first edge {@flex_edgenum nflexedge}
  flex_edgenum         i32           nflex           1  number of edges {>=0}
  flex_elemadr         i32           nflex           1  first element {@flex_elemnum nflexelem}
  flex_elemnum         i32           nflex           1  number of elements {>=0}
  flex_elemdataadr     i32           nflex           1  first vertex number of its elements {is flex}
  flex_stiffnessadr    i32           nflex           1  first stiffness number {is flex}
  flex_elemedgeadr     i32           nflex           1  first edge number of its elements {is flex}
  flex_bendingadr      i32           nflex           1  first bending number {is flex}
  flex_shellnum        i32           nflex           1  number of shell fragments {>=0}
  flex_shelldataadr    i32           nflex           1  first vertex number of its shell fragments {is flex}
  flex_evpairadr       i32           nflex           1  first element and vertex pair {@flex_evpairnum nflexevpair}
  flex_evpairnum       i32           nflex           1  number of element and vertex pairs {>=0}
  flex_texcoordadr     i32           nflex           1  first texture coordinate, or -1 {is flex}
  flex_nodebodyid      i32           nflexnode       1  body of each control node {<nbody}
  flex_vertbodyid      i32           nflexvert       1  body of each vertex, or -1 where control nodes carry it {<nbody|-1}
  flex_vertedgeadr     i32           nflexvert       1  first edge of each vertex {is flex}
  flex_vertedgenum     i32           nflexvert       1  number of edges of each vertex {>=0}
  flex_vertedge        i32           nflexedge       2  edges of each vertex {is flex}
  flex_edge            i32           nflexedge       2  vertices of each edge {is flex}
  flex_edgeflap        i32           nflexedge       2  vertices opposite to each edge, or -1 {is flex}
  flex_elem            i32           nflexelemdata   1  vertices of each element {is flex}
  flex_elemtexcoord    i32           nflexelemdata   1  texture coordinates of each element {is flex}
  flex_elemedge        i32           nflexelemedge   1  edges of each element {is flex}
  flex_elemlayer       i32           nflexelem       1  distance of each element from the surface {>=0}
  flex_shell           i32           nflexshelldata  1  vertices of each shell fragment {is flex}
  flex_evpair          i32           nflexevpair     2  element and vertex of each pair {is flex}
  flex_vert            f64           nflexvert       3  vertices in the frames of their bodies
  flex_vert0           f64           nflexvert       3  vertices at rest, scaled to the unit cube
  flex_vertmetric      f64           nflexvert       4  inverse rest shape at each vertex
  flex_node            f64           nflexnode       3  control nodes in the frames of their bodies
  flex_node0           f64           nflexnode       3  control nodes at qpos0
  flexedge_length0     f64           nflexedge       1  edge lengths at qpos0
  flexedge_invweight0  f64           nflexedge       1  inverse inertia of each edge at qpos0
  flex_radius          f64           nflex           1  radius of its elements
  flex_size            f64           nflex           3  half sizes of the rest shape
  flex_stiffness       f64           nflexstiffness  1  stiffness matrices of the elements
  flex_bending         f64           nflexbending    1  bending stencils of the edges
  efm0_dofid           i32           nefm0dof        1  dofs of the constant part of the effective metric {<nv}
  efm0_L_rownnz        i32           nefm0dof        1  entries of each row of its factor {>=0}
  efm0_L_rowadr        i32           nefm0dof        1  first entry of each row of its factor {@efm0_L_rownnz nefm0L}
  efm0_L_colind        i32           nefm0L          1  columns of its factor {<nefm0dof}
  efm0_L               f64           nefm0L          1  entries of its factor
  flex_damping         f64           nflex           1  damping of the elastic forces
  flex_edgestiffness   f64           nflex           1  stiffness of edge springs
  flex_edgedamping     f64           nflex           1  damping of edge springs
  flex_edgeequality    i32           nflex           1  how edges are constrained {0..3}
  flex_rigid           u8            nflex           1  all vertices are on one body {flag}
  flexedge_rigid       u8            nflexedge       1  both ends are on one body {flag}
  flex_centered        u8            nflex           1  every vertex is at the origin of its body {flag}
  flex_flatskin        u8            nflex           1  drawn with flat faces {flag}
  flex_bvhadr          i32           nflex           1  first bounding volume, or -1 {@flex_bvhnum nbvh|-1}
  flex_bvhnum          i32           nflex           1  number of bounding volumes {>=0}
  flexedge_J_rownnz    i32           nflexedge       1  entries of each row of the edge Jacobian {>=0}
  flexedge_J_rowadr    i32           nflexedge       1  first entry of each row of the edge Jacobian {@flexedge_J_rownnz nJfe}
  flexedge_J_colind    i32           nJfe            1  dofs of the edge Jacobian {<nv}
  flexvert_J_rownnz    i32           nflexvert       2  entries of each row of the vertex Jacobian {>=0}
  flexvert_J_rowadr    i32           nflexvert       2  first entry of each row of the vertex Jacobian {@flexvert_J_rownnz nJfv*2}
  flexvert_J_colind    i32           nJfv            2  dofs of the vertex Jacobian {<nv}
  flex_rgba            f32           nflex           4  colour without a material
  flex_texcoord        f32           nflextexcoord   2  texture coordinates
`);
