import type { Model } from '../../model.ts';
import { contradicts, expectIndex } from '../field-error.ts';

const EDGES = [0, 1, 3, 6]; // of an element, by dimension
const ELEMENT_STIFFNESS = 21; // numbers of an element: the lower triangle of a matrix over at most six edges
const EDGE_BENDING = 17; // numbers of an edge: a matrix over four vertices, and a factor
const HINGE_BENDING = 10; // numbers of an edge between quads of a shell
const STRAIN = 3; // flex_edgeequality of strain constraints

/** Flexes: elements, edges, shells and pairs within their data, and their vertex, edge and element numbers, which are local to the flex. */
export function checkFlexes(m: Model): void {
  for (let f = 0; f < m.nflex; f++) {
    const dim = m.flex_dim[f];
    const [vertices, edges, elements] = [m.flex_vertnum[f], m.flex_edgenum[f], m.flex_elemnum[f]];
    const each = (field: string, values: Int32Array, from: number, count: number, limit: number, least = 0): void => {
      if (count > 0 && (from < 0 || from + count > values.length))
        contradicts(`${field}`, from, count, `flex ${f} has ${count} of ${values.length} from ${from} on`);
      for (let k = from; k < from + count; k++) expectIndex(field, k, values[k], limit, least);
    };
    const firstEdge = m.flex_edgeadr[f];
    each('flex_elem', m.flex_elem, m.flex_elemdataadr[f], elements * (dim + 1), vertices);
    each('flex_elemedge', m.flex_elemedge, m.flex_elemedgeadr[f], elements * EDGES[dim], edges);
    each('flex_shell', m.flex_shell, m.flex_shelldataadr[f], m.flex_shellnum[f] * dim, vertices);
    each('flex_edge', m.flex_edge, 2 * firstEdge, 2 * edges, vertices);
    each('flex_edgeflap', m.flex_edgeflap, 2 * firstEdge, 2 * edges, vertices, -1);
    checkVertexEdges(m, f, each);
    const firstPair = m.flex_evpairadr[f];
    for (let p = firstPair; p < firstPair + m.flex_evpairnum[f]; p++) {
      expectIndex('flex_evpair', p, m.flex_evpair[2 * p], elements);
      expectIndex('flex_evpair', p, m.flex_evpair[2 * p + 1], vertices);
    }
    checkTexture(m, f, each);
    checkNodes(m, f);
    checkElasticity(m, f);
  }
}

type Each = (field: string, values: Int32Array, from: number, count: number, limit: number, least?: number) => void;

/** The edges at each vertex, listed for all vertices of a flex among twice its edges. */
function checkVertexEdges(m: Model, f: number, each: Each): void {
  const first = m.flex_vertadr[f];
  for (let v = first; v < first + m.flex_vertnum[f]; v++)
    each('flex_vertedge', m.flex_vertedge, m.flex_vertedgeadr[v], m.flex_vertedgenum[v], m.flex_edgenum[f]);
}

function checkTexture(m: Model, f: number, each: Each): void {
  const adr = m.flex_texcoordadr[f];
  if (adr === -1) return;
  expectIndex('flex_texcoordadr', f, adr, m.nflextexcoord + 1);
  const count = m.flex_elemnum[f] * (m.flex_dim[f] + 1);
  each('flex_elemtexcoord', m.flex_elemtexcoord, m.flex_elemdataadr[f], count, m.nflextexcoord - adr);
}

/** The bodies that carry the vertices, or the grid of control nodes: cells, and along each axis one node more than cells times order. */
function checkNodes(m: Model, f: number): void {
  const order = Math.abs(m.flex_interp[f]);
  const first = m.flex_vertadr[f];
  if (order === 0) {
    for (let v = first; v < first + m.flex_vertnum[f]; v++)
      expectIndex('flex_vertbodyid', v, m.flex_vertbodyid[v], m.nbody);
    return;
  }
  let nodes = 1;
  for (let k = 0; k < 3; k++) {
    expectIndex('flex_cellnum', f, m.flex_cellnum[3 * f + k], m.nflexnode + 1, 1);
    nodes *= m.flex_cellnum[3 * f + k] * order + 1;
  }
  if (m.flex_nodenum[f] !== nodes)
    contradicts('flex_nodenum', f, m.flex_nodenum[f], `a grid of these cells has ${nodes} nodes`);
}

/** Stiffness of the elements, of the cells between control nodes or of the quads of a shell; bending of the edges or of the quads. */
function checkElasticity(m: Model, f: number): void {
  const order = Math.abs(m.flex_interp[f]);
  const shell = m.flex_interp[f] < 0;
  const [x, y, z] = m.flex_cellnum.subarray(3 * f, 3 * f + 3);
  const blocks = shell ? 2 * (y * z + x * z + x * y) : x * y * z;
  const dofs = 3 * (order + 1) * (order + 1) * (shell ? 1 : order + 1); // of a block
  const stiffness = order === 0 ? ELEMENT_STIFFNESS * m.flex_elemnum[f] : blocks * dofs * dofs;
  const hinges = 2 * blocks; // a quad has four neighbours on a closed surface
  const bending = order === 0 ? EDGE_BENDING * m.flex_edgenum[f] : 1 + HINGE_BENDING * hinges;
  const within = (field: string, adr: number, size: number, total: number): void => {
    if (adr !== -1 && (adr < 0 || adr + size > total))
      contradicts(field, f, adr, `it has ${size} of ${total} numbers from there on`);
  };
  within('flex_stiffnessadr', m.flex_stiffnessadr[f], stiffness, m.nflexstiffness);
  within('flex_bendingadr', m.flex_bendingadr[f], bending, m.nflexbending);
  if (order === 0) return;
  if (m.flex_stiffnessadr[f] >= 0 && m.flex_edgeequality[f] === STRAIN) checkModes(m, f, blocks, dofs);
  if (m.flex_bendingadr[f] >= 0) checkHinges(m, f, hinges, blocks);
}

/** Blocks of strain modes begin with the number of modes, which are rows of as many numbers as there are dofs. */
function checkModes(m: Model, f: number, blocks: number, dofs: number): void {
  for (let b = 0; b < blocks; b++) {
    const at = m.flex_stiffnessadr[f] + b * dofs * dofs;
    const modes = m.flex_stiffness[at];
    if (!(Number.isInteger(modes) && modes >= 0 && modes < dofs))
      contradicts('flex_stiffness', at, modes, `it is the number of strain modes of ${dofs} dofs`);
  }
}

/** The hinges of a shell: their number, then for each both of its quads and more. */
function checkHinges(m: Model, f: number, hinges: number, quads: number): void {
  const adr = m.flex_bendingadr[f];
  if (m.flex_bending[adr] !== hinges)
    contradicts('flex_bending', adr, m.flex_bending[adr], `it is the number of hinges, ${hinges}`);
  for (let h = 0; h < hinges; h++)
    for (let k = 0; k < 2; k++) {
      const at = adr + 1 + HINGE_BENDING * h + k;
      const quad = m.flex_bending[at];
      if (!(Number.isInteger(quad) && quad >= 0 && quad < quads))
        contradicts('flex_bending', at, quad, `it is one of ${quads} quads`);
    }
}
