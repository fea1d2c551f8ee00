import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { xmlLanguage } from '@codemirror/lang-xml';
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Problem } from '../protocol.ts';
import { el } from '../ui/dom.ts';
import { EditedModel } from './model-language.ts';
import { problemMarks, setProblems } from './problem-marks.ts';
import { theme } from './theme.ts';

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--second)' },
  { tag: tags.attributeName, color: 'var(--muted)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--accent)' },
  { tag: tags.invalid, color: 'var(--error)' },
]);

/** Gives the keys back to the page. */
function leave(view: EditorView): boolean {
  view.contentDOM.blur();
  return true;
}

/**
 * Replaces a selection by what is typed. The browser would do it by itself, and give the rest of a coloured line a style attribute on the way, which the
 * page's security policy refuses.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** What the editor asks of the panel it is in. */
export interface CodeOwner {
  changed(): void;
  run(keep: boolean): void;
}

/** The text of a model in CodeMirror. It stands in a shadow tree: there its style sheets are within the page's security policy. */
export class CodeView {
  readonly element = el('div', { class: 'sheet' });
  readonly #model = new EditedModel();
  readonly #view: EditorView;
  readonly #owner: CodeOwner;

  constructor(owner: CodeOwner) {
    this.#owner = owner;
    const root = this.element.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root, state: this.#state('') });
    this.element.addEventListener('keydown', (event) => event.stopPropagation()); // letters are not shortcuts here
  }

  get text(): string {
    return this.#view.state.sliceDoc();
  }

  /** Shows a text. That of another file starts without a past. */
  show(text: string, file: string, sources: Readonly<Record<string, string>>, files: readonly string[]): void {
    const isOther = file !== this.#model.file;
    Object.assign(this.#model, { file, sources, files });
    if (isOther) this.#view.setState(this.#state(text));
    else if (text !== this.text) this.replace(text);
  }

  /** Replaces the text, as an edit that can be undone. */
  replace(text: string): void {
    const changes = { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#view.dispatch({ changes, annotations: isolateHistory.of('full') });
  }

  mark(problems: readonly Problem[]): void {
    this.#view.dispatch({ effects: setProblems.of(problems) });
  }

  /** Puts the cursor at a line and column. */
  visit(line: number, column: number): void {
    const { doc } = this.#view.state;
    const place = doc.line(Math.max(1, Math.min(doc.lines, line)));
    const anchor = Math.min(place.to, place.from + Math.max(0, column - 1));
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  #state(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions() });
  }

  #extensions(): Extension {
    const model = this.#model;
    const run = (keep: boolean) => (): boolean => {
      this.#owner.run(keep);
      return true;
    };
    return [
      lineNumbers(),
      foldGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      xmlLanguage,
      syntaxHighlighting(colours),
      autocompletion({ override: [model.complete], activateOnTyping: true }),
      model.hover(),
      tooltips({ position: 'fixed' }),
      problemMarks,
      replaceSelection,
      theme,
      EditorView.contentAttributes.of({ 'aria-label': 'Source of the model', id: 'mjcf' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.#owner.changed();
      }),
      keymap.of([
        { key: 'Mod-Enter', run: run(false), shift: run(true) },
        { key: 'F12', run: (view) => model.goToDefinition(view) },
        { key: 'Shift-Alt-f', run: (view) => model.format(view) },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...defaultKeymap,
        { key: 'Escape', run: leave },
      ]),
    ];
  }
}
