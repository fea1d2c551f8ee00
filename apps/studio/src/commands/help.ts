import { overlayFlags, pictureFlags } from '../panels/view.ts';
import { el } from '../ui/dom.ts';
import { makeDialog } from '../ui/notice.ts';

const mouse: readonly (readonly [string, string])[] = [
  ['Left drag', 'turn the camera; on something that moves, pull it'],
  ['Right drag', 'move the camera (with Shift: along the ground)'],
  ['Wheel', 'zoom'],
  ['Double click', 'select a body'],
  ['Ctrl + right drag', 'pull the selected body (with Shift: along the ground)'],
  ['Ctrl + left drag', 'turn the selected body'],
  ['Right double click', 'look there'],
  ['Ctrl + right double click', 'follow a body'],
  ['Touch', 'one finger turns, two zoom and move, hold a body to pull it'],
];

const keys: readonly (readonly [string, string])[] = [
  ['Space', 'play, pause'],
  ['→ ←', 'step, step back (with Shift: 10)'],
  ['+ −', 'faster, slower'],
  ['Backspace', 'reset'],
  ['[ ]', 'cameras'],
  ['Esc', 'free camera'],
  ['Page Up', 'select the parent body'],
  ['Ctrl + Z', 'undo the last change of a property (with Shift or as Ctrl + Y: redo)'],
  ['Ctrl + K', 'find and run any command'],
  ['Ctrl + L', 'reload the model'],
  ['Ctrl + A', 'align the view'],
  ['Ctrl + O', 'open files'],
  ['Ctrl + S', 'screenshot'],
  ['0 – 5', 'geom groups (with Shift: site groups)'],
  ['F1, ?', 'this help'],
  ['F2', 'model and source'],
  ['F3', 'profiler'],
  ['F4', 'plots'],
  ['F5', 'full screen'],
  ['F6, F7', 'handles that move or turn the selected body'],
  ['Tab', 'after a click on the picture: panels (with Shift: on the right)'],
];

const table = (title: string, rows: readonly (readonly [string, string])[]): HTMLElement =>
  el(
    'section',
    {},
    el('h3', {}, title),
    el(
      'dl',
      { class: 'keys' },
      ...rows.flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)]),
    ),
  );

/** The help window: what mouse and keys do. */
export function makeHelp(): HTMLDialogElement {
  const flags = [...overlayFlags, ...pictureFlags]
    .filter(([, , key]) => key !== '')
    .map(([, text, key]) => [key, text.toLowerCase()] as const);
  return makeDialog(
    'help',
    'Help',
    el('div', { class: 'help' }, table('Mouse', mouse), table('Keys', keys), table('Show', flags)),
    el(
      'p',
      { class: 'fine' },
      'Drop a model (MJCF, URDF, a folder, a zip or a compiled model) anywhere on the page to open it.',
    ),
  );
}
