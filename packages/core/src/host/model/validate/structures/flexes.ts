import type { Model } from '../../model.ts';
import { contradicts, expectIndex } from '../field-error.ts';

const EDGES = [0, 1, 3, 6]; // of an element, by dimension
const ELEMENT_STIFFNESS = 21; // numbers of an element: the lower triangle of a matrix over at most six edges
const EDGE_BENDING = 17; // numbers of an edge: a matrix over four vertices, and a factor

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
  const order = m.flex_interp[f];
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

/** Stiffness of the elements, or of the cells between control nodes; bending of the edges. */
function checkElasticity(m: Model, f: number): void {
  const nodes = (m.flex_interp[f] + 1) ** 3; // of a cell
  const cells = m.flex_cellnum[3 * f] * m.flex_cellnum[3 * f + 1] * m.flex_cellnum[3 * f + 2];
  const stiffness = m.flex_interp[f] === 0 ? ELEMENT_STIFFNESS * m.flex_elemnum[f] : cells * (3 * nodes) ** 2;
  const within = (field: string, adr: number, size: number, total: number): void => {
    if (adr !== -1 && (adr < 0 || adr + size > total))
      contradicts(field, f, adr, `it has ${size} of ${total} numbers from there on`);
  };
  within('flex_stiffnessadr', m.flex_stiffnessadr[f], stiffness, m.nflexstiffness);
  within('flex_bendingadr', m.flex_bendingadr[f], EDGE_BENDING * m.flex_edgenum[f], m.nflexbending);
}
