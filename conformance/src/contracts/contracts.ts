/**
 * What the numeric core's functions read and write of Data, found in their text, against what their comments say (`@reads`, `@writes`).
 * A function answers for what it touches itself: fields of `d` directly, by a local name, as an array that it hands to a helper, or as one
 * that it puts into a record, whoever uses the record then. One that returns an array answers for reading it, its callers for writing.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { takeFields } from '../../../scripts/dialect/fields.mjs';
import { root } from '../root.ts';

/** How an array is used, as bits. */
const READ = 1;
const WRITE = 2;

/**
 * Where numbers are: a field of Data by name (with LENT before it, if a function has returned it), a parameter by position, or a field of
 * a record as `file:Class.field`.
 */
type Place = string | number;
const LENT = '~';

/** Names of what Data has. */
export interface Fields {
  readonly arrays: ReadonlySet<string>;
  readonly scalars: ReadonlySet<string>;
  /** Working memory, which comments need not name. */
  readonly scratch: ReadonlySet<string>;
}

interface FunctionInfo {
  readonly file: string;
  readonly node: ts.FunctionDeclaration;
  /** What it does with fields of Data and of records, and with its parameters. */
  readonly uses: Map<Place, number>;
  /** Arrays that its local names stand for. */
  readonly aliases: Map<string, Set<Place>>;
  /** Arrays that it returns. */
  readonly returns: Set<Place>;
  /** Arrays that it puts into fields of records. */
  readonly bindings: Map<string, Set<Place>>;
  readonly calls: Set<FunctionInfo>;
}

/** The comments and the code of one file. */
export interface Contract {
  readonly file: string;
  /** Fields that some function of the file touches, with READ | WRITE. */
  readonly touched: ReadonlyMap<string, number>;
  /** The same with all that those functions call, which a comment may name. */
  readonly reached: ReadonlyMap<string, number>;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** The texts of the files that the WASM module is made of, as the `js` back end has them. */
export function numericSources(): Map<string, string> {
  const core = path.join(root, 'packages/core/src/kernel');
  const isPlain = (file: string): boolean => file.startsWith('model/') || file === 'dialect.ts';
  const sources = new Map<string, string>();
  const queue = ['exports.ts'];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (sources.has(file) || isPlain(file)) continue;
    const text = takeFields(fs.readFileSync(path.join(core, file), 'utf8'));
    sources.set(file, text);
    for (const [, from] of text.matchAll(/from '([^']*)'/g))
      queue.push(path.normalize(path.join(path.dirname(file), from as string)));
  }
  sources.delete('exports.ts');
  return sources;
}

/** Names that a file has for what other files declare: local name → `file:name` there. */
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

/** All declarations of the sources by `file:name`, and how names lead to them. */
class Program {
  readonly functions = new Map<string, FunctionInfo>();
  /** Records that modules own, with the class of each. */
  readonly #records = new Map<string, string>();
  readonly #classes = new Set<string>();
  readonly #imports = new Map<string, Map<string, string>>();

  constructor(sources: ReadonlyMap<string, string>) {
    for (const [file, text] of sources) {
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      this.#imports.set(file, importsOf(source, file));
      for (const statement of source.statements) this.#declare(file, statement);
    }
  }

  #declare(file: string, node: ts.Statement): void {
    if (ts.isClassDeclaration(node) && node.name !== undefined) this.#classes.add(`${file}:${node.name.text}`);
    else if (ts.isFunctionDeclaration(node) && node.name !== undefined)
      this.functions.set(`${file}:${node.name.text}`, {
        file,
        node,
        uses: new Map(),
        aliases: new Map(),
        returns: new Set(),
        bindings: new Map(),
        calls: new Set(),
      });
    else if (ts.isVariableStatement(node))
      for (const { name, initializer } of node.declarationList.declarations)
        if (initializer !== undefined && ts.isNewExpression(initializer))
          this.#records.set(`${file}:${name.getText()}`, initializer.expression.getText());
  }

  /** Follows imports and re-exports of a name to where `has` knows it. */
  #resolve(file: string, name: string, has: (key: string) => boolean): string | undefined {
    let key: string | undefined = `${file}:${name}`;
    for (let hops = 0; key !== undefined && hops < 5; hops++) {
      if (has(key)) return key;
      const [f, n] = key.split(':') as [string, string];
      key = this.#imports.get(f)?.get(n);
    }
    return undefined;
  }

  functionOf(file: string, name: string): FunctionInfo | undefined {
    const key = this.#resolve(file, name, (k) => this.functions.has(k));
    return key === undefined ? undefined : this.functions.get(key);
  }

  /** The class of a parameter's type, or of a record that a module owns. */
  recordClass(file: string, name: string, type: string | undefined): string | undefined {
    const isClass = (key: string): boolean => this.#classes.has(key);
    if (type !== undefined) return this.#resolve(file, type, isClass);
    const owned = this.#resolve(file, name, (k) => this.#records.has(k));
    if (owned === undefined) return undefined;
    return this.#resolve(owned.slice(0, owned.indexOf(':')), this.#records.get(owned) as string, isClass);
  }
}

