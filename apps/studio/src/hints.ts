import { el } from './ui/dom.ts';

const SHOWN_MS = 12_000;

/** Three things to try, over the first picture: until one is tried, or for a while. */
export function showHints(stage: HTMLElement): void {
  const key = (name: string): HTMLElement => el('kbd', {}, name);
  const hints = el(
    'div',
    { class: 'hints' },
    el('span', {}, 'Drag a body to pull it'),
    el('span', {}, key('Space'), ' pauses'),
    el('span', {}, key('?'), ' lists all keys'),
  );
  stage.append(hints);
  const done = new AbortController();
  const end = (): void => {
    done.abort();
    hints.remove();
  };
  setTimeout(end, SHOWN_MS);
  for (const event of ['pointerdown', 'keydown', 'wheel', 'drop'])
    addEventListener(event, end, { signal: done.signal, capture: true, passive: true });
}
