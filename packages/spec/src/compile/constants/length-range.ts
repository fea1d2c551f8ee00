import { type Data, enums, LengthRangeError, type Model, setLengthRange } from '@qpos/core';
import type { Compilation } from '../context.ts';
import { lengthRangeSettings } from '../settings.ts';

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

/** Shortest and longest length of each actuator that needs them, by pulling it both ways; that this fails is an error. */
export function setLengthRanges(c: Compilation, m: Model, d: Data): void {
  const { disableflags, timestep } = m.opt;
  const settings = lengthRangeSettings(c.spec.compiler);
  const options = { ...settings, mode: MODES[settings.mode] };
  m.opt.disableflags = DISABLED;
  if (settings.timestep > 0) m.opt.timestep = settings.timestep;
  for (const { id, node } of c.actuators) {
    try {
      setLengthRange(m, d, id, options);
    } catch (error) {
      if (error instanceof LengthRangeError) c.d.fatal('compile', error.message, node);
      throw error;
    }
  }
  m.opt.disableflags = disableflags;
  m.opt.timestep = timestep;
}
