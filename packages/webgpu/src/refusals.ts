import { enums, type Model } from '@qpos/core';

const { EnableBit, GeomType, Integrator } = enums;

/** What only the processor can do: how a user calls it, and whether a model has it. */
const refused: readonly (readonly [name: string, has: (model: Model) => boolean])[] = [
  ['callbacks', (m) => Object.keys(m.callbacks).length > 0],
  ['plugins', (m) => m.nplugin > 0 || m.plugins.length > 0],
  ['sleep (option enableflags)', (m) => (m.opt.enableflags & EnableBit.SLEEP) !== 0],
  ['the comparison of forward and inverse dynamics (fwdinv)', (m) => (m.opt.enableflags & EnableBit.FWDINV) !== 0],
  ['flexes', (m) => m.nflex > 0],
  ['signed distance fields', (m) => m.geom_type.includes(GeomType.SDF)],
  [
    'this integrator',
    (m) =>
      ![Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST].includes(m.opt.integrator as 0),
  ],
];

/** Names of what a model has that only the processor can do. */
export const unsupportedFeatures = (model: Model): string[] =>
  refused.filter(([, has]) => has(model)).map(([name]) => name);
