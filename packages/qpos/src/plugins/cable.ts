import { type Data, definePlugin, enums, type Model, type PluginDrawing } from '@qpos/core';
import { cos, mulQuat, quat2Vel, sin } from '@qpos/core/math';

/** One bend of a cable: a ball joint, its rest, and stiffness about x (twist), y and z (bending). */
interface Bend {
  readonly body: number;
  readonly qpos: number;
  readonly dof: number;
  /** From the parent's frame to the body's, in the shape that the model gives. */
  readonly frame: Float64Array;
  readonly rest: Float64Array;
  readonly stiffness: Float64Array;
  /** Stress at the surface per N·m about x, y and z. */
  readonly load: Float64Array;
  readonly geom: number;
}

/** Second moments of area of a geom's section across x, about x (for torsion), y and z. */
function sectionOf(model: Model, geom: number): [number, number, number] {
  const [x, y, z] = model.geom_size.subarray(3 * geom, 3 * geom + 3) as unknown as [number, number, number];
  switch (model.geom_type[geom]) {
    case enums.GeomType.CAPSULE:
    case enums.GeomType.CYLINDER: {
      const moment = (Math.PI * x ** 4) / 4;
      return [2 * moment, moment, moment];
    }
    case enums.GeomType.BOX: {
      // torsion constant of a rectangle with half sides a ≥ b (Roark, Formulas for Stress and Strain, table 10.1)
      const [a, b] = y > z ? [y, z] : [z, y];
      const torsion = a * b ** 3 * (16 / 3 - ((3.36 * b) / a) * (1 - b ** 4 / (12 * a ** 4)));
      return [torsion, (4 / 3) * y * z ** 3, (4 / 3) * z * y ** 3];
    }
    default:
      throw new Error(`geom ${geom} of a cable must be a capsule, cylinder or box`);
  }
}

/** How far the section of a geom reaches from its axis. */
function radiusOf(model: Model, geom: number): number {
  const box = model.geom_type[geom] === enums.GeomType.BOX;
  const [first, last] = box ? [3 * geom + 1, 3 * geom + 2] : [3 * geom, 3 * geom];
  return Math.max(model.geom_size[first] as number, model.geom_size[last] as number);
}

const vec = new Float64Array(3);
const quat = new Float64Array(4);

/** The ball joint of a body, or -1. */
function ballOf(model: Model, body: number): number {
  const first = model.body_jntadr[body] as number;
  for (let j = first; j < first + (model.body_jntnum[body] as number); j++)
    if (model.jnt_type[j] === enums.JointType.BALL) return j;
  return -1;
}

/** The bend between a body and its parent, if both are of the cable and a ball joint connects them. */
function bendOf(
  model: Model,
  body: number,
  bodies: readonly number[],
  twist: number,
  bend: number,
  flat: boolean,
): Bend | undefined {
  const joint = ballOf(model, body);
  if (joint < 0 || !bodies.includes(model.body_parentid[body] as number)) return undefined;
  if (!((model.body_geomnum[body] as number) > 0)) throw new Error(`body ${body} of a cable has no geom`);
  const [x, y, z] = model.body_pos.subarray(3 * body, 3 * body + 3) as unknown as [number, number, number];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) throw new Error(`body ${body} of a cable is where its parent is`);
  const geom = model.body_geomadr[body] as number;
  const [ix, iy, iz] = sectionOf(model, geom);
  const reach = radiusOf(model, geom);
  const rest = new Float64Array(3);
  const frame = model.body_quat.slice(4 * body, 4 * body + 4);
  if (!flat) quat2Vel(rest, frame, 1);
  return {
    body,
    qpos: model.jnt_qposadr[joint] as number,
    dof: model.jnt_dofadr[joint] as number,
    frame,
    rest,
    stiffness: Float64Array.of((twist * ix) / length, (bend * iy) / length, (bend * iz) / length),
    load: Float64Array.of(reach / ix, reach / iy, reach / iz),
    geom,
  };
}

/** `vec` = the rotation vector from the parent's frame to the body's. */
function measure(data: Data, { frame, qpos }: Bend): void {
  for (let k = 0; k < 4; k++) quat[k] = data.qpos[qpos + k] as number;
  mulQuat(quat, frame, quat);
  quat2Vel(vec, quat, 1);
}

