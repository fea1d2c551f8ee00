import { enums } from '@qpos/core';
import type { Overlay } from './frame.ts';

const { JointType, TransmissionType } = enums;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const mixed = new Float32Array(4);

/** Joints: arrows along hinge and slide axes, a ball for ball joints, a box for free ones. */
export function drawJoints({ model: m, data: d, draw, options, scale }: Overlay): void {
  const length = scale * m.vis.scale.jointlength;
  const width = scale * m.vis.scale.jointwidth;
  const { rgba } = m.vis;
  for (let j = 0; j < m.njnt; j++) {
    if (!options.jointGroup[m.jnt_group[j]]) continue;
    const body = m.jnt_bodyid[j];
    switch (m.jnt_type[j]) {
      case JointType.FREE:
        draw.shape(
          'box',
          d.xanchor,
          3 * j,
          d.xmat,
          9 * body,
          0.3 * length,
          0.3 * length,
          0.3 * length,
          rgba.joint,
          true,
        );
        break;
      case JointType.BALL:
        draw.sphere(d.xanchor, 3 * j, 0.3 * length, rgba.joint, true);
        break;
      default:
        draw.arrow(d.xanchor, 3 * j, d.xaxis, 3 * j, length, width, rgba.joint);
    }
  }
}

/** The colour of an actuator: towards the negative or positive one with its control, or with its activation where that is asked for. */
function actuatorColor({ model: m, data: d, options }: Overlay, a: number): Float32Array {
  const { rgba } = m.vis;
  const act = options.activation ? m.actuator_actadr[a] : -1;
  if (act >= 0) return mixColor(rgba, Math.max(-1, Math.min(1, d.act[act + m.actuator_actnum[a] - 1])));
  const adr = m.actuator_ctrladr[a];
  const low = adr >= 0 ? m.actuator_ctrlrange[2 * adr] : 0;
  const high = adr >= 0 ? m.actuator_ctrlrange[2 * adr + 1] : 0;
  const ctrl = adr >= 0 ? d.ctrl[adr] : 0;
  const span = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return mixColor(rgba, Math.max(-1, Math.min(1, ctrl / span)));
}

function mixColor(rgba: Overlay['model']['vis']['rgba'], t: number): Float32Array {
  const end = t < 0 ? rgba.actuatornegative : rgba.actuatorpositive;
  for (let k = 0; k < 4; k++) mixed[k] = rgba.actuator[k] + Math.abs(t) * (end[k] - rgba.actuator[k]);
  return mixed;
}

/** Actuators at the joint, site or body that they act on. */
export function drawActuators(overlay: Overlay): void {
  const { model: m, data: d, draw, options, scale } = overlay;
  const length = scale * m.vis.scale.actuatorlength;
  const width = scale * m.vis.scale.actuatorwidth;
  for (let a = 0; a < m.nactuator; a++) {
    if (!options.actuatorGroup[m.actuator_group[a]]) continue;
    const rgba = actuatorColor(overlay, a);
    const id = m.actuator_trnid[2 * a];
    switch (m.actuator_trntype[a]) {
      case TransmissionType.JOINT:
      case TransmissionType.JOINTINPARENT:
        if (m.jnt_type[id] >= JointType.SLIDE)
          draw.arrow(d.xanchor, 3 * id, d.xaxis, 3 * id, length, 1.3 * width, rgba);
        else draw.sphere(d.xanchor, 3 * id, 0.35 * length, rgba, true);
        break;
      case TransmissionType.SITE:
        draw.shape(
          'box',
          d.site_xpos,
          3 * id,
          d.site_xmat,
          9 * id,
          0.4 * length,
          0.4 * length,
          0.4 * length,
          rgba,
          true,
        );
        break;
      case TransmissionType.BODY:
        draw.sphere(d.xpos, 3 * id, 0.5 * length, rgba, true);
        break;
      case TransmissionType.TENDON:
        for (let w = d.ten_wrapadr[id]; w + 1 < d.ten_wrapadr[id] + d.ten_wrapnum[id]; w++)
          if (d.wrap_obj[w] !== -2 && d.wrap_obj[w + 1] !== -2)
            draw.rod(
              d.wrap_xpos,
              3 * w,
              d.wrap_xpos,
              3 * w + 3,
              m.vis.map.actuatortendon * m.tendon_width[id],
              rgba,
              true,
            );
    }
  }
}

/** Centres of mass of the kinematic trees. */
export function drawCom({ model: m, data: d, draw, scale }: Overlay): void {
  for (let b = 1; b < m.nbody; b++)
    if (m.body_parentid[b] === 0) draw.sphere(d.subtree_com, 3 * b, scale * m.vis.scale.com, m.vis.rgba.com);
}

const WATER = 1000; // density that boxes of inertia are scaled to

/**
 * Boxes of constant density with the inertia of each body, or ellipsoids where the model prefers them; scaled, they have the density of
 * water, so that their volume is the mass.
 */
