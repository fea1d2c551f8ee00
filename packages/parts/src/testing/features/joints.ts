import type { FeatureTable } from './feature.ts';

export const joints: FeatureTable = {
  library: 'joints',
  rows: [
    {
      number: 4,
      feature: '`JointState`, `JointKind`, axes and `JointLimits`: one type each',
      tests: [
        'packages/parts/src/bodies/model-bodies.test.ts: joint states are what Data has',
        'limits.test.ts: a joint pushes with its limits, motor and damping',
      ],
    },
    {
      number: 14,
      feature:
        '`Joint`: parent, child, degrees of freedom, kind, limits, motor, damping, anchors, axes; transform, motion subspace, difference, integration',
      tests: [
        'joint.test.ts: moves as its motion subspace says',
        'joint.test.ts: integration and difference undo each other',
        'joint.test.ts: at neutral positions has its anchors together and no rotation',
        'joint.test.ts: random joints and positions never give NaN',
      ],
    },
    {
      number: 15,
      feature:
        'Fixed 0, revolute 1, prismatic 1, universal 2, cylindrical 2, planar 3, spherical 3 (4 positions), free 6 (7 positions)',
      tests: [
        'joint.test.ts: has its degrees of freedom',
        'joint.test.ts: has positions, velocities and their difference as the engine has them',
        'joint.test.ts: simulated below %s, follows its own kinematics',
        'add-joint.test.ts: a universal joint is two hinges, a planar one two slides and a hinge',
      ],
    },
    {
      number: 16,
      feature:
        '`JointLimits`: range, hard or soft stops, restitution, symmetric, unlimited, state, clamp, force, rebound, critically damped',
      tests: [
        'limits.test.ts: a soft stop is a spring with a damper that never pulls',
        'limits.test.ts: without damping a soft stop gives back the speed that comes',
        'limits.test.ts: critically damped, a loaded stop settles at load / stiffness and never passes it',
        'limits.test.ts: a hard stop turns speed round by its restitution: heights fall by its square',
        'limits.test.ts: no limits let everything through',
        'add-joint.test.ts: limits become ranges, in degrees or radians as the Spec has them',
      ],
    },
    {
      number: 17,
      feature:
        '`JointMotor`: velocity, position, torque; gear ratio, largest force, on and off, torque-speed curve, devices',
      tests: [
        'motor.test.ts: each mode asks for its force, within the largest',
        'motor.test.ts: the torque falls in a straight line from stall to the speed without load',
        'motor.test.ts: power is largest at half of both: stall torque · speed / 4',
        'motor.test.ts: %s stalls and idles as its preset says',
        'add-joint.test.ts: a motor becomes an actuator with the same force',
      ],
    },
    {
      number: 18,
      feature:
        'Couplings: general, gear (reduction, overdrive, reverse), mimic, parallel and anti-parallel, differential (average, difference, weighted), groups; tendons (slack, largest tension) and their networks',
      tests: [
        'couplings.test.ts: gears, mimics and differentials hold at the positions that they mean',
        'couplings.test.ts: a gear shares the momentum of its input as the reflected inertia says',
        'couplings.test.ts: errors of position fall by the share of Baumgarte in each step',
        'couplings.test.ts: a coupling that yields hangs through by compliance times force',
        'couplings.test.ts: several couplings hold at once, and their impulses leave momentum along free motion alone',
        'couplings.test.ts: built in a Spec, couplings hold in the simulation',
        'couplings.test.ts: a tendon pulls beyond its slack, never pushes and never more than it can',
        'couplings.test.ts: torques of a network are the slope of its energy: virtual work',
      ],
    },
    {
      number: 19,
      feature: 'Actuators: integrated velocity, pneumatic and hydraulic cylinders, adhesion, your own',
      tests: [
        'motor.test.ts: an integrated velocity holds a joint at rest and follows its target',
        'motor.test.ts: a cylinder gives area times pressure, after its time constant 63 % of it',
        'motor.test.ts: %s adhesion takes hold and lets go with its times',
        'motor.test.ts: an actuator of your own',
        'packages/parts/src/testing/presets.test.ts: every preset of %s is within what its source publishes',
      ],
    },
    {
      number: 21,
      feature: 'Joints that muscles drive, by groups and commands (`@qpos/parts/muscles`)',
      tests: [
        'packages/parts/src/muscles/muscle-group.test.ts: the net torque is the sum of the muscles',
        'packages/parts/src/muscles/muscle-group.test.ts: antagonists turn the joint either way, and stiffen it together',
      ],
    },
    {
      number: 20,
      feature:
        '`CgSolver`: no, Jacobi and block-Jacobi preconditioner, warm start, statistics, presets; joints in maximal coordinates',
      tests: [
        'cg-solver.test.ts: %s: solutions solve random systems',
        'cg-solver.test.ts: blocks need far fewer iterations than a diagonal, and that fewer than nothing',
        'cg-solver.test.ts: a warm start takes a system that hardly changes with fewer iterations',
        'cg-solver.test.ts: presets are those of the reference',
        'joint-system.test.ts: a $kind joint moves its bodies as the engine does, closer with smaller steps',
        'joint-system.test.ts: a closed loop stays closed: a four-bar linkage',
      ],
    },
    {
      number: 22,
      feature: '`solveContacts`: conjugate gradients with 3×3 blocks and projection on friction cones',
      tests: [
        'contact-solver.test.ts: %s: those that the engine finds with elliptic cones',
        'contact-solver.test.ts: forces are in their cones, velocities in the dual cones, and neither does work',
        'contact-solver.test.ts: what does not converge is told',
      ],
    },
  ],
};
