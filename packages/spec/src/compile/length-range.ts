import { type Data, enums, type Model, setLengthRange } from '@qpos/core';
import type { LengthRangeSettings } from './settings.ts';

const { DisableBit, LengthRangeMode } = enums;
const MODES = {
  none: LengthRangeMode.NONE,
  muscle: LengthRangeMode.MUSCLE,
  muscleuser: LengthRangeMode.MUSCLEUSER,
  all: LengthRangeMode.ALL,
};

/** Everything but inertia and limits is off while an actuator pulls. */
const DISABLED =
  DisableBit.FRICTIONLOSS |
  DisableBit.CONTACT |
  DisableBit.SPRING |
  DisableBit.DAMPER |
  DisableBit.GRAVITY |
  DisableBit.ACTUATION;

/** Shortest and longest length of each actuator that needs them, by pulling it both ways. Throws if that fails. */
export function setLengthRanges(m: Model, d: Data, settings: LengthRangeSettings): void {
  const { disableflags, timestep } = m.opt;
  const options = { ...settings, mode: MODES[settings.mode] };
  m.opt.disableflags = DISABLED;
  if (settings.timestep > 0) m.opt.timestep = settings.timestep;
  try {
    for (let a = 0; a < m.nactuator; a++) setLengthRange(m, d, a, options);
  } finally {
    m.opt.disableflags = disableflags;
    m.opt.timestep = timestep;
  }
}
