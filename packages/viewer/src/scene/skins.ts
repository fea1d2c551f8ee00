import { type Data, enums, type Model } from '@qpos/core';
import { Group, Vector2 } from 'three';
import { makeSurface, type Paint, paintOf, setPaint } from '../materials/materials.ts';
import type { Textures } from '../materials/textures.ts';
import type { ViewOptions } from '../options.ts';
import { markSegment } from '../picture/capture.ts';
import type { Quality } from '../quality.ts';
import { MovingSurface } from './surface.ts';

const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };

/** Rotates by a quaternion (w x y z at `q`) and adds to `out`, weighted. */
function addRotated(
  out: Float32Array,
  o: number,
  weight: number,
  w: number,
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o] += weight * (vx + w * tx + y * tz - z * ty);
  out[o + 1] += weight * (vy + w * ty + z * tx - x * tz);
  out[o + 2] += weight * (vz + w * tz + x * ty - y * tx);
}

/** Skins: surfaces whose vertices follow several bones by weight. */
export class Skins {
  readonly group = new Group();
  readonly #model: Model;
  readonly #surfaces: MovingSurface[] = [];

  constructor(model: Model, textures: Textures, quality: Quality) {
    this.#model = model;
    for (let s = 0; s < model.nskin; s++) {
      const face = 3 * model.skin_faceadr[s];
      const index = Uint32Array.from(model.skin_face.subarray(face, face + 3 * model.skin_facenum[s]));
      const matid = model.skin_matid[s];
      paintOf(paint, model, matid, model.skin_rgba, 4 * s);
      const options = { alpha: paint.a, repeat: new Vector2(1, 1), size: [1, 1, 1], textured: true, quality };
      const material = makeSurface(model, textures, matid, options);
      setPaint(material.color, paint);
      const tex = model.skin_texcoordadr[s];
      const vertices = model.skin_vertnum[s];
      const uv = tex >= 0 ? model.skin_texcoord.slice(2 * tex, 2 * (tex + vertices)) : undefined;
      const surface = new MovingSurface(vertices, index, material, uv);
      markSegment(surface.mesh, { type: enums.ObjType.SKIN, id: s });
      this.#surfaces.push(surface);
      this.group.add(surface.mesh);
    }
  }

  update(d: Data, options: ViewOptions): void {
    const m = this.#model;
    this.#surfaces.forEach((surface, s) => {
      const shown = options.skin && options.skinGroup[m.skin_group[s]] === true;
      surface.mesh.visible = shown;
      if (!shown) return;
      surface.position.fill(0);
      const end = m.skin_boneadr[s] + m.skin_bonenum[s];
      for (let bone = m.skin_boneadr[s]; bone < end; bone++) this.#addBone(d, surface.position, s, bone);
      surface.flush();
    });
  }

  /** Adds the part of each vertex that a bone carries. */
  #addBone(d: Data, out: Float32Array, s: number, bone: number): void {
    const m = this.#model;
    const body = m.skin_bonebodyid[bone];
    const [aw, ax, ay, az] = d.xquat.subarray(4 * body, 4 * body + 4) as unknown as [number, number, number, number];
    const bq = m.skin_bonebindquat.subarray(4 * bone, 4 * bone + 4) as unknown as number[];
    const [bw, bx, by, bz] = [bq[0] ?? 1, -(bq[1] ?? 0), -(bq[2] ?? 0), -(bq[3] ?? 0)];
    // from the pose of binding to the pose now
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const [px, py, pz] = m.skin_bonebindpos.subarray(3 * bone, 3 * bone + 3) as unknown as [number, number, number];
    const vert = m.skin_vertadr[s];
    const end = m.skin_bonevertadr[bone] + m.skin_bonevertnum[bone];
    for (let k = m.skin_bonevertadr[bone]; k < end; k++) {
      const o = 3 * m.skin_bonevertid[k];
      const weight = m.skin_bonevertweight[k];
      const v = 3 * vert + o;
      addRotated(out, o, weight, w, x, y, z, m.skin_vert[v] - px, m.skin_vert[v + 1] - py, m.skin_vert[v + 2] - pz);
      for (let a = 0; a < 3; a++) out[o + a] += weight * d.xpos[3 * body + a];
    }
  }

  dispose(): void {
    for (const surface of this.#surfaces) surface.dispose();
    this.group.removeFromParent();
  }
}
