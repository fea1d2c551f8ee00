// A chain that code builds link by link, instead of a file.
import {
  addBody,
  addGeom,
  addJoint,
  addLight,
  type Body,
  compile,
  createSpec,
  makeData,
  step,
  type WorldBody,
} from 'qpos';
import type { Scene } from '../scene.ts';

const LINKS = 24;

export function start(): Scene {
  const spec = createSpec();
  addLight(spec.worldbody, { pos: [0, -2, 4], dir: [0, 0.5, -1] });
  let parent: Body | WorldBody = spec.worldbody;
  for (let k = 0; k < LINKS; k++) {
    const link: Body = addBody(parent, { name: `link${k}`, pos: k === 0 ? [-1, 0, 2] : [0.1, 0, 0] });
    addJoint(link, { type: 'ball', damping: [0.002] });
    addGeom(link, {
      type: 'capsule',
      size: [0.025],
      fromto: [0, 0, 0, 0.1, 0, 0],
      rgba: [0.2 + (0.7 * k) / LINKS, 0.55, 0.65 - (0.4 * k) / LINKS, 1],
    });
    parent = link;
  }
  const model = compile(spec);
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => step(model, data),
    report: () => ({ 'end (m)': data.body(`link${LINKS - 1}`).xpos[2] }),
  };
}
