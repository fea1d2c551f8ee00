import type { Equality } from '../../spec/types.ts';
import { BUILTIN } from '../values.ts';
import { type CellCount, cellTotal } from './cells.ts';
import { ControlGrid, quadTotal } from './control-grid.ts';
import { type FlexcompDraft, isInterpolated, isShell } from './flexcomp-draft.ts';

/** The equality constraints that a flexcomp asks for. They do not follow default classes: what is not given is built in. */
export function addConstraints(f: FlexcompDraft, cells: CellCount, empty: Uint8Array | undefined): void {
  const { node, name, x, dof } = f;
  const { equality = false, solref = [], solimp = [], source } = node.edge ?? { kind: 'flexcompEdge' as const };
  if (equality === false) return;
  const base = {
    flex: name,
    active: true,
    solref: BUILTIN.equality.solref.map((value, k) => solref[k] ?? value),
    solimp: BUILTIN.equality.solimp.map((value, k) => solimp[k] ?? value),
    source: source ?? node.source,
    scope: node.scope,
  };
  const add = (constraint: Equality): void => {
    x.spec.equalities.push(constraint);
  };
  if (equality === true) add({ ...base, kind: 'flexEquality' });
  else if (equality === 'vert') add({ ...base, kind: 'flexvert' });
  else if (isInterpolated(dof) && isShell(node)) {
    const quads = quadTotal(new ControlGrid(cells, 1));
    for (let quad = 0; quad < quads; quad++) add({ ...base, kind: 'flexstrain', cell: [quad, -1, -1] });
  } else {
    for (let cell = 0; cell < cellTotal(cells); cell++) {
      if (empty?.[cell]) continue;
      const [, ny, nz] = cells;
      const index = [Math.trunc(cell / (ny * nz)), Math.trunc(cell / nz) % ny, cell % nz];
      add({ ...base, kind: 'flexstrain', cell: index });
    }
  }
}
