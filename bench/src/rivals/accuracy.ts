import { type Data, fwdPosition, type Model } from '@qpos/core';
import type { Accuracy } from '../rows.ts';
import { type Box, DENSITY, type Rival, STATE_SIZE } from './bodies.ts';

type Vector = readonly [number, number, number];
type Turn = readonly [number, number, number, number];

const state = new Float64Array(STATE_SIZE);
const at = (k: number): number => state[k] ?? Number.NaN;

/** How deep the boxes of an engine overlap and how fast they creep; the model and data serve as a gauge. */
export function settled(rival: Rival, model: Model, data: Data): Omit<Accuracy, 'energyDrift' | 'momentumDrift'> {
  let speed = 0;
  const count = model.nbody - 1;
  for (let b = 0; b < count; b++) {
    rival.read(b, state);
    data.qpos.set(state.subarray(0, 7), 7 * b);
    speed += Math.hypot(at(7), at(8), at(9)) / count;
  }
  fwdPosition(model, data);
  const depths = new Map<string, number>();
  for (let c = 0; c < data.ncon; c++) {
    const pair = `${data.contact.geom[2 * c]} ${data.contact.geom[2 * c + 1]}`;
    const depth = Math.max(0, -(data.contact.dist[c] ?? 0));
    depths.set(pair, Math.max(depth, depths.get(pair) ?? 0));
  }
  const all = [...depths.values()].filter((d) => d > 0);
  return {
    meanDepth: all.length === 0 ? 0 : (1000 * all.reduce((s, d) => s + d, 0)) / all.length,
    maxDepth: 1000 * Math.max(0, ...all),
    creep: 1000 * speed,
  };
}

/** A vector (x, y, z) turned by a unit quaternion (w, a, b, c). */
function turn([x, y, z]: Vector, [w, a, b, c]: Turn): Vector {
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}

/** Kinetic energy and angular momentum of a box that turns about its middle, which is at rest. */
function rotation(rival: Rival, { half: [a, b, c] }: Box): { energy: number; momentum: Vector } {
  rival.read(0, state);
  const mass = DENSITY * 8 * a * b * c;
  const [ix, iy, iz] = [(mass * (b * b + c * c)) / 3, (mass * (a * a + c * c)) / 3, (mass * (a * a + b * b)) / 3];
  const [x, y, z] = turn([at(10), at(11), at(12)], [at(3), -at(4), -at(5), -at(6)]);
  return {
    energy: 0.5 * (ix * x * x + iy * y * y + iz * z * z),
    momentum: turn([ix * x, iy * y, iz * z], [at(3), at(4), at(5), at(6)]),
  };
}

/** Greatest relative changes of what one box that tumbles freely for `steps` steps should keep. */
export function drifts(rival: Rival, box: Box, steps: number): Pick<Accuracy, 'energyDrift' | 'momentumDrift'> {
  const first = rotation(rival, box);
  const size = Math.hypot(...first.momentum);
  let energyDrift = 0;
  let momentumDrift = 0;
  for (let k = 0; k < steps; k++) {
    rival.step();
    const { energy, momentum } = rotation(rival, box);
    const change = momentum.map((p, i) => p - (first.momentum[i] ?? 0));
    energyDrift = Math.max(energyDrift, Math.abs(energy / first.energy - 1));
    momentumDrift = Math.max(momentumDrift, Math.hypot(...change) / size);
  }
  return { energyDrift, momentumDrift };
}
