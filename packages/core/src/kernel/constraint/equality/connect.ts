// @cold

import type { f64, i32 } from '../../dialect.ts';
import { PointPair } from '../../kinematics/jacobian.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY } from '../../model/constants.ts';
import { openDifference, writeTranslation } from '../jacobian/difference.ts';
import { commitRows, RowBlock, writeRow } from '../rows.ts';
import { loadAnchors } from './anchors.ts';

const anchors = new PointPair();
const rows = new RowBlock();

/**
 * Three rows that hold two anchors together, as a ball joint does: their difference, in world axes.
 *
 * @reads xpos xmat site_xpos cdof subtree_com
 * @writes efc_J
 * @see mj_instantiateEquality
 */
export function connectRows(m: Model, d: Data, e: i32): void {
  loadAnchors(anchors, m, d, e);
  openDifference(m, d, rows, 3, anchors);
  writeTranslation(m, d, rows, anchors);
  for (let k = 0; k < 3; k++) {
    const gap = anchors.points[k] - anchors.points[3 + k];
    writeRow(d, rows.first + k, gap, 0, 0, pairInvweight(m, anchors, 0));
  }
  commitRows(d, rows, CNSTR_EQUALITY, e);
}

/** The inverse inertia of two bodies for translation (`kind` 0) or rotation (1): what `efc_diagA` of their rows is. */
export function pairInvweight(m: Model, pair: PointPair, kind: i32): f64 {
  return m.body_invweight0[2 * pair.body1 + kind] + m.body_invweight0[2 * pair.body2 + kind];
}
