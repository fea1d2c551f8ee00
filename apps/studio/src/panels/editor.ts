import type { CodeView } from '../editor/code-view.ts';
import type { Problem } from '../protocol.ts';
import type { Simulation } from '../simulation.ts';
import { el } from '../ui/dom.ts';
import { problemView } from '../ui/notice.ts';
import type { Panel } from '../ui/panel.ts';

const CHECK_MS = 500;
const CHECK_LENGTH = 400_000; // longer texts are checked when they are loaded

interface ModelText {
  readonly file: string;
  readonly text: string;
}

/** The model's own file as text, with its problems beside the lines. */
export class EditorPanel implements Panel {
  readonly id = 'editor';
  readonly title = 'MJCF';
  readonly element = el('div', { class: 'editor' });
  readonly #sim: Simulation;
  readonly #problems = el('div', { class: 'problems', id: 'editor-problems' });
  readonly #state = el('span', { class: 'state' }, '');
  readonly #revertButton = el(
    'button',
    { type: 'button', title: 'Revert to the loaded text', disabled: true, on: { click: () => this.#revert() } },
    'Revert',
  );
  /** CodeMirror, from when the panel is first looked at: the first picture does not wait for it. */
  #view: CodeView | undefined;
  #opening = false;
  /** What is edited, while the view is not there to ask. */
  #shown: ModelText = { file: 'model.xml', text: '' };
  /** What the picture shows. */
  #loaded: ModelText = this.#shown;
  #known: readonly Problem[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sim: Simulation) {
    this.#sim = sim;
    const button = (id: string, keys: string, keep: boolean, name: string): HTMLElement =>
      el('button', { type: 'button', id, class: 'primary', title: keys, on: { click: () => this.reload(keep) } }, name);
    const reload = button('reload', 'Start over (Ctrl+Enter)', false, 'Reload');
    const apply = button('apply', 'Keep the state (Ctrl+Shift+Enter)', true, 'Apply');
    this.element.append(
      el('div', { class: 'tools' }, reload, apply, this.#revertButton, this.#state),
      el('div', { class: 'sheet' }),
      this.#problems,
    );
    sim.on('loaded', (info) => {
      this.#loaded = { file: info.file, text: info.text };
      this.#show(this.#loaded, info.warnings);
    });
    sim.on('failed', ({ text, file = this.#shown.file, problems }) => {
      if (text !== undefined) this.#show({ file, text }, problems);
      else this.#mark(problems);
    });
    sim.on('checked', (problems) => this.#mark(problems));
  }

  get text(): string {
    return this.#view?.text ?? this.#shown.text;
  }
  /** Whether the text is another than that of the picture. */
  get edited(): boolean {
    return this.#shown.file !== this.#loaded.file || this.text !== this.#loaded.text;
  }

  shown(visible: boolean): void {
    if (visible) void this.#open();
  }

  /** Compiles the text and runs it, from its start or from the state that the simulation is in. */
  reload(keep = false): void {
    clearTimeout(this.#timer);
    this.#sim.load({ kind: 'text', text: this.text, file: this.#shown.file, keep });
  }

  /** Takes another text, and runs it from the state that the simulation is in. */
  replace(text: string): void {
    this.#show({ file: this.#shown.file, text }, []);
    this.reload(true);
  }

  /** Puts the cursor at a problem. */
  visit(p: Problem): void {
    const { line } = p;
    if (line !== undefined) void this.#open().then((view) => view?.visit(line, p.column ?? 1));
  }

  async #open(): Promise<CodeView | undefined> {
    if (this.#view !== undefined || this.#opening) return this.#view;
    this.#opening = true;
    const { CodeView } = await import('../editor/code-view.ts');
    const view = new CodeView({ changed: () => this.#changed(), run: (keep) => this.reload(keep) });
    this.element.querySelector('.sheet')?.replaceWith(view.element);
    view.show(this.#shown.text, this.#shown.file, this.#sources, this.#files);
    this.#view = view;
    clearTimeout(this.#timer);
    this.#mark(this.#known);
    return view;
  }

  get #sources(): Readonly<Record<string, string>> {
    return this.#sim.info?.sources ?? {};
  }
  get #files(): readonly string[] {
    return this.#sim.info?.files ?? [];
  }

  #show(shown: ModelText, problems: readonly Problem[]): void {
    this.#shown = shown;
    this.#view?.show(shown.text, shown.file, this.#sources, this.#files);
    clearTimeout(this.#timer);
    this.#mark(problems);
  }

  /** Back to the text of the picture; in the same file as an edit that can be undone. */
  #revert(): void {
    this.#show(this.#loaded, this.#sim.info?.warnings ?? []);
    this.#view?.focus();
  }

  #changed(): void {
    this.#revertButton.disabled = !this.edited;
    this.#state.textContent = 'changed';
    clearTimeout(this.#timer);
    const { text } = this;
    if (text.length > CHECK_LENGTH) return;
    this.#timer = setTimeout(() => this.#sim.check(text, this.#shown.file), CHECK_MS);
  }

  #mark(problems: readonly Problem[]): void {
    this.#known = problems;
    const { file } = this.#shown;
    this.#revertButton.disabled = !this.edited;
    this.#view?.mark(problems.filter((p) => p.file === undefined || p.file === file));
    this.#problems.replaceChildren(...problems.slice(0, 50).map((p) => problemView(p, (q) => this.visit(q))));
    const errors = problems.filter((p) => p.severity === 'error').length;
    const changed = this.edited ? 'changed, ' : '';
    this.#state.textContent =
      errors > 0
        ? `${errors} ${errors === 1 ? 'error' : 'errors'}`
        : `${changed}${problems.length === 0 ? 'no problems' : `${problems.length} warnings`}`;
  }
}
