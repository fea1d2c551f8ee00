import type { FeatureTable } from './feature.ts';

const SKINNING = 'packages/parts/src/soft/skinning/skinning.test.ts';

export const soft: FeatureTable = {
  library: 'soft',
  rows: [
    {
      number: 45,
      feature: 'XpbdSolver: iterations, substeps, damping, highest velocity, sleep; presets',
      tests: [
        'bodies.test.ts: %s: falls freely, whatever it is made of',
        'bodies.test.ts: %s: keeps its momentum while it wobbles',
        'bodies.test.ts: a body at rest sleeps, and wakes when asked',
        'bodies.test.ts: solver presets are those of the table',
      ],
    },
    {
      number: 46,
      feature: 'Cloth: triangles, grid, pinned edges and corners, wind; presets',
      tests: [
        'bodies.test.ts: pinned vertices stay; edges, corners, bottoms and surfaces can be pinned',
        'bodies.test.ts: wind pushes a sheet with half the density times drag, area and speed squared',
        'bodies.test.ts: mass follows area, volume and length',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
      ],
    },
    {
      number: 47,
      feature: 'SoftBody: tetrahedra, box, sphere, pinned bottom and surface; presets',
      tests: [
        'bodies.test.ts: rubber keeps its volume under its own weight',
        'bodies.test.ts: pinned vertices stay; edges, corners, bottoms and surfaces can be pinned',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
      ],
    },
    {
      number: 48,
      feature: 'CapsuleChain: lines, points, positions and tangents along it; presets',
      tests: [
        'bodies.test.ts: a chain hangs as a catenary',
        'bodies.test.ts: points and directions along a chain',
        'bodies.test.ts: a curled chain keeps its torsion',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
      ],
    },
    {
      number: 49,
      feature:
        'Constraints: distance, bending of chains, dihedral, volume, collision, flex edges (stretch, shear, stretch-shear, twist)',
      tests: [
        'packages/parts/src/soft/constraints/constraints.test.ts: distance: with compliance, repeated projections give C + α̃·λ = 0',
        'packages/parts/src/soft/constraints/constraints.test.ts: bending of chains: straightens three vertices in a row',
        'packages/parts/src/soft/constraints/constraints.test.ts: dihedral angle: projections reach the angle at rest by the shorter way',
        'packages/parts/src/soft/constraints/constraints.test.ts: volume: projections reach the volume at rest, also from the inside out',
        'packages/parts/src/soft/constraints/constraints.test.ts: shear: projections reach the angle at rest, and with compliance C + α̃·λ = 0',
        'bodies.test.ts: a flex edge against stretching sags as a spring does: length = compliance · force',
        'bodies.test.ts: a flex edge against shear sags as a torsion spring does: angle = compliance · moment',
        'bodies.test.ts: a flex edge against stretching and shear makes a free corner rigid',
        'bodies.test.ts: a flex edge against twist keeps the torsion of four vertices in a row',
        'soft-scene.test.ts: the collision constraint holds vertices off every geom type',
      ],
    },
    {
      number: 50,
      feature: 'Material with Lamé parameters and compliances; 14 presets',
      tests: [
        'bodies.test.ts: the moduli of all fourteen materials fit together',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
        'bodies.test.ts: a rope stretches by its own weight as Hooke says',
        'bodies.test.ts: a rod bends under its weight as Euler and Bernoulli say',
      ],
    },
    {
      number: 51,
      feature: 'Skinning: `Skeleton`, `Bone`, `Skin` by linear and dual-quaternion blending; skins of a model',
      tests: [
        `${SKINNING}: bones that move together move the skin rigidly`,
        `${SKINNING}: a twist of %d shrinks a sleeve as the mean of two turned points does, or not at all`,
        `${SKINNING}: a skin of a model is where the oracle has it`,
      ],
    },
    {
      number: 52,
      feature:
        'Coupling with rigid bodies: vertices against geoms, in a broad phase by boxes, contacts and constraints solved together',
      tests: [
        'soft-scene.test.ts: momentum is exchanged, not made',
        'soft-scene.test.ts: all bodies of a tree answer together',
        'soft-scene.test.ts: the collision constraint holds vertices off every geom type',
      ],
    },
    {
      feature: 'Coupling 1: contact forces equal to the rigid case',
      tests: [
        'soft-scene.test.ts: a rigid body resting on a deformable surface experiences the same contact forces as resting on a rigid surface of equivalent geometry',
        'soft-scene.test.ts: momentum is exchanged, not made',
        'soft-scene.test.ts: all bodies of a tree answer together',
      ],
    },
    {
      feature: 'Coupling 2: internal constraints hold after contacts',
      tests: ['soft-scene.test.ts: internal constraints are satisfied after contact resolution'],
    },
    {
      feature: 'Coupling 3: friction of the material, mixed as the engine does',
      tests: [
        'soft-scene.test.ts: Material.friction is used in contacts with rigid bodies',
        'soft-scene.test.ts: friction is mixed as the engine does: by priority, else the larger; the override comes first',
      ],
    },
    {
      feature: 'Coupling 4: collision constraint, vertex against every geom type',
      tests: [
        'soft-scene.test.ts: the collision constraint holds vertices off every geom type',
        'packages/parts/src/soft/shapes/shapes.test.ts: distance of a vertex to a signed distance field is that of its plugin',
        'packages/parts/src/soft/shapes/shapes.test.ts: distance of a vertex to a height field is that to the triangle below',
      ],
    },
    {
      feature: 'Coupling 5: no cost without soft bodies',
      tests: ['soft-scene.test.ts: without soft bodies a step is the step of the engine'],
    },
    {
      feature: 'Coupling 6: a draped cloth comes to rest',
      tests: ['soft-scene.test.ts: a cloth draped over a rigid sphere reaches stable equilibrium without jitter'],
    },
    {
      feature: 'Coupling 7: configurable substep iterations',
      tests: ['soft-scene.test.ts: the substep iteration count is configurable, and one works for cloth and rope'],
    },
    {
      feature: 'Plugin qpos.xpbd: soft bodies in a model, drawn as flexes',
      tests: [
        'soft-scene.test.ts: a flex falls and drapes: its vertices are where the soft body is',
        'apps/studio/test/scene/grip.test.ts: is carried against gravity to near the target, and comes to rest there; let go, it falls',
        'soft-scene.test.ts: is part of the state: the same again after a reset and from a copy, and forward changes nothing',
      ],
    },
  ],
};
