import { fineCount, subgridWeights } from './cable-subgrid.ts';
import type { Bone, Composite, Skin } from './types.ts';

/**
 * The skin of a cable of boxes: a closed ribbon of two layers, whose rows of bones are bound to the bodies. It is two vertices wide; with a
 * subgrid it has three bones across and smooth vertices between them.
 */
export function cableSkin(node: Composite, rows: number, bodyName: (i: number) => string): Skin {
  const [halfLength = 0, halfWidth = 0, halfHeight = 0] = node.geom?.size ?? [];
  const subgrid = Math.max(0, node.skin?.subgrid ?? 0);
  const across = subgrid > 0 ? 3 : 2;
  const [fineRows, fineColumns] = [fineCount(rows, subgrid), fineCount(across, subgrid)];
  const layer = fineRows * fineColumns;
  const bones = Array.from({ length: rows * across }, (_, k): Bone => {
    const [i, j] = [Math.floor(k / across), k % across];
    return {
      kind: 'bone',
      body: bodyName(Math.min(i, rows - 2)),
      bindpos: [i === rows - 1 ? -2 * halfLength : 0, halfWidth * ((2 * j) / (across - 1) - 1), 0],
      bindquat: [1, 0, 0, 0],
      vertid: [],
      vertweight: [],
    };
  });
  for (const { vertex, knots } of subgridWeights(rows, across, subgrid)) {
    for (const [knot, weight] of knots) {
      bones[knot]?.vertid?.push(vertex, layer + vertex);
      bones[knot]?.vertweight?.push(weight, weight);
    }
  }
  const skin: Skin = {
    kind: 'skin',
    name: `${node.prefix ?? ''}Skin`,
    rgba: node.skin?.rgba ?? [1, 1, 1, 1],
    inflate: 2 * halfHeight,
    group: node.skin?.group ?? 0,
    vertex: new Array<number>(6 * layer).fill(0),
    face: ribbonFaces(fineRows, fineColumns),
    bones,
    source: node.source,
    scope: node.scope,
  };
  if (node.skin?.material !== undefined) skin.material = node.skin.material;
  if (node.skin?.texcoord) skin.texcoord = ribbonTexcoord(fineRows, fineColumns);
  return skin;
}

function ribbonTexcoord(rows: number, columns: number): number[] {
  const texcoord: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) texcoord.push(Math.fround(i / (rows - 1)), Math.fround(j / (columns - 1)));
  }
  return texcoord;
}

/** Lower layer, upper layer turned over, then the four rims. */
function ribbonFaces(rows: number, columns: number): number[] {
  const upper = rows * columns;
  const faces: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let i = 0; i < rows - 1; i++) {
      for (let j = 0; j < columns - 1; j++) {
        const a = layer * upper + columns * i + j;
        const b = a + columns;
        if (layer === 0) faces.push(a, b, b + 1, a, b + 1, a + 1);
        else faces.push(a, b + 1, b, a, a + 1, b + 1);
      }
    }
  }
  const rim = (a: number, b: number) => faces.push(a, b, upper + b, a, upper + b, upper + a);
  const rimTurned = (a: number, b: number) => faces.push(a, upper + b, b, a, upper + a, upper + b);
  const last = columns * (rows - 1);
  for (let i = 0; i < rows - 1; i++) rimTurned(columns * i, columns * (i + 1));
  for (let i = 0; i < rows - 1; i++) rim(columns * (i + 1) - 1, columns * (i + 2) - 1);
  for (let j = 0; j < columns - 1; j++) rim(j, j + 1);
  for (let j = 0; j < columns - 1; j++) rimTurned(last + j, last + j + 1);
  return faces;
}
