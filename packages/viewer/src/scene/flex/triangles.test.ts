import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { layerTriangles, outerTriangles, rim, type Triangles } from './triangles.ts';

const flex = (attributes: string) =>
  loadModel(
    `<mujoco><worldbody><flexcomp name="f" type="grid" spacing=".1 .1 .1" radius=".01" ${attributes}/></worldbody></mujoco>`,
  );

/** How often each edge is met, by the vertices at its ends. */
function edgeCounts({ vertex, index }: Triangles): number[] {
  const counts = new Map<string, number>();
  for (let t = 0; t < index.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const name = [vertex[index[t + k]], vertex[index[t + ((k + 1) % 3)]]].sort((a, b) => a - b).join();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return [...counts.values()];
}

describe('a sheet', () => {
  const model = flex('dim="2" count="4 3 1"');
  const triangles = outerTriangles(model, 0);

  test('has its elements for a surface', () => {
    expect(triangles.index).toHaveLength(3 * 2 * 3 * 2);
    expect(triangles.vertex).toHaveLength(12);
    expect(triangles.texcoord.every((t) => t === -1)).toBe(true);
  });

  test('has a rim around it, in the direction of its triangles', () => {
    const edges = rim(triangles);
    expect(edges).toHaveLength(2 * (3 + 2));
    const starts = edges.map(([a]) => a).sort((a, b) => a - b);
    expect(starts).toEqual(edges.map(([, b]) => b).sort((a, b) => a - b)); // each corner is entered and left once
  });
});

describe('a solid', () => {
  const model = flex('dim="3" count="4 4 4"');

  test('has a closed surface', () => {
    const triangles = outerTriangles(model, 0);
    expect(triangles.index.length / 3).toBe(2 * 6 * 9);
    expect(edgeCounts(triangles).every((n) => n === 2)).toBe(true);
    expect(rim(triangles)).toEqual([]);
  });

  test('has four faces for each element of a layer', () => {
    const layers = [...model.flex_elemlayer];
    for (const layer of new Set(layers))
      expect(layerTriangles(model, 0, layer).index.length / 3).toBe(4 * layers.filter((l) => l === layer).length);
    expect(layerTriangles(model, 0, 99).index).toEqual([]);
  });
});

test('corners with different texture coordinates are kept apart, those with the same are shared', () => {
  const model = loadModel(`<mujoco>
    <worldbody><body name="a" pos="0 0 0"><joint type="slide"/><geom size=".1" mass="1"/></body></worldbody>
    <deformable><flex name="f" dim="2" body="a a a a" vertex="0 0 0 1 0 0 1 1 0 0 1 0" element="0 1 2 0 2 3"
      texcoord="0 0 1 0 1 1 0 1 .5 .5" elemtexcoord="0 1 2 4 2 3"/></deformable></mujoco>`);
  const { vertex, texcoord, index } = outerTriangles(model, 0);
  expect(index).toEqual([0, 1, 2, 3, 2, 4]);
  expect(vertex).toEqual([0, 1, 2, 0, 3]);
  expect(texcoord).toEqual([0, 1, 2, 4, 3]);
});
