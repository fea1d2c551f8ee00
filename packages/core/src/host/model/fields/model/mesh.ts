import { fieldTable } from '../table.ts';

/** Meshes. */
export const meshFields = fieldTable(`
  mesh_vertadr       i32  nmesh          1   first vertex {@mesh_vertnum nmeshvert}
  mesh_vertnum       i32  nmesh          1   number of vertices {>=1}
  mesh_faceadr       i32  nmesh          1   first triangle {@mesh_facenum nmeshface}
  mesh_facenum       i32  nmesh          1   number of triangles {>=0}
  mesh_bvhadr        i32  nmesh          1   first bounding volume, or -1 {@mesh_bvhnum nbvhstatic|-1}
  mesh_bvhnum        i32  nmesh          1   number of bounding volumes {>=0}
  mesh_octadr        i32  nmesh          1   first octree cell, or -1 {@mesh_octnum noct|-1}
  mesh_octnum        i32  nmesh          1   number of octree cells {>=0}
  mesh_normaladr     i32  nmesh          1   first normal {@mesh_normalnum nmeshnormal}
  mesh_normalnum     i32  nmesh          1   number of normals {>=0}
  mesh_texcoordadr   i32  nmesh          1   first texture coordinate, or -1 {@mesh_texcoordnum nmeshtexcoord|-1}
  mesh_texcoordnum   i32  nmesh          1   number of texture coordinates {>=0}
  mesh_graphadr      i32  nmesh          1   address of the hull graph, or -1 {is hull}
  mesh_extrema       i32  nmesh          27  hull vertices that are extreme in 27 directions {is hull}
  mesh_vert          f32  nmeshvert      3   vertices
  mesh_normal        f32  nmeshnormal    3   normals
  mesh_texcoord      f32  nmeshtexcoord  2   texture coordinates
  mesh_face          i32  nmeshface      3   vertices of each triangle {of mesh_faceadr mesh_facenum <mesh_vertnum}
  mesh_facenormal    i32  nmeshface      3   normals of each triangle {of mesh_faceadr mesh_facenum <mesh_normalnum}
  mesh_facetexcoord  i32  nmeshface      3   texture coordinates of each triangle {of mesh_faceadr mesh_facenum <mesh_texcoordnum}
  mesh_graph         i32  nmeshgraph     1   hull: vertex count, face count, edge addresses, vertices, edges, faces {is hull}
  mesh_scale         f64  nmesh          3   scale that was applied to the source
  mesh_pos           f64  nmesh          3   shift that centred the source
  mesh_quat          f64  nmesh          4   turn that aligned the source with its principal axes
  mesh_pathadr       i32  nmesh          1   address of the file name in paths, or -1 {<npaths|-1}
  mesh_polynum       i32  nmesh          1   number of hull polygons {>=0}
  mesh_polyadr       i32  nmesh          1   first hull polygon {@mesh_polynum nmeshpoly}
  mesh_polynormal    f64  nmeshpoly      3   normals of the hull polygons
  mesh_polyvertadr   i32  nmeshpoly      1   first corner of each polygon {@mesh_polyvertnum nmeshpolyvert}
  mesh_polyvertnum   i32  nmeshpoly      1   number of corners of each polygon {>=3}
  mesh_polyvert      i32  nmeshpolyvert  1   corners of the polygons {is hull}
  mesh_polymapadr    i32  nmeshvert      1   first polygon of each vertex {@mesh_polymapnum nmeshpolymap}
  mesh_polymapnum    i32  nmeshvert      1   number of polygons of each vertex {>=0}
  mesh_polymap       i32  nmeshpolymap   1   polygons of the vertices {is hull}
`);
