import type { Model } from '@qpos/core';
import { PartsError } from '../../errors.ts';
import { Skeleton } from './skeleton.ts';
import { Skin, type SkinOptions } from './skin.ts';

/**
 * A skin of a model, with its bones as they are when it was bound. Call `skin.skeleton.followModel(data)`, then `skin.update()`.
 *
 * @param model The model.
 * @param skin Name or index of the skin.
 * @param options How it follows; with `linear`, as MuJoCo does.
 * @returns The skin.
 * @example
 * const dressed = loadModel(`<mujoco>
 *   <worldbody><body name="arm"><freejoint/><geom size=".1"/></body></worldbody>
 *   <deformable>
 *     <skin name="coat" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
 *       <bone body="arm" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
 *     </skin>
 *   </deformable>
 * </mujoco>`);
 * const moved = makeData(dressed);
 * forward(dressed, moved);
 * const coat = skinOfModel(dressed, 'coat');
 * coat.skeleton.followModel(moved);
 * coat.update();
 * console.log(coat.positions);
 */
export function skinOfModel(model: Model, skin: string | number, options: SkinOptions = {}): Skin {
  if (typeof model?.nskin !== 'number') throw new PartsError('bad-argument', 'model must be a Model');
  const s = typeof skin === 'string' ? model.skin(skin).id : skin;
  if (!Number.isInteger(s) || s < 0 || s >= model.nskin)
    throw new PartsError('bad-argument', `the model has no skin ${String(skin)}`);
  const [first, count] = [model.skin_boneadr[s], model.skin_bonenum[s]];
  const [vertex, vertices] = [model.skin_vertadr[s], model.skin_vertnum[s]];
  const weights = new Float64Array(vertices * count);
  const bones = Array.from({ length: count }, (_, k) => {
    const bone = first + k;
    const from = model.skin_bonevertadr[bone];
    for (let w = from; w < from + model.skin_bonevertnum[bone]; w++)
      weights[count * model.skin_bonevertid[w] + k] += model.skin_bonevertweight[w];
    return {
      name: model.body(model.skin_bonebodyid[bone]).name,
      pos: model.skin_bonebindpos.slice(3 * bone, 3 * bone + 3),
      quat: model.skin_bonebindquat.slice(4 * bone, 4 * bone + 4),
    };
  });
  return new Skin(new Skeleton(bones), model.skin_vert.slice(3 * vertex, 3 * (vertex + vertices)), weights, options);
}