/** How the place that `node` names is used by what stands around it. */
function useOf(node: ts.Expression): number {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    const kind = parent.operatorToken.kind;
    if (kind === ts.SyntaxKind.EqualsToken) return WRITE;
    if (kind >= ts.SyntaxKind.FirstCompoundAssignment && kind <= ts.SyntaxKind.LastCompoundAssignment)
      return READ | WRITE;
  }
  if (ts.isPostfixUnaryExpression(parent)) return READ | WRITE;
  const steps = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken];
  if (ts.isPrefixUnaryExpression(parent) && steps.includes(parent.operator)) return READ | WRITE;
  return READ;
}

/** Adds bits or members, and tells whether that was news. */
function addBits<K>(map: Map<K, number>, key: K, bits: number): boolean {
  const before = map.get(key) ?? 0;
  if ((before | bits) === before) return false;
  map.set(key, before | bits);
  return true;
}
function addAll<T>(set: Set<T>, values: Iterable<T>): boolean {
  const before = set.size;
  for (const value of values) set.add(value);
  return set.size > before;
}
function setOf<K, T>(map: Map<K, Set<T>>, key: K): Set<T> {
  const set = map.get(key) ?? new Set<T>();
  map.set(key, set);
  return set;
}

/** One pass over one function: what it does, as far as what it calls is known. */
class Examination {
  changed = false;
  readonly #f: FunctionInfo;
  readonly #program: Program;
  readonly #fields: Fields;
  readonly #position: ReadonlyMap<string, number>;
  readonly #data: string | undefined;
  /** Local names of records, with the class of each. */
  readonly #records = new Map<string, string>();

  constructor(f: FunctionInfo, program: Program, fields: Fields) {
    this.#f = f;
    this.#program = program;
    this.#fields = fields;
    this.#position = new Map(f.node.parameters.map((p, k) => [p.name.getText(), k]));
    this.#data = f.node.parameters.find((p) => p.type?.getText() === 'Data')?.name.getText();
    if (f.node.body !== undefined) this.#visit(f.node.body);
  }

  #note(place: Place, bits: number): void {
    const isLent = typeof place === 'string' && place.startsWith(LENT);
    if (isLent && (bits & WRITE) === 0) return;
    if (addBits(this.#f.uses, isLent ? place.slice(LENT.length) : place, bits)) this.changed = true;
  }

  /** The number of Data that an expression names. */
  #scalar(e: ts.Node): string | undefined {
    if (!ts.isPropertyAccessExpression(e) || e.expression.getText() !== this.#data) return undefined;
    return this.#fields.scalars.has(e.name.text) ? e.name.text : undefined;
  }

  /** The field of a record that an expression names. */
  #slot(e: ts.PropertyAccessExpression): string | undefined {
    if (!ts.isIdentifier(e.expression)) return undefined;
    const owner = this.#recordClass(e.expression.text);
    return owner === undefined ? undefined : `${owner}.${e.name.text}`;
  }

