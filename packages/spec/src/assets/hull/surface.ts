/** A closed surface of triangles over input points. */
export interface Surface {
  /** input points that are vertices */
  readonly vertices: readonly number[];
  /** for each vertex the vertices that share an edge with it, as input points */
  readonly neighbors: readonly (readonly number[])[];
  /** input points of the corners, counterclockwise from outside */
  readonly triangles: readonly (readonly [number, number, number])[];
}
