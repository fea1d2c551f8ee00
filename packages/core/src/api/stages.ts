import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';

/**
 * Forward kinematics: poses of bodies, inertial frames, geoms and sites, and the anchors and axes of joints, from `qpos`. Writes `xpos`,
 * `xquat`, `xmat`, `xipos`, `ximat`, `xanchor`, `xaxis`, `geom_xpos`, `geom_xmat`, `site_xpos` and `site_xmat`, all in the world frame.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_kinematics
 * @example
 * data.qpos[0] = 0.5; // radians
 * kinematics(model, data);
 * console.log(data.site('hand').xpos);
 */
export function kinematics(model: Model, data: Data): void {
  backendOf(model, data).kernels.kinematics(at(model), at(data));
}

/**
 * Centres of mass, and the inertias and motion axes of the tree about them: `subtree_com`, `cinert`, `cdof`. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_comPos
 * @example
 * kinematics(model, data);
 * comPos(model, data);
 * console.log(data.body('arm').subtree_com);
 */
export function comPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.comPos(at(model), at(data));
}

/**
 * Poses of cameras and lights in the world frame: `cam_xpos`, `cam_xmat`, `light_xpos`, `light_xdir`. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_camlight
 * @example
 * fwdKinematics(model, data);
 * camlight(model, data);
 * console.log(data.camera('side').xpos);
 */
export function camlight(model: Model, data: Data): void {
  backendOf(model, data).kernels.camlight(at(model), at(data));
}

/**
 * Composite-rigid-body algorithm: `crb` and the joint-space inertia matrix `M` of the bodies, without the inertia that tendons and
 * actuators reflect. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_crb
 * @example
 * fwdKinematics(model, data);
 * crb(model, data);
 * console.log(data.M.length === model.nC);
 */
export function crb(model: Model, data: Data): void {
  backendOf(model, data).kernels.crb(at(model), at(data));
}

/**
 * The joint-space inertia matrix `M`, with the inertia that tendons and actuators reflect. Needs `comPos`, `tendon` and `transmission`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_makeM
 * @example
 * fwdPosition(model, data);
 * makeM(model, data);
 * console.log(data.M[0]);
 */
export function makeM(model: Model, data: Data): void {
  backendOf(model, data).kernels.makeM(at(model), at(data));
}

/**
 * Factors `M` into LᵀDL: writes `qLD` and `qLDiagInv`, which `solveM` uses. Needs `makeM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_factorM
 * @example
 * fwdPosition(model, data);
 * factorM(model, data);
 * console.log(data.qLDiagInv[0]);
 */
export function factorM(model: Model, data: Data): void {
  backendOf(model, data).kernels.factorM(at(model), at(data));
}

/**
 * Vertices of flexes, their bounding boxes, lengths and strains with Jacobians: `flexvert_xpos`, `flexelem_aabb`, `flexedge_length`,
 * `flexedge_J` and their like. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_flex
 * @example
 * fwdKinematics(model, data);
 * flex(model, data);
 * console.log(data.flexvert_xpos);
 */
export function flex(model: Model, data: Data): void {
  backendOf(model, data).kernels.flex(at(model), at(data));
}

/**
 * Lengths, Jacobians and wrapping paths of tendons: `ten_length`, `ten_J`, `wrap_xpos` and their like. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_tendon
 * @example
 * fwdKinematics(model, data);
 * tendon(model, data);
 * console.log(data.ten_length);
 */
export function tendon(model: Model, data: Data): void {
  backendOf(model, data).kernels.tendon(at(model), at(data));
}

/**
 * Lengths and moments of actuators: `actuator_length`, `actuator_moment`. Needs `tendon`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_transmission
 * @example
 * fwdKinematics(model, data);
 * transmission(model, data);
 * console.log(data.actuator_length);
 */
export function transmission(model: Model, data: Data): void {
  backendOf(model, data).kernels.transmission(at(model), at(data));
}

