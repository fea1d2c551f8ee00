import type { Data, Model } from '@qpos/core';

/**
 * How the moving bodies that soft bodies touch answer to forces, in the time of one step. Each has a slot with a spatial velocity (rotation,
 * then translation of the point at its tree's centre of mass, as `cvel`), and the matrix `response` holds J·M⁻¹·Jᵀ of all slots: bodies of
 * one tree move each other.
 */
export class RigidResponse {
  /** Number of slots. */
  count = 0;
  /** Body of each slot. */
  body = new Int32Array(4);
  /** Spatial velocity of each slot: six numbers. */
  velocity = new Float64Array(24);
  /** Displacement since the step began: six numbers. */
  displacement = new Float64Array(24);
  /** Impulse that the slot has received: six numbers, torque first. */
  impulse = new Float64Array(24);
  readonly #model: Model;
  #acceleration = new Float64Array(24); // without soft contacts
  #response = new Float64Array(36 * 16);
  readonly #slotOf: Int32Array;
  readonly #column: Float64Array; // M⁻¹·Jᵀ of one unit force
  #capacity = 4;

  constructor(model: Model) {
    this.#model = model;
    this.#slotOf = new Int32Array(model.nbody).fill(-1);
    this.#column = new Float64Array(model.nv);
  }

  /** Lets all slots go. */
  clear(): void {
    for (let s = 0; s < this.count; s++) this.#slotOf[this.body[s]] = -1;
    this.count = 0;
  }

