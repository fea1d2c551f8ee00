// Reads the public entries of the packages with TypeScript's own API.
import path from 'node:path';
import ts from 'typescript';
import { isPublished, packages, root } from '../repository.ts';

/** The kinds of exports, in the order of the lists. */
export const KINDS = ['function', 'class', 'constant', 'interface', 'type', 'namespace'] as const;
export type Kind = (typeof KINDS)[number];

/** A parameter with what its comment says. */
export interface Parameter {
  readonly name: string;
  readonly text: string;
}

/** One way to call something, or one property. */
export interface Signature {
  readonly code: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
}

/** A member of a class or interface. */
export interface Member {
  readonly name: string;
  readonly text: string;
  readonly signatures: readonly Signature[];
}

/** An export. */
export interface Exported {
  readonly name: string;
  readonly kind: Kind;
  readonly text: string;
  readonly signatures: readonly Signature[];
  readonly members: readonly Member[];
  readonly examples: readonly string[];
  /** Where it is declared, relative to the root of the repository. */
  readonly file: string;
  /** Entries that export the same thing share this. */
  readonly symbol: ts.Symbol;
}

/** What a program imports by one name. */
export interface Entry {
  readonly name: string;
  readonly description: string;
  readonly exports: readonly Exported[];
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.check.json'), ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root).options;
}

/** Every entry of every published package, as programs name them, with their sources. */
export const entrySources: ReadonlyMap<string, string> = new Map(
  packages
    .filter(isPublished)
    .flatMap(({ dir, name, entries }) =>
      Object.entries(entries).map(([subpath, source]): [string, string] => [
        path.posix.join(name, subpath),
        path.join(root, dir, 'src', `${source}.ts`),
      ]),
    ),
);

/** Reads all entries; `qpos` first, since the others are listed by what they add. */
export function readEntries(): Entry[] {
  const program = ts.createProgram([...entrySources.values()], compilerOptions());
  const sources = [...entrySources.values()].map((file) => program.getSourceFile(file) as ts.SourceFile);
  const reader = new Reader(program.getTypeChecker(), sources);
  return [...entrySources]
    .map(([name, file]) => reader.entry(name, program.getSourceFile(file) as ts.SourceFile))
    .sort((a, b) => rank(a.name) - rank(b.name));
}

const ORDER = ['qpos', '@qpos/viewer', '@qpos/batch', '@qpos/webgpu', '@qpos/env', '@qpos/learn', '@qpos/control'];
const LAST = ['@qpos/cli', '@qpos/core', '@qpos/spec'];

/** The main packages first, those that `qpos` consists of last. */
function rank(entry: string): number {
  const owner = entry
    .split('/')
    .slice(0, entry.startsWith('@') ? 2 : 1)
    .join('/');
  if (LAST.includes(owner)) return 100 + LAST.indexOf(owner);
  return ORDER.includes(owner) ? ORDER.indexOf(owner) : 50;
}

const isMarked = (node: ts.Node, tag: string): boolean =>
  ts.getJSDocTags(node).some(({ tagName }) => tagName.text === tag);

/** Whether an export is for other packages only: the statement that exports it says so. */
function isInternal(symbol: ts.Symbol): boolean {
  const statement = symbol.declarations?.[0]?.parent?.parent;
  return statement !== undefined && isMarked(statement, 'internal');
}

/** Whether users do not see a member. */
function isHidden(member: ts.ClassElement | ts.TypeElement): boolean {
  const modifiers = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  const isPrivate = member.name !== undefined && ts.isPrivateIdentifier(member.name);
  return modifiers !== 0 || isPrivate || isMarked(member, 'internal');
}

