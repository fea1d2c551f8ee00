import { rotVecQuat } from '@qpos/core/math';
import { type Pose, type PoseInput, readPose } from '../bodies/pose.ts';
import { finite, notNegative, numbers, PartsError, settings, text } from '../errors.ts';
import type { JointLimits } from './limits.ts';
import type { JointMotor } from './motor.ts';
import { addColumns, difference, type Frame, integrate, move, type Primitive, sizesOf } from './primitives.ts';

/** Kinds of joints. */
export type JointKind =
  | 'fixed'
  | 'revolute'
  | 'prismatic'
  | 'universal'
  | 'cylindrical'
  | 'planar'
  | 'spherical'
  | 'free';

/** Where a joint is and what it has; everything has a default. */
export interface JointOptions {
  /** Name of the joint; that of the child with `_joint` after it by default. */
  readonly name?: string;
  /** Name of the body that the child moves relative to; the world by default. */
  readonly parent?: string;
  /** Name of the body that moves; `child` by default. */
  readonly child?: string;
  /** Frame of the joint in the parent. At position zero the child is turned like it. */
  readonly parentAnchor?: PoseInput;
  /** Point of the child that the joint holds; its origin by default. */
  readonly childAnchor?: ArrayLike<number>;
  /** Limits of each degree of freedom, in order; none by default. */
  readonly limits?: JointLimits | readonly (JointLimits | undefined)[];
  /** Motor on the first degree of freedom; none by default. */
  readonly motor?: JointMotor;
  /** Viscous damping of every degree of freedom, N·m·s/rad or N·s/m; 0 by default. */
  readonly damping?: number;
}

/** A joint between two bodies: how positions and velocities of its degrees of freedom move the child. */
export interface Joint {
  /** What kind it is. */
  readonly kind: JointKind;
  /** Its name. */
  readonly name: string;
  /** Name of the parent body; undefined for the world. */
  readonly parent: string | undefined;
  /** Name of the child body. */
  readonly child: string;
  /** Frame of the joint in the parent. */
  readonly parentAnchor: Pose;
  /** Point of the child that the joint holds. */
  readonly childAnchor: Float64Array;
  /** Axes of its degrees of freedom in the child at position zero, in order; none for any rotation. */
  readonly axes: readonly Float64Array[];
  /** Number of positions: 4 for any rotation, 1 for everything else. */
  readonly nq: number;
  /** Degrees of freedom. */
  readonly nv: number;
  /** Degrees of freedom that it takes: 6 less those it has. */
  readonly constrained: number;
  /** Limits of each degree of freedom. */
  readonly limits: readonly (JointLimits | undefined)[];
  /** Motor on the first degree of freedom. */
  readonly motor: JointMotor | undefined;
  /** Viscous damping of every degree of freedom. */
  readonly damping: number;
  /** @internal What it is made of. */
  readonly primitives: readonly Primitive[];

  /**
   * Positions that leave the child where the frame of the joint is.
   *
   * @returns Zeros, and quaternions without a turn.
   */
  neutral(): Float64Array;
  /**
   * Where positions put the child.
   *
   * @param q Positions.
   * @returns Pose of the child in the frame of the parent.
   */
  transform(q: ArrayLike<number>): Pose;
  /**
   * How velocities move the child.
   *
   * @param q Positions.
   * @returns 6 × `nv` numbers by rows: times velocities, the angular and linear velocity of the child's origin, along the axes of the parent.
   */
  motionSubspace(q: ArrayLike<number>): Float64Array;
  /**
   * The difference of positions.
   *
   * @param to Positions.
   * @param from Positions.
   * @returns Velocities that lead from one to the other in one second.
   */
  difference(to: ArrayLike<number>, from: ArrayLike<number>): Float64Array;
  /**
   * Moves positions on.
   *
   * @param q Positions.
   * @param v Velocities.
   * @param dt Time in seconds.
   * @returns Positions after that time.
   */
  integrate(q: ArrayLike<number>, v: ArrayLike<number>, dt: number): Float64Array;
  /**
   * The force that limits, motor and damping exert on each degree of freedom.
   *
   * @param q Positions.
   * @param v Velocities.
   * @returns `nv` forces or torques.
   */
  forces(q: ArrayLike<number>, v: ArrayLike<number>): Float64Array;
}

/** Every joint: a chain of primitives. */
export class ChainJoint implements Joint {
  readonly kind: JointKind;
  readonly name: string;
  readonly parent: string | undefined;
  readonly child: string;
  readonly parentAnchor: Pose;
  readonly childAnchor: Float64Array;
  readonly nq: number;
  readonly nv: number;
  readonly limits: readonly (JointLimits | undefined)[];
  readonly motor: JointMotor | undefined;
  readonly damping: number;
  readonly primitives: readonly Primitive[];

