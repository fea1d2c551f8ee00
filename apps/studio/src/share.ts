import type { CameraRig } from '@qpos/viewer';
import { LinkError, pack, unpackNumbers, unpackText } from './link-packing.ts';
import type { ModelSource } from './protocol.ts';

/** What a link can say: which model, and from where it is looked at. */
export interface Shared {
  readonly source: ModelSource | undefined;
  /** Where the policy of a task was read from. */
  readonly policy: string | undefined;
  readonly camera: readonly number[] | undefined;
  readonly state: Float64Array | undefined;
  readonly speed: number | undefined;
  readonly paused: boolean;
  /** How many environments there are around the one in the picture. */
  readonly swarm: number | undefined;
}

/** What a link says that has nothing to say. */
export const NOTHING_SHARED: Shared = {
  source: undefined,
  policy: undefined,
  camera: undefined,
  state: undefined,
  speed: undefined,
  paused: false,
  swarm: undefined,
};

/** The root and file of an address of a model. */
export function splitAddress(address: string): { root: string; file: string } {
  const url = addressOf(address);
  const cut = url.pathname.lastIndexOf('/') + 1;
  const file = url.pathname.slice(cut);
  try {
    return { root: url.origin + url.pathname.slice(0, cut), file: decodeURIComponent(file) };
  } catch (cause) {
    throw new LinkError('bad-value', `the link names a model by '${file}', which is not well formed`, { cause });
  }
}

function addressOf(address: string): URL {
  try {
    return new URL(address, document.baseURI);
  } catch (cause) {
    throw new LinkError('bad-value', `the link names a model by '${address}', which is no address`, { cause });
  }
}

/** A task and its policy, fetched from an address. Throws a `LinkError`. */
export async function fetchTask(task: string, policy: string | undefined): Promise<ModelSource> {
  if (policy === undefined) return { kind: 'task', task, policy: undefined };
  const response = await fetch(addressOf(policy)).catch((cause: unknown) => {
    throw new LinkError('bad-value', `the policy ${policy} could not be fetched`, { cause });
  });
  if (!response.ok) throw new LinkError('bad-value', `the policy ${policy} answered with status ${response.status}`);
  return { kind: 'task', task, policy: new Uint8Array(await response.arrayBuffer()) };
}

/** Where a link looks from. */
function cameraOf(text: string): number[] {
  const camera = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (camera.length !== 6 || !camera.every(Number.isFinite))
    throw new LinkError('bad-value', `the camera of the link is not six numbers: ${text}`);
  return camera;
}

/** How fast a link lets time go by. */
function speedOf(text: string): number {
  const speed = Number(text);
  if (!(speed > 0 && Number.isFinite(speed)))
    throw new LinkError('bad-value', `the speed of the link is not a number above zero: ${text}`);
  return speed;
}

/** How many environments a link asks for. */
function swarmOf(text: string): number {
  const n = Number(text);
  if (!(Number.isInteger(n) && n >= 0))
    throw new LinkError('bad-value', `the number of environments of the link is not a whole number: ${text}`);
  return n;
}

/**
 * Reads the page's own address: `?model=` names a bundled model or an address, `?task=` a task and `&policy=` the address of a policy for
 * it, `#mjcf=` has the model itself, `&swarm=` a number of environments around it. Throws a `LinkError`.
 */
export async function readAddress(modelsRoot: string): Promise<Shared> {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  const name = query.get('model');
  const text = hash.get('mjcf');
  const task = query.get('task');
  const policy = query.get('policy') ?? undefined;
  let source: ModelSource | undefined;
  if (text !== null) source = { kind: 'text', text: await unpackText(text), file: 'shared.xml' };
  else if (task !== null) source = await fetchTask(task, policy);
  else if (name !== null && /^((deformable|soft)\/)?[\w-]+(\.xml)?$/.test(name))
    source = { kind: 'url', root: modelsRoot, file: name.endsWith('.xml') ? name : `${name}.xml` };
  else if (name !== null) source = { kind: 'url', ...splitAddress(name) };
  const [camera, state] = [hash.get('camera'), hash.get('state')];
  const [speed, swarm] = [query.get('speed'), query.get('swarm')];
  return {
    source,
    policy,
    camera: camera === null ? undefined : cameraOf(camera),
    state: state === null ? undefined : await unpackNumbers(state),
    speed: speed === null ? undefined : speedOf(speed),
    paused: query.has('paused'),
    swarm: swarm === null ? undefined : swarmOf(swarm),
  };
}

/** A link to the model as it is now. */
export async function makeLink(
  source: { bundled: string } | { address: string } | { text: string } | { task: string; policy: string | undefined },
  rig: CameraRig,
  state: Float64Array | undefined,
  swarm = 0,
): Promise<string> {
  const url = new URL(location.pathname, location.origin);
  const hash = new URLSearchParams();
  if ('bundled' in source) url.searchParams.set('model', source.bundled.replace(/\.xml$/, ''));
  else if ('address' in source) url.searchParams.set('model', source.address);
  else if ('task' in source) {
    url.searchParams.set('task', source.task);
    if (source.policy !== undefined) url.searchParams.set('policy', source.policy);
  } else hash.set('mjcf', await pack(new TextEncoder().encode(source.text)));
  if (swarm > 0) url.searchParams.set('swarm', String(swarm));
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