/** The text of a declaration up to its body or value. */
function headOf(node: ts.Node, end: ts.Node | undefined): string {
  const text = node.getSourceFile().text.slice(node.getStart(), end?.getStart() ?? node.getEnd());
  return text
    .replace(/^(export |declare |async |override |public )+/, '')
    .replace(/[\s;{=]+$/, '')
    .replace(/^ {2}/gm, '');
}

class Reader {
  readonly #checker: ts.TypeChecker;
  /** Everything that some entry exports. */
  readonly #public: ReadonlySet<ts.Symbol>;

  constructor(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]) {
    this.#checker = checker;
    this.#public = new Set(
      sources.flatMap((source) => this.#exportsOf(source)).map((symbol) => this.#resolved(symbol)),
    );
  }

  #exportsOf(source: ts.SourceFile): ts.Symbol[] {
    const module = this.#checker.getSymbolAtLocation(source);
    return module === undefined ? [] : this.#checker.getExportsOfModule(module);
  }

  /** What an export stands for. */
  #resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;

  entry(name: string, source: ts.SourceFile): Entry {
    const exports = this.#exportsOf(source)
      .filter((symbol) => !isInternal(symbol))
      .map((symbol) => this.#exported(symbol));
    return { name, description: leadingComment(source), exports: exports.sort((a, b) => order(a.name, b.name)) };
  }

  #exported(exported: ts.Symbol): Exported {
    const checker = this.#checker;
    const symbol = this.#resolved(exported);
    const declaration = symbol.declarations?.[0];
    const tags = symbol.getJsDocTags(checker);
    return {
      name: exported.name,
      kind: kindOf(checker, symbol),
      text: this.#text(symbol) || namespaceText(declaration),
      signatures: declaration === undefined ? [] : this.#signatures(exported.name, symbol, declaration),
      members: this.#members(symbol),
      examples: tags.filter(({ name }) => name === 'example').map(({ text }) => ts.displayPartsToString(text)),
      file: declaration === undefined ? '' : path.relative(root, declaration.getSourceFile().fileName),
      symbol,
    };
  }

  #text = (symbol: ts.Symbol): string => ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));

  #signatures(name: string, symbol: ts.Symbol, declaration: ts.Declaration): Signature[] {
    if (ts.isFunctionDeclaration(declaration)) return this.#calls(symbol);
    if (ts.isVariableDeclaration(declaration)) return [this.#variable(name, symbol, declaration)];
    if (ts.isClassDeclaration(declaration)) return this.#class(declaration);
    if (ts.isInterfaceDeclaration(declaration)) {
      const first = declaration.members[0];
      const end =
        first === undefined
          ? undefined
          : declaration.getChildren().find((c) => c.kind === ts.SyntaxKind.OpenBraceToken);
      return [plain(headOf(declaration, end).replace(/[\s{}]+$/, ''))];
    }
    if (ts.isTypeAliasDeclaration(declaration)) return [plain(headOf(declaration, undefined))];
    return [];
  }

  /** The overloads of a function or method; what carries them out is not one of them. */
  #calls(symbol: ts.Symbol): Signature[] {
    const all = (symbol.declarations ?? []).filter(
      (d): d is ts.FunctionDeclaration | ts.MethodDeclaration | ts.MethodSignature =>
        ts.isFunctionDeclaration(d) || ts.isMethodDeclaration(d) || ts.isMethodSignature(d),
    );
    const seen = all.length > 1 ? all.filter((d) => !('body' in d && d.body !== undefined)) : all;
    return seen.map((d) => this.#call(d, 'body' in d ? d.body : undefined));
  }

  #call(declaration: ts.SignatureDeclaration, body: ts.Node | undefined): Signature {
    const signature = this.#checker.getSignatureFromDeclaration(declaration);
    const code = headOf(declaration, body);
    if (signature === undefined) return plain(code);
    const returns = signature.getJsDocTags().find(({ name }) => name === 'returns');
    return {
      code,
      parameters: signature.getParameters().map((parameter) => ({ name: parameter.name, text: this.#text(parameter) })),
      returns: ts.displayPartsToString(returns?.text),
    };
  }

  #variable(name: string, symbol: ts.Symbol, declaration: ts.VariableDeclaration): Signature {
    const type = this.#checker.getTypeOfSymbol(symbol);
    const written = declaration.type?.getText();
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.MultilineObjectLiterals;
    const code = `const ${name}: ${written ?? this.#checker.typeToString(type, declaration, flags)}`;
    const [call] = type.getCallSignatures();
    if (call === undefined) return plain(code);
    const returns = symbol.getJsDocTags(this.#checker).find((tag) => tag.name === 'returns');
    return {
      code,
      parameters: call.getParameters().map((parameter) => ({ name: parameter.name, text: this.#text(parameter) })),
      returns: ts.displayPartsToString(returns?.text),
    };
  }

  #class(declaration: ts.ClassDeclaration): Signature[] {
    const brace = declaration.getChildren().find((c) => c.kind === ts.SyntaxKind.OpenBraceToken);
    const head = plain(headOf(declaration, brace));
    const constructors = declaration.members.filter(ts.isConstructorDeclaration).filter((c) => !isHidden(c));
    const name = declaration.name?.text ?? '';
    const calls = constructors.map((c) => {
      const call = this.#call(c, c.body);
      return { ...call, code: `new ${name}${call.code.replace(/^constructor/, '')}` };
    });
    return [head, ...calls];
  }

  /** The members of a class or interface, and those that it has from one that no entry exports. */
  #members(symbol: ts.Symbol): Member[] {
    if (symbol.flags & ts.SymbolFlags.ValueModule) return this.#namespaceMembers(symbol);
    const found = new Map<string, Member>();
    for (const declaration of symbol.declarations ?? []) {
      if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) continue;
      for (const member of declaration.members) {
        if (isHidden(member) || ts.isConstructorDeclaration(member) || member.name === undefined) continue;
        const own = this.#checker.getSymbolAtLocation(member.name);
        if (own === undefined || own.name.startsWith('__@') || found.has(own.name)) continue;
        found.set(own.name, { name: own.name, text: this.#text(own), signatures: this.#memberSignatures(own, member) });
      }
      for (const member of this.#hiddenBases(declaration).flatMap((base) => this.#members(base)))
        if (!found.has(member.name)) found.set(member.name, member);
    }
    return [...found.values()];
  }

  #namespaceMembers(module: ts.Symbol): Member[] {
    return this.#checker.getExportsOfModule(module).map((member) => {
      const { name, text, signatures } = this.#exported(member);
      return { name, text, signatures };
    });
  }

  /** What a declaration extends that has no page of its own. */
  #hiddenBases({ heritageClauses = [] as never }: ts.ClassDeclaration | ts.InterfaceDeclaration): ts.Symbol[] {
    return heritageClauses
      .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
      .flatMap(({ types }) => types.map((type) => this.#checker.getTypeAtLocation(type).symbol))
      .filter((base) => base !== undefined && !this.#public.has(base) && isOurs(base));
  }

  #memberSignatures(symbol: ts.Symbol, member: ts.ClassElement | ts.TypeElement): Signature[] {
    if (ts.isMethodDeclaration(member) || ts.isMethodSignature(member)) return this.#calls(symbol);
    if (ts.isGetAccessor(member) || ts.isSetAccessor(member)) {
      const writable = (symbol.declarations ?? []).some(ts.isSetAccessor);
      const type = this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol), member);
      return [plain(`${writable ? '' : 'readonly '}${symbol.name}: ${type}`)];
    }
    if (ts.isPropertyDeclaration(member) && member.type === undefined) {
      const type = this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol), member);
      return [plain(`${headOf(member, member.initializer)}: ${type}`)];
    }
    return [plain(headOf(member, 'initializer' in member ? (member.initializer as ts.Node | undefined) : undefined))];
  }
}

