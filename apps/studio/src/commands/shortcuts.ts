import { overlayFlags, pictureFlags } from '../panels/view.ts';
import type { Studio } from '../studio.ts';

const flagKeys = new Map(
  [...overlayFlags, ...pictureFlags]
    .filter(([, , key]) => key !== '')
    .map(([flag, , key]) => [key.toLowerCase(), flag]),
);

/** Whether the event belongs to a field that takes text or choices by itself. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable)
    return true;
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'range';
}

/** A control that uses the key itself: space presses buttons, arrows move sliders. */
function usesKey(event: KeyboardEvent): boolean {
  const target = event.target;
  const range = target instanceof HTMLInputElement && target.type === 'range';
  if (event.key === ' ' || event.key === 'Enter')
    return (
      (target instanceof HTMLButtonElement && target.getAttribute('role') !== 'tab') || // a tab is chosen already
      (target instanceof HTMLInputElement && !range) ||
      (target instanceof HTMLElement && target.tagName === 'SUMMARY')
    );
  if (event.key.startsWith('Arrow'))
    return range || (target instanceof HTMLElement && target.getAttribute('role') === 'tab');
  return false;
}

/** Keys as in MuJoCo's simulate. Tab has its usual meaning unless the picture was clicked. */
export function listenForKeys(studio: Studio): void {
  const { canvas } = studio.stage;
  let clicked = false;
  canvas.addEventListener('pointerdown', () => {
    clicked = true;
  });
  canvas.addEventListener('blur', () => {
    clicked = false;
  });
  addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]') !== null || isTyping(event) || usesKey(event)) return;
    if (event.key === 'Tab' && !clicked) return;
    if (press(studio, event)) event.preventDefault();
  });
}

type Action = (studio: Studio, event: KeyboardEvent) => void;

const many = (event: KeyboardEvent): number => (event.shiftKey ? 10 : 1);
const faster: Action = ({ transport }) => transport.changeSpeed(1);
const slower: Action = ({ transport }) => transport.changeSpeed(-1);

const controlKeys: Readonly<Record<string, Action>> = {
  l: (studio) => studio.reload(),
  a: ({ view }) => view.align(),
  o: (studio) => studio.openFiles(),
  s: (studio) => void studio.screenshot(),
  z: (studio, event) => (event.shiftKey ? studio.redo() : studio.undo()),
  y: (studio) => studio.redo(),
  k: ({ palette }) => palette.open(),
};

const plainKeys: Readonly<Record<string, Action>> = {
  ' ': ({ transport }) => transport.toggle(),
  ArrowRight: ({ sim }, event) => sim.step(many(event)),
  ArrowLeft: ({ sim }, event) => sim.step(-many(event)),
  '+': faster,
  '=': faster,
  '-': slower,
  _: slower,
  Backspace: ({ transport }) => transport.reset(),
  ']': ({ view }) => view.cycleCamera(1),
  '[': ({ view }) => view.cycleCamera(-1),
  Escape: ({ view }) => view.freeCamera(),
  PageUp: (studio) => studio.selectParent(),
  F1: ({ help }) => help.showModal(),
  '?': ({ help }) => help.showModal(),
  F2: ({ workspace }) => workspace.toggle('tree'),
  F3: ({ workspace }) => workspace.toggle('profiler'),
  F4: ({ workspace }) => workspace.toggle('plots'),
  F6: ({ gizmo }) => gizmo.setMode(gizmo.mode === 'move' ? 'off' : 'move'),
  F7: ({ gizmo }) => gizmo.setMode(gizmo.mode === 'turn' ? 'off' : 'turn'),
  F5: (studio) => void studio.fullScreen(),
  Tab: (studio, event) => studio.toggleDock(event.shiftKey ? 'right' : 'left'),
};

/** Does what a key stands for; returns whether it stands for anything. */
function press(studio: Studio, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey;
  const [keys, key] = control ? [controlKeys, event.key.toLowerCase()] : [plainKeys, event.key];
  const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (action !== undefined) action(studio, event);
  return action !== undefined || (!control && flip(studio, event));
}

/** Keys that show and hide things. */
function flip({ view }: Studio, event: KeyboardEvent): boolean {
  const digit = /^(?:Digit|Numpad)([0-5])$/.exec(event.code)?.[1];
  if (digit !== undefined) {
    view.flipGroup(event.shiftKey ? 'siteGroup' : 'geomGroup', Number(digit));
    return true;
  }
  const flag = flagKeys.get(event.key.toLowerCase());
  if (flag === undefined) return false;
  view.flip(flag);
  return true;
}
