import { enums, type Model } from '@qpos/core';
import { facesMeetHulls, geomPairs } from './program/geom-pairs.ts';

const { EnableBit, GeomType, Integrator } = enums;

/** Most vertices of a face and faces around a vertex of a hull: `geometry/convex/limits.gpu.ts`. */
const MOST_CORNERS = 64;
const MOST_FACES = 32;

/** The largest of some numbers. */
const largest = (values: Iterable<number>): number => {
  let most = 0;
  for (const x of values) most = Math.max(most, x);
  return most;
};

/** What only the processor can do: how a user calls it, and whether a model has it. */
const refused: readonly (readonly [name: string, has: (model: Model) => boolean])[] = [
  ['callbacks', (m) => Object.keys(m.callbacks).length > 0],
  ['plugins', (m) => m.nplugin > 0 || m.plugins.length > 0],
  ['sleep (option enableflags)', (m) => (m.opt.enableflags & EnableBit.SLEEP) !== 0],
  ['the comparison of forward and inverse dynamics (fwdinv)', (m) => (m.opt.enableflags & EnableBit.FWDINV) !== 0],
  ['flexes', (m) => m.nflex > 0],
  [
    `contacts of meshes with faces of more than ${MOST_CORNERS} corners`,
    (m) => largest(m.mesh_polyvertnum) > MOST_CORNERS && facesMeetHulls(geomPairs(m)),
  ],
  [
    `contacts of meshes with more than ${MOST_FACES} faces around a vertex`,
    (m) => largest(m.mesh_polymapnum) > MOST_FACES && facesMeetHulls(geomPairs(m)),
  ],
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
