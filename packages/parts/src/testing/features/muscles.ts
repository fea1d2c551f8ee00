import type { FeatureTable } from './feature.ts';

export const muscles: FeatureTable = {
  library: 'muscles',
  rows: [
    {
      number: 28,
      feature: 'F = act·F_max·f_l·f_v + F_passive, times the cosine of the pennation; three elements',
      tests: [
        'hill-muscle.test.ts: isometric force at the optimal length is the highest force times the cosine of the pennation',
        'hill-muscle.test.ts: no force without activation below the optimal length; more with more activation',
        'hill-muscle.test.ts: less force when short, when long and when shortening; more when stretched',
      ],
    },
    {
      number: 29,
      feature: 'Activation dynamics with asymmetric constants, fast and slow twitch',
      tests: [
        'hill-muscle.test.ts: rises faster than it falls',
        'hill-muscle.test.ts: follows the exponential of its time constant',
      ],
    },
    {
      number: 30,
      feature: 'Active force-length: asymmetric Gaussian',
      tests: ['curves.test.ts: active force is the asymmetric bell between its tapers'],
    },
    {
      number: 31,
      feature: 'Passive force-length: exponential',
      tests: ['curves.test.ts: passive force is exponential from the optimal length on'],
    },
    {
      number: 32,
      feature: 'Force-velocity: 1 at rest from both sides, eccentric maximum 1.5',
      tests: ['curves.test.ts: force falls with shortening speed as Hill says, and rises to 1.5'],
    },
    { feature: 'Slopes of all curves', tests: ['curves.test.ts: the slope of %s equals differences'] },
    { number: 33, feature: 'Pennation at constant width', tests: ['hill-muscle.test.ts: fibres keep their width'] },
    {
      number: 34,
      feature: 'Tendon: rigid, or elastic with an equilibrium solver',
      tests: [
        'hill-muscle.test.ts: forces balance in equilibrium',
        'hill-muscle.test.ts: forces balance at the velocity of the fibre',
        'hill-muscle.test.ts: implicit steps reach the equilibrium, whatever their size',
        'hill-muscle.test.ts: energy balance: what a mass loses is what fibres and tendon take',
      ],
    },
    {
      number: 35,
      feature: 'Presets: biceps, brachialis, triceps, quadriceps, hamstrings, gastrocnemius, soleus, tibialis anterior',
      tests: ['hill-muscle.test.ts: %s names the published models'],
    },
    {
      number: 36,
      feature:
        'Moment arms: constant, polynomial, spline; biarticular muscles; paths through points, which are routes of cables or tendons of the model',
      tests: [
        'muscle-group.test.ts: %s: the arm is the slope of the excursion, which starts at 0',
        'muscle-group.test.ts: virtual work: torque times velocity is tension times shortening',
        'packages/parts/src/cables/route.test.ts: lengths and moment arms equal those of the engine on random routings',
        'hill-plugin.test.ts: force follows activation, length and velocity as the muscle alone does',
      ],
    },
    {
      number: 37,
      feature: 'MuscleGroup: net torque, diagnostics, antagonists',
      tests: [
        'muscle-group.test.ts: the net torque is the sum of the muscles',
        'muscle-group.test.ts: antagonists turn the joint either way, and stiffen it together',
      ],
    },
    {
      number: 38,
      feature: 'Actuator plugin qpos.hill',
      tests: [
        'hill-plugin.test.ts: the activation of the muscle is updated every step by the first-order model',
        'hill-plugin.test.ts: full activation at the optimal length pulls with the highest force times the cosine of the pennation',
        'hill-plugin.test.ts: force follows activation, length and velocity as the muscle alone does',
        'hill-plugin.test.ts: activation is faster than deactivation',
        'hill-plugin.test.ts: other actuators are unaffected',
        'hill-plugin.test.ts: an elastic tendon holds a weight where the muscle alone is in equilibrium',
      ],
    },
  ],
};
