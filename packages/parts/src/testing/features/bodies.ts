import type { FeatureTable } from './feature.ts';

export const bodies: FeatureTable = {
  library: 'bodies',
  rows: [
    { number: 1, feature: '`BodyId`, `JointId`', tests: ['model-bodies.test.ts: ids are indices'] },
    {
      number: 2,
      feature: '`Pose`, `Twist`, `RigidBodyState`, `MassProperties`: solids, composition, principal frame',
      tests: [
        'pose.test.ts: a pose after its inverse is none',
        'pose.test.ts: composition is associative and maps points one after the other',
        'model-bodies.test.ts: the velocity of a point is that of a site there',
        'mass-properties.test.ts: a solid %s has the inertia that the engine gives a geom',
        'mass-properties.test.ts: welded bodies have the inertia that the engine gives a body of several geoms',
        'mass-properties.test.ts: the principal frame makes the inertia diagonal and gives it back',
      ],
    },
    {
      number: 3,
      feature: '`Action`, `ActionType`, `JointCommand`, `JointCommandType`, `ExternalForce`, `Gravity`',
      tests: [
        'model-bodies.test.ts: controls, commands of joints and forces go where the engine takes them',
        'model-bodies.test.ts: a force beside the centre of mass has the torque of its arm',
        'model-bodies.test.ts: a position command brings a joint to its position',
      ],
    },
    {
      number: 5,
      feature: '`SimulationConfig`, `SolverConfig`, `ParallelConfig`',
      tests: [
        'model-bodies.test.ts: defaults are those of the engine',
        'model-bodies.test.ts: a model has the configuration that it was given',
      ],
    },
    {
      number: 7,
      feature: '`PartsError`, the error of every library',
      tests: ['model-bodies.test.ts: %s is refused', 'mass-properties.test.ts: %s is unphysical'],
    },
    {
      feature:
        'Stand-alone integrators: explicit and semi-implicit Euler, velocity Verlet, RK4 with forces evaluated at each stage, implicit velocity, implicit fast',
      tests: [
        'integrator.test.ts: %s: a damped spring against its closed form',
        'integrator.test.ts: %s: the free symmetric top against its closed form',
        'integrator.test.ts: semi-implicit Euler and Verlet keep the energy of an oscillator bounded, explicit Euler does not',
        'integrator.test.ts: the implicit methods are stable under a damping that makes the explicit ones explode',
        'integrator.test.ts: random bodies, loads and steps never give NaN, or a typed error',
      ],
    },
    {
      feature: 'From and to Model and Data',
      tests: [
        'model-bodies.test.ts: a free body moves as the stand-alone integrator moves it',
        'model-bodies.test.ts: joint states are what Data has',
      ],
    },
  ],
};
