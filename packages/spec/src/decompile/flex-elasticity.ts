import { enums } from '@qpos/core';
import { edgeBending } from '../compile/flex/bending.ts';
import { type InterpolatedElasticity, interpolatedStiffness } from '../compile/flex/interpolated.ts';
import { shellBending } from '../compile/flex/shell-bending.ts';
import { elementStiffness, type Material } from '../compile/flex/stiffness.ts';
import { findEdges, findFlaps } from '../compile/flex/topology.ts';
import type { FlexParts } from './flex.ts';

// The Model has stiffness, which is linear in the two moduli of the material: these are fitted, and the material follows. A
// thickness that the Model does not tell is one.

/** Attributes of `elasticity` that give the stiffness that a flex has. */
export interface FittedElasticity {
  young: number;
  poisson: number;
  damping: number;
  thickness?: number;
  elastic2d?: string;
}

/** The shear modulus alone, and with an equal first Lamé parameter: of a solid, and of a plate in plane stress. */
const SHEAR: Material = { young: 2, poisson: 0 };
const SOLID: Material = { young: 2.5, poisson: 0.25 };
const PLATE: Material = { young: 8 / 3, poisson: 1 / 3 };

const STRAIN = 3;

export function fitElasticity(flex: FlexParts): FittedElasticity | undefined {
  const { m, id } = flex;
  const damping = m.flex_damping[id];
  const fitted = flex.grid === undefined ? ofElements(flex) : ofGrid(flex);
  if (fitted === undefined && damping === 0) return undefined;
  return { young: 0, poisson: 0, ...fitted, damping };
}

type Fit = Omit<FittedElasticity, 'damping'>;

function ofElements({ m, id, dim, element, position, stiffness, bending }: FlexParts): Fit | undefined {
  const flaps = m.flex_edgeflap.subarray(2 * m.flex_edgeadr[id], 2 * (m.flex_edgeadr[id] + m.flex_edgenum[id]));
  const bends = flaps.some((v) => v >= 0);
  if (stiffness.length === 0) return bends ? { young: 0, poisson: 0, thickness: 1, elastic2d: 'bend' } : undefined;
  const stretched = stiffness.some((x) => x !== 0);
  const of = (material: Material): Float64Array => elementStiffness(position, element, dim, material, 1);
  const moduli = stretched ? fitModuli(stiffness, of(SHEAR), of(SOLID)) : undefined;
  const solid = moduli === undefined ? { young: 1, poisson: 0 } : solidMaterial(moduli);
  if (dim === 3 || (!stretched && bending.length === 0)) return solid;
  if (bending.length === 0) return { ...solid, thickness: 1, elastic2d: 'stretch' };
  const model = m.extensionFlags & enums.Extension.FOLD_BENDING ? 'fold' : 'curvature';
  const corners = findFlaps(element, findEdges(element, dim, position.length / 3)).vertex;
  const unit = edgeBending(position, corners, 1, 1, model);
  const rigidity = ratio(bending, unit);
  if (moduli === undefined) return { young: 2 * rigidity, poisson: 0, thickness: 1, elastic2d: 'bend' };
  const thickness = Math.sqrt(rigidity / moduli.shear);
  return { ...solid, young: solid.young / thickness, thickness, elastic2d: 'both' };
}

function ofGrid(flex: FlexParts): Fit | undefined {
  const { m, id, grid, node0, stiffness, bending } = flex;
  if (grid === undefined) return undefined;
  const shell = m.flex_interp[id] < 0;
  const constrained = m.flex_edgeequality[id] === STRAIN;
  const elastic2d = bending.length > 0 ? 'both' : 'stretch';
  if (stiffness.length === 0) return shell ? { young: 0, poisson: 0, thickness: 1, elastic2d } : undefined;
  const empty = emptyBlocks(stiffness, grid.cells[0] * grid.cells[1] * grid.cells[2]);
  const of = (material: Material, part: Partial<InterpolatedElasticity> = {}): Float64Array =>
    interpolatedStiffness(grid, node0, shell ? undefined : empty, {
      ...material,
      thickness: 1,
      shell,
      constrained,
      ...part,
    });
  const plate =
    bending.length > 0 ? ratio(bending, shellBending(grid, node0, { young: 12, poisson: 0 }, 1), isStiffness) : 0;
  if (constrained) {
    if (!shell) return undefined;
    // modes of the membrane grow with the root of the thickness; the first numbers are those of the first mode
    const dofs = 3 * (grid.order + 1) * (grid.order + 1);
    const first = (modes: Float64Array): number => norm(modes.subarray(1, 1 + dofs));
    const root = first(stiffness) / first(of(SHEAR));
    const thickness = root * root;
    return { young: (12 * plate) / (thickness * thickness * thickness), poisson: 0, thickness, elastic2d };
  }
  if (!shell) return solidMaterial(fitModuli(stiffness, of(SHEAR), of(SOLID)));
  const material = plateMaterial(fitModuli(stiffness, of(SHEAR), of(PLATE)));
  if (plate === 0) return { ...material, thickness: 1, elastic2d };
  const { poisson } = material;
  const thickness = Math.sqrt((12 * (1 - poisson * poisson) * plate) / material.young);
  return { poisson, young: material.young / thickness, thickness, elastic2d };
}

/** Blocks of a matrix that are zero. */
function emptyBlocks(stiffness: Float64Array, blocks: number): Uint8Array {
  const size = stiffness.length / blocks;
  return Uint8Array.from({ length: blocks }, (_, b) =>
    stiffness.subarray(b * size, (b + 1) * size).some((x) => x !== 0) ? 0 : 1,
  );
}

/** Place of the stiffness among the numbers of a hinge. */
const isStiffness = (k: number): boolean => k > 0 && (k - 1) % 10 === 6;

interface Moduli {
  shear: number;
  lame: number;
}

/** The moduli whose stiffness comes closest, given that of a unit shear modulus, alone and with an equal Lamé parameter. */
function fitModuli(target: Float64Array, shear: Float64Array, both: Float64Array): Moduli {
  let [ss, sl, ll, st, lt] = [0, 0, 0, 0, 0];
  for (let k = 0; k < target.length; k++) {
    const lame = both[k] - shear[k];
    ss += shear[k] * shear[k];
    sl += shear[k] * lame;
    ll += lame * lame;
    st += shear[k] * target[k];
    lt += lame * target[k];
  }
  const det = ss * ll - sl * sl;
  return { shear: (st * ll - lt * sl) / det, lame: (lt * ss - st * sl) / det };
}

const ratio = (target: Float64Array, unit: Float64Array, counts = (_: number): boolean => true): number => {
  let [dot, square] = [0, 0];
  for (let k = 0; k < target.length; k++) {
    if (!counts(k)) continue;
    dot += target[k] * unit[k];
    square += unit[k] * unit[k];
  }
  return square > 0 ? dot / square : 0;
};

const norm = (v: Float64Array): number => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));

/** Rounding must not make a ratio of zero negative. */
const solidMaterial = ({ shear, lame }: Moduli): Material => {
  const poisson = Math.max(0, lame / (2 * (lame + shear)));
  return { young: 2 * shear * (1 + poisson), poisson };
};

const plateMaterial = ({ shear, lame }: Moduli): Material => {
  const share = lame / shear;
  const poisson = Math.max(0, share / (2 + share));
  return { young: 2 * shear * (1 + poisson), poisson };
};
