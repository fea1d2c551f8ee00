import type { FitType, FittedGeom, Mesh } from '../types.ts';

export interface FitOptions {
  /** compiler@fitaabb: around the bounds instead of the inertia box */
  fitaabb: boolean;
  /** geom@fitscale */
  fitscale: number;
}

/** Size (and centre in the mesh frame) of a primitive that stands for a mesh. */
export function fitGeom(mesh: Mesh, type: FitType, options: FitOptions): FittedGeom {
  const { size, center } = options.fitaabb ? fitBounds(mesh.aamm, type) : fitInertia(mesh.boxsz, type);
  return { size: size.map((s) => s * options.fitscale), center };
}

function fitInertia(box: Float64Array, type: FitType): FittedGeom {
  const [x, y, z] = box;
  const center = [0, 0, 0];
  if (type === 'sphere') return { size: [(x + y + z) / 3, 0, 0], center };
  const radius = (x + y) / 2;
  if (type === 'capsule') return { size: [radius, Math.max(0, z - radius / 2), 0], center };
  if (type === 'cylinder') return { size: [radius, z, 0], center };
  return { size: [x, y, z], center };
}

/** The smallest primitive of the type whose bounds contain the mesh's. */
function fitBounds(aamm: Float64Array, type: FitType): FittedGeom {
  const center = [0, 1, 2].map((k) => (aamm[k] + aamm[k + 3]) / 2);
  const [x, y, z] = [0, 1, 2].map((k) => aamm[k + 3] - center[k]);
  const radius = Math.max(x, y);
  if (type === 'sphere') return { size: [Math.max(radius, z), 0, 0], center };
  if (type === 'capsule') return { size: [radius, z - radius, 0], center };
  if (type === 'cylinder') return { size: [radius, z, 0], center };
  return { size: [x, y, z], center };
}
