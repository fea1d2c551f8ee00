import type { Data, Model } from '@qpos/core';
import { GeomType } from '@qpos/core/enums';
import type { Deformable } from '../deformable.ts';
import { GeomSurfaces } from '../shapes/geom-surface.ts';
import { makeNearest } from '../shapes/nearest.ts';
import type { Collisions } from '../xpbd.ts';
import { mixFriction } from './friction.ts';
import { RigidResponse } from './rigid-response.ts';

const NEAR = 2; // a contact is looked for as far as vertex and geom could approach in a step, times this
const RETREAT = 0.5; // speed in m/s at which a vertex leaves a geom that it is inside of

/** Numbers of a contact in `values`. */
const NORMAL = 0; // three
const OFFSET = 3; // of the surface along the normal, with the body's radius
const FRICTION = 4;
const LEVER = 5; // three: the touched point from the centre of mass of its tree
const RESPONSE = 8; // nine: how the touched point answers to impulses
const PRESSURE = 17; // multiplier along the normal
const SLIDE = 18; // three: multiplier of friction
const TARGET = 21; // gap that the substep may leave
const WIDTH = 22;

/** Contacts between the vertices of soft bodies and the geoms of a model: found, projected in each substep, and answered by the rigid bodies. */
export class SoftContacts implements Collisions {
  /** Number of contacts. */
  count = 0;
  readonly #model: Model;
  readonly #data: Data;
  readonly #bodies: readonly Deformable[];
  readonly #surfaces: GeomSurfaces;
  readonly #rigid: RigidResponse;
  readonly #near = makeNearest();
  readonly #box = new Float64Array(6);
  #vertex = new Int32Array(64);
  #owner = new Int32Array(64); // which soft body
  #geom = new Int32Array(64);
  #slot = new Int32Array(64);
  #values = new Float64Array(64 * WIDTH);
  #dt = 0;

  constructor(model: Model, data: Data, bodies: readonly Deformable[]) {
    this.#model = model;
    this.#data = data;
    this.#bodies = bodies;
    this.#surfaces = new GeomSurfaces(model, data);
    this.#rigid = new RigidResponse(model);
  }

