import { checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import { Contacts } from '../../kernel/geometry/contact.ts';
import { columnWidth, HeightField as Grid, heightAt, rowWidth } from '../../kernel/geometry/height-field.ts';
import { hfieldConvex } from '../../kernel/geometry/hfield.ts';
import { checkCount, checkFinite, checkPositive, type Numbers } from './arguments.ts';
import { exactly, type TouchPoint, takeContacts } from './distance.ts';
import { type Pose, place } from './pose.ts';
import { placedRecord, type Shape } from './shape.ts';

/** What a height field is made of. */
export interface HeightFieldSettings {
  /** Heights above the frame's xy plane, row by row; rows go along y, columns along x. None may be below 0. */
  readonly heights: Numbers;
  /** Number of rows, 2 at least. */
  readonly rows: number;
  /** Number of columns, 2 at least. */
  readonly columns: number;
  /** Half the extent along x and along y. */
  readonly half: Numbers;
  /** Thickness of the base below the xy plane. */
  readonly base: number;
}

/**
 * Terrain: a grid of heights about the origin of its own frame, two triangles in each cell. Heights are kept in single precision.
 *
 * @example
 * const flat: HeightField = heightField({ heights: [1, 1, 1, 1], rows: 2, columns: 2, half: [5, 5], base: 0.1 });
 * console.log(terrainHeight(flat, 0, 0)); // 1
 */
export class HeightField {
  /** @internal */
  readonly record = new Grid();

  /** @internal */
  constructor({ heights, rows, columns, half, base }: HeightFieldSettings) {
    const { record } = this;
    let top = 0;
    for (let k = 0; k < rows * columns; k++) top = Math.max(top, heights[k]);
    const scale = top > 0 ? top : 1;
    record.data = Float32Array.from({ length: rows * columns }, (_, k) => heights[k] / scale);
    record.nrow = rows;
    record.ncol = columns;
    record.size.set([half[0], half[1], scale, base]);
  }
}

/**
 * Terrain from a grid of heights.
 *
 * @param settings Heights, rows and columns, extent, and thickness of the base.
 * @returns The terrain.
 * @example
 * const ramp = heightField({ heights: [0, 1, 0, 1], rows: 2, columns: 2, half: [1, 1], base: 0.1 });
 * console.log(terrainHeight(ramp, 0.5, 0)); // 0.75
 */
export function heightField(settings: HeightFieldSettings): HeightField {
  checkSettings('settings', settings);
  const { heights, rows, columns, half, base } = settings;
  checkCount('rows', rows, 2, 1e5);
  checkCount('columns', columns, 2, 1e5);
  checkFinite('heights', heights, rows * columns);
  for (let k = 0; k < rows * columns; k++) if (heights[k] < 0) throw new ArgumentError(`heights holds ${heights[k]}`);
  checkFinite('half', half, 2);
  checkPositive('half', half[0]);
  checkPositive('half', half[1]);
  checkPositive('base', base);
  return new HeightField(settings);
}

/**
 * The height of terrain at a point of its frame.
 *
 * @param field The terrain.
 * @param x Along the columns.
 * @param y Along the rows.
 * @returns The height; undefined beside the terrain.
 * @example
 * const ramp = heightField({ heights: [0, 1, 0, 1], rows: 2, columns: 2, half: [1, 1], base: 0.1 });
 * console.log(terrainHeight(ramp, 3, 0)); // undefined
 */
export function terrainHeight(field: HeightField, x: number, y: number): number | undefined {
  checkTerrain(field);
  checkFinite('the point', [x, y], 2);
  const { record } = field;
  const u = (x + record.size[0]) / columnWidth(record);
  const v = (y + record.size[1]) / rowWidth(record);
  if (!(u >= 0 && v >= 0 && u <= record.ncol - 1 && v <= record.nrow - 1)) return undefined;
  const c = Math.min(Math.floor(u), record.ncol - 2);
  const r = Math.min(Math.floor(v), record.nrow - 2);
  const [s, t] = [u - c, v - r];
  const at = (row: number, column: number): number => heightAt(record, r + row, c + column);

  // a cell is cut from its lower left to its upper right corner
  return s > t
    ? at(0, 0) + s * (at(0, 1) - at(0, 0)) + t * (at(1, 1) - at(0, 1))
    : at(0, 0) + t * (at(1, 0) - at(0, 0)) + s * (at(1, 1) - at(1, 0));
}

const contacts = new Contacts();

/**
 * Points where a convex shape touches terrain, one for each triangle.
 *
 * @param field The terrain.
 * @param poseField Where it is.
 * @param shape The shape.
 * @param poseShape Where it is.
 * @returns The points, 50 at most.
 * @example
 * const flat = heightField({ heights: [1, 1, 1, 1], rows: 2, columns: 2, half: [5, 5], base: 0.1 });
 * console.log(terrainContacts(flat, {}, sphereShape(0.5), { pos: [1, 0.2, 1.4] })[0]?.distance); // -0.1
 */
export function terrainContacts(field: HeightField, poseField: Pose, shape: Shape, poseShape: Pose): TouchPoint[] {
  checkTerrain(field);
  place(field.record, poseField);
  const record = placedRecord(shape, 1, poseShape);
  contacts.count = 0;
  hfieldConvex(field.record, record, exactly(0), 0, contacts);
  return takeContacts(contacts);
}

/** @internal Refuses what is no terrain. */
export function checkTerrain(field: HeightField): void {
  if (!(field instanceof HeightField)) throw new ArgumentError('terrain is needed: make it with heightField');
}
