import type { FeatureTable } from './feature.ts';

export const cables: FeatureTable = {
  library: 'cables',
  rows: [
    {
      number: 39,
      feature: 'CableProperties: stiffness, damping, rest length, diameter, tension only, highest tension',
      tests: ['cables.test.ts: tension is that of a spring and damper, and never a push'],
    },
    {
      feature: 'Materials: steel, dyneema, biological, soft',
      tests: [
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
        'cables.test.ts: a wire stretches by its load over E·A / L',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
      ],
    },
    {
      number: 40,
      feature: 'Fixed routing L = L₀ + Σ c·q; differential, parallel; range; groups',
      tests: [
        'cables.test.ts: length is offset + Σ c·q, and tension works along the Jacobian',
        'cables.test.ts: differential and parallel presets',
        'cables.test.ts: stops hold the length in its range',
        'cables.test.ts: groups add their cables up',
      ],
    },
    {
      number: 41,
      feature: 'Spatial routing through points with sphere and cylinder wrapping, sides, pulleys; length and Jacobian',
      tests: [
        'route.test.ts: lengths and moment arms equal those of the engine on random routings',
        'route.test.ts: wrenches are minus the slope of the length',
        'route.test.ts: tension does the work that the cable loses',
      ],
    },
    {
      number: 42,
      feature: 'Sphere and cylinder wraps: tangent points, arc length, finite height',
      tests: [
        'route.test.ts: around a sphere: two tangents and an arc',
        'route.test.ts: around a cylinder: a helix; past its end: straight',
      ],
    },
    {
      feature: 'Friction over wraps (capstan)',
      tests: ['cables.test.ts: obeys Euler and Eytelwein', 'cables.test.ts: holds between its limits and slips beyond'],
    },
    {
      number: 44,
      feature:
        'What every cable over joints has: rest length, length, velocity, tension, forces by the Jacobian, number of joints',
      tests: [
        'cables.test.ts: length is offset + Σ c·q, and tension works along the Jacobian',
        'cables.test.ts: tension is that of a spring and damper, and never a push',
      ],
    },
    {
      number: 43,
      feature: 'Pulley, PulleySystem: direction change, block and tackle, compound, differential; mechanical advantage',
      tests: [
        'cables.test.ts: without friction, load times its travel is pull times its travel',
        'cables.test.ts: friction makes lifting harder and holding easier',
        'cables.test.ts: a differential hoist with enough friction locks itself',
        'cables.test.ts: a pulley is a disc',
      ],
    },
  ],
};
