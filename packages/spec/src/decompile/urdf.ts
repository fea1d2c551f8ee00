import { enums, idToName, type Model } from '@qpos/core';
import { asin, atan2 } from '@qpos/core/math';
import { requireFunction, requireObject } from '../arguments.ts';
import { compile } from '../compile/compile.ts';
import type { Diagnostic } from '../errors.ts';
import { XmlWriter } from '../mjcf/xml-writer.ts';
import { appendPose, invertPose, type Pose, quat4, vec3 } from '../spatial/pose.ts';
import { requireSpec } from '../spec/check.ts';
import type { Mesh, Spec } from '../spec/types.ts';

const { EqualityType, GeomType, JointType } = enums;

/** How URDF is written. */
export interface UrdfOptions {
  /** Called with each thing that URDF cannot say; warnings are dropped by default. */
  readonly onWarning?: ((warning: Diagnostic) => void) | undefined;
}

type Attributes = readonly (readonly [string, string])[];
const numbers = (values: ArrayLike<number>): string => Array.from(values, (x) => String(x === 0 ? 0 : x)).join(' ');
const part = (field: ArrayLike<number>, k: number, n: number): number[] =>
  Array.from({ length: n }, (_, i) => field[n * k + i] as number);

/** Roll, pitch and yaw of a quaternion: turns about x, y and z of the parent, in this order. */
function rollPitchYaw([w, x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  if (Math.abs(sine) > 1 - 1e-15) return [0, asin(sine), -Math.sign(sine) * 2 * atan2(x, w)];
  return [
    atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    asin(sine),
    atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** One model on its way to URDF. */
class UrdfWriter {
  readonly xml = new XmlWriter();
  readonly #m: Model;
  readonly #spec: Spec;
  readonly #warn: (message: string, kind?: string) => void;
  readonly #mimics = new Map<number, readonly [leader: number, offset: number, multiplier: number]>();

  constructor(spec: Spec, model: Model, warn: (message: string, kind?: string) => void) {
    this.#spec = spec;
    this.#m = model;
    this.#warn = warn;
  }

  write(): string {
    const { xml } = this;
    xml.open('robot', [['name', this.#spec.model ?? 'model']]);
    xml.open('mujoco', []);
    xml.empty('compiler', [
      ['fusestatic', 'false'],
      ['discardvisual', 'false'],
      ['strippath', 'false'],
    ]);
    xml.close('mujoco');
    this.#readEqualities();
    for (let b = 0; b < this.#m.nbody; b++) this.#link(b);
    for (let b = 1; b < this.#m.nbody; b++) this.#joints(b);
    xml.close('robot');
    this.#warnOfRest();
    return xml.text;
  }

  #name(kind: string, id: number): string {
    return idToName(this.#m, kind, id) ?? `${kind}${id}`;
  }

  /** Joints that follow others. Polynomials of a higher degree have no word in URDF. */
  #readEqualities(): void {
    const m = this.#m;
    for (let e = 0; e < m.neq; e++) {
      const [offset = 0, multiplier = 0, ...higher] = part(m.eq_data, e, 11).slice(0, 5);
      const isMimic = m.eq_type[e] === EqualityType.JOINT && m.eq_obj2id[e] >= 0 && higher.every((x) => x === 0);
      if (isMimic) this.#mimics.set(m.eq_obj1id[e], [m.eq_obj2id[e], offset, multiplier]);
      else this.#warn(`equality constraint ${this.#name('equality', e)} is left out`, 'equality');
    }
  }

  /** The frame of a link in its body: where its first joint is. */
  #frameOf(b: number): Pose {
    const joint = this.#m.body_jntadr[b];
    const isAnchored = joint >= 0 && this.#m.jnt_type[joint] !== JointType.FREE;
    return { pos: vec3(isAnchored ? part(this.#m.jnt_pos, joint, 3) : undefined), quat: quat4(undefined) };
  }

  /** A pose of a body's frame in the frame of its link. */
  #inLink(b: number, pos: ArrayLike<number>, quat: ArrayLike<number>): Pose {
    const pose = invertPose(this.#frameOf(b));
    appendPose(pose, pos, quat);
    return pose;
  }

  #origin({ pos, quat }: Pose): void {
    this.xml.empty('origin', [
      ['xyz', numbers(pos)],
      ['rpy', numbers(rollPitchYaw(quat))],
    ]);
  }

  #link(b: number): void {
    const { xml } = this;
    const m = this.#m;
    xml.open('link', [['name', b === 0 ? 'world' : this.#name('body', b)]]);
    if (b > 0) {
      xml.open('inertial', []);
      this.#origin(this.#inLink(b, part(m.body_ipos, b, 3), part(m.body_iquat, b, 4)));
      xml.empty('mass', [['value', String(m.body_mass[b])]]);
      const [ixx, iyy, izz] = part(m.body_inertia, b, 3).map(String) as [string, string, string];
      xml.empty('inertia', [
        ['ixx', ixx],
        ['iyy', iyy],
        ['izz', izz],
        ['ixy', '0'],
        ['ixz', '0'],
        ['iyz', '0'],
      ]);
      xml.close('inertial');
    }
    for (let g = m.body_geomadr[b]; g >= 0 && g < m.body_geomadr[b] + m.body_geomnum[b]; g++) this.#geom(b, g);
    xml.close('link');
  }

  #geom(b: number, g: number): void {
    const m = this.#m;
    const shape = this.#shape(g);
    if (shape === undefined) {
      this.#warn(`geom ${this.#name('geom', g)} has a shape that URDF does not know`, 'geom');
      return;
    }
    const collides = m.geom_contype[g] !== 0 || m.geom_conaffinity[g] !== 0;
    const name = idToName(m, 'geom', g);
    const tag = collides ? 'collision' : 'visual';
    const { xml } = this;
    xml.open(tag, name === undefined ? [] : [['name', name]]);
    this.#origin(this.#inLink(b, ...this.#geomPose(g)));
    xml.open('geometry', []);
    xml.empty(...shape);
    xml.close('geometry');
    if (!collides) {
      xml.open('material', [['name', `${this.#name('geom', g)} colour`]]);
      xml.empty('color', [['rgba', numbers(part(m.geom_rgba, g, 4))]]);
      xml.close('material');
    }
    xml.close(tag);
  }

  /** Where a geom is; of a mesh, where the numbers of its file are. */
  #geomPose(g: number): [pos: ArrayLike<number>, quat: ArrayLike<number>] {
    const m = this.#m;
    const pose: Pose = { pos: vec3(part(m.geom_pos, g, 3)), quat: quat4(part(m.geom_quat, g, 4)) };
    if (m.geom_type[g] === GeomType.MESH) {
      const mesh = m.geom_dataid[g];
      const back = invertPose({ pos: vec3(part(m.mesh_pos, mesh, 3)), quat: quat4(part(m.mesh_quat, mesh, 4)) });
      appendPose(pose, back.pos, back.quat);
    }
    return [pose.pos, pose.quat];
  }

  #shape(g: number): [tag: string, attributes: Attributes] | undefined {
    const m = this.#m;
    const [x = 0, y = 0, z = 0] = part(m.geom_size, g, 3);
    switch (m.geom_type[g]) {
      case GeomType.BOX:
        return ['box', [['size', numbers([2 * x, 2 * y, 2 * z])]]];
      case GeomType.SPHERE:
        return ['sphere', [['radius', String(x)]]];
      case GeomType.CYLINDER:
        return [
          'cylinder',
          [
            ['radius', String(x)],
            ['length', String(2 * y)],
          ],
        ];
      case GeomType.CAPSULE:
        return [
          'capsule',
          [
            ['radius', String(x)],
            ['length', String(2 * y)],
          ],
        ];
      case GeomType.MESH:
        return this.#meshShape(this.#spec.meshes[m.geom_dataid[g]]);
      default:
        return undefined;
    }
  }

  #meshShape(mesh: Mesh | undefined): [string, Attributes] | undefined {
    if (mesh?.file === undefined) return undefined;
    return [
      'mesh',
      [
        ['filename', mesh.file],
        ['scale', numbers(mesh.scale ?? [1, 1, 1])],
      ],
    ];
  }

  /** The joint that a link hangs from: several joints of one body need links of their own in between. */
  #joints(b: number): void {
    const m = this.#m;
    const count = m.body_jntnum[b];
    const parent = m.body_parentid[b];
    const from = invertPose(this.#frameOf(parent));
    appendPose(from, part(m.body_pos, b, 3), part(m.body_quat, b, 4));
    const frame = this.#frameOf(b);
    appendPose(from, frame.pos, frame.quat);
    if (count > 1)
      this.#warn(`body ${this.#name('body', b)} has ${count} joints: links without mass stand between them`, 'body');
    let above = parent === 0 ? 'world' : this.#name('body', parent);
    const own = this.#name('body', b);
    for (let k = 0; k < Math.max(1, count); k++) {
      const below = k < count - 1 ? `${own} ${k}` : own;
      if (k < count - 1) this.xml.empty('link', [['name', below]]);
      this.#joint(
        b,
        k < count ? m.body_jntadr[b] + k : -1,
        above,
        below,
        k === 0 ? from : { pos: vec3(undefined), quat: quat4(undefined) },
      );
      above = below;
    }
  }

  #joint(b: number, j: number, parent: string, child: string, origin: Pose): void {
    const { xml } = this;
    const m = this.#m;
    const isLimited = j >= 0 && m.jnt_limited[j] !== 0;
    const type =
      j < 0 ? 'fixed' : ['floating', 'spherical', 'prismatic', isLimited ? 'revolute' : 'continuous'][m.jnt_type[j]];
    xml.open('joint', [
      ['name', j < 0 ? `${this.#name('body', b)} joint` : this.#name('joint', j)],
      ['type', type as string],
    ]);
    this.#origin(origin);
    xml.empty('parent', [['link', parent]]);
    xml.empty('child', [['link', child]]);
    if (j >= 0) this.#jointSettings(j, isLimited);
    xml.close('joint');
  }

  #jointSettings(j: number, isLimited: boolean): void {
    const { xml } = this;
    const m = this.#m;
    const dof = m.jnt_dofadr[j];
    const scalar = m.jnt_type[j] === JointType.HINGE || m.jnt_type[j] === JointType.SLIDE;
    if (scalar) xml.empty('axis', [['xyz', numbers(part(m.jnt_axis, j, 3))]]);
    const [damping, friction] = [m.dof_damping[dof], m.dof_frictionloss[dof]];
    if (damping !== 0 || friction !== 0)
      xml.empty('dynamics', [
        ['damping', String(damping)],
        ['friction', String(friction)],
      ]);
    const [lower = 0, upper = 0] = part(m.jnt_range, j, 2);
    const effort = m.jnt_actfrclimited[j] !== 0 ? m.jnt_actfrcrange[2 * j + 1] : 0;
    const range: Attributes = isLimited
      ? [
          ['lower', String(lower)],
          ['upper', String(upper)],
        ]
      : [];
    if (scalar && (isLimited || effort !== 0 || m.jnt_type[j] === JointType.SLIDE))
      xml.empty('limit', [...range, ['effort', String(effort)], ['velocity', '0']]);
    const mimic = this.#mimics.get(j);
    if (mimic !== undefined)
      xml.empty('mimic', [
        ['joint', this.#name('joint', mimic[0])],
        ['multiplier', String(mimic[2])],
        ['offset', String(mimic[1])],
      ]);
    const lost = { armature: m.dof_armature[dof], stiffness: m.jnt_stiffness[j] };
    for (const [name, value] of Object.entries(lost))
      if (value !== 0) this.#warn(`the ${name} of joint ${this.#name('joint', j)} is left out`, 'joint');
  }

  #warnOfRest(): void {
    const m = this.#m;
    const lost = {
      actuator: m.nactuator,
      sensor: m.nsensor,
      tendon: m.ntendon,
      site: m.nsite,
      camera: m.ncam,
      light: m.nlight,
      flex: m.nflex,
      skin: m.nskin,
      pair: m.npair,
      exclude: m.nexclude,
      key: m.nkey,
    };
    for (const [kind, count] of Object.entries(lost))
      if (count > 0) this.#warn(`URDF has no ${kind}: ${count} left out`, kind);
  }
}

/**
 * The URDF text of a Spec: links with inertia and shapes, joints with limits, damping and friction, joints that follow others. What URDF cannot
 * say (actuators, tendons, stiffness, ...) is left out with a warning. Read again here or by MuJoCo, it moves like the model without these parts.
 *
 * @param spec The Spec.
 * @param options Where warnings go.
 * @returns The text.
 * @example
 * const spec = createSpec({ model: 'pendulum' });
 * const rod = addBody(spec.worldbody, { name: 'rod' });
 * addJoint(rod, { name: 'hinge', axis: [0, 1, 0] });
 * addGeom(rod, { type: 'capsule', size: [0.02], fromto: [0, 0, 0, 0, 0, -1] });
 * console.log(writeUrdf(spec));
 */
export function writeUrdf(spec: Spec, options: UrdfOptions = {}): string {
  requireSpec(spec);
  requireObject('options', options);
  const { onWarning = () => {} } = options;
  requireFunction('onWarning', onWarning);
  const warn = (message: string, element?: string): void =>
    onWarning({ severity: 'warning', code: 'unsupported', message, element });
  const model = compile(spec, { onWarning() {} });
  return new UrdfWriter(spec, model, warn).write();
}