export function drawInertia({ model: m, data: d, draw, options }: Overlay): void {
  const round = m.vis.global.ellipsoidinertia !== 0;
  for (let b = 1; b < m.nbody; b++) {
    const mass = m.body_mass[b];
    if (!(mass > 0)) continue;
    const [x, y, z] = m.body_inertia.subarray(3 * b, 3 * b + 3) as unknown as [number, number, number];
    const half = (plus: number, minus: number): number => 0.5 * Math.sqrt((6 * Math.max(0, plus - minus)) / mass);
    const r = round ? Math.sqrt(5 / 3) : 1; // (b² + c²) m / 5 of an ellipsoid is (b² + c²) m / 3 of a box
    const [a, e, c] = [r * half(y + z, x), r * half(x + z, y), r * half(x + y, z)];
    const volume = (round ? (4 / 3) * Math.PI : 8) * a * e * c;
    const s = options.scaleInertia && volume > 0 ? Math.cbrt(mass / volume / WATER) : 1;
    draw.shape(round ? 'sphere' : 'box', d.xipos, 3 * b, d.ximat, 9 * b, s * a, s * e, s * c, m.vis.rgba.inertia, true);
  }
}

const look = new Float64Array(3);

/** Lights as small balls with their direction. */
export function drawLights({ model: m, data: d, draw, scale }: Overlay): void {
  const size = scale * m.vis.scale.light;
  for (let l = 0; l < m.nlight; l++) {
    draw.sphere(d.light_xpos, 3 * l, 0.5 * size, m.vis.rgba.light);
    draw.arrow(d.light_xpos, 3 * l, d.light_xdir, 3 * l, 2 * size, 0.15 * size, m.vis.rgba.light);
  }
}

const anchor1 = new Float64Array(3);
const anchor2 = new Float64Array(3);

function toWorld(
  out: Float64Array,
  pos: Float64Array,
  mat: Float64Array,
  b: number,
  local: Float64Array,
  l: number,
): void {
  for (let k = 0; k < 3; k++) {
    out[k] = pos[3 * b + k];
    for (let a = 0; a < 3; a++) out[k] += mat[9 * b + 3 * k + a] * local[l + a];
  }
}

/** Connect and weld constraints: both anchors and the gap between them. */
export function drawEqualities({ model: m, data: d, draw, scale }: Overlay): void {
  const { EqualityType, ObjType } = enums;
  for (let e = 0; e < m.neq; e++) {
    const type = m.eq_type[e];
    if (!d.eq_active[e] || (type !== EqualityType.CONNECT && type !== EqualityType.WELD)) continue;
    const [i, j] = [m.eq_obj1id[e], m.eq_obj2id[e]];
    if (m.eq_objtype[e] === ObjType.SITE) {
      anchor1.set(d.site_xpos.subarray(3 * i, 3 * i + 3));
      anchor2.set(d.site_xpos.subarray(3 * j, 3 * j + 3));
    } else {
      const swapped = type === EqualityType.WELD;
      toWorld(anchor1, d.xpos, d.xmat, i, m.eq_data, 11 * e + (swapped ? 3 : 0));
      toWorld(anchor2, d.xpos, d.xmat, Math.max(0, j), m.eq_data, 11 * e + (swapped ? 0 : 3));
    }
    const size = scale * m.vis.scale.constraint;
    draw.sphere(anchor1, 0, size, m.vis.rgba.constraint);
    draw.sphere(anchor2, 0, size, m.vis.rgba.connect);
    draw.rod(anchor1, 0, anchor2, 0, 0.5 * size, m.vis.rgba.constraint);
  }
}

/** Three coloured arrows. */
export function drawAxes(
  draw: Overlay['draw'],
  pos: ArrayLike<number>,
  p: number,
  mat: ArrayLike<number>,
  m: number,
  length: number,
  width: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < 3; k++) look[k] = mat[m + 3 * k + axis] ?? 0;
    draw.arrow(pos, p, look, 0, length, width, axisColors[axis] ?? axisColors[0]);
  }
}
const axisColors = [
  [0.9, 0.2, 0.2],
  [0.2, 0.75, 0.25],
  [0.25, 0.4, 0.95],
] as const;

export function drawFrames({ model: m, data: d, draw, options, contacts, scale }: Overlay): void {
  const length = scale * m.vis.scale.framelength;
  const width = scale * m.vis.scale.framewidth;
  const each = (n: number, pos: Float64Array, mat: Float64Array, from = 0): void => {
    for (let i = from; i < n; i++) drawAxes(draw, pos, 3 * i, mat, 9 * i, length, width);
  };
  switch (options.frame) {
    case 'world':
      drawAxes(draw, [0, 0, 0], 0, identity, 0, 2 * length, 2 * width);
      break;
    case 'body':
      each(m.nbody, d.xpos, d.xmat, 1);
      break;
    case 'geom':
      each(m.ngeom, d.geom_xpos, d.geom_xmat);
      break;
    case 'site':
      each(m.nsite, d.site_xpos, d.site_xmat);
      break;
    case 'camera':
      each(m.ncam, d.cam_xpos, d.cam_xmat);
      break;
    case 'light':
      for (let l = 0; l < m.nlight; l++)
        draw.arrow(d.light_xpos, 3 * l, d.light_xdir, 3 * l, length, width, [1, 0.9, 0.3]);
      break;
    case 'contact':
      for (let c = 0; c < contacts.count; c++) {
        for (let r = 0; r < 3; r++)
          draw.arrow(contacts.pos, 3 * c, contacts.frame, 9 * c + 3 * r, length, width, axisColors[r] ?? axisColors[0]);
      }
      break;
  }
}
