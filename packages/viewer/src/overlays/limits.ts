import { enums } from '@qpos/core';
import { frameAlong } from '../scene/decor.ts';
import type { Overlay } from './frame.ts';

const { JointType } = enums;
const PARTS = 24; // of the arc of a hinge
const inside = [0.3, 0.8, 0.4];
const outside = [0.95, 0.25, 0.2];
const pose = new Float64Array(9);
const from = new Float64Array(3);
const to = new Float64Array(3);

/** A point of the circle about the axis of a hinge; `angle` is counted from where the joint is now. */
function onCircle(out: Float64Array, anchor: Float64Array, a: number, radius: number, angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < 3; k++) out[k] = anchor[a + k] + radius * (c * pose[3 * k] + s * pose[3 * k + 1]);
}

/** Ranges of limited joints: arcs of hinges, lines of slides, and where the joint is now; red beyond the range. */
export function drawJointLimits({ model: m, data: d, draw, options, scale }: Overlay): void {
  const radius = 0.6 * scale * m.vis.scale.jointlength;
  const width = scale * m.vis.scale.jointwidth;
  for (let j = 0; j < m.njnt; j++) {
    if (!m.jnt_limited[j] || !options.jointGroup[m.jnt_group[j]]) continue;
    const q = d.qpos[m.jnt_qposadr[j]];
    const [low, high] = [m.jnt_range[2 * j], m.jnt_range[2 * j + 1]];
    const rgba = q < low || q > high ? outside : inside;
    if (m.jnt_type[j] === JointType.HINGE) {
      frameAlong(d.xaxis, 3 * j, pose);
      for (let i = 0; i < PARTS; i++) {
        onCircle(from, d.xanchor, 3 * j, radius, low - q + ((high - low) * i) / PARTS);
        onCircle(to, d.xanchor, 3 * j, radius, low - q + ((high - low) * (i + 1)) / PARTS);
        draw.line(from, 0, to, 0, rgba);
      }
      onCircle(to, d.xanchor, 3 * j, radius, 0);
      draw.rod(d.xanchor, 3 * j, to, 0, 0.4 * width, rgba);
    } else if (m.jnt_type[j] === JointType.SLIDE) {
      for (let k = 0; k < 3; k++) {
        from[k] = d.xanchor[3 * j + k] + (low - q) * d.xaxis[3 * j + k];
        to[k] = d.xanchor[3 * j + k] + (high - q) * d.xaxis[3 * j + k];
      }
      draw.rod(from, 0, to, 0, 0.4 * width, rgba);
      draw.sphere(d.xanchor, 3 * j, width, rgba);
    }
  }
}

/** The skeleton: from the centre of mass of each body over its joints to that of its parent. */
export function drawConnections({ model: m, data: d, draw, scale }: Overlay): void {
  const width = scale * m.vis.scale.connect;
  const { connect } = m.vis.rgba;
  for (let b = 1; b < m.nbody; b++) {
    const parent = m.body_parentid[b];
    let at = d.xipos;
    let p = 3 * b;
    for (let j = m.body_jntadr[b] + m.body_jntnum[b] - 1; m.body_jntnum[b] > 0 && j >= m.body_jntadr[b]; j--) {
      if (m.jnt_type[j] === JointType.FREE) continue;
      draw.rod(d.xanchor, 3 * j, at, p, width, connect);
      at = d.xanchor;
      p = 3 * j;
    }
    if (parent > 0) draw.rod(d.xipos, 3 * parent, at, p, width, connect);
  }
}
