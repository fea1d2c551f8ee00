import { enums } from '@qpos/core';
import { applyOrientation, normalize, prependPose } from '../../spatial/pose.ts';
import type { Compilation } from '../context.ts';
import type { SiteDraft } from '../draft.ts';
import { applyFromTo, checkSize } from './geom.ts';

const { GeomType } = enums;

/** Completes a site: pose and size. */
export function compileSite(c: Compilation, s: SiteDraft): void {
  const { values, node } = s;
  if (s.type === GeomType.HFIELD || s.type === GeomType.PLANE)
    c.error('bad-value', `a site cannot be a ${values.type}`, node);
  if (s.type !== GeomType.MESH && values.mesh) c.error('bad-value', 'only a mesh site can have a mesh', node);
  if (s.type === GeomType.MESH && s.mesh === undefined) {
    if (!values.mesh) c.error('missing-reference', 'a mesh site needs a mesh', node);
    return;
  }
  if (values.fromto !== undefined) applyFromTo(c, s, values.fromto);
  else {
    const problem = applyOrientation(s.quat, values, s.settings);
    if (problem !== undefined) c.error('bad-value', problem, node);
  }
  if (s.mesh !== undefined) {
    const { aamm } = s.mesh.data;
    for (let k = 0; k < 3; k++) s.size[k] = Math.max(Math.abs(aamm[k]), Math.abs(aamm[k + 3]));
  }
  if (s.frame !== undefined) prependPose(s.frame, s);
  normalize(s.quat, 0, 4);
  checkSize(c, s);
}
