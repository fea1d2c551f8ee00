import { enums, type Model } from '@qpos/core';
import type { Compilation } from '../context.ts';
import type { FlexDraft } from '../draft.ts';

const { Integrator, Solver } = enums;

/** What the options of the simulation must be for flexes with forces of their own, and a warning for those without any. */
export function checkFlexes(c: Compilation, m: Model): void {
  const { integrator, solver, noslip_iterations } = m.opt;
  const error = (message: string, flex: FlexDraft, hint: string): void =>
    c.error('attribute-conflict', message, flex.node, hint);
  const constrained = (flex: FlexDraft): boolean => m.flex_edgeequality[flex.id] !== 0;
  for (const flex of c.flexes) {
    const elastic = !flex.rigid && isElastic(flex, constrained(flex));
    const passive = !flex.rigid && !flex.interpolated && flex.values.dim > 1 && flex.values.passive !== 0;
    const discrete = "set integrator='discrete'";
    if (elastic && (integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST))
      error("the elasticity of flexes is not integrated by 'implicit' and 'implicitfast'", flex, discrete);
    if (passive && integrator !== Integrator.DISCRETE)
      error("passive contacts of flexes need the integrator 'discrete'", flex, discrete);
    if ((elastic || passive) && integrator === Integrator.DISCRETE && (solver === Solver.PGS || noslip_iterations > 0))
      error('the discrete integrator does not support PGS and noslip with flexes', flex, "set solver='CG' or 'Newton'");
    const { edgestiffness, edgedamping, damping } = flex.values;
    if (!flex.rigid && !elastic && !constrained(flex) && !edgestiffness && !edgedamping && !damping)
      c.d.warning(
        'bad-value',
        'the flex has no equality constraints or passive forces: it falls apart',
        flex.node,
        HOLD,
      );
  }
}

const HOLD = "give it an 'equality' of its edges, edge stiffness or elasticity";

/** Whether elements push back. Constraints of strain take the place of the stiffness of cells. */
function isElastic({ stiffness, bending, interpolated }: FlexDraft, constrained: boolean): boolean {
  if (bending.length > 0) return true;
  return stiffness.length > 0 && stiffness[0] !== 0 && !(interpolated && constrained);
}
