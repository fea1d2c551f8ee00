import { enums, type Model } from '@qpos/core';
import { geomPairs, unusedPairs } from './geom-pairs.ts';

const { Cone, DisableBit, EnableBit, Integrator, Solver, Stage } = enums;

/** Up to this many candidates the numeric core lists pairs of geoms; beyond it sweeps. */
const MOST_LISTED = 1500;

/**
 * Functions for what is refused, or left out, which the text does not show to be unused: sleep, flexes, sensors of the user, islands, fast paths.
 */
const never = [
  ...['fallAsleep', 'settle'],
  ...['addFlexContact', 'collideAllFlexes', 'collideFlexesBefore', 'testWithFlexes', 'sdfContacts'],
  'userSensors',
  ...['takeIsland', 'takeBlocks', 'storeIslandRows', 'moveRows'],
  ...['isPlain', 'testPlainCandidates'], // a faster path, but a second copy of every pair for drivers to compile
];

/** Functions of elliptic cones, and of friction loss. */
const cones = ['prepareCone', 'addCone_solverPrimalLineCost', 'coneForce', 'coneHessian', 'addConeCost', 'coneGain'];
const friction = ['addFriction_solverPrimalLineCost', 'updateFriction', 'addDofRow'];

/** The dispatches of sensors, by the stage that these need. */
export const sensing: ReadonlyMap<string, number> = new Map([
  ['dispatchPositionSensors', Stage.POS],
  ['dispatchVelocitySensors', Stage.VEL],
  ['dispatchForceSensors', Stage.ACC],
]);

/** An upper bound of the number of geom pairs that can meet. */
export const pairBound = (model: Model): number => (model.ngeom * (model.ngeom - 1)) / 2 + model.npair;

/** Functions that a model never calls, for reasons that the text does not show; `isShared` is whether a workgroup runs the solver together. */
export function unusedFunctions(model: Model, isShared: boolean): ReadonlySet<string> {
  const unused = new Set([...never, ...unusedPairs(geomPairs(model))]);
  if (pairBound(model) <= MOST_LISTED) unused.add('collideSwept');
  if ((model.opt.disableflags & DisableBit.NATIVECCD) === 0) unused.add('portalPenetration').add('smoothNormal');
  if ((model.opt.disableflags & DisableBit.MULTICCD) !== 0) unused.add('multicontact').add('addPerturbed');
  if (model.nhistory === 0) unused.add('readSensor');
  if (model.opt.solver !== Solver.PGS) unused.add('solveDual');
  if (model.opt.cone === Cone.PYRAMIDAL) for (const name of cones) unused.add(name);
  if (![...model.dof_frictionloss, ...model.tendon_frictionloss].some((x) => x > 0))
    for (const name of friction) unused.add(name);
  const stages = new Set(model.sensor_needstage);
  for (const [dispatch, stage] of sensing) if (!stages.has(stage)) unused.add(dispatch);
  if ((model.opt.enableflags & EnableBit.ENERGY) === 0)
    unused.add('dispatchPotentialEnergy').add('dispatchKineticEnergy');
  for (const name of isShared ? ['dispatchConstraint'] : ['dispatchNewtonStart', 'dispatchNewtonEnd']) unused.add(name);
  unused.add(model.opt.integrator === Integrator.RK4 ? 'dispatchIntegration' : 'dispatchRungeKutta');
  return unused;
}
