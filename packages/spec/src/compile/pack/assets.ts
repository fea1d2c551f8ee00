import { enums, type Model } from '@qpos/core';
import type { Compilation } from '../context.ts';
import { copyFields, valuesOf } from './copy-fields.ts';

const { TextureType } = enums;
const TEXTURE_TYPES: Record<string, number> = {
  '2d': TextureType.D2D,
  cube: TextureType.CUBE,
  skybox: TextureType.SKYBOX,
};

/** Copies meshes, skins, height fields, textures and materials into the Model. */
export function packAssets(c: Compilation, m: Model): void {
  if (c.meshes.length > 0) packMeshes(c, m);
  if (c.skins.length > 0) packSkins(c, m);
  let adr = 0;
  for (const { id, node, data } of c.hfields) {
    m.hfield_size.set(node.size ?? [], 4 * id);
    m.hfield_nrow[id] = data.nrow;
    m.hfield_ncol[id] = data.ncol;
    m.hfield_adr[id] = adr;
    m.hfield_data.set(data.data, adr);
    adr += data.data.length;
  }
  packTextures(c, m);
  copyFields(m, 'mat', c.materials, ['texid']);
  copyFields(m, 'mat', valuesOf(c.materials), [
    'texuniform', 'texrepeat', 'emission', 'specular', 'shininess', 'reflectance', 'metallic', 'roughness', 'rgba',
  ]); // biome-ignore format: a list
}

/** What is painted by a formula is left until someone looks at it. */
function packTextures(c: Compilation, m: Model): void {
  copyFields(
    m,
    'tex',
    c.textures.map((t) => t.data),
    ['colorspace', 'height', 'width', 'nchannel'],
  );
  const later: ((all: Uint8Array) => void)[] = [];
  let adr = 0;
  for (const { id, node, data } of c.textures) {
    const [start, end] = [adr, adr + data.size];
    m.tex_type[id] = TEXTURE_TYPES[node.type ?? 'cube'];
    m.tex_adr[id] = start;
    const { pixels } = data;
    if (typeof pixels === 'function') later.push((all) => pixels(all.subarray(start, end)));
    else m.tex_data.set(pixels, start);
    adr = end;
  }
  if (later.length > 0) {
    m.setTexturePainter((all) => {
      for (const paint of later) paint(all);
    });
  }
}

/** Copies local indices, shifted by the address of their owner. */
function setShifted(target: Int32Array, at: number, local: Int32Array, shift: number): void {
  for (let k = 0; k < local.length; k++) target[at + k] = local[k] + shift;
}

