import { BoxGeometry, type BufferGeometry, CylinderGeometry, PlaneGeometry, SphereGeometry } from 'three';

/** Unit shapes that geoms, sites and overlays are scaled from. Long axes are along z, texture rows run downwards. */
export type UnitShape = 'sphere' | 'cap' | 'tube' | 'cylinder' | 'box' | 'plane' | 'cone';

const made = new Map<UnitShape, BufferGeometry>();

/** three's v axis points up, MuJoCo's textures start at the top. */
function flipV(geometry: BufferGeometry): BufferGeometry {
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) uv.setY(i, 1 - uv.getY(i));
  return geometry;
}

function make(shape: UnitShape): BufferGeometry {
  switch (shape) {
    case 'sphere':
      return new SphereGeometry(1, 64, 36).rotateX(Math.PI / 2);
    case 'cap': // upper half of a sphere
      return new SphereGeometry(1, 32, 10, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2);
    case 'tube': // cylinder without ends, half length 1
      return new CylinderGeometry(1, 1, 2, 32, 1, true).rotateX(Math.PI / 2);
    case 'cylinder':
      return new CylinderGeometry(1, 1, 2, 40).rotateX(Math.PI / 2);
    case 'cone': // base at z = 0, tip at z = 1
      return new CylinderGeometry(0, 1, 1, 20).translate(0, 0.5, 0).rotateX(Math.PI / 2);
    case 'box':
      return new BoxGeometry(2, 2, 2);
    case 'plane':
      return new PlaneGeometry(2, 2);
  }
}

/** A unit shape, shared by all scenes of the page. */
export function unitShape(shape: UnitShape): BufferGeometry {
  let geometry = made.get(shape);
  if (geometry === undefined) {
    geometry = flipV(make(shape));
    made.set(shape, geometry);
  }
  return geometry;
}
