/**
 * What the numeric core's functions read and write of Data, found in their text, against what their comments say (`@reads`, `@writes`).
 * A function answers for what it touches itself: fields of `d` directly, by a local name, or as an array that it hands to a helper.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** How an array is used, as bits. */
const READ = 1;
const WRITE = 2;

interface Use {
  /** Data fields by name, or parameters by position, with READ | WRITE. */
  readonly fields: Map<string, number>;
  readonly parameters: number[];
}

interface FunctionInfo {
  readonly file: string;
  readonly name: string;
  readonly node: ts.FunctionDeclaration;
  readonly use: Use;
  readonly calls: Set<FunctionInfo>;
}

export interface Contract {
  readonly file: string;
  /** Fields that some function of the file touches, with READ | WRITE. */
  readonly touched: ReadonlyMap<string, number>;
  /** The same with all that those functions call, which a comment may name. */
  readonly reached: ReadonlyMap<string, number>;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

const core = path.resolve(import.meta.dirname, '../../packages/core/src');

/** The files that the WASM module is made of, as the `js` back end has them. */
function numericFiles(): string[] {
  const seen = new Set<string>();
  const queue = ['kernels.ts'];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (file.startsWith('model/') || file === 'dialect.ts') continue;
    const text = fs.readFileSync(path.join(core, file), 'utf8');
    for (const [, from] of text.matchAll(/from '([^']*)'/g))
      queue.push(path.normalize(path.join(path.dirname(file), from as string)));
  }
  return [...seen].filter((f) => !f.startsWith('model/') && f !== 'dialect.ts' && f !== 'kernels.ts');
}

/** Names that a file has for functions of other files: local name → file and name there. */
function importsOf(source: ts.SourceFile, file: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    const from = (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from)) continue;
    const target = path.normalize(path.join(path.dirname(file), from.text));
    const clause = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    if (clause !== undefined && (ts.isNamedImports(clause) || ts.isNamedExports(clause)))
      for (const e of clause.elements) names.set(e.name.text, `${target}:${(e.propertyName ?? e.name).text}`);
  }
  return names;
}

const assignments: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
  ts.SyntaxKind.BarEqualsToken,
]);

/** How the place that `node` names is used by what stands around it. */
function useOf(node: ts.Expression): number {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    if (parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) return WRITE;
    if (assignments.has(parent.operatorToken.kind)) return READ | WRITE;
  }
  if (ts.isPostfixUnaryExpression(parent)) return READ | WRITE;
  if (
    ts.isPrefixUnaryExpression(parent) &&
    (parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken)
  )
    return READ | WRITE;
  return READ;
}

/** Reads one function; what it hands to helpers counts once they are known. Returns whether anything new was found. */
function examine(
  f: FunctionInfo,
  isField: (name: string) => boolean,
  callee: (name: string) => FunctionInfo | undefined,
): boolean {
  const { use, node } = f;
  const position = new Map(node.parameters.map((p, k) => [p.name.getText(), k]));
  const dataName = node.parameters.find((p) => p.type?.getText() === 'Data')?.name.getText();
  const alias = new Map<string, string>();
  let changed = false;

  const note = (place: string | number, how: number): void => {
    const before = typeof place === 'string' ? (use.fields.get(place) ?? 0) : (use.parameters[place] ?? 0);
    if ((before | how) === before) return;
    changed = true;
    if (typeof place === 'string') use.fields.set(place, before | how);
    else use.parameters[place] = before | how;
  };
  /** The field or parameter that an expression stands for. */
  const placeOf = (e: ts.Expression): string | number | undefined => {
    if (ts.isPropertyAccessExpression(e) && e.expression.getText() === dataName && isField(e.name.text))
      return e.name.text;
    if (ts.isIdentifier(e)) return alias.get(e.text) ?? position.get(e.text);
    return undefined;
  };
  const visitCall = (call: ts.CallExpression): void => {
    const info = ts.isIdentifier(call.expression) ? callee(call.expression.text) : undefined;
    if (info !== undefined && info !== f) f.calls.add(info);
    call.arguments.forEach((argument, k) => {
      const place = placeOf(argument);
      if (typeof place === 'string' && scalarNames.has(place)) note(place, READ);
      else if (place !== undefined && info !== undefined) note(place, info.use.parameters[k] ?? 0);
      else visit(argument);
    });
  };
  const visit = (n: ts.Node): void => {
    if (ts.isVariableDeclaration(n) && n.initializer !== undefined && ts.isIdentifier(n.name)) {
      const place = placeOf(n.initializer);
      if (typeof place === 'string' && isArrayUse(n.initializer)) {
        alias.set(n.name.text, place);
        return;
      }
    }
    if (ts.isCallExpression(n)) {
      visitCall(n);
      return;
    }
    if (ts.isElementAccessExpression(n)) {
      const place = placeOf(n.expression);
      if (place !== undefined) note(place, useOf(n));
      visit(n.argumentExpression);
      return;
    }
    if (ts.isPropertyAccessExpression(n)) {
      const place = placeOf(n);
      if (typeof place === 'string') note(place, useOf(n));
      return;
    }
    ts.forEachChild(n, visit);
  };
  /** A field that is an array is named by a local; a number is read. */
  const isArrayUse = (e: ts.Expression): boolean => ts.isPropertyAccessExpression(e) && !scalarNames.has(e.name.text);
  if (node.body !== undefined) visit(node.body);
  return changed;
}

