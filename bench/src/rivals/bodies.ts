import type { Plane } from '../scenes.ts';

/** A box that moves freely: half sizes, place and turn (w, x, y, z), velocities in world axes. */
export interface Box {
  readonly half: readonly [number, number, number];
  readonly pos: readonly [number, number, number];
  readonly quat: readonly [number, number, number, number];
  readonly spin?: readonly [number, number, number];
}

/** What all engines are told: boxes of MuJoCo's default density and friction, between walls or in empty space. */
export interface World {
  readonly boxes: readonly Box[];
  readonly timestep: number;
  /** Downwards, metres a second squared. */
  readonly gravity: number;
  readonly planes: readonly Plane[];
}

export const DENSITY = 1000;
export const FRICTION = 1;

/** Another engine with boxes in it. */
export interface Rival {
  readonly step: () => void;
  /** Place, turn, velocity and angular velocity of a box: 3, 4 (w, x, y, z), 3 and 3 numbers, in world axes. */
  read(box: number, into: Float64Array): void;
}

/** Numbers that `Rival.read` writes. */
export const STATE_SIZE = 13;
