import { AssetError } from '../errors.ts';
import { FloatList } from '../lists.ts';
import type { AssetLimits, RawMesh } from '../types.ts';

const HEADER_BYTES = 84;
const FACE_BYTES = 50;
const MAX_FACES = 200_000;
const MAX_COORDINATE = 2 ** 30;

/** Binary STL. Corners with the same three bit patterns become one vertex, numbered by first appearance. */
export function readStl(bytes: Uint8Array, limits: AssetLimits): RawMesh {
  if (bytes.length === 0) throw new AssetError('asset-empty', 'STL file is empty');
  if (bytes.length < HEADER_BYTES) throw new AssetError('asset-truncated', 'invalid header in STL file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nface = view.getInt32(80, true);
  if (nface < 1 || nface > MAX_FACES) {
    throw new AssetError(
      'asset-format',
      `number of faces should be between 1 and ${MAX_FACES} in STL file; perhaps this is an ASCII file?`,
      asciiHint(bytes),
    );
  }
  if (nface * FACE_BYTES !== bytes.length - HEADER_BYTES) {
    throw new AssetError('asset-format', 'STL file has wrong size; perhaps this is an ASCII file?', asciiHint(bytes));
  }
  if (nface > limits.meshFaces) throw new AssetError('asset-limit', `STL file has ${nface} faces`);

  const vert = new FloatList();
  const face = new Int32Array(3 * nface);
  const table = new VertexTable(3 * nface);
  for (let i = 0; i < nface; i++) {
    for (let j = 0; j < 3; j++) {
      const at = HEADER_BYTES + FACE_BYTES * i + 12 * (j + 1);
      const x = view.getFloat32(at, true);
      const y = view.getFloat32(at + 4, true);
      const z = view.getFloat32(at + 8, true);
      if (Math.abs(x) > MAX_COORDINATE || Math.abs(y) > MAX_COORDINATE || Math.abs(z) > MAX_COORDINATE) {
        throw new AssetError('mesh-vertices', 'vertex in STL file exceeds maximum bounds');
      }
      const id = table.find(view.getInt32(at, true), view.getInt32(at + 4, true), view.getInt32(at + 8, true));
      if (3 * id === vert.length) {
        vert.push(x);
        vert.push(y);
        vert.push(z);
      }
      face[3 * i + j] = id;
    }
  }
  return {
    format: 'stl',
    vert: vert.take(),
    normal: new Float32Array(0),
    texcoord: new Float32Array(0),
    face,
    facenormal: new Int32Array(0),
    facetexcoord: new Int32Array(0),
  };
}

function asciiHint(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 5)).toLowerCase();
  return head === 'solid' ? 'save the mesh as binary STL or as OBJ' : undefined;
}

/** Open-addressing table from three 32-bit words to a running index. */
class VertexTable {
  private readonly keys: Int32Array;
  private readonly slots: Int32Array;
  private readonly mask: number;
  private count = 0;

  constructor(capacity: number) {
    let size = 16;
    while (size < 2 * capacity) size *= 2;
    this.keys = new Int32Array(3 * size);
    this.slots = new Int32Array(size).fill(-1);
    this.mask = size - 1;
  }

  find(a: number, b: number, c: number): number {
    const { keys, slots, mask } = this;
    let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
    h = (h ^ (h >>> 15)) & mask;
    for (;;) {
      const id = slots[h];
      if (id < 0) {
        keys[3 * h] = a;
        keys[3 * h + 1] = b;
        keys[3 * h + 2] = c;
        slots[h] = this.count;
        return this.count++;
      }
      if (keys[3 * h] === a && keys[3 * h + 1] === b && keys[3 * h + 2] === c) return id;
      h = (h + 1) & mask;
    }
  }
}