let scalarNames: ReadonlySet<string> = new Set();

/** All functions that can be reached from some. */
function withCallees(start: readonly FunctionInfo[]): ReadonlySet<FunctionInfo> {
  const seen = new Set(start);
  for (const f of seen) for (const g of f.calls) seen.add(g);
  return seen;
}

/** What any of the functions does with each field. */
function union(all: Iterable<FunctionInfo>): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { use } of all) for (const [name, how] of use.fields) uses.set(name, (uses.get(name) ?? 0) | how);
  return uses;
}

/** Fields named by a tag in the comments of a file. */
function tagged(text: string, tag: string): Set<string> {
  const names = new Set<string>();
  for (const [, list] of text.matchAll(
    new RegExp(`@${tag} ((?:[A-Za-z_0-9]+[ \\t]*(?:\\n \\* (?=[A-Za-z_0-9]+( |\\n))(?!@))?)+)`, 'g'),
  ))
    for (const name of (list as string).replaceAll('\n * ', ' ').trim().split(/\s+/)) names.add(name);
  return names;
}

/** The contracts of all numeric files, for the given names of Data's arrays and numbers. */
export function readContracts(arrays: ReadonlySet<string>, scalars: ReadonlySet<string>): Contract[] {
  scalarNames = scalars;
  const isField = (name: string): boolean => arrays.has(name) || scalars.has(name);
  const functions = new Map<string, FunctionInfo>();
  const imports = new Map<string, Map<string, string>>();
  const texts = new Map<string, string>();
  for (const file of numericFiles()) {
    const text = fs.readFileSync(path.join(core, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    texts.set(file, text);
    imports.set(file, importsOf(source, file));
    for (const node of source.statements)
      if (ts.isFunctionDeclaration(node) && node.name !== undefined)
        functions.set(`${file}:${node.name.text}`, {
          file,
          name: node.name.text,
          node,
          use: { fields: new Map(), parameters: [] },
          calls: new Set(),
        });
  }
  /** Follows imports and re-exports to the function. */
  const resolve = (file: string, name: string): FunctionInfo | undefined => {
    let key: string | undefined = `${file}:${name}`;
    for (let hops = 0; key !== undefined && hops < 5; hops++) {
      const found = functions.get(key);
      if (found !== undefined) return found;
      const [f, n] = key.split(':') as [string, string];
      key = imports.get(f)?.get(n);
    }
    return undefined;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const f of functions.values()) if (examine(f, isField, (name) => resolve(f.file, name))) changed = true;
  }
  return [...texts].map(([file, text]) => {
    const own = [...functions.values()].filter((f) => f.file === file);
    return {
      file,
      touched: union(own),
      reached: union(withCallees(own)),
      reads: tagged(text, 'reads'),
      writes: tagged(text, 'writes'),
    };
  });
}

/** Where comments and code of a file differ. Working memory need not be named. */
export function violations(
  { file, touched, reached, reads, writes }: Contract,
  isKnown: (name: string) => boolean,
  isScratch: (name: string) => boolean,
): string[] {
  const found: string[] = [];
  for (const [name, how] of touched) {
    if (isScratch(name)) continue;
    if (how & WRITE && !writes.has(name)) found.push(`${file}: writes ${name}, which no @writes names`);
    if (how === READ && !reads.has(name)) found.push(`${file}: reads ${name}, which no @reads names`);
  }
  for (const name of reads) {
    if (!isKnown(name)) found.push(`${file}: @reads ${name} is no field of Data`);
    else if (((reached.get(name) ?? 0) & READ) === 0) found.push(`${file}: @reads ${name}, which is not read`);
  }
  for (const name of writes) {
    if (!isKnown(name)) found.push(`${file}: @writes ${name} is no field of Data`);
    else if (((reached.get(name) ?? 0) & WRITE) === 0) found.push(`${file}: @writes ${name}, which is not written`);
  }
  return found;
}
