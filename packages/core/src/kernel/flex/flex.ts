import type { Data, Model } from '../model/classes.ts';
import { flexBounds } from './bounds.ts';
import { flexEdges } from './edges.ts';
import { flexStrains } from './strain.ts';
import { flexVertices } from './vertices.ts';

/**
 * What flexes have of the position: vertices, bounding boxes, lengths of edges and strains of vertices with their Jacobians.
 *
 * @see mj_flex
 */
export function flex(m: Model, d: Data): void {
  if (m.nflex === 0) return;
  flexVertices(m, d);
  flexBounds(m, d);
  flexEdges(m, d);
  flexStrains(m, d);
}
