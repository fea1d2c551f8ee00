import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Problem } from '../protocol.ts';
import { el } from '../ui/dom.ts';

/** Tells the editor about the problems of its text. */
export const setProblems = StateEffect.define<readonly Problem[]>();

/** The first problem of a line, written beside it. */
class Note extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Note): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    return el('span', { class: 'note' }, this.#text);
  }
}

function decorate(doc: Text, problems: readonly Problem[]): DecorationSet {
  const lines = new Map<number, Problem[]>();
  for (const p of problems)
    if (p.line !== undefined && p.line <= doc.lines) lines.set(p.line, [...(lines.get(p.line) ?? []), p]);
  const marks = [...lines].flatMap(([number, here]) => {
    const worst = here.find((p) => p.severity === 'error') ?? here[0];
    const line = doc.line(number);
    const more = here.length > 1 ? ` (+${here.length - 1})` : '';
    const note = new Note(`${worst?.message ?? ''}${more}`);
    return [
      Decoration.line({ class: `mark ${worst?.severity ?? ''}` }).range(line.from),
      Decoration.widget({ widget: note, side: 1 }).range(line.to),
    ];
  });
  return Decoration.set(marks, true);
}

/** Lines with problems are marked; the marks move with the text until it is checked again. */
export const problemMarks: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    const told = transaction.effects.find((effect) => effect.is(setProblems));
    return told === undefined ? marks.map(transaction.changes) : decorate(transaction.state.doc, told.value);
  },
  provide: (field) => EditorView.decorations.from(field),
});
