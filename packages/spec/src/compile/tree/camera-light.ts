import { enums } from '@qpos/core';
import {
  applyOrientation,
  COMPILER_EPS,
  normalize,
  prependPose,
  prependPosition,
  rotateByQuat,
} from '../../spatial/pose.ts';
import { atan2 } from '../../spatial/trig.ts';
import type { Compilation } from '../context.ts';
import type { CameraDraft, LightDraft } from '../draft.ts';

const { ObjType } = enums;
const { fround } = Math;

/** Completes a camera: pose and intrinsics (in single precision, as they are stored). */
export function compileCamera(c: Compilation, cam: CameraDraft): void {
  const { values, node } = cam;
  const problem = applyOrientation(cam.quat, values, cam.settings);
  if (problem !== undefined) c.error('bad-value', problem, node);
  if (cam.frame !== undefined) prependPose(cam.frame, cam);
  normalize(cam.quat, 0, 4);
  if (cam.fovy >= 180) c.error('bad-value', 'fovy is too large', node);

  const { resolution } = values;
  const sensorsize = values.sensorsize.map(fround);
  const hasSensor = sensorsize[0] > 0 && sensorsize[1] > 0;
  const intrinsics = [values.focal, values.focalpixel, values.principal, values.principalpixel];
  if (!hasSensor && intrinsics.some((x) => x[0] || x[1]))
    c.error('attribute-conflict', 'focal and principal require sensorsize', node);
  if (!hasSensor) {
    const znear = c.spec.visual.map?.znear ?? 0.01;
    cam.intrinsic = [znear, znear, 0, 0];
    return;
  }
  if (resolution[0] <= 0 || resolution[1] <= 0) c.error('attribute-conflict', 'sensorsize requires resolution', node);
  const density = [fround(resolution[0] / sensorsize[0]), fround(resolution[1] / sensorsize[1])];
  for (let k = 0; k < 2; k++) {
    const focal = fround(values.focalpixel[k]);
    const principal = fround(values.principalpixel[k]);
    cam.intrinsic[k] = focal ? fround(focal / density[k]) : fround(values.focal[k]);
    cam.intrinsic[k + 2] = principal ? fround(principal / density[k]) : fround(values.principal[k]);
  }
  cam.fovy = (fround(atan2(fround(sensorsize[1] / 2), cam.intrinsic[1])) * 360) / Math.PI;
}

/** Completes a light: position and direction. */
export function compileLight(c: Compilation, l: LightDraft): void {
  if (l.frame !== undefined) {
    prependPosition(l.frame, l.pos);
    rotateByQuat(l.dir, 0, l.dir, 0, l.frame.quat, 0);
  }
  if (normalize(l.dir, 0, 3) < COMPILER_EPS) c.error('bad-value', 'light direction is zero', l.node);
  const { softness } = l.values;
  if (softness < 0 || softness > 1) c.error('bad-value', 'light softness must be in [0, 1]', l.node);
}

/** Targets and textures by id, once bodies have their final ids. */
export function resolveTargets(c: Compilation): void {
  for (const x of [...c.cameras, ...c.lights]) {
    const { target } = x.values;
    if (target) x.targetbodyid = c.find(ObjType.BODY, target, x.node)?.id ?? -1;
  }
  for (const l of c.lights) {
    const { texture } = l.values;
    if (texture) l.texid = c.find(ObjType.TEXTURE, texture, l.node)?.id ?? -1;
  }
}
