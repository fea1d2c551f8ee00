import { enums } from '@qpos/core';
import { pow } from '../../spatial/trig.ts';
import type { GeomDraft } from '../draft.ts';

const { GeomType } = enums;
const { PI } = Math;

/** Exponent of Thomsen's approximation of the area of an ellipsoid. */
const THOMSEN = 1.6075;
/** Thickness of the shell that stands for the surface of an ellipsoid. */
const SHELL = 1e-6;

/** Volume of a geom, or the area of its surface when its mass is there. */
export function geomVolume(g: GeomDraft): number {
  const [a, b, c] = g.size;
  const shell = g.values.shellinertia;
  switch (g.type) {
    case GeomType.MESH:
    case GeomType.SDF:
      return g.mesh?.data.volume ?? 0;
    case GeomType.SPHERE:
      return shell ? 4 * PI * a * a : (4 * PI * a * a * a) / 3;
    case GeomType.CAPSULE: {
      const height = 2 * b;
      return shell ? 4 * PI * a * a + 2 * PI * a * height : PI * (a * a * height + (4 * a * a * a) / 3);
    }
    case GeomType.CYLINDER: {
      const height = 2 * b;
      return shell ? 2 * PI * a * a + 2 * PI * a * height : PI * a * a * height;
    }
    case GeomType.ELLIPSOID: {
      if (!shell) return (4 * PI * a * b * c) / 3;
      const sum = pow(a * b, THOMSEN) + pow(b * c, THOMSEN) + pow(c * a, THOMSEN);
      return 4 * PI * pow(sum / 3, 1 / THOMSEN);
    }
    case GeomType.HFIELD:
    case GeomType.BOX:
      return shell ? 8 * (a * b + b * c + c * a) : a * b * c * 8;
    default:
      return 0;
  }
}

/** Writes the diagonal inertia of a geom whose mass is known. */
export function setGeomInertia(g: GeomDraft): void {
  const { mass, inertia } = g;
  const [a, b, c] = g.size;
  const shell = g.values.shellinertia;
  switch (g.type) {
    case GeomType.MESH:
    case GeomType.SDF:
      if (g.mesh !== undefined) boxInertia(inertia, mass, g.mesh.data.boxsz);
      return;
    case GeomType.SPHERE:
      inertia.fill(shell ? (2 * mass * a * a) / 3 : (2 * mass * a * a) / 5);
      return;
    case GeomType.CAPSULE:
      if (shell) capsuleShell(inertia, mass, a, b);
      else capsuleSolid(inertia, mass, a, b);
      return;
    case GeomType.CYLINDER:
      if (shell) cylinderShell(inertia, mass, a, b);
      else {
        const height = 2 * b;
        inertia[0] = inertia[1] = (mass * (3 * a * a + height * height)) / 12;
        inertia[2] = (mass * a * a) / 2;
      }
      return;
    case GeomType.ELLIPSOID:
      if (shell) ellipsoidShell(inertia, mass, a, b, c);
      else ellipsoidSolid(inertia, mass, a, b, c);
      return;
    case GeomType.HFIELD:
    case GeomType.BOX:
      if (shell) boxShell(inertia, mass, a, b, c);
      else boxInertia(inertia, mass, g.size);
      return;
    default:
      inertia.fill(0);
  }
}

function boxInertia(inertia: Float64Array, mass: number, half: ArrayLike<number>): void {
  const [xx, yy, zz] = [half[0] * half[0], half[1] * half[1], half[2] * half[2]];
  inertia[0] = (mass * (yy + zz)) / 3;
  inertia[1] = (mass * (xx + zz)) / 3;
  inertia[2] = (mass * (xx + yy)) / 3;
}

function capsuleSolid(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  const ball = (mass * 4 * radius) / (4 * radius + 3 * height);
  const tube = mass - ball;
  const ballInertia = (2 * ball * radius * radius) / 5;
  const across = (tube * (3 * radius * radius + height * height)) / 12;
  const shift = (ball * height * (3 * radius + 2 * height)) / 8;
  inertia[0] = inertia[1] = across + (ballInertia + shift);
  inertia[2] = (tube * radius * radius) / 2 + ballInertia;
}

function capsuleShell(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  const ballArea = 4 * PI * radius * radius;
  const tubeArea = 2 * PI * radius * height;
  const ball = (mass * ballArea) / (ballArea + tubeArea);
  const tube = mass - ball;
  const ballInertia = (2 * ball * radius * radius) / 3;
  // a hemisphere's centre of mass is half a radius from its centre
  const com = radius / 2;
  const at = half + com;
  inertia[0] = inertia[1] =
    (tube * (6 * radius * radius + height * height)) / 12 + (ballInertia + ball * (at * at - com * com));
  inertia[2] = tube * radius * radius + ballInertia;
}

function cylinderShell(inertia: Float64Array, mass: number, radius: number, half: number): void {
  const height = 2 * half;
  const diskArea = PI * radius * radius;
  const tubeArea = 2 * PI * radius * height;
  const disk = (mass * diskArea) / (2 * diskArea + tubeArea);
  const tube = mass - 2 * disk;
  const diskAcross = (disk * radius * radius) / 4 + disk * half * half;
  const diskAlong = (disk * radius * radius) / 2;
  inertia[0] = inertia[1] = (tube * (6 * radius * radius + height * height)) / 12 + 2 * diskAcross;
  inertia[2] = tube * radius * radius + 2 * diskAlong;
}

function ellipsoidSolid(inertia: Float64Array, mass: number, a: number, b: number, c: number): void {
  inertia[0] = (mass * (b * b + c * c)) / 5;
  inertia[1] = (mass * (a * a + c * c)) / 5;
  inertia[2] = (mass * (a * a + b * b)) / 5;
}

/** A thin shell: a slightly larger ellipsoid without the ellipsoid. */
function ellipsoidShell(inertia: Float64Array, mass: number, a: number, b: number, c: number): void {
  const inner = (4 * PI * a * b * c) / 3;
  const [ae, be, ce] = [a + SHELL, b + SHELL, c + SHELL];
  const outer = (4 * PI * ae * be * ce) / 3;
  const density = mass / (outer - inner);
  const core = new Float64Array(3);
  ellipsoidSolid(core, inner * density, a, b, c);
  ellipsoidSolid(inertia, outer * density, ae, be, ce);
  for (let k = 0; k < 3; k++) inertia[k] -= core[k];
}

function boxShell(inertia: Float64Array, mass: number, a: number, b: number, c: number): void {
  const [lx, ly, lz] = [2 * a, 2 * b, 2 * c];
  const [xx, yy, zz] = [a * a, b * b, c * c];
  const [areaZ, areaX, areaY] = [lx * ly, ly * lz, lz * lx];
  const area = 2 * (areaZ + areaX + areaY);
  const massZ = (mass * areaZ) / area;
  const massX = (mass * areaX) / area;
  const massY = (mass * areaY) / area;
  const z = [(massZ * ly * ly) / 12, (massZ * lx * lx) / 12, (massZ * (lx * lx + ly * ly)) / 12];
  const x = [(massX * (ly * ly + lz * lz)) / 12, (massX * lz * lz) / 12, (massX * ly * ly) / 12];
  const y = [(massY * lz * lz) / 12, (massY * (lx * lx + lz * lz)) / 12, (massY * lx * lx) / 12];
  inertia[0] = 2 * (massZ * zz + massY * yy + z[0] + x[0] + y[0]);
  inertia[1] = 2 * (massZ * zz + massX * xx + z[1] + x[1] + y[1]);
  inertia[2] = 2 * (massX * xx + massY * yy + z[2] + x[2] + y[2]);
}
