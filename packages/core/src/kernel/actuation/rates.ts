import { zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_SLEEP } from '../model/constants.ts';
import { actuatorAsleep } from '../sleep/state.ts';
import { setRates } from './generated/rates.ts';

/**
 * Rates of the activations.
 *
 * @writes act_dot
 */
export function activationRates(m: Model, d: Data): void {
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  for (let a = 0; a < m.nactuator; a++) {
    const first = m.actuator_actadr[a];
    if (first < 0 || (filter && actuatorAsleep(m, d, a))) continue;
    zero(d.act_dot, first, m.actuator_actnum[a]);
    setRates(m, d, a);
  }
}