/** `stress` = stiffness times what `vec` is beyond the rest of a bend, in N·m. */
function measureStress({ rest, stiffness }: Bend): void {
  for (let k = 0; k < 3; k++) stress[k] = (stiffness[k] as number) * ((vec[k] as number) - (rest[k] as number));
}

const stress = new Float64Array(3);
const torque = new Float64Array(3);
const SMALL = 1e-4; // angle below which the series of the coefficient is exact to the last digits

/**
 * `torque` = the torque on the body, in its frame, of the energy ½·Σ k·(w - rest)², w = `vec`, whose gradient is `stress`. A rotation vector turns with the angular velocity Ω of the body
 * as ẇ = J⁻¹·Ω, so the torque is -J⁻ᵀ·k·(w - rest), J⁻ᵀ = 1 - ½·[w] + c·[w]², with J the right Jacobian of rotations.
 *
 * @see Chirikjian, Stochastic Models, Information Theory, and Lie Groups (2012), §10.6
 */
function bendTorque(): void {
  const [x, y, z] = [vec[0] as number, vec[1] as number, vec[2] as number];
  const angle = Math.sqrt(x * x + y * y + z * z);
  const c = angle < SMALL ? 1 / 12 : 1 / (angle * angle) - (1 + cos(angle)) / (2 * angle * sin(angle));
  const [a, b, d] = [-(stress[0] as number), -(stress[1] as number), -(stress[2] as number)];
  const [u, v, w] = [y * d - z * b, z * a - x * d, x * b - y * a]; // vec × (a, b, d)
  torque[0] = a - 0.5 * u + c * (y * w - z * v);
  torque[1] = b - 0.5 * v + c * (z * u - x * w);
  torque[2] = d - 0.5 * w + c * (x * v - y * u);
}

/** Stress at the surface of a bend, in Pa: of bending and of twist together, as von Mises adds them up. */
function surfaceStress({ load }: Bend): number {
  const [twist, y, z] = [0, 1, 2].map((k) => (stress[k] as number) * (load[k] as number)) as [number, number, number];
  return Math.sqrt(y * y + z * z + 3 * twist * twist);
}

/** A rod over the geom of a bend, from blue without stress over green to red at 1. */
function drawSegment(model: Model, data: Data, { body, geom }: Bend, level: number, draw: PluginDrawing): void {
  const rgba = [Math.max(2 * level - 1, 0), 1 - Math.abs(2 * level - 1), Math.max(1 - 2 * level, 0), 1];
  const from = data.xpos.subarray(3 * body, 3 * body + 3);
  const to = Array.from(from, (x, k) => 2 * (data.geom_xpos[3 * geom + k] as number) - x);
  draw.rod(from, to, 1.02 * radiusOf(model, geom), rgba);
}

/**
 * `mujoco.elasticity.cable`: twist and bending of an inextensible cable, such as `<composite type="cable">` makes. Each ball joint between two of its bodies gets
 * the stiffness of a rod with their section: `twist` is its shear modulus and `bend` its Young's modulus, in Pa. With `flat` the cable is at rest when
 * straight, otherwise in the shape that the model gives it. Capsules and cylinders are round, boxes rectangular. `vmax` is the stress at the end of the colour scale
 * of drawings, which stay as they are with 0.
 */
export const cable = definePlugin({
  name: 'mujoco.elasticity.cable',
  attributes: { twist: 0, bend: 0, flat: 'false', vmax: 0 },
  init(model, _data, { config, bodies }): readonly Bend[] {
    const { twist, bend, flat } = config;
    if (!(twist >= 0 && bend >= 0)) throw new Error('twist and bend must not be below 0');
    if (flat !== 'true' && flat !== 'false') throw new Error(`flat must be true or false, not ${flat}`);
    return bodies.flatMap((body) => bendOf(model, body, bodies, twist, bend, flat === 'true') ?? []);
  },
  passive(_model, data, { local }) {
    for (const bend of local) {
      measure(data, bend);
      measureStress(bend);
      bendTorque();
      for (let k = 0; k < 3; k++)
        data.qfrc_passive[bend.dof + k] = (data.qfrc_passive[bend.dof + k] as number) + (torque[k] as number);
    }
  },
  visualize(model, data, { config, local }, draw) {
    if (!(config.vmax > 0)) return;
    for (const bend of local) {
      measure(data, bend);
      measureStress(bend);
      drawSegment(model, data, bend, Math.min(surfaceStress(bend) / config.vmax, 1), draw);
    }
  },
});
