// The models that are compared on a GPU, and those that are refused there.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../packages.mjs';

const bundled = (names) => names.map((name) => `models/${name}.xml`);
const ours = (names) => names.map((name) => `conformance/models/${name}.xml`);
const scenes = (names) => names.map((name) => `scripts/testing/gpu/scenes/${name}.xml`);
const ofCorpus = (folder, names) => names.map((name) => `corpus:${folder}/${name}`);

/** Models whose solver a workgroup runs: pyramids, elliptic cones, friction loss and equality. */
const shared = [
  ...bundled(['humanoid']),
  ...ours(['actuation/adhesion-elliptic', 'constraint/connect-and-weld', 'constraint/joint-and-tendon-equality']),
].map((name) => `${name} workgroup`);

/** A few that have each solver, cone and integrator, contacts, also those that are searched for, tendons, muscles, equality and sensors between them. */
export const fewModels = [
  ...bundled(['humanoid', 'cheetah', 'muscle-arm', 'cartpole', 'newtons-cradle', 'slider-crank']),
  ...bundled(['inverted-pendulum', 'reacher', 'half-cheetah', 'swimmer', 'ant'].map((name) => `gymnasium/${name}`)),
  ...bundled(['tasks/arm-lift', 'tasks/drone']),
  ...ours(['actuation/adhesion-elliptic', 'constraint/joint-and-tendon-equality', 'integrator/coriolis']),
  ...ofCorpus('mujoco-variants/model/humanoid', ['humanoid__pgs_elliptic.xml']),
  ...ofCorpus('brax/brax/test_data', ['fluid_box_offset_com.xml', 'capsule.xml']),
  ...ofCorpus('mujoco/mjx/mujoco/mjx/test_data', ['tendon/pulley_site_wrap.xml']),
  ...ofCorpus('menagerie', ['stanford_tidybot/base.xml', 'wonik_allegro/left_hand.xml']),
  ...scenes(['ellipsoid-on-box']),
  ...shared.slice(0, 2),
];

const GYMNASIUM = [
  ...['inverted-pendulum', 'inverted-double-pendulum', 'hopper', 'swimmer', 'walker2d', 'half-cheetah', 'reacher'],
  ...['ant', 'humanoid', 'humanoid-standup'],
];

