import type { Data } from '../../host/model/data.ts';
import { EnableBit, Integrator, Solver } from '../../host/model/enums.ts';
import { at, backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { type KernelArray, kernelArray } from './kernel-array.ts';
import {
  type Differences,
  dampersVary,
  gainsVary,
  isWanted,
  nudgesBackward,
  nudgesForward,
  slopesVary,
} from './step-differences.ts';

/** With more dofs, the dense Hessian that steps are solved with takes longer than a solver that knows what is zero. */
const MOST_DOFS = 256;
/** Rows that there is room for beside those at first: contacts come and go. */
const SPARE_ROWS = 64;

/** Whether differences of steps can be found by `NearbyColumns`: they need no more than forces, primal solvers and a step that is Euler's or implicit. */
export function staysNearby(model: Model): boolean {
  const { integrator, enableflags, noslip_iterations, solver } = model.opt;
  const flags = EnableBit.SLEEP | EnableBit.IPC | EnableBit.FWDINV | EnableBit.DIAGEXACT;
  return (
    (integrator === Integrator.EULER || integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST) &&
    (enableflags & flags) === 0 &&
    solver !== Solver.PGS &&
    noslip_iterations === 0 &&
    model.nv <= MOST_DOFS &&
    model.nflex === 0 &&
    model.npluginstate === 0 &&
    model.callbackMask === 0 &&
    model.extensionFlags === 0
  );
}

/**
 * Derivatives of the next state by differences of steps that are found from each other: the back end takes all steps of a kind of columns in one
 * call, and solves for accelerations from those of the first. Working memory is its own.
 */
export class NearbyColumns {
  readonly model: Model;
  readonly #data: Data;
  readonly #work: KernelArray;
  /** Where nudges begin in it, after four states. */
  readonly #nudges: number;
  #solution: KernelArray | undefined;
  #spare: KernelArray | undefined;
  #rows = 0;

  constructor(model: Model, data: Data) {
    const { nq, nv, na, nu } = model;
    this.model = model;
    this.#data = data;
    this.#nudges = 4 * (nq + nv + na);
    this.#work = kernelArray(backendOf(model, data), this.#nudges + (2 * nv + na + 2) * Math.max(nv, na, nu), this);
  }

  /** Takes the step that is to be differentiated; false if others cannot be found from it. */
  begin(): boolean {
    if (this.#solution !== undefined && this.#take()) return true;
    if (this.#data.nefc <= this.#rows && this.#solution !== undefined) return false;
    this.#reserve(this.#data.nefc + SPARE_ROWS);
    if (this.#take()) return true;
    if (this.#data.nefc <= this.#rows) return false;
    this.#reserve(this.#data.nefc + SPARE_ROWS);
    return this.#take();
  }

  #take(): boolean {
    const { model } = this;
    const data = this.#data;
    const { handle: solution } = this.#solution as KernelArray;
    const { handle: spare } = this.#spare as KernelArray;
    const { kernels } = backendOf(model, data);
    return Boolean(kernels.beginNearby(at(model), at(data), this.#work.handle, solution, spare, this.#rows));
  }

  #reserve(rows: number): void {
    const backend = backendOf(this.model, this.#data);
    const size = backend.kernels.nearbySize(at(this.model), rows);
    this.#rows = rows;
    this.#solution = kernelArray(backend, size, this);
    this.#spare = kernelArray(backend, size, this);
  }

  /** Writes all columns of the matrices that are wanted. The state is afterwards what it was, time and warm start are not. */
  write(A: Float64Array | null, B: Float64Array | null, differences: Differences): void {
    const { model } = this;
    const { nv, na } = model;
    const { exact } = differences;
    const keepsInput = !(exact && gainsVary(model));
    if (B !== null) this.#writeControls(B, keepsInput, differences);
    if (A === null) return;
    this.#writeState(A, 2 * nv, na, keepsInput, differences);
    this.#writeState(A, nv, nv, keepsVelocity(model, exact), differences);
    this.writePositions(A, differences);
  }

  /** Writes the columns of positions. */
  writePositions(A: Float64Array, differences: Differences): void {
    this.#writeState(A, 0, this.model.nv, false, differences);
  }

  #writeControls(B: Float64Array, keepFactor: boolean, { eps, centred, part }: Differences): void {
    const { model } = this;
    const { nv, na, nu } = model;
    const { ctrl } = this.#data;
    for (let i = 0; i < nu; i++) {
      const u = ctrl[i] as number;
      const forward = nudgesForward(model, i, u, eps);
      const backward = (centred || !forward) && nudgesBackward(model, i, u, eps);
      const size = isWanted(2 * nv + na + i, part) ? eps : 0;
      this.#nudge(i, forward ? size : 0, backward ? size : 0);
    }
    this.#columns(2 * nv + na, nu, keepFactor, B, nu, 0);
  }

  #writeState(
    A: Float64Array,
    first: number,
    count: number,
    keepFactor: boolean,
    { eps, centred, part }: Differences,
  ): void {
    for (let c = 0; c < count; c++) {
      const size = isWanted(first + c, part) ? eps : 0;
      this.#nudge(c, size, centred ? size : 0);
    }
    this.#columns(first, count, keepFactor, A, 2 * this.model.nv + this.model.na, first);
  }

  #nudge(column: number, up: number, down: number): void {
    this.#work.view[this.#nudges + 2 * column] = up;
    this.#work.view[this.#nudges + 2 * column + 1] = down;
  }

  /** Finds `count` columns, and writes them to a matrix of some width. */
  #columns(
    first: number,
    count: number,
    keepFactor: boolean,
    matrix: Float64Array,
    width: number,
    column: number,
  ): void {
    if (count === 0) return;
    const { model } = this;
    const data = this.#data;
    const { view, handle } = this.#work;
    backendOf(model, data).kernels.nearbyColumns(at(model), at(data), handle, first, count, keepFactor);
    const n = 2 * model.nv + model.na;
    const from = this.#nudges + 2 * count;
    for (let i = 0; i < n; i++)
      for (let c = 0; c < count; c++) matrix[i * width + column + c] = view[from + c * n + i] as number;
  }
}

/** Whether the matrix of a step stays as velocities are nudged. */
function keepsVelocity(model: Model, exact: boolean): boolean {
  if (model.opt.integrator === Integrator.EULER) return !(exact && dampersVary(model));
  return model.opt.integrator === Integrator.IMPLICITFAST && !gainsVary(model) && !slopesVary(model);
}

const known = new WeakMap<Data, NearbyColumns>();

/** The working memory of a Data, made at its first use. */
export function nearbyColumns(model: Model, data: Data): NearbyColumns {
  const found = known.get(data);
  if (found !== undefined && found.model === model) return found;
  const made = new NearbyColumns(model, data);
  known.set(data, made);
  return made;
}