/**
 * Velocities of bodies and rates of the motion axes, in the com frame of each tree: `cvel`, `cdof_dot`. Needs `fwdPosition`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_comVel
 * @example
 * data.qvel[0] = 1; // rad/s
 * fwdPosition(model, data);
 * comVel(model, data);
 * console.log(data.body('arm').cvel);
 */
export function comVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.comVel(at(model), at(data));
}

/**
 * Passive forces: springs, dampers, gravity compensation, fluid forces and the passive callbacks; their sum is `qfrc_passive`. Needs
 * `comVel`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_passive
 * @example
 * data.qvel[0] = 1;
 * fwdPosition(model, data);
 * fwdVelocity(model, data);
 * passive(model, data);
 * console.log(data.qfrc_passive[0]); // -0.1: the damping of the joint
 */
export function passive(model: Model, data: Data): void {
  backendOf(model, data).kernels.passive(at(model), at(data));
}

/**
 * Potential energy of gravity and springs, in joules: `energy[0]`. Needs `fwdPosition`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_energyPos
 * @example
 * energyPos(model, data);
 * console.log(data.energy[0]);
 */
export function energyPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.energyPos(at(model), at(data));
}

/**
 * Kinetic energy, in joules: `energy[1]`. Needs `fwdVelocity`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_energyVel
 * @example
 * energyVel(model, data);
 * console.log(data.energy[1]);
 */
export function energyVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.energyVel(at(model), at(data));
}

/**
 * All kinematics in one call: `kinematics`, `comPos`, `camlight`, `flex` and `tendon`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_fwdKinematics
 * @example
 * data.qpos[1] = 0.5;
 * fwdKinematics(model, data);
 * console.log(data.site('hand').xpos);
 */
export function fwdKinematics(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdKinematics(at(model), at(data));
}

/**
 * The position stage: everything that depends on `qpos` alone, up to the contacts, the constraint rows and the transmissions.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_fwdPosition
 * @example
 * fwdPosition(model, data);
 * console.log(data.ncon, data.nefc);
 */
export function fwdPosition(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdPosition(at(model), at(data));
}

/**
 * Finds all contacts: fills `contact` and `ncon`. Needs `kinematics` and `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_collision
 * @example
 * fwdKinematics(model, data);
 * collision(model, data);
 * console.log(data.ncon, data.contact.dist);
 */
export function collision(model: Model, data: Data): void {
  backendOf(model, data).kernels.collision(at(model), at(data));
}

/**
 * The velocity stage: everything that depends on `qpos` and `qvel` alone, such as `cvel`, `qfrc_passive` and `qfrc_bias`. Needs
 * `fwdPosition`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_fwdVelocity
 * @example
 * fwdPosition(model, data);
 * fwdVelocity(model, data);
 * console.log(data.qfrc_bias);
 */
export function fwdVelocity(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdVelocity(at(model), at(data));
}

/**
 * The acceleration that all forces but those of constraints cause: `qfrc_smooth`, `qacc_smooth`. Needs `fwdActuation`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_fwdAcceleration
 * @example
 * fwdPosition(model, data);
 * fwdVelocity(model, data);
 * fwdActuation(model, data);
 * fwdAcceleration(model, data);
 * console.log(data.qacc_smooth);
 */
export function fwdAcceleration(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdAcceleration(at(model), at(data));
}

/**
 * Runs the constraint solver: `efc_force`, `qfrc_constraint` and the constrained acceleration `qacc`. Needs `fwdAcceleration`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_fwdConstraint
 * @example
 * forward(model, data);
 * data.qacc_warmstart.fill(0);
 * fwdConstraint(model, data);
 * console.log(data.efc_force);
 */
export function fwdConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdConstraint(at(model), at(data));
}

/**
 * Looks for NaN and huge values in `qpos`. If there is one, counts a warning and resets the Data, unless the model has auto-reset disabled.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_checkPos
 * @example
 * checkPos(model, data);
 * console.log(data.warning.number[enums.Warning.BADQPOS]);
 */
export function checkPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.checkPos(at(model), at(data));
}

