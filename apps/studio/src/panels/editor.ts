import type { Problem } from '../protocol.ts';
import type { Simulation } from '../simulation.ts';
import type { Panel } from '../ui/dock.ts';
import { el } from '../ui/dom.ts';
import { problemView } from '../ui/notice.ts';
import { inkXml } from './xml-ink.ts';

const CHECK_MS = 500;
const CHECK_LENGTH = 400_000; // longer texts are checked when they are loaded
const INK_LENGTH = 150_000; // longer texts are not coloured
const LINE = 17; // pixels, as in the style sheet

/** The model's own file as text, with its problems beside the lines. */
export class EditorPanel implements Panel {
  readonly id = 'editor';
  readonly title = 'MJCF';
  readonly element = el('div', { class: 'editor' });
  readonly #sim: Simulation;
  readonly #text = el('textarea', { spellcheck: false, wrap: 'off', id: 'mjcf', class: 'code' });
  readonly #ink = el('pre', { class: 'ink' });
  readonly #gutter = el('div', { class: 'gutter' });
  readonly #marks = el('div', { class: 'marks' });
  readonly #problems = el('div', { class: 'problems', id: 'editor-problems' });
  readonly #state = el('span', { class: 'state' }, '');
  readonly #revertButton = el(
    'button',
    { type: 'button', title: 'Revert to the loaded text', disabled: true, on: { click: () => this.#revert() } },
    'Revert',
  );
  #file = 'model.xml';
  #saved = '';
  #lines = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#text.setAttribute('aria-label', 'Source of the model');
    this.#gutter.setAttribute('aria-hidden', 'true');
    this.#ink.setAttribute('aria-hidden', 'true');
    const button = (id: string, keys: string, keep: boolean, name: string): HTMLElement =>
      el('button', { type: 'button', id, class: 'primary', title: keys, on: { click: () => this.reload(keep) } }, name);
    const reload = button('reload', 'Start over (Ctrl+Enter)', false, 'Reload');
    const apply = button('apply', 'Keep the state (Ctrl+Shift+Enter)', true, 'Apply');
    this.element.append(
      el('div', { class: 'tools' }, reload, apply, this.#revertButton, this.#state),
      el('div', { class: 'sheet' }, this.#gutter, el('div', { class: 'paper' }, this.#ink, this.#marks, this.#text)),
      this.#problems,
    );
    this.#text.addEventListener('input', () => this.#changed());
    this.#text.addEventListener('scroll', () => this.#scroll());
    this.#text.addEventListener('keydown', (event) => this.#key(event));
    sim.on('loaded', (info) => this.#show(info.text, info.file, info.warnings));
    sim.on('failed', (failure) => {
      if (failure.text !== undefined) this.#show(failure.text, failure.file ?? this.#file, failure.problems);
      else this.#mark(failure.problems);
    });
    sim.on('checked', (problems) => this.#mark(problems));
  }

  get text(): string {
    return this.#text.value;
  }
  get edited(): boolean {
    return this.#text.value !== this.#saved;
  }

  /** Compiles the text and runs it, from its start or from the state that the simulation is in. */
  reload(keep = false): void {
    clearTimeout(this.#timer);
    this.#sim.load({ kind: 'text', text: this.#text.value, file: this.#file, keep });
  }

  /** Puts the cursor at a problem. */
  visit(p: Problem): void {
    if (p.line === undefined) return;
    const lines = this.#text.value.split('\n');
    let at = 0;
    for (let k = 0; k < p.line - 1 && k < lines.length; k++) at += (lines[k]?.length ?? 0) + 1;
    at += Math.max(0, (p.column ?? 1) - 1);
    this.#text.focus();
    this.#text.setSelectionRange(at, at);
    this.#text.scrollTop = Math.max(0, (p.line - 6) * LINE);
  }

  #show(text: string, file: string, problems: readonly Problem[]): void {
    clearTimeout(this.#timer);
    this.#file = file;
    if (this.#text.value !== text) this.#text.value = text;
    this.#saved = text;
    this.#lay();
    this.#mark(problems);
  }

  /** Back to the text that was loaded, as an edit that the browser can undo. */
  #revert(): void {
    this.#text.focus();
    this.#text.select();
    if (!document.execCommand('insertText', false, this.#saved)) this.#text.value = this.#saved;
    this.#changed();
  }

  #changed(): void {
    this.#lay();
    this.#state.textContent = 'changed';
    clearTimeout(this.#timer);
    const { value } = this.#text;
    if (value.length > CHECK_LENGTH) return;
    this.#timer = setTimeout(() => this.#sim.check(value, this.#file), CHECK_MS);
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation(); // letters are not shortcuts here
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.reload(event.shiftKey);
    } else if (event.key === 'Escape') this.#text.blur();
  }

  /** Numbers the lines and colours the text. */
  #lay(): void {
    let lines = 1;
    this.#revertButton.disabled = !this.edited;
    const { value } = this.#text;
    const inked = value.length <= INK_LENGTH;
    this.#text.classList.toggle('inked', inked);
    this.#ink.replaceChildren(...(inked ? inkXml(value) : []));
    for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) lines++;
    if (lines === this.#lines) return;
    this.#lines = lines;
    this.#gutter.textContent = Array.from({ length: lines }, (_, k) => k + 1).join('\n');
    this.#scroll();
  }

  #scroll(): void {
    this.#gutter.style.transform = `translateY(${-this.#text.scrollTop}px)`;
    this.#marks.style.transform = `translateY(${-this.#text.scrollTop}px)`;
    this.#ink.style.transform = `translate(${-this.#text.scrollLeft}px, ${-this.#text.scrollTop}px)`;
  }

  #mark(problems: readonly Problem[]): void {
    const lines = new Map<number, Problem[]>();
    for (const p of problems)
      if (p.line !== undefined && (p.file === undefined || p.file === this.#file))
        lines.set(p.line, [...(lines.get(p.line) ?? []), p]);
    this.#marks.replaceChildren(...[...lines].map(([line, here]) => markOf(line, here)));
    this.#problems.replaceChildren(...problems.slice(0, 50).map((p) => problemView(p, (q) => this.visit(q))));
    const errors = problems.filter((p) => p.severity === 'error').length;
    const changed = this.edited ? 'changed, ' : '';
    this.#state.textContent =
      errors > 0
        ? `${errors} ${errors === 1 ? 'error' : 'errors'}`
        : `${changed}${problems.length === 0 ? 'no problems' : `${problems.length} warnings`}`;
  }
}

/** A line with problems: the first one is written beside it. */
function markOf(line: number, problems: readonly Problem[]): HTMLElement {
  const worst = problems.find((p) => p.severity === 'error') ?? problems[0];
  const more = problems.length > 1 ? ` (+${problems.length - 1})` : '';
  const mark = el(
    'div',
    { class: `mark ${worst?.severity ?? ''}` },
    el('span', { class: 'note' }, `${worst?.message ?? ''}${more}`),
  );
  mark.style.top = `${(line - 1) * LINE}px`;
  return mark;
}
