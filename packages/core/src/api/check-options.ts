import { ArgumentError } from '../host/errors/argument-error.ts';
import { DisableBit, EnableBit, Integrator } from '../host/model/enums.ts';
import { checkFlexOptions } from '../host/model/flex-options.ts';
import { modelScalars } from '../host/model/generated/layout.ts';
import { intSlot } from '../host/model/layout.ts';
import type { Model } from '../host/model/model.ts';

const INTEGRATOR = intSlot(modelScalars, 'opt_integrator');
const ENABLED = intSlot(modelScalars, 'opt_enableflags');
const DISABLED = intSlot(modelScalars, 'opt_disableflags');

/** Refuses options that a step cannot combine, as MuJoCo does. */
export function checkOptions(model: Model): void {
  checkDiscrete(model);
  if (model.nflex > 0) checkFlexOptions(model);
}

/**
 * Refuses options that the discrete integrator cannot combine: sleep needs islands, and does not go with contacts that never penetrate.
 *
 * @see mj_checkDiscrete
 */
function checkDiscrete({ ints }: Model): void {
  if (ints[INTEGRATOR] !== Integrator.DISCRETE || (ints[ENABLED] & EnableBit.SLEEP) === 0) return;
  if ((ints[ENABLED] & EnableBit.IPC) !== 0)
    throw new ArgumentError(
      'the discrete integrator cannot combine the flags ipc and sleep',
      'unsupported',
      'disable one',
    );
  if ((ints[DISABLED] & DisableBit.ISLAND) !== 0)
    throw new ArgumentError(
      'the discrete integrator needs islands where trees may sleep',
      'unsupported',
      'enable islands',
    );
}
