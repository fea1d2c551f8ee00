import { AssetError } from '../errors.ts';

/** Nodes and simplices of a Gmsh file. */
export interface GmshMesh {
  /** Dimension of the simplices: 1 lines, 2 triangles, 3 tetrahedra. */
  dim: number;
  /** 3 numbers per node */
  point: Float64Array;
  /** dim + 1 nodes per element, from 0 */
  element: Int32Array;
}

/** What a file may ask for. */
export interface GmshLimits {
  nodes: number;
  elements: number;
}

const LINE_FEED = 10;
/** Gmsh's numbers of line, triangle and tetrahedron, by dimension. */
const SIMPLEX_TYPES = [0, 1, 2, 4];

/** Numbers of a section, in text or in bytes. */
interface Source {
  /** A count or a tag: 64 bits in a binary file of format 4.1. */
  size(): number;
  /** 32 bits in a binary file. */
  int(): number;
  real(): number;
  /** At most so many numbers are left. */
  readonly left: number;
}

/**
 * Gmsh, formats 2.2 and 4.1, ASCII and little-endian binary. As in MuJoCo, all nodes and all elements are in one block each and
 * the elements are simplices of one kind.
 *
 * @see https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format
 */
export function readGmsh(bytes: Uint8Array, limits: GmshLimits): GmshMesh {
  if (bytes.length === 0) throw new AssetError('asset-empty', 'Gmsh file is empty');
  if (!startsWith(bytes, 0, '$MeshFormat')) throw bad('a Gmsh file begins with $MeshFormat');
  const [version, binary] = headerOf(bytes);
  const nodes = section(bytes, 'Nodes');
  const elements = section(bytes, 'Elements');
  const source = (part: Uint8Array): Source => (binary ? new ByteSource(part) : new TextSource(part));
  // format 2.2 has the count in text, also in a binary file, on a line of its own
  const counted = (part: Uint8Array): [number, Source] => {
    const end = part.indexOf(LINE_FEED);
    const digits = ascii(part.subarray(0, Math.max(0, end))).trim();
    if (!/^\d{1,10}$/.test(digits)) throw bad('the number of nodes or elements is missing');
    return [Number(digits), source(part.subarray(end + 1))];
  };
  return version === 410
    ? readBlocks(source(nodes), source(elements), !binary, limits)
    : readLists(counted(nodes), counted(elements), binary, limits);
}

const bad = (message: string): AssetError => new AssetError('asset-format', message);

const FORMAT = /^\s*(\d+(?:\.\d*)?)\s+(\d+)/;

/** Version in hundredths, and whether the file is binary. */
function headerOf(bytes: Uint8Array): [version: number, binary: boolean] {
  const match = FORMAT.exec(ascii(bytes.subarray(11, 64)));
  if (match === null) throw bad('the header of the Gmsh file cannot be read');
  const version = Math.round(100 * Number(match[1]));
  if (version !== 220 && version !== 410)
    throw new AssetError(
      'asset-unsupported',
      `Gmsh format ${match[1]} is not supported`,
      'save the mesh in format 2.2 or 4.1',
    );
  return [version, Number(match[2]) !== 0];
}

const ascii = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let k = 0; k < text.length; k++) if (bytes[at + k] !== text.charCodeAt(k)) return false;
  return true;
}

function find(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, at, text)) return at;
  return -1;
}

/** What is between a section's first line and its last. */
function section(bytes: Uint8Array, name: string): Uint8Array {
  const start = find(bytes, `$${name}`);
  if (start < 0) throw bad(`the Gmsh file has no $${name}`);
  const end = find(bytes, `$End${name}`);
  const body = start + name.length + 2; // and the end of the line
  if (end < body) throw new AssetError('asset-truncated', `$${name} has no $End${name} after it`);
  return bytes.subarray(body, end);
}

/** Checks a count against its limit and against what the file can hold. */
function checkCount(count: number, limit: number, what: string, left: number): void {
  if (count > limit) throw new AssetError('asset-limit', `the Gmsh file has ${count} ${what}, more than ${limit}`);
  if (count > left) throw new AssetError('asset-truncated', `the Gmsh file ends before its ${count} ${what}`);
}