/**
 * Looks for NaN and huge values in `qvel`. If there is one, counts a warning and resets the Data, unless the model has auto-reset disabled.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_checkVel
 * @example
 * checkVel(model, data);
 * console.log(data.warning.number[enums.Warning.BADQVEL]);
 */
export function checkVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.checkVel(at(model), at(data));
}

/**
 * Looks for NaN and huge values in `qacc`. If there is one, counts a warning, resets the Data, unless the model has auto-reset disabled,
 * and runs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_checkAcc
 * @example
 * checkAcc(model, data);
 * console.log(data.warning.number[enums.Warning.BADQACC]);
 */
export function checkAcc(model: Model, data: Data): void {
  backendOf(model, data).kernels.checkAcc(at(model), at(data));
}

/**
 * Advances state and time by one step of semi-implicit Euler. Needs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_Euler
 * @example
 * forward(model, data);
 * euler(model, data);
 * console.log(data.time === model.opt.timestep);
 */
export function euler(model: Model, data: Data): void {
  backendOf(model, data).kernels.euler(at(model), at(data));
}

/**
 * Advances state and time by one step that is implicit in velocity, `implicit` or `implicitfast` as `opt.integrator` says. Needs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_implicit
 * @example
 * forward(model, data);
 * implicit(model, data);
 * console.log(data.time === model.opt.timestep);
 */
export function implicit(model: Model, data: Data): void {
  backendOf(model, data).kernels.implicit(at(model), at(data));
}

/**
 * Advances state and time by one step of fourth-order Runge-Kutta. Needs `forward`; runs it three more times.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_RungeKutta
 * @example
 * forward(model, data);
 * rk4(model, data);
 * console.log(data.time === model.opt.timestep);
 */
export function rk4(model: Model, data: Data): void {
  backendOf(model, data).kernels.rk4(at(model), at(data));
}

/**
 * Accelerations of the bodies and the forces between them, in the com frame of each tree: `cacc`, `cfrc_int`, `cfrc_ext`. Needs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_rnePostConstraint
 * @example
 * rnePostConstraint(model, data);
 * console.log(data.body('arm').cfrc_int);
 */
export function rnePostConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.rnePostConstraint(at(model), at(data));
}

/**
 * Linear velocities and angular momenta of subtrees, in the world frame: `subtree_linvel`, `subtree_angmom`. Needs `fwdVelocity`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_subtreeVel
 * @example
 * subtreeVel(model, data);
 * console.log(data.body('arm').subtree_linvel);
 */
export function subtreeVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.subtreeVel(at(model), at(data));
}

/**
 * The position stage of inverse dynamics: everything that depends on `qpos` alone.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_invPosition
 * @example
 * invPosition(model, data);
 * console.log(data.nefc);
 */
export function invPosition(model: Model, data: Data): void {
  backendOf(model, data).kernels.invPosition(at(model), at(data));
}

/**
 * The velocity stage of inverse dynamics, which is that of forward dynamics. Needs `invPosition`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_invVelocity
 * @example
 * invPosition(model, data);
 * invVelocity(model, data);
 * console.log(data.qfrc_bias);
 */
export function invVelocity(model: Model, data: Data): void {
  fwdVelocity(model, data);
}

/**
 * Constraint forces at the acceleration `qacc`, without a solver: `efc_force`, `qfrc_constraint`. Needs `invPosition` and the velocity
 * stage.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_invConstraint
 * @example
 * forward(model, data);
 * invConstraint(model, data);
 * console.log(data.qfrc_constraint);
 */
export function invConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.invConstraint(at(model), at(data));
}

/**
 * Compares forward with inverse dynamics: `solver_fwdinv[0]` is the norm of the difference in joint forces, `solver_fwdinv[1]` that in
 * constraint forces. Needs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_compareFwdInv
 * @example
 * forward(model, data);
 * compareFwdInv(model, data);
 * console.log(data.solver_fwdinv);
 */
export function compareFwdInv(model: Model, data: Data): void {
  backendOf(model, data).kernels.compareFwdInv(at(model), at(data));
}
