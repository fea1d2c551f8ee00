import type { Overlay } from './frame.ts';

/** A mouse perturbation: a body that is pulled from a grabbed point to a target. */
export interface Pull {
  /** Index of the body. */
  readonly body: number;
  /** Grabbed point, in the frame of the body. */
  readonly local: Float64Array;
  /** Where it is pulled to, in the world frame. */
  readonly target: Float64Array;
  /** Vertex of a flex that is grabbed in place of the point, counted over all flexes; none by default. */
  readonly vertex?: number;
  /** Whether it pulls, or only marks the point. */
  readonly active: boolean;
}

const grabbed = new Float64Array(3);
const rgba = [1, 0.55, 0.15];

/** The grabbed point, the rod to where it is pulled, and that place, each as its flag asks for. */
export function drawPull({ data: d, draw, model: m, options, scale }: Overlay, pull: Pull): void {
  const b = pull.body;
  if (pull.vertex !== undefined) grabbed.set(d.flexvert_xpos.subarray(3 * pull.vertex, 3 * pull.vertex + 3));
  else
    for (let k = 0; k < 3; k++) {
      grabbed[k] = d.xpos[3 * b + k];
      for (let a = 0; a < 3; a++) grabbed[k] += d.xmat[9 * b + 3 * k + a] * pull.local[a];
    }
  if (options.selectPoint) draw.sphere(grabbed, 0, scale * m.vis.scale.selectpoint, m.vis.rgba.selectpoint);
  if (!pull.active) return;
  if (options.perturbObject) draw.sphere(pull.target, 0, 0.6 * scale * m.vis.scale.selectpoint, rgba);
  if (options.perturbForce) draw.rod(grabbed, 0, pull.target, 0, 0.25 * scale * m.vis.scale.forcewidth, rgba);
}
