import type { Data } from '@qpos/core';
import { mulPose } from '@qpos/core/math';
import { type Pose, type PoseInput, readPose } from '../../bodies/pose.ts';
import { PartsError, text } from '../../errors.ts';

/** How a bone is made. */
export interface BoneOptions extends PoseInput {
  /** Its name. */
  readonly name: string;
  /** Name of the bone that carries it, which comes before it; without one, the world does. */
  readonly parent?: string;
}

/** A bone of a skeleton. */
export interface Bone {
  /** Its name. */
  readonly name: string;
  /** Index of the bone that carries it, or -1. */
  readonly parent: number;
  /** Its pose in the frame of its parent, to be changed by you. */
  readonly local: Pose;
  /** Its pose in the world, as of the last `update` or `followModel`. */
  readonly world: Pose;
}

/**
 * Bones in a tree: turn them by their `local` poses and call `update`, or let them follow the bodies of a model that have their names.
 *
 * @example
 * const arm = new Skeleton([{ name: 'upper' }, { name: 'lower', parent: 'upper', pos: [0, 0, -0.3] }]);
 * axisAngle2Quat(arm.bone('lower').local.quat, [0, 1, 0], 0.5);
 * arm.update();
 * console.log(arm.bone('lower').world.pos); // 0 0 -0.3
 */
export class Skeleton {
  /** The bones, parents before children. */
  readonly bones: readonly Bone[];
  readonly #byName = new Map<string, number>();

  /** @param bones The bones as they are when a skin is bound, parents before children. */
  constructor(bones: readonly BoneOptions[]) {
    if (!Array.isArray(bones) || bones.length === 0)
      throw new PartsError('bad-argument', 'bones must be an array of bones');
    this.bones = bones.map((bone: BoneOptions, index) => {
      const name = text('name', bone?.name);
      if (this.#byName.has(name)) throw new PartsError('bad-argument', `two bones are called ${name}`);
      const parent = bone.parent === undefined ? -1 : this.#index(bone.parent);
      this.#byName.set(name, index);
      return { name, parent, local: readPose(name, bone), world: readPose(name, {}) };
    });
    this.update();
  }

  #index(name: string): number {
    const index = this.#byName.get(name);
    if (index !== undefined) return index;
    throw new PartsError('unknown-name', `there is no bone ${String(name)} yet`, {
      hint: 'a parent comes before its children',
    });
  }

  /**
   * A bone by name.
   *
   * @param name Its name.
   * @returns The bone.
   */
  bone(name: string): Bone {
    return this.bones[this.#index(name)] as Bone;
  }

  /** Poses in the world from the local ones. */
  update(): void {
    for (const { parent, local, world } of this.bones) {
      const outer = this.bones[parent]?.world;
      if (outer) mulPose(world.pos, world.quat, outer.pos, outer.quat, local.pos, local.quat);
      else {
        world.pos.set(local.pos);
        world.quat.set(local.quat);
      }
    }
  }

  /**
   * Puts every bone where the body of the same name is.
   *
   * @param data A Data whose model has such bodies.
   */
  followModel(data: Data): void {
    if (typeof data?.model?.nbody !== 'number') throw new PartsError('bad-argument', 'data must be a Data');
    for (const { name, world } of this.bones) {
      const body = data.body(name);
      world.pos.set(body.xpos);
      world.quat.set(body.xquat);
    }
  }
}
