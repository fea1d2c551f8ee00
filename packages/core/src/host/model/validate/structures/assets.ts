import { GeomType } from '../../enums.ts';
import type { Model } from '../../model.ts';
import { contradicts, expectIndex } from '../field-error.ts';

/** What geoms and sites have for data: a mesh (the ones fitted to a mesh too), a height field, or nothing. */
export function checkGeomData(m: Model): void {
  for (let g = 0; g < m.ngeom; g++) {
    const type = m.geom_type[g];
    const id = m.geom_dataid[g];
    if (type === GeomType.HFIELD) expectIndex('geom_dataid', g, id, m.nhfield);
    else expectIndex('geom_dataid', g, id, m.nmesh, type === GeomType.MESH ? 0 : -1);
    if (type === GeomType.SDF && m.geom_plugin[g] < 0 && (id < 0 || m.mesh_octadr[id] < 0))
      contradicts('geom_dataid', g, id, 'a signed distance field needs a mesh with an octree, or a plugin');
  }
  for (let s = 0; s < m.nsite; s++) {
    const type = m.site_type[s];
    if (type === GeomType.PLANE || type === GeomType.HFIELD || type === GeomType.SDF)
      contradicts('site_type', s, type, 'a site cannot have this shape');
    expectIndex('site_dataid', s, m.site_dataid[s], m.nmesh, type === GeomType.MESH ? 0 : -1);
  }
}

/** Height fields and textures are within their data. */
export function checkImages(m: Model): void {
  const within = (field: string, row: number, adr: number, size: number, total: number): void => {
    if (adr < 0 || adr + size > total) contradicts(field, row, adr, `it has ${size} of ${total} values from there on`);
  };
  for (let h = 0; h < m.nhfield; h++)
    within('hfield_adr', h, m.hfield_adr[h], m.hfield_nrow[h] * m.hfield_ncol[h], m.nhfielddata);
  for (let t = 0; t < m.ntex; t++)
    within('tex_adr', t, m.tex_adr[t], m.tex_height[t] * m.tex_width[t] * m.tex_nchannel[t], m.ntexdata);
}

/** Texture coordinates of skins, and the vertices that bones move. */
export function checkSkins(m: Model): void {
  for (let s = 0; s < m.nskin; s++) {
    const adr = m.skin_texcoordadr[s];
    const vertices = m.skin_vertnum[s];
    if (adr !== -1 && (adr < 0 || adr + vertices > m.nskintexvert))
      contradicts(
        'skin_texcoordadr',
        s,
        adr,
        `it has ${vertices} of ${m.nskintexvert} texture coordinates from there on`,
      );
    for (let b = m.skin_boneadr[s]; b < m.skin_boneadr[s] + m.skin_bonenum[s]; b++) {
      const first = m.skin_bonevertadr[b];
      for (let k = first; k < first + m.skin_bonevertnum[b]; k++)
        expectIndex('skin_bonevertid', k, m.skin_bonevertid[k], vertices);
    }
  }
}
