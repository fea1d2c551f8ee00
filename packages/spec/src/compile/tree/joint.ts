import { enums } from '@qpos/core';
import { COMPILER_EPS, normalize, prependPosition, rotateByQuat } from '../../spatial/pose.ts';
import { type Compilation, isLimited } from '../context.ts';
import type { JointDraft } from '../draft.ts';

const { JointType } = enums;
const DEGREE = Math.PI / 180;

/** Completes a joint: limits, axis, position and reference angles. */
export function compileJoint(c: Compilation, j: JointDraft): void {
  const { values, node, settings, type } = j;
  const free = type === JointType.FREE;
  const ball = type === JointType.BALL;
  const [timeconst, dampratio] = values.springdamper;
  if ((timeconst || dampratio) && (timeconst <= 0 || dampratio <= 0))
    c.error('bad-value', 'when given, springdamper values must be positive', node);

  if (!free) checkAuto(c, j, values.limited, values.range, 'range');
  j.limited = !free && isLimited(values.limited, values.range);
  if (j.limited) {
    const [low, high] = values.range;
    if (low >= high && !ball) c.error('bad-value', 'range[0] should be smaller than range[1]', node);
    if (low && ball) c.error('bad-value', 'range[0] should be 0 in a ball joint', node);
    if (settings.degree && (ball || type === JointType.HINGE)) j.range = [low * DEGREE, high * DEGREE];
  }
  if (!free && !ball) checkAuto(c, j, values.actuatorfrclimited, values.actuatorfrcrange, 'actuatorfrcrange');
  j.actfrclimited = !free && !ball && isLimited(values.actuatorfrclimited, values.actuatorfrcrange);
  if (j.actfrclimited && values.actuatorfrcrange[0] >= values.actuatorfrcrange[1])
    c.error('bad-value', 'actuatorfrcrange[0] should be smaller than actuatorfrcrange[1]', node);

  if (free || ball) j.axis.set([0, 0, 1]);
  else if (j.frame !== undefined) rotateByQuat(j.axis, 0, j.axis, 0, j.frame.quat, 0);
  if (normalize(j.axis, 0, 3) < COMPILER_EPS) c.error('bad-value', 'axis too small', node);
  if (free) j.pos.fill(0);
  else if (j.frame !== undefined) prependPosition(j.frame, j.pos);
  if (type === JointType.HINGE && settings.degree) {
    j.ref *= DEGREE;
    j.springref *= DEGREE;
  }
}

function checkAuto(
  c: Compilation,
  j: JointDraft,
  limited: boolean | 'auto',
  range: readonly number[],
  attribute: string,
): void {
  if (limited !== 'auto' || j.settings.autolimits || (range[0] === 0 && range[1] === 0)) return;
  const message = `${attribute} without ${attribute.replace('range', 'limited')} while autolimits is off`;
  c.error('attribute-conflict', message, j.node);
}
