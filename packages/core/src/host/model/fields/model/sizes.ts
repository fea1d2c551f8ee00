import { sizeTable } from '../table.ts';

/** Sizes and flags of a Model: integers fixed when it is made. */
export const modelSizes = sizeTable(`
  nq              generalised positions
  nv              degrees of freedom
  nu              controls
  nactuator       actuators
  nout            force outputs of all actuators
  na              activations {is actuator}
  nbody           bodies, the world included {>=1}
  nbvh            bounding volumes of all hierarchies
  nbvhstatic      bounding volumes that never change shape
  nbvhdynamic     bounding volumes of flexes, refitted while simulating {is volume}
  noct            octree cells of all signed distance meshes
  njnt            joints
  ntree           kinematic trees under the world {is tree}
  nM              entries of the inertia matrix in the lower triangle {is sparsity}
  nB              entries of the body-to-dof pattern
  nC              entries of the inertia matrix, row by row
  nD              entries of the derivative matrix, dof by dof
  ngeom           geoms
  nsite           sites
  ncam            cameras
  nlight          lights
  nflex           flexes
  nflexnode       control nodes of all flexes
  nflexvert       vertices of all flexes
  nflexedge       edges of all flexes
  nflexelem       elements of all flexes
  nflexelemdata   vertex numbers of all flex elements
  nflexstiffness  stored numbers of flex stiffness matrices
  nflexbending    stored numbers of flex bending stencils
  nefm0dof        dofs in the constant part of the effective metric
  nefm0L          factor entries of the constant part of the effective metric
  nflexelemedge   edge numbers of all flex elements
  nflexshelldata  vertex numbers of all flex shell fragments
  nflexevpair     element and vertex pairs that may collide within a flex
  nflextexcoord   texture coordinates of all flexes
  nJfe            stored entries of the flex edge Jacobian
  nJfv            stored entries of the flex vertex Jacobian
  nmesh           meshes
  nmeshvert       vertices of all meshes
  nmeshnormal     normals of all meshes
  nmeshtexcoord   texture coordinates of all meshes
  nmeshface       triangles of all meshes
  nmeshgraph      integers of all convex hull graphs
  nmeshpoly       hull polygons of all meshes
  nmeshpolyvert   corners of all hull polygons
  nmeshpolymap    vertex-to-polygon links of all meshes
  nskin           skins
  nskinvert       vertices of all skins
  nskintexvert    skin vertices with texture coordinates
  nskinface       triangles of all skins
  nskinbone       bones of all skins
  nskinbonevert   vertices of all bones
  nhfield         height fields
  nhfielddata     elevation samples of all height fields
  ntex            textures
  ntexdata        bytes of all textures
  nmat            materials
  npair           explicit geom pairs
  nexclude        excluded body pairs
  neq             equality constraints
  ntendon         tendons
  nJten           stored entries of the tendon Jacobian
  nwrap           elements of all tendon paths
  nsensor         sensors
  nnumeric        custom numeric fields
  nnumericdata    numbers of all custom numeric fields
  ntext           custom texts
  ntextdata       bytes of all custom texts
  ntuple          custom tuples
  ntupledata      members of all tuples
  nkey            keyframes
  nmocap          bodies moved by the user {is tree}
  nplugin         plugin instances
  npluginattr     bytes of all plugin settings
  nuser_body      user numbers per body
  nuser_jnt       user numbers per joint
  nuser_geom      user numbers per geom
  nuser_site      user numbers per site
  nuser_cam       user numbers per camera
  nuser_tendon    user numbers per tendon
  nuser_actuator  user numbers per actuator
  nuser_sensor    user numbers per sensor
  nnames          bytes of all names
  npaths          bytes of all asset paths
  nnames_map      slots of the name hash
  nJmom           stored entries of the actuator moment matrix {is actuator}
  ngravcomp       bodies with gravity compensation {0..nbody}
  nemax           upper bound of equality rows {>=0}
  njmax           rows asked for by the model file; capacity grows anyway {any}
  nconmax         contacts asked for by the model file; capacity grows anyway {any}
  npolygonmax     corners of the largest hull polygon {is hull}
  nmeshdegmax     polygons at the busiest hull vertex {is hull}
  nuserdata       numbers of user data {0..reserved}
  nsensordata     numbers of all sensors {is sensor}
  npluginstate    numbers of all plugin states {is plugin}
  nhistory        numbers of all delay buffers {is history}
  flg_gravcomp    some body has gravity compensation {flag}
  flg_adhesion    some geom or pair is adhesive {flag}
  flg_surfacevel  some geom has a surface velocity {flag}
`);

/** Those that say what the arrays hold, not how long they are: `setConst` finds them anew. */
export const derivedSizes: readonly string[] = ['ngravcomp', 'flg_gravcomp', 'flg_adhesion', 'flg_surfacevel'];