/** Format 4.1: blocks of nodes and of elements. */
function readBlocks(nodes: Source, elements: Source, text: boolean, limits: GmshLimits): GmshMesh {
  const [blocks, count, firstTag, lastTag] = [nodes.size(), nodes.size(), nodes.size(), nodes.size()];
  const dim = nodes.int();
  nodes.int(); // tag of the entity
  const parametric = nodes.int();
  const inBlock = nodes.size();
  if (blocks !== 1 || count !== inBlock) throw bad('all nodes must be in a single block');
  if (text && lastTag !== inBlock) throw bad('the largest tag of a node must be the number of nodes');
  if (dim < 1 || dim > 3) throw bad('the entity of the nodes must have 1, 2 or 3 dimensions');
  if (parametric !== 0) throw new AssetError('asset-unsupported', 'parametric coordinates are not supported');
  checkCount(count, limits.nodes, 'nodes', nodes.left / 4);
  for (let i = 0; i < count; i++) if (nodes.size() !== firstTag + i) throw bad('tags of nodes must be sequential');
  const point = new Float64Array(3 * count);
  for (let i = 0; i < point.length; i++) point[i] = nodes.real();

  const [elementBlocks, elementCount] = [elements.size(), elements.size()];
  elements.size(); // first and last tag
  elements.size();
  const elementDim = elements.int();
  elements.int(); // tag of the entity
  const type = elements.int();
  if (elementBlocks !== 1 || elementCount !== elements.size()) throw bad('all elements must be in a single block');
  if (elementDim !== dim) throw bad('nodes and elements have different dimensions');
  if (type !== SIMPLEX_TYPES[dim]) throw bad(`elements of type ${type} are not simplices of dimension ${dim}`);
  checkCount(elementCount, limits.elements, 'elements', elements.left / (dim + 2));
  const element = new Int32Array((dim + 1) * elementCount);
  for (let e = 0; e < element.length; ) {
    elements.size(); // its tag
    for (let k = 0; k <= dim; k++) element[e++] = nodeOf(elements.size() - firstTag, count);
  }
  return { dim, point, element };
}

/** Format 2.2: lists whose entries have their type, in binary files with a header for each run of elements. */
function readLists(
  [count, nodes]: [number, Source],
  [elementCount, elements]: [number, Source],
  binary: boolean,
  limits: GmshLimits,
): GmshMesh {
  checkCount(count, limits.nodes, 'nodes', nodes.left);
  const point = new Float64Array(3 * count);
  for (let i = 0; i < point.length; ) {
    nodes.int(); // its tag
    for (let k = 0; k < 3; k++) point[i++] = nodes.real();
  }
  checkCount(elementCount, limits.elements, 'elements', elements.left);
  let dim = 0;
  const element: number[] = [];
  let run = 0;
  let tags = 0;
  for (let e = 0; e < elementCount; e++) {
    if (!binary) elements.int(); // its tag
    if (!binary || run === 0) {
      const type = elements.int();
      run = binary ? elements.int() : 1;
      tags = elements.int();
      if (run < 1 || tags < 0) throw bad('a run of elements has no elements, or a negative number of tags');
      dim ||= type === 2 ? 2 : type === 4 ? 3 : 0;
      if (dim === 0 || type !== SIMPLEX_TYPES[dim])
        throw bad(`element of type ${type}: all must be triangles, or all tetrahedra`);
    }
    run--;
    if (binary) elements.int(); // its tag
    for (let k = 0; k < tags; k++) elements.int();
    for (let k = 0; k <= dim; k++) element.push(nodeOf(elements.int() - 1, count));
  }
  if (dim === 0) throw bad('the Gmsh file has no elements');
  return { dim, point, element: Int32Array.from(element) };
}

function nodeOf(id: number, count: number): number {
  if (id < 0 || id >= count) throw bad('an element has the tag of a node that does not exist');
  return id;
}

/** Numbers in text, separated by blanks. */
class TextSource implements Source {
  readonly #words: string[];
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#words = ascii(bytes).split(/\s+/).filter(Boolean);
  }

  get left(): number {
    return this.#words.length - this.#next;
  }

  #word(pattern: RegExp): number {
    const word = this.#words[this.#next++];
    if (word === undefined) throw new AssetError('asset-truncated', 'the Gmsh file ends early');
    if (!pattern.test(word)) throw bad(`'${word.slice(0, 20)}' in the Gmsh file is not the number expected`);
    return Number(word);
  }

  size(): number {
    return this.#word(/^\d{1,15}$/);
  }

  int(): number {
    return this.#word(/^-?\d{1,10}$/);
  }

  real(): number {
    return this.#word(/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/);
  }
}

/** Numbers in bytes, little-endian. */
class ByteSource implements Source {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** In the shortest form, of 32 bits. */
  get left(): number {
    return (this.#view.byteLength - this.#at) / 4;
  }

  #advance(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    if (this.#at > this.#view.byteLength) throw new AssetError('asset-truncated', 'the Gmsh file ends early');
    return at;
  }

  size(): number {
    const at = this.#advance(8);
    return this.#view.getUint32(at, true) + 2 ** 32 * this.#view.getUint32(at + 4, true);
  }

  int(): number {
    return this.#view.getInt32(this.#advance(4), true);
  }

  real(): number {
    const value = this.#view.getFloat64(this.#advance(8), true);
    if (!Number.isFinite(value)) throw bad('a coordinate of the Gmsh file is not finite');
    return value;
  }
}
