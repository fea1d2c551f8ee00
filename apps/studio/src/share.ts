import type { CameraRig } from '@qpos/viewer';
import type { ModelSource } from './protocol.ts';

/** What a link can say: which model, and from where it is looked at. */
export interface Shared {
  readonly source: ModelSource | undefined;
  readonly camera: readonly number[] | undefined;
  readonly state: Float64Array | undefined;
  readonly speed: number | undefined;
  readonly paused: boolean;
}

async function transform(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
  return new Uint8Array(await new Response(piped as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

const pack = async (bytes: Uint8Array): Promise<string> =>
  toBase64(await transform(bytes, new CompressionStream('deflate-raw')));
const unpack = async (text: string): Promise<Uint8Array> =>
  transform(fromBase64(text), new DecompressionStream('deflate-raw'));

/** The root and file of an address of a model. */
export function splitAddress(address: string): { root: string; file: string } {
  const url = new URL(address, document.baseURI);
  const cut = url.pathname.lastIndexOf('/') + 1;
  return { root: url.origin + url.pathname.slice(0, cut), file: decodeURIComponent(url.pathname.slice(cut)) };
}

/** Reads the page's own address: `?model=` names a bundled model or an address, `#mjcf=` has the model itself. */
export async function readAddress(modelsRoot: string): Promise<Shared> {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  const name = query.get('model');
  const text = hash.get('mjcf');
  let source: ModelSource | undefined;
  if (text !== null) source = { kind: 'text', text: new TextDecoder().decode(await unpack(text)), file: 'shared.xml' };
  else if (name !== null && /^[\w-]+(\.xml)?$/.test(name))
    source = { kind: 'url', root: modelsRoot, file: name.endsWith('.xml') ? name : `${name}.xml` };
  else if (name !== null) source = { kind: 'url', ...splitAddress(name) };
  const camera = hash.get('camera')?.split(',').map(Number);
  const state = hash.get('state');
  const speed = Number(query.get('speed'));
  return {
    source,
    camera: camera?.length === 6 && camera.every(Number.isFinite) ? camera : undefined,
    state: state === null ? undefined : new Float64Array((await unpack(state)).slice().buffer),
    speed: speed > 0 ? speed : undefined,
    paused: query.has('paused'),
  };
}

/** A link to the model as it is now. */
export async function makeLink(
  source: { bundled: string } | { address: string } | { text: string },
  rig: CameraRig,
  state: Float64Array | undefined,
): Promise<string> {
  const url = new URL(location.pathname, location.origin);
  const hash = new URLSearchParams();
  if ('bundled' in source) url.searchParams.set('model', source.bundled.replace(/\.xml$/, ''));
  else if ('address' in source) url.searchParams.set('model', source.address);
  else hash.set('mjcf', await pack(new TextEncoder().encode(source.text)));
  const { lookat } = rig;
  const camera = [lookat.x, lookat.y, lookat.z, rig.distance, rig.azimuth, rig.elevation];
  hash.set('camera', camera.map((x) => Number(x.toFixed(4))).join());
  if (state !== undefined) {
    url.searchParams.set('paused', '');
    hash.set('state', await pack(new Uint8Array(state.buffer, state.byteOffset, state.byteLength)));
  }
  url.hash = hash.toString();
  return url.href;
}

export function lookFrom(rig: CameraRig, camera: readonly number[]): void {
  const [x = 0, y = 0, z = 0, distance = 2, azimuth = 90, elevation = -20] = camera;
  rig.mode = { kind: 'free' };
  rig.lookat.set(x, y, z);
  rig.distance = distance;
  rig.azimuth = azimuth;
  rig.elevation = elevation;
}
