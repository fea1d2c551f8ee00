import type { Flexcomp } from '../../../spec/types.ts';
import type { FlexShape } from './shape.ts';

/** Points and elements as the attributes state them. */
export const directShape = (node: Flexcomp, dim: number): FlexShape => ({
  dim,
  point: [...(node.point ?? [])],
  element: [...(node.element ?? [])],
  texcoord: [],
  elemtexcoord: [],
});
