import { ArgumentError } from '../host/errors/argument-error.ts';
import { DisableBit, EnableBit, Integrator, Solver } from '../host/model/enums.ts';
import { checkFlexOptions } from '../host/model/flex-options.ts';
import { modelScalars } from '../host/model/generated/layout.ts';
import { intSlot } from '../host/model/layout.ts';
import type { Model } from '../host/model/model.ts';

const INTEGRATOR = intSlot(modelScalars, 'opt_integrator');
const SOLVER = intSlot(modelScalars, 'opt_solver');
const ENABLED = intSlot(modelScalars, 'opt_enableflags');
const DISABLED = intSlot(modelScalars, 'opt_disableflags');

const unsupported = (message: string, hint: string): ArgumentError => new ArgumentError(message, 'unsupported', hint);

/** Refuses options that a step cannot combine, as MuJoCo does. */
export function checkOptions(model: Model): void {
  checkDiscrete(model);
  if (model.nflex > 0) checkFlexOptions(model);
}

/**
 * Refuses options that the discrete integrator cannot combine: sleep needs islands, and contacts that never penetrate (the flag `ipc`)
 * need this integrator with conjugate gradients, without sleep and inverse dynamics.
 *
 * @see mj_checkDiscrete
 */
function checkDiscrete({ ints }: Model): void {
  const discrete = ints[INTEGRATOR] === Integrator.DISCRETE;
  const enabled = ints[ENABLED];
  if ((enabled & EnableBit.IPC) !== 0) {
    if (!discrete) throw unsupported('the flag ipc needs the integrator DISCRETE', 'set opt.integrator');
    if (ints[SOLVER] !== Solver.CG) throw unsupported('the flag ipc needs the solver CG', 'set opt.solver');
    if ((enabled & EnableBit.FWDINV) !== 0) throw unsupported('the flag ipc has no inverse dynamics', 'disable fwdinv');
    if ((enabled & EnableBit.SLEEP) !== 0)
      throw unsupported('the discrete integrator cannot combine the flags ipc and sleep', 'disable one');
  }
  if (discrete && (enabled & EnableBit.SLEEP) !== 0 && (ints[DISABLED] & DisableBit.ISLAND) !== 0)
    throw unsupported('the discrete integrator needs islands where trees may sleep', 'enable islands');
}

/** Refuses the inverse dynamics of discrete time with the flag `ipc`. @see mj_discreteAcc */
export function checkDiscreteInverse({ ints }: Model): void {
  const both = EnableBit.IPC | EnableBit.INVDISCRETE;
  if ((ints[ENABLED] & both) === both)
    throw unsupported('the flag ipc has no inverse dynamics of discrete time', 'disable invdiscrete');
}
