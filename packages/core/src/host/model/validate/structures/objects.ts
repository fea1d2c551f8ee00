import { ObjType } from '../../enums.ts';
import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

/** How many objects of a kind there are. */
export function objectCount(m: Model, type: number): number {
  const counts: readonly number[] = [
    0, m.nbody, m.nbody, m.njnt, m.nv, m.ngeom, m.nsite, m.ncam, m.nlight, m.nflex, m.nmesh, m.nskin, m.nhfield, m.ntex, m.nmat,
    m.npair, m.nexclude, m.neq, m.ntendon, m.nactuator, m.nsensor, m.nnumeric, m.ntext, m.ntuple, m.nkey, m.nplugin,
  ]; // biome-ignore format: in the order of ObjType
  return counts[type];
}

/** An object of a kind that is known, or no object: kind UNKNOWN and -1. */
export function expectObject(m: Model, field: string, row: number, type: number, id: number): void {
  if (type === ObjType.UNKNOWN) expectValue(field, row, id, -1);
  else expectIndex(field, row, id, objectCount(m, type));
}

/** Members of tuples. */
export function checkTuples(m: Model): void {
  for (let k = 0; k < m.ntupledata; k++) expectObject(m, 'tuple_objid', k, m.tuple_objtype[k], m.tuple_objid[k]);
}

/** States of plugins, one after the other. */
export function checkPlugins(m: Model): void {
  let end = 0;
  for (let p = 0; p < m.nplugin; p++) {
    if (m.plugin_statenum[p] > 0) expectValue('plugin_stateadr', p, m.plugin_stateadr[p], end);
    end += m.plugin_statenum[p];
  }
  expectValue('npluginstate', 0, m.npluginstate, end);
  if (m.nplugin === 0 && m.npluginattr > 0) contradicts('npluginattr', 0, m.npluginattr, 'there are no plugins');
}
