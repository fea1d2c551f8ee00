import { mulPose, mulQuat, negPose, rotVecQuat } from '@qpos/core/math';
import { notNegative, numbers, oneOf, PartsError, settings } from '../../errors.ts';
import { readPositions } from '../deformable.ts';
import { Skeleton } from './skeleton.ts';

/** How the motions of several bones are mixed at a vertex. */
export type SkinningMethod = 'linear' | 'dual-quaternion';

/** How a skin follows its bones. */
export interface SkinOptions {
  /** `linear` blends positions, `dual-quaternion`, the default, blends motions. */
  readonly method?: SkinningMethod;
}

/**
 * A surface that follows the bones of a skeleton, each vertex by its weights. Linear blending is what MuJoCo's skins do: it is the mean of
 * where the bones would carry the vertex, which shrinks at bent and twisted joints. Blending dual quaternions gives every vertex one rigid
 * motion, so that nothing shrinks.
 *
 * @see Kavan, Collins, Žára, O'Sullivan, Geometric skinning with approximate dual quaternion blending (2008)
 * @example
 * const skeleton = new Skeleton([{ name: 'a' }, { name: 'b', parent: 'a', pos: [1, 0, 0] }]);
 * const skin = new Skin(skeleton, [0.5, 0.1, 0, 1.5, 0.1, 0], [1, 0, 0, 1]); // a vertex on each bone
 * skeleton.bone('b').local.quat.set([0, 1, 0, 0]); // half a turn about the x axis
 * skeleton.update();
 * skin.update();
 * console.log(skin.positions); // 0.5 0.1 0, 1.5 -0.1 0
 */
export class Skin {
  /** The skeleton that it follows. */
  readonly skeleton: Skeleton;
  /** How the motions of bones are mixed. */
  readonly method: SkinningMethod;
  /** Positions in the world as of the last `update`, three numbers for each vertex. */
  readonly positions: Float64Array;
  readonly #rest: Float64Array;
  readonly #weights: Float64Array;
  /** From the world at binding into each bone, 7 numbers: position and quaternion. */
  readonly #binding: Float64Array;
  /** From binding to now, 8 numbers for each bone: a quaternion, and the dual part. */
  readonly #motion: Float64Array;

  /**
   * Binds vertices to the bones where they are now.
   *
   * @param skeleton The skeleton.
   * @param vertices Three numbers for each vertex, in the world.
   * @param weights A number from 0 on for each vertex and bone, by vertices; those of a vertex are scaled to a sum of 1.
   * @param options How it follows.
   */
  constructor(skeleton: Skeleton, vertices: ArrayLike<number>, weights: ArrayLike<number>, options: SkinOptions = {}) {
    if (!(skeleton instanceof Skeleton)) throw new PartsError('bad-argument', 'skeleton must be a Skeleton');
    this.skeleton = skeleton;
    const bones = skeleton.bones.length;
    this.#rest = readPositions('vertices', vertices);
    this.#weights = readWeights(weights, this.#rest.length / 3, bones);
    this.method = oneOf('method', settings('options', options).method ?? 'dual-quaternion', [
      'linear',
      'dual-quaternion',
    ]);
    this.positions = this.#rest.slice();
    this.#binding = new Float64Array(7 * bones);
    this.#motion = new Float64Array(8 * bones);
    skeleton.bones.forEach(({ world }, b) => {
      negPose(
        this.#binding.subarray(7 * b, 7 * b + 3),
        this.#binding.subarray(7 * b + 3, 7 * b + 7),
        world.pos,
        world.quat,
      );
    });
  }

  /** Moves the vertices to where the bones are. */
  update(): void {
    let b = 0;
    for (const { world } of this.skeleton.bones) {
      for (let k = 0; k < 3; k++) inner.pos[k] = this.#binding[7 * b + k];
      for (let k = 0; k < 4; k++) inner.quat[k] = this.#binding[7 * b + 3 + k];
      mulPose(motion.pos, motion.quat, world.pos, world.quat, inner.pos, inner.quat);
      // the dual part is half the translation, as a quaternion, times the rotation
      for (let k = 0; k < 3; k++) half[1 + k] = 0.5 * motion.pos[k];
      mulQuat(dual, half, motion.quat);
      this.#motion.set(motion.quat, 8 * b);
      this.#motion.set(dual, 8 * b + 4);
      b++;
    }
    for (let v = 0; v < this.positions.length / 3; v++)
      if (this.method === 'linear') this.#blendPositions(v);
      else this.#blendMotions(v);
  }

  /** The mean of where the bones carry a vertex. */
  #blendPositions(v: number): void {
    const bones = this.skeleton.bones.length;
    sum.fill(0);
    for (let b = 0; b < bones; b++) {
      const weight = this.#weights[bones * v + b];
      if (weight === 0) continue;
      for (let k = 0; k < 8; k++) blend[k] = this.#motion[8 * b + k];
      this.#carry(v);
      for (let k = 0; k < 3; k++) sum[k] += weight * point[k];
    }
    this.positions.set(sum, 3 * v);
  }

  /** Where the mean of the motions of the bones carries a vertex. */
  #blendMotions(v: number): void {
    const bones = this.skeleton.bones.length;
    blend.fill(0);
    for (let b = 0; b < bones; b++) {
      const weight = this.#weights[bones * v + b];
      if (weight === 0) continue;
      let along = 0; // a quaternion and its opposite are one rotation: take the one that is nearer to the sum
      for (let k = 0; k < 4; k++) along += blend[k] * this.#motion[8 * b + k];
      const signed = along < 0 ? -weight : weight;
      for (let k = 0; k < 8; k++) blend[k] += signed * this.#motion[8 * b + k];
    }
    const length = Math.sqrt(blend[0] * blend[0] + blend[1] * blend[1] + blend[2] * blend[2] + blend[3] * blend[3]);
    for (let k = 0; k < 8; k++) blend[k] /= length;
    this.#carry(v);
    this.positions.set(point, 3 * v);
  }

  /** Where the motion in `blend` carries a vertex, to `point`: turned, and moved by twice the dual part times the conjugate. */
  #carry(v: number): void {
    for (let k = 0; k < 3; k++) point[k] = this.#rest[3 * v + k];
    rotVecQuat(point, point, blend);
    const [w, x, y, z] = [blend[0], blend[1], blend[2], blend[3]];
    const [dw, dx, dy, dz] = [blend[4], blend[5], blend[6], blend[7]];
    point[0] += 2 * (w * dx - dw * x + y * dz - z * dy);
    point[1] += 2 * (w * dy - dw * y + z * dx - x * dz);
    point[2] += 2 * (w * dz - dw * z + x * dy - y * dx);
  }
}

const inner = { pos: new Float64Array(3), quat: new Float64Array(4) };
const motion = { pos: new Float64Array(3), quat: new Float64Array(4) };
const half = new Float64Array(4);
const dual = new Float64Array(4);
const blend = new Float64Array(8);
const point = new Float64Array(3);
const sum = new Float64Array(3);

/** Weights of each vertex, with a sum of 1. */
function readWeights(given: ArrayLike<number>, vertices: number, bones: number): Float64Array {
  const weights = numbers('weights', given, vertices * bones);
  for (let v = 0; v < vertices; v++) {
    const row = weights.subarray(bones * v, bones * (v + 1));
    const whole = row.reduce((total, weight) => total + notNegative('weights', weight), 0);
    if (!(whole > 0)) throw new PartsError('bad-argument', `vertex ${v} has no weight`);
    for (let b = 0; b < bones; b++) row[b] /= whole;
  }
  return weights;
}
