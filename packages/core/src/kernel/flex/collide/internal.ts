// @cold

import { setCcdOptions } from '../../collision/ccd-options.ts';
import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { addContact, Contacts } from '../../geometry/contact.ts';
import { CcdOptions } from '../../geometry/convex/ccd-options.ts';
import { oneContact } from '../../geometry/convex/convex-contacts.ts';
import { ConvexShape } from '../../geometry/convex/convex-shape.ts';
import { Geom } from '../../geometry/geom.ts';
import { Ball } from '../../geometry/pairs/ball.ts';
import { sphereCapsule } from '../../geometry/pairs/sphere-capsule.ts';
import { ballTriangle } from '../../geometry/pairs/sphere-triangle.ts';
import { Triangle } from '../../geometry/pairs/triangle.ts';
import { unit9 } from '../../math/mat3.ts';
import { copy3, cross3, dot3, normalize3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { elementData, setCapsule, setElementShape, setTriangle, setVertexShape } from './element.ts';
import { FlexSides, keepFound, setSides } from './found.ts';
import { cubeMeetsBox, ownMargin } from './margin.ts';

// Collisions of a flex with what is next to it: a vertex with an element across an edge or face, and a tetrahedron that turns inside out.

const contacts = new Contacts();
const sides = new FlexSides();
const sphere = new Geom(); // the vertex
const ball = new Ball();
const segment = new Geom();
const triangle = new Triangle();
const shape = new ConvexShape();
const element = new ConvexShape();
const options = new CcdOptions();

/** Contacts of vertex v with element e, without a margin. @reads flexvert_xpos */
function vertexContacts(m: Model, d: Data, f: i32, e: i32, v: i32): void {
  const at = 3 * (m.flex_vertadr[f] + v);
  contacts.count = 0;
  if (m.flex_dim[f] === 1) {
    copy3(sphere.pos, 0, d.flexvert_xpos, at);
    unit9(sphere.mat, 0);
    sphere.size[0] = m.flex_radius[f];
    setCapsule(m, d, segment, f, e);
    sphereCapsule(sphere, segment, 0, contacts);
  } else if (m.flex_dim[f] === 2) {
    copy3(ball.pos, 0, d.flexvert_xpos, at);
    ball.radius = m.flex_radius[f];
    setTriangle(m, d, triangle, f, e);
    ballTriangle(ball, triangle, 0, contacts);
  } else {
    setVertexShape(m, d, shape, f, v);
    setElementShape(m, d, element, f, e, 0);
    setCcdOptions(m, options, 0);
    oneContact(shape, element, options, 0, contacts);
  }
}

/** @reads flexvert_xpos flexelem_aabb */
function collideElementVertex(m: Model, d: Data, f: i32, e: i32, v: i32): void {
  const bound = ownMargin(m, f) + m.flex_radius[f];
  const box = 6 * (m.flex_elemadr[f] + e);
  if (!cubeMeetsBox(d.flexvert_xpos, 3 * (m.flex_vertadr[f] + v), bound, d.flexelem_aabb, box)) return;
  vertexContacts(m, d, f, e, v);
  if (contacts.count === 0) return;
  setSides(sides, -1, f, f, 0);
  sides.vert1 = v;
  sides.elem2 = e;
  keepFound(m, d, contacts, sides);
}

const edgeA = scratchF64(3);
const edgeB = scratchF64(3);
const toVertex = scratchF64(3);
const normal = scratchF64(3);

/** Contact of the face of three corners of tetrahedron e with the fourth, when that is less than two radii behind it. @reads flexvert_xpos */
function collideFace(m: Model, d: Data, f: i32, e: i32, corners: i32): void {
  const data = elementData(m, f, e);
  const xpos = d.flexvert_xpos;
  const first = m.flex_vertadr[f];
  const radius = m.flex_radius[f];
  const a = 3 * (first + m.flex_elem[data + (corners >> 6)]);
  const b = 3 * (first + m.flex_elem[data + ((corners >> 4) & 3)]);
  const c = 3 * (first + m.flex_elem[data + ((corners >> 2) & 3)]);
  const opposite = m.flex_elem[data + (corners & 3)];
  const v = 3 * (first + opposite);
  sub3(edgeA, 0, xpos, b, xpos, a);
  sub3(edgeB, 0, xpos, c, xpos, a);
  sub3(toVertex, 0, xpos, v, xpos, a);
  cross3(normal, 0, edgeA, 0, edgeB, 0);
  normalize3(normal, 0);
  const height = dot3(toVertex, 0, normal, 0);
  if (height <= -2 * radius) return;

  contacts.count = 0;
  const t: f64 = -0.5 * height;
  const x = xpos[v] + normal[0] * t;
  const y = xpos[v + 1] + normal[1] * t;
  const z = xpos[v + 2] + normal[2] * t;
  addContact(contacts, -height - 2 * radius, x, y, z, -normal[0], -normal[1], -normal[2]);
  setSides(sides, -1, f, f, 0);
  sides.elem1 = e;
  sides.vert2 = opposite;
  sides.dim = 1;
  keepFound(m, d, contacts, sides);
}

// The faces of a tetrahedron, each with the opposite corner last: two bits a corner.
const FACE_3: i32 = (0 << 6) | (1 << 4) | (2 << 2) | 3;
const FACE_1: i32 = (0 << 6) | (2 << 4) | (3 << 2) | 1;
const FACE_2: i32 = (0 << 6) | (3 << 4) | (1 << 2) | 2;
const FACE_0: i32 = (1 << 6) | (3 << 4) | (2 << 2) | 0;

/**
 * Contacts of the vertices of a flex with the elements next to them, and of the faces of its tetrahedra with their own corners.
 *
 * @reads flexvert_xpos flexelem_aabb
 */
export function collideInternal(m: Model, d: Data, f: i32): void {
  const first = m.flex_evpairadr[f];
  for (let k = first; k < first + m.flex_evpairnum[f]; k++)
    collideElementVertex(m, d, f, m.flex_evpair[2 * k], m.flex_evpair[2 * k + 1]);
  if (m.flex_dim[f] !== 3) return;
  for (let e = 0; e < m.flex_elemnum[f]; e++) {
    collideFace(m, d, f, e, FACE_3);
    collideFace(m, d, f, e, FACE_1);
    collideFace(m, d, f, e, FACE_2);
    collideFace(m, d, f, e, FACE_0);
  }
}