  /** The slot of a body, made if it is new; -1 if it cannot move. */
  slot(body: number): number {
    const { body_dofnum, body_parentid } = this.#model;
    let b = body;
    while (b > 0 && body_dofnum[b] === 0) b = body_parentid[b];
    if (b === 0) return -1;
    if (this.#slotOf[b] >= 0) return this.#slotOf[b];
    if (this.count === this.#capacity) this.#grow();
    const s = this.count++;
    this.#slotOf[b] = s;
    this.body[s] = b;
    this.displacement.fill(0, 6 * s, 6 * s + 6);
    return s;
  }

  /** The slot of a body, or -1. */
  known(body: number): number {
    const { body_dofnum, body_parentid } = this.#model;
    let b = body;
    while (b > 0 && body_dofnum[b] === 0) b = body_parentid[b];
    return this.#slotOf[b];
  }

  /** Lets all slots but the first go. */
  keep(count: number): void {
    for (let s = count; s < this.count; s++) this.#slotOf[this.body[s]] = -1;
    this.count = count;
  }

  #grow(): void {
    const n = 2 * this.#capacity;
    this.#capacity = n;
    this.body = widened(this.body, new Int32Array(n));
    this.velocity = widened(this.velocity, new Float64Array(6 * n));
    this.displacement = widened(this.displacement, new Float64Array(6 * n));
    this.impulse = widened(this.impulse, new Float64Array(6 * n));
    this.#acceleration = widened(this.#acceleration, new Float64Array(6 * n));
    this.#response = widened(this.#response, new Float64Array(36 * n * n));
  }

  /** Velocities, accelerations of the last step, and the answers of all slots. */
  prepare(data: Data): void {
    const n = this.count;
    const { cvel, qacc_warmstart } = data;
    this.impulse.fill(0, 0, 6 * n);
    this.displacement.fill(0, 0, 6 * n);
    for (let s = 0; s < n; s++) {
      for (let k = 0; k < 6; k++) this.velocity[6 * s + k] = cvel[6 * this.body[s] + k];
      this.#motion(this.#acceleration, 6 * s, data, s, qacc_warmstart);
    }
    for (let s = 0; s < n; s++)
      for (let k = 0; k < 6; k++) {
        this.#answer(data, s, k);
        for (let t = 0; t < n; t++) this.#motion(this.#response, 36 * (t * n + s) + 6 * k, data, t, this.#column);
      }
  }

  /** Takes a force out of the last step's accelerations: three numbers at `f`, which acted at (x, y, z) on a slot. */
  takeOut(data: Data, s: number, f: Float64Array, i: number, x: number, y: number, z: number): void {
    const com = 3 * this.#model.body_rootid[this.body[s]];
    const rx = x - data.subtree_com[com];
    const ry = y - data.subtree_com[com + 1];
    const rz = z - data.subtree_com[com + 2];
    wrench(rx, ry, rz, f[i], f[i + 1], f[i + 2]);
    for (let t = 0; t < this.count; t++) this.#add(this.#acceleration, t, s, -1);
  }

  /** A substep begins: velocities follow the accelerations. */
  accelerate(dt: number): void {
    for (let k = 0; k < 6 * this.count; k++) this.velocity[k] += dt * this.#acceleration[k];
  }

  /** A substep ends: displacements follow the velocities. */
  advance(dt: number): void {
    for (let k = 0; k < 6 * this.count; k++) this.displacement[k] += dt * this.velocity[k];
  }

  /** Pushes a slot with an impulse at a lever from its tree's centre of mass. */
  push(s: number, rx: number, ry: number, rz: number, fx: number, fy: number, fz: number): void {
    wrench(rx, ry, rz, fx, fy, fz);
    for (let k = 0; k < 6; k++) this.impulse[6 * s + k] += spatial[k];
    for (let t = 0; t < this.count; t++) this.#add(this.velocity, t, s, 1);
  }

  /** res[r...] = the 3×3 matrix by which an impulse at a lever changes the velocity there. */
  pointResponse(res: Float64Array, r: number, s: number, rx: number, ry: number, rz: number): void {
    for (let k = 0; k < 3; k++) {
      wrench(rx, ry, rz, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
      twist.fill(0);
      this.#addTo(twist, 0, s, s, 1);
      res[r + k] = twist[3] + twist[1] * rz - twist[2] * ry;
      res[r + 3 + k] = twist[4] + twist[2] * rx - twist[0] * rz;
      res[r + 6 + k] = twist[5] + twist[0] * ry - twist[1] * rx;
    }
  }

  /** Adds the mean forces of the impulses of a step of `dt` to forces of the degrees of freedom. */
  addForces(res: Float64Array, data: Data, dt: number): void {
    const { dof_parentid } = this.#model;
    const { cdof } = data;
    for (let s = 0; s < this.count; s++)
      for (let i = this.#lastDof(s); i >= 0; i = dof_parentid[i]) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += cdof[6 * i + k] * this.impulse[6 * s + k];
        res[i] += sum / dt;
      }
  }

  #lastDof(s: number): number {
    const b = this.body[s];
    return this.#model.body_dofadr[b] + this.#model.body_dofnum[b] - 1;
  }

  /** res = J·x of a slot. */
  #motion(res: Float64Array, r: number, data: Data, s: number, x: Float64Array): void {
    const { dof_parentid } = this.#model;
    const { cdof } = data;
    for (let k = 0; k < 6; k++) res[r + k] = 0;
    for (let i = this.#lastDof(s); i >= 0; i = dof_parentid[i])
      for (let k = 0; k < 6; k++) res[r + k] += cdof[6 * i + k] * x[i];
  }

  /** column = M⁻¹·Jᵀ of the unit force `k` on a slot: with M = Lᵀ·D·L, whose factors `factorM` left in `qLD`. */
  #answer(data: Data, s: number, k: number): void {
    const { nv, dof_parentid, M_rowadr, M_rownnz, M_colind } = this.#model;
    const { cdof, qLD, qLDiagInv } = data;
    const x = this.#column;
    x.fill(0);
    for (let i = this.#lastDof(s); i >= 0; i = dof_parentid[i]) x[i] = cdof[6 * i + k];
    for (let i = nv - 1; i >= 0; i--) {
      if (x[i] === 0) continue;
      const end = M_rowadr[i] + M_rownnz[i] - 1;
      for (let a = M_rowadr[i]; a < end; a++) x[M_colind[a]] -= qLD[a] * x[i];
    }
    for (let i = 0; i < nv; i++) {
      let sum = x[i] * qLDiagInv[i];
      const end = M_rowadr[i] + M_rownnz[i] - 1;
      for (let a = M_rowadr[i]; a < end; a++) sum -= qLD[a] * x[M_colind[a]];
      x[i] = sum;
    }
  }

  /** Adds what the force `spatial` on slot `s` does to slot `t`. */
  #add(res: Float64Array, t: number, s: number, scale: number): void {
    this.#addTo(res, 6 * t, t, s, scale);
  }

  #addTo(res: Float64Array, r: number, t: number, s: number, scale: number): void {
    const a = 36 * (t * this.count + s);
    const response = this.#response;
    for (let k = 0; k < 6; k++) {
      const f = scale * spatial[k];
      if (f === 0) continue;
      for (let j = 0; j < 6; j++) res[r + j] += response[a + 6 * k + j] * f;
    }
  }
}

function widened<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const spatial = new Float64Array(6); // a force: torque, then force
const twist = new Float64Array(6);

/** spatial = a force at a lever */
function wrench(rx: number, ry: number, rz: number, fx: number, fy: number, fz: number): void {
  spatial[0] = ry * fz - rz * fy;
  spatial[1] = rz * fx - rx * fz;
  spatial[2] = rx * fy - ry * fx;
  spatial[3] = fx;
  spatial[4] = fy;
  spatial[5] = fz;
}
