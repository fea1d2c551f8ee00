// CodeMirror's questions about a model, answered by the same language module as the language server.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { type Completion as Found, ModelLanguage } from '@qpos/spec/language';
import { el } from '../ui/dom.ts';

const TYPES: Readonly<Record<Found['kind'], string>> = {
  element: 'class',
  attribute: 'property',
  keyword: 'enum',
  name: 'variable',
  class: 'type',
  file: 'text',
};

/** Places at which completions are shown without being asked for. */
const TRIGGER = /(<[\w]*|\s[\w]*|="[^"]*|<\/\w*)$/;

/** The text that is edited, and the other files of its model. */
export class EditedModel {
  readonly language: ModelLanguage;
  file = 'model.xml';
  text = '';
  /** Other models that the text may include, by path. */
  sources: Readonly<Record<string, string>> = {};
  /** Every file that the model may name. */
  files: readonly string[] = [];

  constructor() {
    this.language = new ModelLanguage({
      read: (path) => (path === this.file ? this.text : this.sources[path]),
      list: () => new Set([this.file, ...this.files, ...Object.keys(this.sources)]),
    });
  }

  complete = (context: CompletionContext): CompletionResult | null => {
    this.text = context.state.sliceDoc();
    const before = context.state.sliceDoc(Math.max(0, context.pos - 200), context.pos);
    if (!context.explicit && !TRIGGER.test(before)) return null;
    const found = this.language.complete(this.file, context.pos);
    const [first] = found;
    return first === undefined ? null : { from: first.from, options: found.map(option), validFor: /^[\w./-]*$/ };
  };

  /** Documentation of what is under the mouse. */
  hover(): Extension {
    return hoverTooltip((view, pos) => {
      this.text = view.state.sliceDoc();
      const found = this.language.hover(this.file, pos);
      if (found === undefined) return null;
      const dom = el('div', { class: 'doc' }, el('code', {}, found.title), el('p', {}, found.text));
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom }) };
    });
  }

  /** Goes to where the name under the cursor is defined, if that is in this file. */
  goToDefinition(view: EditorView): boolean {
    this.text = view.state.sliceDoc();
    const places = this.language.definitions(this.file, view.state.selection.main.head);
    const here = places.find((place) => place.file === this.file);
    if (here === undefined) return false;
    view.dispatch({
      selection: { anchor: here.from, head: here.to },
      effects: EditorView.scrollIntoView(here.from, { y: 'center' }),
    });
    return true;
  }

  /** Lays the text out. */
  format(view: EditorView): boolean {
    this.text = view.state.sliceDoc();
    const insert = this.language.format(this.file);
    if (insert !== this.text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
    return true;
  }
}

function option(found: Found): Completion {
  const apply = snippet(found.snippet);
  return {
    label: found.label,
    type: TYPES[found.kind],
    detail: found.kind === 'element' ? '' : found.detail,
    ...(found.documentation !== '' && { info: found.documentation }),
    boost: found.isRequired ? 2 : 0,
    apply: (view, completion, from, to) => {
      apply(view, completion, from, to);
      if (found.kind === 'attribute') startCompletion(view); // of its value
    },
  };
}
