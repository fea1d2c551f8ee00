import type { Bone, Composite, Skin } from './types.ts';

/** The skin of a cable of boxes: a closed ribbon, two vertices wide, each row of vertices bound to its body. */
export function cableSkin(node: Composite, rows: number, bodyName: (i: number) => string): Skin {
  const [halfLength = 0, halfWidth = 0, halfHeight = 0] = node.geom?.size ?? [];
  const skin: Skin = {
    kind: 'skin',
    name: `${node.prefix ?? ''}Skin`,
    rgba: node.skin?.rgba ?? [1, 1, 1, 1],
    inflate: 2 * halfHeight,
    group: node.skin?.group ?? 0,
    vertex: new Array<number>(12 * rows).fill(0),
    face: ribbonFaces(rows),
    bones: [],
    source: node.source,
    scope: node.scope,
  };
  if (node.skin?.material !== undefined) skin.material = node.skin.material;
  if (node.skin?.texcoord) skin.texcoord = ribbonTexcoord(rows);
  for (let i = 0; i < rows; i++) {
    for (let side = 0; side < 2; side++) {
      const vertex = 2 * i + side;
      const bone: Bone = {
        kind: 'bone',
        body: bodyName(Math.min(i, rows - 2)),
        bindpos: [i === rows - 1 ? -2 * halfLength : 0, side === 0 ? -halfWidth : halfWidth, 0],
        bindquat: [1, 0, 0, 0],
        vertid: [vertex, 2 * rows + vertex],
        vertweight: [1, 1],
      };
      skin.bones.push(bone);
    }
  }
  return skin;
}

function ribbonTexcoord(rows: number): number[] {
  const texcoord: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let i = 0; i < rows; i++)
      for (let side = 0; side < 2; side++) texcoord.push(Math.fround(i / (rows - 1)), side);
  }
  return texcoord;
}

/** Lower layer, upper layer turned over, then the four rims. */
function ribbonFaces(rows: number): number[] {
  const upper = 2 * rows;
  const faces: number[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let i = 0; i < rows - 1; i++) {
      const a = layer * upper + 2 * i;
      if (layer === 0) faces.push(a, a + 2, a + 3, a, a + 3, a + 1);
      else faces.push(a, a + 3, a + 2, a, a + 1, a + 3);
    }
  }
  const rim = (a: number, b: number): number[] => [a, b, upper + b, a, upper + b, upper + a];
  const rimTurned = (a: number, b: number): number[] => [a, upper + b, b, a, upper + a, upper + b];
  for (let i = 0; i < rows - 1; i++) faces.push(...rimTurned(2 * i, 2 * i + 2));
  for (let i = 0; i < rows - 1; i++) faces.push(...rim(2 * i + 1, 2 * i + 3));
  faces.push(...rim(0, 1));
  faces.push(...rimTurned(2 * rows - 2, 2 * rows - 1));
  return faces;
}
