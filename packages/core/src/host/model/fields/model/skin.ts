import { fieldTable } from '../table.ts';

/** Skins. */
export const skinFields = fieldTable(`
  skin_matid           i32  nskin          1  material, or -1 {<nmat|-1}
  skin_group           i32  nskin          1  group for visibility {any}
  skin_rgba            f32  nskin          4  colour without a material
  skin_inflate         f32  nskin          1  vertices move outward by this
  skin_vertadr         i32  nskin          1  first vertex {@skin_vertnum nskinvert}
  skin_vertnum         i32  nskin          1  number of vertices {>=0}
  skin_texcoordadr     i32  nskin          1  first texture coordinate, or -1 {is skin}
  skin_faceadr         i32  nskin          1  first triangle {@skin_facenum nskinface}
  skin_facenum         i32  nskin          1  number of triangles {>=0}
  skin_boneadr         i32  nskin          1  first bone {@skin_bonenum nskinbone}
  skin_bonenum         i32  nskin          1  number of bones {>=0}
  skin_vert            f32  nskinvert      3  vertices
  skin_texcoord        f32  nskintexvert   2  texture coordinates
  skin_face            i32  nskinface      3  vertices of each triangle {of skin_faceadr skin_facenum <skin_vertnum}
  skin_bonevertadr     i32  nskinbone      1  first vertex of each bone {@skin_bonevertnum nskinbonevert}
  skin_bonevertnum     i32  nskinbone      1  number of vertices of each bone {>=0}
  skin_bonebindpos     f32  nskinbone      3  position of each bone when the skin was bound
  skin_bonebindquat    f32  nskinbone      4  orientation of each bone when the skin was bound
  skin_bonebodyid      i32  nskinbone      1  body of each bone {<nbody}
  skin_bonevertid      i32  nskinbonevert  1  vertices of each bone {is skin}
  skin_bonevertweight  f32  nskinbonevert  1  weights of these vertices
  skin_pathadr         i32  nskin          1  address of the file name in paths, or -1 {<npaths|-1}
`);
