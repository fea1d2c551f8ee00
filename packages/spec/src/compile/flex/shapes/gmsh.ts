import { readGmsh } from '../../../assets/formats/gmsh.ts';
import type { Limits } from '../../../limits.ts';
import type { FlexShape } from './shape.ts';

/** Points and elements of a Gmsh file, which also tells the dimension. */
export function gmshShape(bytes: Uint8Array, limits: Limits): FlexShape {
  const { dim, point, element } = readGmsh(bytes, { nodes: limits.flexVertices, elements: limits.expandedElements });
  return { dim, point: Array.from(point), element: Array.from(element), texcoord: [], elemtexcoord: [] };
}