  constructor(kind: JointKind, primitives: readonly Primitive[], options: JointOptions) {
    const { child = 'child', name = `${child}_joint`, parent, parentAnchor = {}, childAnchor = [0, 0, 0], limits, motor, damping = 0 } = settings('options', options); // biome-ignore format: one list
    this.kind = kind;
    this.primitives = primitives;
    this.name = text('name', name);
    this.parent = parent === undefined ? undefined : text('parent', parent);
    this.child = text('child', child);
    this.parentAnchor = readPose('parentAnchor', parentAnchor);
    this.childAnchor = numbers('childAnchor', childAnchor, 3);
    this.nq = primitives.reduce((n, p) => n + sizesOf(p).nq, 0);
    this.nv = primitives.reduce((n, p) => n + sizesOf(p).nv, 0);
    this.limits = readLimits(limits, primitives);
    this.motor = motor;
    this.damping = notNegative('damping', damping);
    if (motor !== undefined && (primitives.length === 0 || primitives[0].kind === 'ball'))
      throw new PartsError('bad-argument', `a ${kind} joint has no axis for a motor`);
  }

  get constrained(): number {
    return 6 - this.nv;
  }

  get axes(): readonly Float64Array[] {
    return this.primitives.flatMap((p) => (p.kind === 'ball' ? [] : [p.axis]));
  }

  neutral(): Float64Array {
    const q = new Float64Array(this.nq);
    this.#each((p, adr) => {
      if (p.kind === 'ball') q[adr] = 1;
    });
    return q;
  }

  transform(q: ArrayLike<number>): Pose {
    return this.#pose(this.#frames(this.#positions('q', q)));
  }

  motionSubspace(q: ArrayLike<number>): Float64Array {
    const frames = this.#frames(this.#positions('q', q));
    const last = frames[frames.length - 1];
    const offset = this.#pose(frames).pos.map((x, k) => x - last.anchor[k]);
    const S = new Float64Array(6 * this.nv);
    this.#each((p, _, dof, k) => addColumns(S, this.nv, dof, p, frames[k], frames[k + 1], offset));
    return S;
  }

  difference(to: ArrayLike<number>, from: ArrayLike<number>): Float64Array {
    const [a, b] = [this.#positions('to', to), this.#positions('from', from)];
    const v = new Float64Array(this.nv);
    this.#each((p, adr, dof) => difference(v, dof, p, a, b, adr));
    return v;
  }

  integrate(q: ArrayLike<number>, v: ArrayLike<number>, dt: number): Float64Array {
    const next = this.#positions('q', q);
    const velocity = numbers('v', v, this.nv);
    finite('dt', dt);
    this.#each((p, adr, dof) => integrate(next, adr, p, velocity, dof, dt));
    return next;
  }

  forces(q: ArrayLike<number>, v: ArrayLike<number>): Float64Array {
    const positions = this.#positions('q', q);
    const velocity = numbers('v', v, this.nv);
    const forces = velocity.map((x) => -this.damping * x);
    this.#each((p, adr, dof, k) => {
      if (p.kind === 'ball') return;
      forces[dof] += this.limits[dof]?.force(positions[adr], velocity[dof]) ?? 0;
      if (k === 0) forces[dof] += this.motor?.force(positions[adr], velocity[dof]) ?? 0;
    });
    return forces;
  }

  #each(visit: (p: Primitive, adr: number, dof: number, k: number) => void): void {
    let [adr, dof] = [0, 0];
    for (const [k, p] of this.primitives.entries()) {
      visit(p, adr, dof, k);
      const { nq, nv } = sizesOf(p);
      adr += nq;
      dof += nv;
    }
  }

  /** The frame before the first primitive, and after each. */
  #frames(q: Float64Array): Frame[] {
    const frames: Frame[] = [{ anchor: this.parentAnchor.pos.slice(), quat: this.parentAnchor.quat.slice() }];
    this.#each((p, adr, _, k) => {
      const next = { anchor: frames[k].anchor.slice(), quat: frames[k].quat.slice() };
      move(next, p, q, adr);
      frames.push(next);
    });
    return frames;
  }

  /** The pose of the child: its anchor is where the last frame has it. */
  #pose(frames: readonly Frame[]): Pose {
    const { anchor, quat } = frames[frames.length - 1];
    const arm = rotVecQuat(new Float64Array(3), this.childAnchor, quat);
    return { pos: anchor.map((x, k) => x - arm[k]), quat: quat.slice() };
  }

  /** Positions with quaternions at unit length. */
  #positions(name: string, q: ArrayLike<number>): Float64Array {
    const read = numbers(name, q, this.nq);
    this.#each((p, adr) => {
      if (p.kind !== 'ball') return;
      const length = Math.hypot(read[adr], read[adr + 1], read[adr + 2], read[adr + 3]);
      if (!(length > 1e-10)) throw new PartsError('bad-argument', `${name} has a quaternion without direction`);
      for (let k = 0; k < 4; k++) read[adr + k] /= length;
    });
    return read;
  }
}

function readLimits(given: JointOptions['limits'], primitives: readonly Primitive[]): (JointLimits | undefined)[] {
  if (given === undefined) return [];
  const list = Array.isArray(given) ? (given as (JointLimits | undefined)[]) : [given as JointLimits];
  const axes = primitives.filter(({ kind }) => kind !== 'ball').length;
  if (list.length > axes || list.some((x) => x !== undefined && typeof x?.force !== 'function'))
    throw new PartsError('bad-argument', `limits must be at most ${axes} JointLimits, one for each axis`);
  return list;
}