/** All that are compared with `QPOS_GPU=all`, the smaller ones first. */
export const allModels = [
  ...bundled(GYMNASIUM.map((name) => `gymnasium/${name}`)),
  ...bundled(['pendulum', 'double-pendulum', 'newtons-cradle', 'cartpole', 'slider-crank', 'muscle-arm', 'hopper']),
  ...bundled(['cheetah', 'swimmer', 'ant', 'quadruped', 'humanoid', 'tasks/arm-lift', 'tasks/drone']),
  ...ours([
    'smooth/joints/ball',
    'smooth/joints/free-with-arm',
    'smooth/passive/fluid-ellipsoid',
    'integrator/coriolis',
  ]),
  ...ours(['constraint/connect-and-weld', 'constraint/joint-and-tendon-equality', 'constraint/limits-and-friction']),
  ...ours(['constraint/walker', 'constraint/margins', 'tendon/wrap-sphere', 'tendon/wrap-cylinder', 'tendon/pulley']),
  ...ours(['actuation/muscle', 'actuation/adhesion', 'actuation/adhesion-elliptic', 'actuation/dynamics/dcmotor']),
  ...ours(['sensor/joints', 'sensor/tendons', 'sensor/actuators', 'sensor/frame-position', 'sensor/frame-velocity']),
  ...ours(['sensor/frame-acceleration', 'sensor/contact/touch', 'sensor/contact/contact-netforce']),
  ...ours(['sensor/history/history-accelerometer', 'sensor/energy-runge-kutta']),
  ...scenes(['ellipsoid-on-box', 'cylinder-on-box', 'capsule-on-cylinder', 'meshes-on-box']),
  ...ofCorpus('brax/brax/test_data', [
    ...['single_prismatic.xml', 'double_prismatic.xml', 'triple_prismatic.xml', 'single_universal_pendulum.xml'],
    ...['triple_pendulum.xml', 'prismaversal_3dof_joint.xml', 'single_pendulum_motor.xml', 'fluid_sphere.xml'],
    ...['single_spherical_pendulum_motor.xml', 'single_pendulum_position_frclimit.xml', 'fluid_box_offset_com.xml'],
    ...['world_self_collision.xml', 'capsule.xml'],
  ]),
  ...ofCorpus('bullet3', ['cartpole.urdf', 'pantilt.urdf', 'prismatic.urdf']),
  ...ofCorpus('dm_control/dm_control', [
    ...['suite/pendulum.xml', 'suite/stacker.xml', 'mujoco/testing/assets/model_with_third_order_actuators.xml'],
  ]),
  ...ofCorpus('example-robot-data/robots', ['simple_humanoid_description/urdf/simple_humanoid_classical.urdf']),
  ...ofCorpus('menagerie', [
    ...['stanford_tidybot/base.xml', 'stanford_tidybot/scene_base.xml', 'wonik_allegro/left_hand.xml'],
    ...['wonik_allegro/right_hand.xml'],
  ]),
  ...ofCorpus('mujoco/doc/_static', ['gyroscopic.xml', 'hello.xml']),
  ...ofCorpus('mujoco/mjx/mujoco/mjx/test_data', [
    ...['tendon/no_tendon.xml', 'tendon/site_wrap.xml', 'tendon/wrap_sidesite.xml', 'tendon/pulley_site.xml'],
    ...['tendon/pulley_site_wrap.xml', 'quadratic_frictionloss.xml'],
  ]),
  ...ofCorpus('mujoco/model', ['mug/mug.xml', 'flex/mannequin.xml']),
  ...ofCorpus('mujoco/test/engine/testdata', [
    ...['core_constraint/jdotv_connect_2d.xml', 'core_constraint/soft_weld.xml', 'core_constraint/jdotv_weld_3d.xml'],
    ...['connect.xml', 'equality_site.xml', 'island/abacus.xml', 'ray/ray_swing.xml', 'ray/sphere.xml', 'ray/box.xml'],
    ...['ray/cylinder.xml', 'ray/mesh.xml', 'actuation/orientation.xml', 'actuation/dampratio.xml'],
    ...['actuation/damper.xml', 'actuation/tendon_dampratio.xml', 'actuation/actearly.xml', 'solver/humanoid.xml'],
    ...['derivative/tumbling_thin_object_ellipsoid.xml', 'vis_visualize/orthographic.xml'],
  ]),
  ...ofCorpus('mujoco/test', ['testdata/delay.xml', 'user/testdata/frame1.xml', 'user/testdata/auto_limits.xml']),
  ...ofCorpus('mujoco/unity/Tests/Editor/Tools/Resources', ['ValidModel.xml']),
  ...ofCorpus('mujoco-variants/model/humanoid', [
    ...['humanoid__cg_elliptic.xml', 'humanoid__implicit.xml', 'humanoid__newton_elliptic_noslip.xml'],
    ...['humanoid__pgs_elliptic.xml'],
  ]),
  ...shared,
];

/** Bundled models that are refused, and what the reason names. */
export const refusedModels = Object.fromEntries(
  ['deformable/cloth', 'deformable/rope', 'deformable/soft-bodies'].map((name) => [bundled([name])[0], 'flexes']),
);

/** Where a model is; undefined for those of a corpus that is not beside this repository. */
export function fileOf(name) {
  const file = path.resolve(root, name.replace(/^corpus:/, '../shared/corpus/'));
  return fs.existsSync(file) || !name.startsWith('corpus:') ? file : undefined;
}
