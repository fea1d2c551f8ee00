import type { Problem } from '../protocol.ts';
import { el, iconButton } from './dom.ts';

/** `file:line:column` of a problem. */
export const placeOf = (p: Problem): string => [p.file, p.line, p.column].filter((x) => x !== undefined).join(':');

/** A problem with its place, excerpt and hint. */
export function problemView(p: Problem, visit?: (p: Problem) => void): HTMLElement {
  const place = placeOf(p);
  const where =
    visit !== undefined && p.line !== undefined
      ? el('button', { type: 'button', class: 'link place', on: { click: () => visit(p) } }, place)
      : el('span', { class: 'place' }, place);
  return el(
    'article',
    { class: `problem ${p.severity}` },
    el('div', { class: 'headline' }, place !== '' && where, p.element !== undefined && el('code', {}, p.element)),
    el('p', {}, p.message),
    p.excerpt !== '' && el('pre', { class: 'excerpt' }, p.excerpt),
    p.hint !== undefined && el('p', { class: 'hint' }, p.hint),
  );
}

/** A message over the picture that stays until it is closed or replaced. */
export class Notices {
  readonly #root: HTMLElement;

  constructor(stage: HTMLElement) {
    this.#root = el('div', { class: 'notices' });
    this.#root.setAttribute('role', 'status');
    this.#root.setAttribute('aria-live', 'polite');
    stage.append(this.#root);
  }

  /** A short message that goes by itself. */
  toast(text: string): void {
    const note = el('div', { class: 'toast' }, text);
    this.#root.append(note);
    setTimeout(() => note.remove(), 4000);
  }

  /** Something went wrong: what, where, and what to do. */
  trouble(
    title: string,
    text: string,
    problems: readonly Problem[] = [],
    visit?: (p: Problem) => void,
    ...actions: readonly HTMLElement[]
  ): void {
    this.clear();
    const errors = problems.filter((p) => p.severity === 'error');
    const shown = (errors.length > 0 ? errors : problems).slice(0, 20);
    const note = el(
      'div',
      { class: 'trouble' },
      el(
        'header',
        {},
        el('strong', {}, title),
        iconButton('close', 'Close', () => note.remove()),
      ),
      text !== '' && el('p', {}, text),
      ...shown.map((p) => problemView(p, visit)),
      actions.length > 0 && el('footer', {}, ...actions),
    );
    note.setAttribute('role', 'alert');
    this.#root.append(note);
  }

  clear(): void {
    for (const old of this.#root.querySelectorAll('.trouble')) old.remove();
  }
}

/** A modal window with a title. */
export function makeDialog(id: string, title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const dialog = el('dialog', { id, class: 'window' });
  dialog.setAttribute('aria-label', title);
  dialog.append(
    el(
      'header',
      {},
      el('h2', {}, title),
      iconButton('close', 'Close (Esc)', () => dialog.close()),
    ),
    ...content,
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}
