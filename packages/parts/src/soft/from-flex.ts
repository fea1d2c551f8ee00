import type { Model } from '@qpos/core';
import { mulPose, trnVecPose } from '@qpos/core/math';
import { PartsError } from '../errors.ts';
import { CapsuleChain, type ChainOptions } from './capsule-chain.ts';
import { Cloth, type ClothOptions } from './cloth.ts';
import type { Deformable } from './deformable.ts';
import { SoftBody, type SolidOptions } from './soft-body.ts';

/** What a body from a flex can be given: what its kind takes. */
export type FlexBodyOptions = ClothOptions | SolidOptions | ChainOptions;

/**
 * A soft body with the vertices and elements of a flex: a `Cloth` of triangles, a `SoftBody` of tetrahedra, a `CapsuleChain` of lines. It
 * has the flex's radius and friction unless they are given. The flex must be `rigid` on a body that does not move: it serves as a shape,
 * and for drawing.
 *
 * @param model The model.
 * @param flex Name or index of the flex.
 * @param options What the body is like.
 * @returns The body, where the flex is at rest.
 * @example
 * const shapes = loadModel(`<mujoco><worldbody>
 *   <flexcomp name="sheet" type="grid" dim="2" count="8 8 1" spacing=".1 .1 .1" radius=".01" rigid="true"/>
 * </worldbody></mujoco>`);
 * const cloth = softBodyOfFlex(shapes, 'sheet', { preset: 'silk' });
 * console.log(cloth.count); // 64
 */
export function softBodyOfFlex(
  model: Model,
  flex: string | number,
  options: Partial<FlexBodyOptions> = {},
): Deformable {
  if (typeof model?.nflex !== 'number') throw new PartsError('bad-argument', 'model must be a Model');
  if (typeof options !== 'object' || options === null)
    throw new PartsError('bad-argument', 'options must be an object');
  const f = typeof flex === 'string' ? model.flex(flex).id : flex;
  if (!Number.isInteger(f) || f < 0 || f >= model.nflex)
    throw new PartsError('bad-argument', `the model has no flex ${String(flex)}`);
  const x = restPositions(model, f);
  const dim = model.flex_dim[f];
  const from = model.flex_elemdataadr[f];
  const elements = model.flex_elem.slice(from, from + (dim + 1) * model.flex_elemnum[f]);
  const given = { radius: model.flex_radius[f], friction: model.flex_friction[3 * f], ...options };
  if (dim === 3) return SoftBody.fromTetrahedra(x, elements, given as SolidOptions);
  if (dim === 2) return Cloth.fromTriangles(x, elements, given as ClothOptions);
  const inRow = elements.every((v, k) => v === (k + (k & 1)) >> 1);
  if (!inRow || 3 * (elements.length / 2 + 1) !== x.length)
    throw new PartsError('bad-argument', 'the lines of a flex must be one chain, in the order of its vertices');
  return CapsuleChain.fromPoints(x, given as ChainOptions);
}

/** Vertices of a flex on a body that does not move. */
function restPositions(m: Model, f: number): Float64Array {
  const [first, count] = [m.flex_vertadr[f], m.flex_vertnum[f]];
  const x = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    const body = m.flex_vertbodyid[first + v];
    if (body < 0 || m.body_weldid[body] !== 0)
      throw new PartsError(
        'bad-argument',
        'a flex that becomes a soft body must be rigid on a body that does not move',
        {
          hint: 'give its flexcomp rigid="true", and contype="0" conaffinity="0" in its contact element',
        },
      );
    const point = m.flex_vert.slice(3 * (first + v), 3 * (first + v) + 3);
    const { pos, quat } = staticPose(m, body);
    x.set(trnVecPose(point, pos, quat, point), 3 * v);
  }
  return x;
}

/** Pose in the world of a body that does not move. */
function staticPose(m: Model, body: number): { pos: Float64Array; quat: Float64Array } {
  const [pos, quat] = [new Float64Array(3), Float64Array.of(1, 0, 0, 0)];
  for (let b = body; b > 0; b = m.body_parentid[b])
    mulPose(pos, quat, m.body_pos.slice(3 * b, 3 * b + 3), m.body_quat.slice(4 * b, 4 * b + 4), pos, quat);
  return { pos, quat };
}
