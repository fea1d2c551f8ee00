import { el } from './ui/dom.ts';

/** Without WebGL there is no picture: say so instead of showing an empty page. */
export function explainNoGraphics(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  document.body.append(
    el(
      'div',
      { class: 'fatal' },
      el('h1', {}, 'The studio cannot draw here'),
      el('p', {}, 'It needs WebGL 2. Allow hardware acceleration in the settings of the browser, or try another one.'),
      el('pre', {}, text),
    ),
  );
}