function packMeshes(c: Compilation, m: Model): void {
  let bvh = 0;
  for (const b of c.bodies) bvh += b.bvh?.nodeid.length ?? 0;
  let [vert, normal, texcoord, face, graph, poly, polyvert, polymap, oct] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const { id, data, values } of c.meshes) {
    m.mesh_vertadr[id] = vert;
    m.mesh_vertnum[id] = data.vert.length / 3;
    m.mesh_normaladr[id] = normal;
    m.mesh_normalnum[id] = data.normal.length / 3;
    m.mesh_texcoordadr[id] = data.texcoord.length > 0 ? texcoord : -1;
    m.mesh_texcoordnum[id] = data.texcoord.length / 2;
    m.mesh_faceadr[id] = face;
    m.mesh_facenum[id] = data.face.length / 3;
    m.mesh_graphadr[id] = data.graph.length > 0 ? graph : -1;
    m.mesh_bvhadr[id] = data.bvh.nodeid.length > 0 ? bvh : -1;
    m.mesh_bvhnum[id] = data.bvh.nodeid.length;
    m.mesh_octadr[id] = data.octree === undefined ? -1 : oct;
    m.mesh_octnum[id] = data.octree?.depth.length ?? 0;
    m.mesh_polyadr[id] = poly;
    m.mesh_polynum[id] = data.polyvertnum.length;
    m.mesh_scale.set(values.scale, 3 * id);
    m.mesh_pos.set(data.pos, 3 * id);
    m.mesh_quat.set(data.quat, 4 * id);
    m.mesh_extrema.set(data.extrema, 27 * id);

    m.mesh_vert.set(data.vert, 3 * vert);
    m.mesh_normal.set(data.normal, 3 * normal);
    m.mesh_texcoord.set(data.texcoord, 2 * texcoord);
    m.mesh_face.set(data.face, 3 * face);
    m.mesh_facenormal.set(data.facenormal, 3 * face);
    if (data.texcoord.length > 0) m.mesh_facetexcoord.set(data.facetexcoord, 3 * face);
    m.mesh_graph.set(data.graph, graph);
    m.mesh_polynormal.set(data.polynormal, 3 * poly);
    setShifted(m.mesh_polyvertadr, poly, data.polyvertadr, polyvert);
    m.mesh_polyvertnum.set(data.polyvertnum, poly);
    m.mesh_polyvert.set(data.polyvert, polyvert);
    setShifted(m.mesh_polymapadr, vert, data.polymapadr, polymap);
    m.mesh_polymapnum.set(data.polymapnum, vert);
    m.mesh_polymap.set(data.polymap, polymap);
    m.bvh_aabb.set(data.bvh.aabb, 6 * bvh);
    m.bvh_child.set(data.bvh.child, 2 * bvh);
    m.bvh_nodeid.set(data.bvh.nodeid, bvh);
    m.bvh_depth.set(data.bvh.depth, bvh);
    if (data.octree !== undefined) {
      m.oct_aabb.set(data.octree.aabb, 6 * oct);
      m.oct_child.set(data.octree.child, 8 * oct);
      m.oct_depth.set(data.octree.depth, oct);
      m.oct_coeff.set(data.octree.coeff, 8 * oct);
      oct += data.octree.depth.length;
    }
    vert += data.vert.length / 3;
    normal += data.normal.length / 3;
    texcoord += data.texcoord.length / 2;
    face += data.face.length / 3;
    graph += data.graph.length;
    poly += data.polyvertnum.length;
    polyvert += data.polyvert.length;
    polymap += data.polymap.length;
    bvh += data.bvh.nodeid.length;
  }
}

function packSkins(c: Compilation, m: Model): void {
  let [vert, texcoord, face, bone, boneVert] = [0, 0, 0, 0, 0];
  for (const { id, node, data, matid, bodyid } of c.skins) {
    m.skin_matid[id] = matid;
    m.skin_group[id] = node.group ?? 0;
    m.skin_rgba.set(node.rgba ?? [0.5, 0.5, 0.5, 1], 4 * id);
    m.skin_inflate[id] = node.inflate ?? 0;
    m.skin_vertadr[id] = vert;
    m.skin_vertnum[id] = data.vert.length / 3;
    m.skin_texcoordadr[id] = data.texcoord.length > 0 ? texcoord : -1;
    m.skin_faceadr[id] = face;
    m.skin_facenum[id] = data.face.length / 3;
    m.skin_boneadr[id] = bone;
    m.skin_bonenum[id] = data.bones.length;
    m.skin_vert.set(data.vert, 3 * vert);
    m.skin_texcoord.set(data.texcoord, 2 * texcoord);
    m.skin_face.set(data.face, 3 * face);
    data.bones.forEach((b, k) => {
      m.skin_bonevertadr[bone + k] = boneVert;
      m.skin_bonevertnum[bone + k] = b.vertid.length;
      m.skin_bonebindpos.set(b.bindpos, 3 * (bone + k));
      m.skin_bonebindquat.set(b.bindquat, 4 * (bone + k));
      m.skin_bonebodyid[bone + k] = bodyid[k];
      m.skin_bonevertid.set(b.vertid, boneVert);
      m.skin_bonevertweight.set(b.vertweight, boneVert);
      boneVert += b.vertid.length;
    });
    vert += data.vert.length / 3;
    texcoord += data.texcoord.length / 2;
    face += data.face.length / 3;
    bone += data.bones.length;
  }
}
