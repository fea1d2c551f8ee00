import { overlayFlags, pictureFlags } from './panels/view.ts';
import type { Studio } from './studio.ts';

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
      target instanceof HTMLButtonElement ||
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
    const handled =
      event.ctrlKey || event.metaKey ? withControl(studio, event.key.toLowerCase()) : plain(studio, event);
    if (handled) event.preventDefault();
  });
}

function withControl(studio: Studio, key: string): boolean {
  switch (key) {
    case 'l':
      studio.reload();
      return true;
    case 'a':
      studio.view.align();
      return true;
    case 'o':
      studio.openFiles();
      return true;
    case 's':
      void studio.screenshot();
      return true;
    case 'z':
      studio.undo();
      return true;
  }
  return false;
}

function plain(studio: Studio, event: KeyboardEvent): boolean {
  const { sim, transport, view } = studio;
  const many = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case ' ':
      transport.toggle();
      return true;
    case 'ArrowRight':
      sim.step(many);
      return true;
    case 'ArrowLeft':
      sim.step(-many);
      return true;
    case '+':
    case '=':
      transport.changeSpeed(1);
      return true;
    case '-':
    case '_':
      transport.changeSpeed(-1);
      return true;
    case 'Backspace':
      transport.reset();
      return true;
    case ']':
      view.cycleCamera(1);
      return true;
    case '[':
      view.cycleCamera(-1);
      return true;
    case 'Escape':
      view.freeCamera();
      return true;
    case 'PageUp':
      studio.selectParent();
      return true;
    case 'F1':
      studio.help.showModal();
      return true;
    case 'F2':
      studio.left.toggle('tree');
      return true;
    case 'F3':
      studio.right.toggle('profiler');
      return true;
    case 'F4':
      studio.right.toggle('plots');
      return true;
    case 'F5':
      void studio.fullScreen();
      return true;
    case 'Tab':
      studio.toggleDock(event.shiftKey ? 'right' : 'left');
      return true;
  }
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
