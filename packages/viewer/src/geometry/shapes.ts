import { BoxGeometry, type BufferGeometry, CylinderGeometry, PlaneGeometry, SphereGeometry } from 'three';

/** Unit shapes that geoms, sites and overlays are scaled from. Long axes are along z, texture rows run downwards. */
export type UnitShape = 'sphere' | 'cap' | 'tube' | 'cylinder' | 'box' | 'plane' | 'cone';

/** How many triangles a shape has: `coarse` ones are for many copies, each of them small in the picture. */
export type Detail = 'fine' | 'coarse';

const made = new Map<string, BufferGeometry>();
const segments = {
  fine: { sphere: [64, 36], cap: [32, 10], tube: 32, cylinder: 40, cone: 20 },
  coarse: { sphere: [12, 7], cap: [10, 2], tube: 10, cylinder: 12, cone: 8 },
} as const;

/** three's v axis points up, MuJoCo's textures start at the top. */
function flipV(geometry: BufferGeometry): BufferGeometry {
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) uv.setY(i, 1 - uv.getY(i));
  return geometry;
}

function make(shape: UnitShape, detail: Detail): BufferGeometry {
  const { sphere, cap, tube, cylinder, cone } = segments[detail];
  switch (shape) {
    case 'sphere':
      return new SphereGeometry(1, ...sphere).rotateX(Math.PI / 2);
    case 'cap': // upper half of a sphere
      return new SphereGeometry(1, ...cap, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2);
    case 'tube': // cylinder without ends, half length 1
      return new CylinderGeometry(1, 1, 2, tube, 1, true).rotateX(Math.PI / 2);
    case 'cylinder':
      return new CylinderGeometry(1, 1, 2, cylinder).rotateX(Math.PI / 2);
    case 'cone': // base at z = 0, tip at z = 1
      return new CylinderGeometry(0, 1, 1, cone).translate(0, 0.5, 0).rotateX(Math.PI / 2);
    case 'box':
      return new BoxGeometry(2, 2, 2);
    case 'plane':
      return new PlaneGeometry(2, 2);
  }
}

/** A unit shape, shared by all scenes of the page. */
export function unitShape(shape: UnitShape, detail: Detail = 'fine'): BufferGeometry {
  const key = `${shape} ${detail}`;
  let geometry = made.get(key);
  if (geometry === undefined) {
    geometry = flipV(make(shape, detail));
    made.set(key, geometry);
  }
  return geometry;
}