  /** The class of the record that a name stands for. */
  #recordClass(name: string): string | undefined {
    const parameter = this.#f.node.parameters[this.#position.get(name) ?? -1];
    return this.#records.get(name) ?? this.#program.recordClass(this.#f.file, name, parameter?.type?.getText());
  }

  /** The arrays that an expression may stand for. */
  #places(e: ts.Expression): Place[] {
    if (ts.isParenthesizedExpression(e) || ts.isAsExpression(e)) return this.#places(e.expression);
    if (ts.isConditionalExpression(e)) return [...this.#places(e.whenTrue), ...this.#places(e.whenFalse)];
    if (ts.isPropertyAccessExpression(e)) {
      if (e.expression.getText() === this.#data) return this.#fields.arrays.has(e.name.text) ? [e.name.text] : [];
      const slot = this.#slot(e);
      return slot === undefined ? [] : [slot];
    }
    if (ts.isIdentifier(e)) {
      const position = this.#position.get(e.text);
      return [...(this.#f.aliases.get(e.text) ?? []), ...(position === undefined ? [] : [position])];
    }
    if (ts.isCallExpression(e)) {
      const places: Place[] = [];
      for (const place of this.#callee(e)?.returns ?? []) {
        const argument = typeof place === 'number' ? e.arguments[place] : undefined;
        if (typeof place === 'string') places.push(isField(place) ? `${LENT}${place}` : place);
        else if (argument !== undefined) places.push(...this.#places(argument));
      }
      return places;
    }
    return [];
  }

  #callee(call: ts.CallExpression): FunctionInfo | undefined {
    return ts.isIdentifier(call.expression) ? this.#program.functionOf(this.#f.file, call.expression.text) : undefined;
  }

  /** What stands around the arrays of an expression that is taken as an array, and so neither read nor written yet. */
  #visitArray(e: ts.Expression): void {
    if (ts.isParenthesizedExpression(e) || ts.isAsExpression(e)) this.#visitArray(e.expression);
    else if (ts.isConditionalExpression(e)) {
      this.#visit(e.condition);
      this.#visitArray(e.whenTrue);
      this.#visitArray(e.whenFalse);
    } else if (ts.isCallExpression(e)) this.#visitCall(e);
    else if (this.#places(e).length === 0) this.#visit(e);
  }

  #visitCall(call: ts.CallExpression): void {
    const callee = this.#callee(call);
    if (callee !== undefined && callee !== this.#f) this.#f.calls.add(callee);
    if (callee !== undefined) this.#bindThrough(callee, call);
    call.arguments.forEach((argument, k) => {
      const use = callee === undefined ? READ : (callee.uses.get(k) ?? 0);
      for (const place of this.#places(argument)) this.#note(place, use);
      this.#visitArray(argument);
    });
  }

  /** Who gives an array to a function that puts it into a record has put it there. */
  #bindThrough(callee: FunctionInfo, call: ts.CallExpression): void {
    for (const [slot, sources] of callee.bindings)
      for (const source of sources) {
        const argument = typeof source === 'number' ? call.arguments[source] : undefined;
        const places = argument === undefined ? [] : this.#places(argument);
        if (places.length > 0 && addAll(setOf(this.#f.bindings, slot), places)) this.changed = true;
      }
  }

  /** Remembers what a local name, or a field of a record, stands for. */
  #bind(target: ts.Node, value: ts.Expression): void {
    const places = this.#places(value);
    const record = ts.isIdentifier(value) ? this.#recordClass(value.text) : undefined;
    if (record !== undefined && ts.isIdentifier(target)) this.#records.set(target.text, record);
    const slot = ts.isPropertyAccessExpression(target) ? this.#slot(target) : undefined;
    const map: Map<string, Set<Place>> = slot === undefined ? this.#f.aliases : this.#f.bindings;
    if (places.length > 0 && addAll(setOf(map, slot ?? target.getText()), places)) this.changed = true;
    this.#visitArray(value);
  }

  #visit(n: ts.Node): void {
    const scalar = this.#scalar(n);
    if (scalar !== undefined) this.#note(scalar, useOf(n as ts.Expression));
    else if (ts.isVariableDeclaration(n) && n.initializer !== undefined) this.#bind(n.name, n.initializer);
    else if (ts.isCallExpression(n)) this.#visitCall(n);
    else if (ts.isReturnStatement(n) && n.expression !== undefined) {
      const places = this.#places(n.expression);
      if (addAll(this.#f.returns, places)) this.changed = true;
      for (const place of places.filter(isField)) this.#note(place, READ);
      this.#visitArray(n.expression);
    } else if (ts.isElementAccessExpression(n)) {
      for (const place of this.#places(n.expression)) this.#note(place, useOf(n));
      this.#visitArray(n.expression);
      this.#visit(n.argumentExpression);
    } else if (this.#isAssignment(n)) this.#bind(n.left, n.right);
    else if (!ts.isPropertyAccessExpression(n)) ts.forEachChild(n, (child) => this.#visit(child));
  }

  /** Whether a name or a field of a record is set, not an element or a number of Data. */
  #isAssignment(n: ts.Node): n is ts.BinaryExpression {
    if (!ts.isBinaryExpression(n) || n.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
    return ts.isIdentifier(n.left) || (ts.isPropertyAccessExpression(n.left) && this.#scalar(n.left) === undefined);
  }
}

/** Examines all functions until nothing new is found; what is done with a field of a record is done with all that was put there. */
function examineAll(program: Program, fields: Fields): void {
  const functions = [...program.functions.values()];
  for (let changed = true; changed; ) {
    changed = false;
    for (const f of functions) if (new Examination(f, program, fields).changed) changed = true;
    const slots = new Map<Place, number>();
    for (const { uses } of functions) for (const [place, bits] of uses) if (isSlot(place)) addBits(slots, place, bits);
    for (const f of functions)
      for (const [slot, places] of f.bindings)
        for (const place of places) if (addBits(f.uses, place, slots.get(slot) ?? 0)) changed = true;
  }
}

const isSlot = (place: Place): place is string => typeof place === 'string' && place.includes('.');
const isField = (place: Place): place is string => typeof place === 'string' && /^\w+$/.test(place);

/** All functions that can be reached from some. */
function withCallees(start: readonly FunctionInfo[]): ReadonlySet<FunctionInfo> {
  const seen = new Set(start);
  for (const f of seen) for (const g of f.calls) seen.add(g);
  return seen;
}

/** What any of the functions does with each field of Data. */
function union(all: Iterable<FunctionInfo>): Map<string, number> {
  const uses = new Map<string, number>();
  for (const f of all) for (const [place, bits] of f.uses) if (isField(place)) addBits(uses, place, bits);
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

/** The contracts of files, given by their names and texts. */
export function readContracts(sources: ReadonlyMap<string, string>, fields: Fields): Contract[] {
  const program = new Program(sources);
  examineAll(program, fields);
  const functions = [...program.functions.values()];
  const bound = new Map<string, Set<string>>();
  for (const { bindings } of functions)
    for (const [slot, places] of bindings) addAll(setOf(bound, slot), [...places].filter(isField));

  return [...sources].map(([file, text]) => {
    const own = functions.filter((f) => f.file === file);
    const callees = withCallees(own);
    const reached = union(callees);
    for (const { uses } of callees)
      for (const [place, bits] of uses)
        if (isSlot(place)) for (const field of bound.get(place) ?? []) addBits(reached, field, bits);
    return { file, touched: union(own), reached, reads: tagged(text, 'reads'), writes: tagged(text, 'writes') };
  });
}

/** Where comments and code of a file differ. */
export function violations({ file, touched, reached, reads, writes }: Contract, fields: Fields): string[] {
  const found: string[] = [];
  const isKnown = (name: string): boolean => fields.arrays.has(name) || fields.scalars.has(name);
  for (const [name, how] of touched) {
    if (fields.scratch.has(name)) continue;
    if (how & WRITE && !writes.has(name)) found.push(`${file}: writes ${name}, which no @writes names`);
    if (how === READ && !reads.has(name)) found.push(`${file}: reads ${name}, which no @reads names`);
  }
  for (const [tag, names, bit, done] of [
    ['@reads', reads, READ, 'read'],
    ['@writes', writes, WRITE, 'written'],
  ] as const)
    for (const name of names) {
      if (!isKnown(name)) found.push(`${file}: ${tag} ${name} is no field of Data`);
      else if (((reached.get(name) ?? 0) & bit) === 0) found.push(`${file}: ${tag} ${name}, which is not ${done}`);
    }
  return found;
}