  /** A step of `dt` begins: finds contacts, and what moving bodies would do without them. */
  start(dt: number): void {
    const rigid = this.#rigid;
    const { geom_bodyid } = this.#model;
    rigid.clear();
    this.find(dt);
    for (const body of this.#bodies)
      for (let i = 0; i < body.count; i++) if (body.contactGeom[i] >= 0) rigid.slot(geom_bodyid[body.contactGeom[i]]);
    rigid.prepare(this.#data);
    for (const body of this.#bodies) {
      const { x, contactForce, contactGeom } = body;
      for (let i = 0; i < body.count; i++) {
        if (contactGeom[i] < 0) continue;
        // it acted against the vertex, so it is added back
        back[0] = -contactForce[3 * i];
        back[1] = -contactForce[3 * i + 1];
        back[2] = -contactForce[3 * i + 2];
        rigid.takeOut(
          this.#data,
          rigid.slot(geom_bodyid[contactGeom[i]]),
          back,
          0,
          x[3 * i],
          x[3 * i + 1],
          x[3 * i + 2],
        );
      }
      contactForce.fill(0);
      contactGeom.fill(-1);
    }
    this.#answer();
  }

  /** Finds contacts again, where vertices and bodies are by now. */
  restart(dt: number): void {
    const before = this.#rigid.count;
    this.find(dt);
    if (this.#rigid.count > before) this.#dropNew(before);
    this.#answer();
  }

  /** Bodies that were not near when the step began are left to the next one. */
  #dropNew(before: number): void {
    let kept = 0;
    for (let c = 0; c < this.count; c++) {
      if (this.#slot[c] >= before) continue;
      this.#vertex[kept] = this.#vertex[c];
      this.#owner[kept] = this.#owner[c];
      this.#geom[kept] = this.#geom[c];
      this.#slot[kept] = this.#slot[c];
      this.#values.copyWithin(kept * WIDTH, c * WIDTH, (c + 1) * WIDTH);
      kept++;
    }
    this.count = kept;
    this.#rigid.keep(before);
  }

  /** Lists every vertex that could touch a geom within `dt`. */
  find(dt: number): void {
    this.count = 0;
    const { ngeom, geom_contype, geom_conaffinity } = this.#model;
    for (let b = 0; b < this.#bodies.length; b++) {
      const body = this.#bodies[b];
      const reach = body.radius + NEAR * dt * (body.speed + dt * GRAVITY);
      boundsOf(this.#box, body.x);
      for (let g = 0; g < ngeom; g++)
        if ((body.contype & geom_conaffinity[g]) !== 0 || (geom_contype[g] & body.conaffinity) !== 0)
          this.#findGeom(b, g, dt, reach);
    }
  }

  /** Lists the vertices of a body near one geom: by box, by bounding sphere, then by the surface. */
  #findGeom(b: number, g: number, dt: number, bodyReach: number): void {
    const { geom_rbound, geom_bodyid, geom_type } = this.#model;
    const { geom_xpos, cvel } = this.#data;
    const body = this.#bodies[b];
    const bound = geom_rbound[g];
    const moving = geom_bodyid[g];
    const gx = geom_xpos[3 * g];
    const gy = geom_xpos[3 * g + 1];
    const gz = geom_xpos[3 * g + 2];
    const w = 6 * moving;
    const speed = Math.abs(cvel[w + 3]) + Math.abs(cvel[w + 4]) + Math.abs(cvel[w + 5]);
    const spin = Math.abs(cvel[w]) + Math.abs(cvel[w + 1]) + Math.abs(cvel[w + 2]);
    const reach = bodyReach + NEAR * dt * (speed + spin * bound);
    const isPlane = geom_type[g] === GeomType.PLANE;
    const whole = bound + reach;
    if (!isPlane && farFromBox(this.#box, gx, gy, gz, whole)) return;
    const { x } = body;
    for (let i = 0; i < body.count; i++) {
      const dx = x[3 * i] - gx;
      const dy = x[3 * i + 1] - gy;
      const dz = x[3 * i + 2] - gz;
      if (!isPlane && dx * dx + dy * dy + dz * dz > whole * whole) continue;
      this.#findVertex(b, i, g, reach);
    }
  }

  #findVertex(b: number, i: number, g: number, reach: number): void {
    const { x, radius } = this.#bodies[b];
    const near = this.#near;
    const slot = this.#rigid.known(this.#model.geom_bodyid[g]);
    // the surface is asked where it was when the step began
    this.#displacement(slot, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
    const px = x[3 * i] - moved[0];
    const py = x[3 * i + 1] - moved[1];
    const pz = x[3 * i + 2] - moved[2];
    this.#surfaces.nearest(near, g, px, py, pz);
    if (!(near.distance < reach)) return;
    if (this.count === this.#vertex.length) this.#grow();
    const c = this.count++;
    const v = c * WIDTH;
    const values = this.#values;
    this.#vertex[c] = i;
    this.#owner[c] = b;
    this.#geom[c] = g;
    this.#slot[c] = this.#rigid.slot(this.#model.geom_bodyid[g]);
    values.fill(0, v, v + WIDTH);
    values[v + NORMAL] = near.x;
    values[v + NORMAL + 1] = near.y;
    values[v + NORMAL + 2] = near.z;
    values[v + OFFSET] = near.x * px + near.y * py + near.z * pz - near.distance + radius;
    values[v + FRICTION] = mixFriction(this.#model, g, this.#bodies[b].friction);
    const com = 3 * this.#model.body_rootid[this.#model.geom_bodyid[g]];
    const { subtree_com } = this.#data;
    values[v + LEVER] = px - near.distance * near.x - subtree_com[com];
    values[v + LEVER + 1] = py - near.distance * near.y - subtree_com[com + 1];
    values[v + LEVER + 2] = pz - near.distance * near.z - subtree_com[com + 2];
  }

  /** moved = how far a point of a slot's body is from where it was when the step began */
  #displacement(slot: number, x: number, y: number, z: number): void {
    moved.fill(0);
    if (slot < 0) return;
    const { body, displacement: d } = this.#rigid;
    const com = 3 * this.#model.body_rootid[body[slot]];
    const { subtree_com } = this.#data;
    pointMotion(d, 6 * slot, x - subtree_com[com], y - subtree_com[com + 1], z - subtree_com[com + 2]);
  }

  #grow(): void {
    const n = 2 * this.#vertex.length;
    const wider = (a: Int32Array): Int32Array<ArrayBuffer> => {
      const res = new Int32Array(n);
      res.set(a);
      return res;
    };
    this.#vertex = wider(this.#vertex);
    this.#owner = wider(this.#owner);
    this.#geom = wider(this.#geom);
    this.#slot = wider(this.#slot);
    const values = new Float64Array(n * WIDTH);
    values.set(this.#values);
    this.#values = values;
  }

  /** How the touched points of moving bodies answer to impulses. */
  #answer(): void {
    const values = this.#values;
    for (let c = 0; c < this.count; c++) {
      const v = c * WIDTH;
      if (this.#slot[c] < 0) continue;
      this.#rigid.pointResponse(
        values,
        v + RESPONSE,
        this.#slot[c],
        values[v + LEVER],
        values[v + LEVER + 1],
        values[v + LEVER + 2],
      );
    }
  }

  begin(dt: number): void {
    this.#dt = dt;
    this.#rigid.accelerate(dt);
    const values = this.#values;
    for (let c = 0; c < this.count; c++) {
      const v = c * WIDTH;
      values[v + PRESSURE] = values[v + SLIDE] = values[v + SLIDE + 1] = values[v + SLIDE + 2] = 0;
      // a vertex that is inside comes out at a moderate speed
      const gap = this.#gap(c, this.#bodies[this.#owner[c]].before, 0);
      values[v + TARGET] = gap < 0 ? Math.min(0, gap + RETREAT * dt) : 0;
    }
  }

  /** Distance of a vertex from its surface, after the displacement of the step so far and `dt` of the present velocity. */
  #gap(c: number, x: Float64Array, dt: number): number {
    const values = this.#values;
    const v = c * WIDTH;
    const i = 3 * this.#vertex[c];
    const nx = values[v];
    const ny = values[v + 1];
    const nz = values[v + 2];
    let gap = nx * x[i] + ny * x[i + 1] + nz * x[i + 2] - values[v + OFFSET];
    const s = this.#slot[c];
    if (s < 0) return gap;
    const { displacement, velocity } = this.#rigid;
    pointMotion(displacement, 6 * s, values[v + LEVER], values[v + LEVER + 1], values[v + LEVER + 2]);
    gap -= nx * moved[0] + ny * moved[1] + nz * moved[2];
    if (dt === 0) return gap;
    pointMotion(velocity, 6 * s, values[v + LEVER], values[v + LEVER + 1], values[v + LEVER + 2]);
    return gap - dt * (nx * moved[0] + ny * moved[1] + nz * moved[2]);
  }

  solve(): void {
    for (let c = 0; c < this.count; c++) {
      if (this.#press(c)) this.#rub(c);
    }
  }

  /** Projects the gap of a contact; false if it does not touch. */
  #press(c: number): boolean {
    const values = this.#values;
    const v = c * WIDTH;
    const body = this.#bodies[this.#owner[c]];
    const i = this.#vertex[c];
    const wi = body.isAsleep ? 0 : body.inverseMass[i];
    const error = this.#gap(c, body.x, this.#dt) - values[v + TARGET];
    if (error >= 0 && values[v + PRESSURE] === 0) return false;
    const nx = values[v];
    const ny = values[v + 1];
    const nz = values[v + 2];
    const weight = wi + this.#weight(v, nx, ny, nz);
    if (!(weight > 0)) return false;
    const pressure = Math.max(0, values[v + PRESSURE] - error / weight);
    const change = pressure - values[v + PRESSURE];
    values[v + PRESSURE] = pressure;
    this.#apply(c, body, i, wi, change * nx, change * ny, change * nz);
    return true;
  }

  /** Projects the slip of a contact, within the cone of friction. */
  #rub(c: number): void {
    const values = this.#values;
    const v = c * WIDTH;
    const body = this.#bodies[this.#owner[c]];
    const i = this.#vertex[c];
    const wi = body.isAsleep ? 0 : body.inverseMass[i];
    const { x, before } = body;
    let dx = x[3 * i] - before[3 * i];
    let dy = x[3 * i + 1] - before[3 * i + 1];
    let dz = x[3 * i + 2] - before[3 * i + 2];
    if (this.#slot[c] >= 0) {
      pointMotion(
        this.#rigid.velocity,
        6 * this.#slot[c],
        values[v + LEVER],
        values[v + LEVER + 1],
        values[v + LEVER + 2],
      );
      dx -= this.#dt * moved[0];
      dy -= this.#dt * moved[1];
      dz -= this.#dt * moved[2];
    }
    const along = dx * values[v] + dy * values[v + 1] + dz * values[v + 2];
    dx -= along * values[v];
    dy -= along * values[v + 1];
    dz -= along * values[v + 2];
    const slip = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(slip > LEAST_SLIP)) return;
    const weight = wi + this.#weight(v, dx / slip, dy / slip, dz / slip);
    if (!(weight > 0)) return;
    let fx = values[v + SLIDE] - dx / weight;
    let fy = values[v + SLIDE + 1] - dy / weight;
    let fz = values[v + SLIDE + 2] - dz / weight;
    const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const most = values[v + FRICTION] * values[v + PRESSURE];
    if (size > most) {
      fx *= most / size;
      fy *= most / size;
      fz *= most / size;
    }
    this.#apply(c, body, i, wi, fx - values[v + SLIDE], fy - values[v + SLIDE + 1], fz - values[v + SLIDE + 2]);
    values[v + SLIDE] = fx;
    values[v + SLIDE + 1] = fy;
    values[v + SLIDE + 2] = fz;
  }

  /** How a touched point answers to an impulse along a direction. */
  #weight(v: number, x: number, y: number, z: number): number {
    const k = this.#values;
    const r = v + RESPONSE;
    return (
      x * (k[r] * x + k[r + 1] * y + k[r + 2] * z) +
      y * (k[r + 3] * x + k[r + 4] * y + k[r + 5] * z) +
      z * (k[r + 6] * x + k[r + 7] * y + k[r + 8] * z)
    );
  }