/** Whether something is declared in this repository. */
const isOurs = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).every((d) => !d.getSourceFile().fileName.includes('node_modules'));

const plain = (code: string): Signature => ({ code, parameters: [], returns: '' });

/** By name; the default export, which has another name too, comes last. */
const order = (a: string, b: string): number =>
  Number(a === 'default') - Number(b === 'default') ||
  a.localeCompare(b, 'en', { sensitivity: 'base' }) ||
  (a < b ? -1 : 1);

function kindOf(checker: ts.TypeChecker, symbol: ts.Symbol): Kind {
  const { flags } = symbol;
  if (flags & ts.SymbolFlags.ValueModule) return 'namespace';
  if (flags & ts.SymbolFlags.Class) return 'class';
  if (flags & ts.SymbolFlags.Function) return 'function';
  if (flags & ts.SymbolFlags.Variable)
    return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0 ? 'function' : 'constant';
  return flags & ts.SymbolFlags.Interface ? 'interface' : 'type';
}

/** What the module of a namespace says about itself. */
const namespaceText = (declaration: ts.Declaration | undefined): string =>
  declaration !== undefined && ts.isSourceFile(declaration) ? leadingComment(declaration) : '';

/** The comment at the top of an entry. */
function leadingComment(source: ts.SourceFile): string {
  const [first] = ts.getLeadingCommentRanges(source.text, 0) ?? [];
  if (first === undefined) return '';
  return source.text
    .slice(first.pos, first.end)
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(\*|\/\/)\s?/gm, '')
    .trim();
}
