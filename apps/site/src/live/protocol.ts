import { type Data, type Model, poseFields } from 'qpos';

/** What a page tells the worker of an example. */
export type Command =
  | { readonly kind: 'start'; readonly id: string; readonly root: string }
  | { readonly kind: 'run'; readonly running: boolean }
  | { readonly kind: 'frame' };

/** What the worker answers. */
export type Answer =
  | { readonly kind: 'model'; readonly bytes: Uint8Array; readonly follow: string }
  | { readonly kind: 'frame'; readonly numbers: Float64Array; readonly report: Readonly<Record<string, number>> }
  | { readonly kind: 'failed'; readonly message: string };

/** What a viewer draws. */
const fields = [
  ...poseFields,
  'qpos',
  'ctrl',
  'act',
  'subtree_com',
  'flexvert_xpos',
  'ten_wrapadr',
  'ten_wrapnum',
  'wrap_obj',
  'wrap_xpos',
  'ten_length',
  'mocap_pos',
  'mocap_quat',
  'xfrc_applied',
] as const satisfies readonly (keyof Data)[];

/** The picture of a Data as numbers: the time, then the fields one after the other. */
export function writeFrame(data: Data): Float64Array {
  const numbers = new Float64Array(fields.reduce((n, name) => n + data[name].length, 1));
  numbers[0] = data.time;
  let at = 1;
  for (const name of fields) {
    numbers.set(data[name], at);
    at += data[name].length;
  }
  return numbers;
}

/** Puts the numbers of `writeFrame` into a Data of the same model. */
export function readFrame(numbers: Float64Array, data: Data): void {
  data.time = numbers[0] ?? 0;
  let at = 1;
  for (const name of fields) {
    const array = data[name];
    array.set(numbers.subarray(at, at + array.length));
    at += array.length;
  }
}

/** The body that the camera follows, or -1. */
export function followed(model: Model, name: string): number {
  return name === '' ? -1 : model.body(name).id;
}