  /** Moves the vertex by a multiplier, and pushes the body with the opposite impulse. */
  #apply(c: number, body: Deformable, i: number, wi: number, fx: number, fy: number, fz: number): void {
    const { x } = body;
    x[3 * i] += wi * fx;
    x[3 * i + 1] += wi * fy;
    x[3 * i + 2] += wi * fz;
    const s = this.#slot[c];
    if (s < 0) return;
    const k = this.#values;
    const v = c * WIDTH + LEVER;
    const rate = -1 / this.#dt;
    this.#rigid.push(s, k[v], k[v + 1], k[v + 2], rate * fx, rate * fy, rate * fz);
  }

  end(): void {
    this.#rigid.advance(this.#dt);
    const values = this.#values;
    for (let c = 0; c < this.count; c++) {
      const v = c * WIDTH;
      const pressure = values[v + PRESSURE];
      if (pressure === 0) continue;
      const { contactForce, contactGeom } = this.#bodies[this.#owner[c]];
      const i = this.#vertex[c];
      for (let k = 0; k < 3; k++)
        contactForce[3 * i + k] += (pressure * values[v + k] + values[v + SLIDE + k]) / this.#dt;
      if (this.#slot[c] >= 0) contactGeom[i] = this.#geom[c];
    }
  }

  /** The step ends: impulses become forces, of vertices and, added to `qfrc`, of the rigid bodies. */
  finish(dt: number, qfrc: Float64Array): void {
    for (const { contactForce } of this.#bodies) for (let k = 0; k < contactForce.length; k++) contactForce[k] /= dt;
    this.#rigid.addForces(qfrc, this.#data, dt);
  }
}

const GRAVITY = 20; // m/s²: more than anything falls with
const LEAST_SLIP = 1e-15;
const back = new Float64Array(3);
const moved = new Float64Array(3);

/** moved = velocity or displacement of a point at a lever, of a spatial one */
function pointMotion(s: Float64Array, k: number, rx: number, ry: number, rz: number): void {
  moved[0] = s[k + 3] + s[k + 1] * rz - s[k + 2] * ry;
  moved[1] = s[k + 4] + s[k + 2] * rx - s[k] * rz;
  moved[2] = s[k + 5] + s[k] * ry - s[k + 1] * rx;
}

/** box = lowest and highest coordinates of all vertices */
function boundsOf(box: Float64Array, x: Float64Array): void {
  box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
  for (let k = 0; k < x.length; k += 3)
    for (let a = 0; a < 3; a++) {
      if (x[k + a] < box[a]) box[a] = x[k + a];
      if (x[k + a] > box[3 + a]) box[3 + a] = x[k + a];
    }
}

function farFromBox(box: Float64Array, x: number, y: number, z: number, reach: number): boolean {
  return (
    x + reach < box[0] ||
    y + reach < box[1] ||
    z + reach < box[2] ||
    x - reach > box[3] ||
    y - reach > box[4] ||
    z - reach > box[5]
  );
}
