import { ArgumentError } from '../errors/argument-error.ts';
import { EnableBit, Integrator, Solver } from './enums.ts';
import type { Model } from './model.ts';
import { checkSheets } from './sheet-supports.ts';

/** `flex_edgeequality` of a flex whose finite elements are constrained. */
const HELD_STRAIN = 3;

/** Whether some flex resists deformation by its elasticity; where constraints hold its strain, it has none. */
function hasElasticity(model: Model): boolean {
  const { nflex, flex_rigid, flex_dim, flex_bendingadr, flex_stiffnessadr, flex_stiffness, flex_edgeequality } = model;
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] !== 0 || flex_dim[f] < 2 || flex_edgeequality[f] === HELD_STRAIN) continue;
    const adr = flex_stiffnessadr[f];
    if (flex_bendingadr[f] >= 0 || (adr >= 0 && flex_stiffness[adr] !== 0)) return true;
  }
  return false;
}

/** Whether the contacts of some flex push as passive forces. */
function hasPassiveContacts({ nflex, flex_rigid, flex_interp, flex_dim, flex_passive }: Model): boolean {
  for (let f = 0; f < nflex; f++)
    if (flex_passive[f] !== 0 && flex_rigid[f] === 0 && flex_interp[f] === 0 && flex_dim[f] > 1) return true;
  return false;
}

/**
 * Refuses options under which flexes would not be integrated as they say, as MuJoCo does.
 *
 * @param model The model, which has flexes.
 * @see mj_checkDiscrete
 */
export function checkFlexOptions(model: Model): void {
  const { enableflags, integrator, solver, noslip_iterations } = model.opt;
  const discrete = integrator === Integrator.DISCRETE;
  if ((enableflags & EnableBit.IPC) !== 0) checkSheets(model);
  if (discrete && solver !== Solver.PGS && noslip_iterations <= 0) return;
  const passive = hasPassiveContacts(model);
  if (passive && !discrete)
    throw new ArgumentError(
      'passive contacts of flexes need the integrator DISCRETE',
      'unsupported',
      'set opt.integrator to DISCRETE, or flex_passive to 0',
    );
  const implicit = integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
  if (!(passive || ((implicit || discrete) && hasElasticity(model)))) return;
  if (implicit)
    throw new ArgumentError(
      'the elasticity of flexes is not integrated implicitly by the integrators IMPLICIT and IMPLICITFAST',
      'unsupported',
      'set opt.integrator to DISCRETE, or to EULER with a small time step',
    );
  throw new ArgumentError(
    'with flexes, the integrator DISCRETE has neither the solver PGS nor noslip iterations',
    'unsupported',
    'set opt.solver to NEWTON or CG, and opt.noslip_iterations to 0',
  );
}
