import type { Data } from '@qpos/core';
import type { EditorPanel } from './panels/editor.ts';
import type { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';
import type { Notices } from './ui/notice.ts';

const DIGITS = 10;
const list = (values: ArrayLike<number>): string =>
  Array.from(values, (x) => String(Number(x.toPrecision(DIGITS)))).join(' ');

/** A state as an element `<key>` of MJCF; what is empty or zero throughout, as it is by default, is left out. */
export function keyElement(data: Data, name: string): string {
  const { qpos, qvel, act, ctrl, mocap_pos: mpos, mocap_quat: mquat } = data;
  const some = (values: ArrayLike<number>): boolean => Array.from(values).some((x) => x !== 0);
  const attributes: [string, string, boolean][] = [
    ['name', name, true],
    ['time', list([data.time]), data.time !== 0],
    ['qpos', list(qpos), qpos.length > 0],
    ['qvel', list(qvel), some(qvel)],
    ['act', list(act), some(act)],
    ['ctrl', list(ctrl), some(ctrl)],
    ['mpos', list(mpos), mpos.length > 0],
    ['mquat', list(mquat), mquat.length > 0],
  ];
  return `<key ${attributes.flatMap(([key, value, wanted]) => (wanted ? [`${key}="${value}"`] : [])).join(' ')}/>`;
}

/** A text of MJCF with another keyframe: in its last section of keyframes, or in a new one. */
export function withKeyframe(text: string, key: string): string | undefined {
  const section = text.lastIndexOf('</keyframe>');
  if (section >= 0) return `${text.slice(0, section).trimEnd()}\n    ${key}\n  ${text.slice(section)}`;
  const end = text.lastIndexOf('</mujoco>');
  return end < 0
    ? undefined
    : `${text.slice(0, end).trimEnd()}\n  <keyframe>\n    ${key}\n  </keyframe>\n${text.slice(end)}`;
}

/** What of the present state and view can be taken along as MJCF. */
export class Keyframes {
  readonly #sim: Simulation;
  readonly #stage: Stage;
  readonly #editor: EditorPanel;
  readonly #notices: Notices;

  constructor(sim: Simulation, stage: Stage, editor: EditorPanel, notices: Notices) {
    this.#sim = sim;
    this.#stage = stage;
    this.#editor = editor;
    this.#notices = notices;
  }

  /** Writes the state into the model as a keyframe, and goes on from it. */
  async save(): Promise<void> {
    const { data, model, info } = this.#sim;
    if (data === undefined || model === undefined) return;
    const name = `state at ${data.time.toFixed(3)} s`;
    const text =
      info?.play === undefined && info?.plan === undefined
        ? withKeyframe(this.#editor.text, keyElement(data, name))
        : undefined;
    if (text === undefined) {
      await this.#copy(keyElement(data, name), 'This model has no text of its own: the keyframe is on the clipboard');
      return;
    }
    this.#editor.replace(text);
    this.#notices.toast(`Saved keyframe “${name}”`);
  }

  async copyPose(): Promise<void> {
    const { data } = this.#sim;
    if (data !== undefined) await this.#copy(keyElement(data, 'pose'), 'The pose is on the clipboard, as <key>');
  }

  /** The camera of the picture as an element `<camera>` of the world. */
  async copyCamera(): Promise<void> {
    const camera = this.#stage.viewer?.rig.camera;
    if (camera === undefined) return;
    const m = camera.matrixWorld.elements;
    const fovy =
      'fov' in camera
        ? ` fovy="${list([camera.fov])}"`
        : ` orthographic="true" fovy="${list([camera.top - camera.bottom])}"`;
    const axes = list([m[0], m[1], m[2], m[4], m[5], m[6]]);
    const text = `<camera name="view" pos="${list([m[12], m[13], m[14]])}" xyaxes="${axes}"${fovy}/>`;
    await this.#copy(text, 'The camera is on the clipboard, as <camera>');
  }

  async #copy(text: string, note: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#notices.toast(note);
    } catch {
      this.#notices.trouble('The clipboard cannot be used', text);
    }
  }
}
