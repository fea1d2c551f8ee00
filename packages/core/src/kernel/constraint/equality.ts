// @cold

import type { Data, Model } from '../model/classes.ts';
import {
  DSBL_EQUALITY,
  EQ_CONNECT,
  EQ_DISTANCE,
  EQ_FLEX,
  EQ_FLEXSTRAIN,
  EQ_FLEXVERT,
  EQ_JOINT,
  EQ_TENDON,
  EQ_WELD,
  EXT_DISTANCE,
} from '../model/constants.ts';
import { equalityAsleep, someAsleep } from '../sleep/state.ts';
import { connectRows } from './equality/connect.ts';
import { distanceRows } from './equality/distance.ts';
import { flexCellRows } from './equality/flex-cell.ts';
import { flexEdgeRows } from './equality/flex-edge.ts';
import { flexVertexRows } from './equality/flex-vertex.ts';
import { jointRows } from './equality/joint.ts';
import { tendonRows } from './equality/tendon.ts';
import { weldRows } from './equality/weld.ts';

/** Rows of the active equality constraints. @reads eq_active */
export function equalityRows(m: Model, d: Data): void {
  if ((m.opt_disableflags & DSBL_EQUALITY) !== 0 || m.neq === 0 || m.nv === 0) return;
  const filter = someAsleep(m, d);
  for (let e = 0; e < m.neq; e++) {
    if (d.eq_active[e] === 0) continue;
    if (filter && equalityAsleep(m, d, e)) continue;
    switch (m.eq_type[e]) {
      case EQ_CONNECT:
        connectRows(m, d, e);
        break;
      case EQ_WELD:
        weldRows(m, d, e);
        break;
      case EQ_JOINT:
        jointRows(m, d, e);
        break;
      case EQ_TENDON:
        tendonRows(m, d, e);
        break;
      case EQ_FLEX:
        flexEdgeRows(m, d, e);
        break;
      case EQ_FLEXVERT:
        flexVertexRows(m, d, e);
        break;
      case EQ_FLEXSTRAIN:
        flexCellRows(m, d, e);
        break;
      case EQ_DISTANCE:
        if ((m.extensionFlags & EXT_DISTANCE) !== 0) distanceRows(m, d, e);
        break;
    }
  }
}
