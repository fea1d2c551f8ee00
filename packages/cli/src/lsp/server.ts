// The language server: the protocol of editors around `ModelLanguage` and the compiler.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { QposError } from 'qpos';
import { type Completion, type FileSpan, ModelLanguage, type Outline, type Span } from 'qpos/language';
import {
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  InsertTextFormat,
  type Location,
  type Range,
  ResponseError,
  type ServerCapabilities,
  SymbolKind,
  TextDocumentSyncKind,
  TextDocuments,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { VERSION } from '../version.ts';
import { ModelFolder, toPath } from './model-folder.ts';
import { problemsOf } from './problems.ts';

const QUIET_MS = 300; // pause in typing before the model is compiled
const REQUEST_FAILED = -32803; // of the protocol: the request was right and could not be done

/** What the server can do, as it tells its clients. */
export const capabilities: ServerCapabilities = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: ['<', ' ', '"', "'", '/'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
  documentSymbolProvider: true,
};

const ITEM_KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  element: CompletionItemKind.Class,
  attribute: CompletionItemKind.Property,
  keyword: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
  class: CompletionItemKind.Struct,
  file: CompletionItemKind.File,
};

const pathOfUri = (uri: string): string => toPath(fileURLToPath(uri));

/** Answers one client until it disconnects. */
export class LanguageServer {
  readonly #connection: Connection;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #folder: ModelFolder;
  readonly #language: ModelLanguage;
  /** Addresses of open files as the client writes them, by path. */
  readonly #uris = new Map<string, string>();
  readonly #pending = new Map<string, NodeJS.Timeout>();
  /** Files with problems, by the model whose compilation found them. */
  readonly #reported = new Map<string, Map<string, Diagnostic[]>>();
  #snippets = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#folder = new ModelFolder((file) => this.#unsaved(file));
    this.#language = new ModelLanguage(this.#folder);
    this.#listen();
  }

  #listen(): void {
    const c = this.#connection;
    c.onInitialize(({ workspaceFolders, capabilities: client }) => {
      this.#snippets = client.textDocument?.completion?.completionItem?.snippetSupport === true;
      for (const { uri } of workspaceFolders ?? []) if (uri.startsWith('file:')) this.#folder.add(pathOfUri(uri));
      return { capabilities, serverInfo: { name: 'qpos', version: VERSION } };
    });
    this.#documents.onDidOpen(({ document }) => {
      if (!document.uri.startsWith('file:')) return;
      this.#uris.set(pathOfUri(document.uri), document.uri);
      this.#folder.add(path.dirname(pathOfUri(document.uri)));
    });
    this.#documents.onDidChangeContent(({ document }) => this.#diagnoseSoon(document.uri));
    this.#documents.onDidClose(({ document }) => this.#forget(document.uri));
    this.#listenToRequests();
    this.#documents.listen(c);
    c.listen();
  }

  #listenToRequests(): void {
    const c = this.#connection;
    const language = this.#language;
    const at = <T>(
      p: { textDocument: { uri: string }; position: { line: number; character: number } },
      use: (file: string, offset: number) => T,
    ): T => use(pathOfUri(p.textDocument.uri), this.#document(pathOfUri(p.textDocument.uri)).offsetAt(p.position));
    c.onCompletion((p) => at(p, (file, offset) => language.complete(file, offset).map((x) => this.#item(file, x))));
    c.onHover((p) =>
      at(p, (file, offset) => {
        const hover = language.hover(file, offset);
        if (hover === undefined) return null;
        const value = `\`\`\`xml\n${hover.title}\n\`\`\`\n${hover.text}`;
        return { contents: { kind: 'markdown', value }, range: this.#range(file, hover) };
      }),
    );
    c.onDefinition((p) => at(p, (file, offset) => language.definitions(file, offset).map((d) => this.#location(d))));
    c.onReferences((p) => at(p, (file, offset) => language.references(file, offset).map((d) => this.#location(d))));
    c.onPrepareRename((p) =>
      at(p, (file, offset) => {
        const name = language.nameAt(file, offset);
        return name === undefined ? null : this.#range(file, name);
      }),
    );
    c.onRenameRequest((p) => at(p, (file, offset) => this.#rename(file, offset, p.newName)));
    c.onDocumentFormatting(({ textDocument }) => this.#format(pathOfUri(textDocument.uri)));
    c.onDocumentSymbol(({ textDocument }) => {
      const file = pathOfUri(textDocument.uri);
      return language.outline(file).map((o) => this.#symbol(file, o));
    });
  }

  #uri(file: string): string {
    return this.#uris.get(file) ?? pathToFileURL(file).href;
  }

  #unsaved(file: string): string | undefined {
    return this.#documents.get(this.#uri(file))?.getText();
  }

  /** A file as the client has it, or as it is on the disk. */
  #document(file: string): TextDocument {
    const uri = this.#uri(file);
    return this.#documents.get(uri) ?? TextDocument.create(uri, 'xml', 0, this.#folder.read(file) ?? '');
  }

  #range(file: string, { from, to }: Span): Range {
    const document = this.#document(file);
    return { start: document.positionAt(from), end: document.positionAt(to) };
  }

  #location(place: FileSpan): Location {
    return { uri: this.#uri(place.file), range: this.#range(place.file, place) };
  }

  #item(file: string, c: Completion): CompletionItem {
    const newText = this.#snippets ? c.snippet : c.label;
    return {
      label: c.label,
      kind: ITEM_KINDS[c.kind],
      detail: c.detail,
      documentation: c.documentation,
      sortText: `${c.isRequired ? 0 : 1}${c.label}`,
      insertTextFormat: this.#snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range: this.#range(file, c), newText },
    };
  }

  #symbol(file: string, o: Outline): DocumentSymbol {
    return {
      name: o.label,
      kind: o.children.length > 0 ? SymbolKind.Namespace : SymbolKind.Object,
      range: this.#range(file, o),
      selectionRange: this.#range(file, o.tag),
      children: o.children.map((child) => this.#symbol(file, child)),
    };
  }

  #rename(file: string, offset: number, name: string): { changes: Record<string, TextEdit[]> } {
    const changes: Record<string, TextEdit[]> = {};
    try {
      for (const edit of this.#language.rename(file, offset, name)) {
        const uri = this.#uri(edit.file);
        const list = changes[uri] ?? [];
        changes[uri] = list;
        list.push({ range: this.#range(edit.file, edit), newText: edit.text });
      }
    } catch (error) {
      if (error instanceof QposError) throw new ResponseError(REQUEST_FAILED, error.message);
      throw error;
    }
    return { changes };
  }

  #format(file: string): TextEdit[] {
    const document = this.#document(file);
    const text = document.getText();
    const newText = this.#language.format(file);
    return newText === text ? [] : [{ range: this.#range(file, { from: 0, to: text.length }), newText }];
  }

  #diagnoseSoon(uri: string): void {
    if (!uri.startsWith('file:')) return;
    clearTimeout(this.#pending.get(uri));
    this.#pending.set(
      uri,
      setTimeout(() => this.#diagnose(pathOfUri(uri)), QUIET_MS),
    );
  }

  /** Compiles the models that a file is part of and reports what is wrong, in all their files. */
  #diagnose(file: string): void {
    this.#pending.delete(this.#uri(file));
    for (const main of this.#language.mainsOf(file)) {
      const before = this.#reported.get(main);
      const now = new Map<string, Diagnostic[]>([[file, []]]);
      for (const { file: place, problem } of problemsOf(main, (f) => this.#unsaved(f))) {
        const span = this.#language.problemSpan(
          place,
          Math.max(1, problem.line ?? 1),
          Math.max(1, problem.column ?? 1),
        );
        const list = now.get(place) ?? [];
        now.set(place, list);
        list.push({
          range: this.#range(place, span),
          severity: problem.severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
          code: problem.code,
          source: 'qpos',
          message: problem.hint === undefined ? problem.message : `${problem.message} (${problem.hint})`,
        });
      }
      this.#reported.set(main, now);
      for (const changed of new Set([...now.keys(), ...(before?.keys() ?? [])])) this.#publish(changed);
    }
  }

  /** Tells the client about a file, whichever models found something in it. */
  #publish(file: string): void {
    const diagnostics = [...this.#reported.values()].flatMap((files) => files.get(file) ?? []);
    void this.#connection.sendDiagnostics({ uri: this.#uri(file), diagnostics });
  }

  #forget(uri: string): void {
    clearTimeout(this.#pending.get(uri));
    this.#pending.delete(uri);
    if (!uri.startsWith('file:')) return;
    const main = pathOfUri(uri);
    this.#uris.delete(main);
    const files = this.#reported.get(main);
    this.#reported.delete(main);
    for (const file of files?.keys() ?? []) this.#publish(file);
  }
}
