// Reads the documentation of the public entries with TypeScript's own API: what is missing, and every example.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../../..');
const source = (file: string): string => path.join(root, 'packages', file);

/** Public entries by the name that a user imports. */
export const ENTRIES: Readonly<Record<string, string>> = {
  qpos: source('qpos/src/index.ts'),
  'qpos/node': source('qpos/src/node.ts'),
  'qpos/math': source('qpos/src/math.ts'),
  'qpos/geometry': source('qpos/src/geometry.ts'),
  'qpos/plugins': source('qpos/src/plugins.ts'),
  'qpos/decompile': source('qpos/src/decompile.ts'),
  'qpos/enums': source('qpos/src/enums.ts'),
  'qpos/mjcf': source('qpos/src/mjcf.ts'),
  'qpos/language': source('qpos/src/language.ts'),
  'qpos/compat': source('qpos/src/compat.ts'),
  'qpos/compat/legacy': source('qpos/src/compat/legacy.ts'),
  '@qpos/batch': source('batch/src/index.ts'),
  '@qpos/viewer': source('viewer/src/index.ts'),
  '@qpos/element': source('element/src/index.ts'),
  '@qpos/env': source('env/src/index.ts'),
  '@qpos/learn': source('learn/src/index.ts'),
  '@qpos/control': source('control/src/index.ts'),
  '@qpos/parts': source('parts/src/index.ts'),
  '@qpos/cluster': source('cluster/src/index.ts'),
};

/** The packages that `qpos` consists of. */
export const PARTS = { core: source('core/src/index.ts'), spec: source('spec/src/index.ts') } as const;

/** An `@example`, and the names that it takes from the entries. */
export interface Example {
  readonly name: string;
  readonly code: string;
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

/** The documentation of one entry. */
export interface EntryDocs {
  readonly exports: readonly string[];
  /** What is missing, as `name: what`. */
  readonly problems: readonly string[];
  readonly examples: readonly Example[];
}

/** Examples import types and values alike. */
const EXAMPLE_OPTIONS = { isolatedModules: false, verbatimModuleSyntax: false } as const;

function compilerOptions(): ts.CompilerOptions {
  const file = path.join(root, 'tsconfig.check.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  return { ...options, ...EXAMPLE_OPTIONS };
}

const options = compilerOptions();
const program = ts.createProgram([...Object.values(ENTRIES), ...Object.values(PARTS)], options);

/** The names that a file exports. */
export function exportNames(file: string): string[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => !isInternal(symbol))
    .map(({ name }) => name);
}

/** The documentation of all entries. */
export function readDocumentation(): Map<string, EntryDocs> {
  const checker = program.getTypeChecker();
  const exportsOf = new Map<string, ts.Symbol[]>();
  for (const [entry, file] of Object.entries(ENTRIES)) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
    exportsOf.set(entry, checker.getExportsOfModule(module));
  }
  const entryNames = new Map([...exportsOf].map(([entry, symbols]) => [entry, new Set(symbols.map((s) => s.name))]));
  return new Map([...exportsOf].map(([entry, symbols]) => [entry, readEntry(checker, entry, symbols, entryNames)]));
}

function readEntry(
  checker: ts.TypeChecker,
  entry: string,
  symbols: readonly ts.Symbol[],
  entryNames: ReadonlyMap<string, ReadonlySet<string>>,
): EntryDocs {
  const problems: string[] = [];
  const examples: Example[] = [];
  for (const exported of symbols) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const docs = new SymbolDocs(checker, exported.name, symbol);
    problems.push(...docs.problems());
    for (const code of docs.examples())
      examples.push({ name: exported.name, code, imports: importsOf(code, entry, entryNames) });
  }
  return { exports: symbols.map(({ name }) => name), problems, examples };
}

/** Whether an export is for other packages only: the statement that exports it says so. */
function isInternal(symbol: ts.Symbol): boolean {
  const statement = symbol.declarations?.[0]?.parent.parent;
  return statement !== undefined && ts.getJSDocTags(statement).some((tag) => tag.tagName.text === 'internal');
}

/** Whether users do not see a member: what is private, protected or `@internal`. */
function isHidden(member: ts.ClassElement | ts.TypeElement): boolean {
  const modifiers = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  const isMarked = ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal');
  return modifiers !== 0 || isMarked || (member.name !== undefined && ts.isPrivateIdentifier(member.name));
}

/** What the documentation of one export lacks. */
class SymbolDocs {
  readonly #checker: ts.TypeChecker;
  readonly #name: string;
  readonly #symbol: ts.Symbol;
  readonly #problems: string[] = [];

  constructor(checker: ts.TypeChecker, name: string, symbol: ts.Symbol) {
    this.#checker = checker;
    this.#name = name;
    this.#symbol = symbol;
  }

  examples(): string[] {
    const tags = this.#symbol.getJsDocTags(this.#checker).filter(({ name }) => name === 'example');
    return tags.map(({ text }) => ts.displayPartsToString(text));
  }

  problems(): string[] {
    const isModule = (this.#symbol.flags & ts.SymbolFlags.ValueModule) !== 0;
    if (!isModule) this.#checkDescription(this.#symbol, this.#name);
    for (const declaration of this.#symbol.declarations ?? []) this.#checkDeclaration(declaration);
    const type = this.#checker.getTypeOfSymbol(this.#symbol);
    const isFunction = (this.#symbol.flags & ts.SymbolFlags.Value) !== 0 && type.getCallSignatures().length > 0;
    const isClass = (this.#symbol.flags & ts.SymbolFlags.Class) !== 0;
    if (isFunction) for (const signature of type.getCallSignatures()) this.#checkSignature(signature, this.#name);
    if ((isFunction || isClass) && this.examples().length === 0) this.#report(this.#name, 'no @example');
    return this.#problems;
  }

  #report(name: string, problem: string): void {
    this.#problems.push(`${name}: ${problem}`);
  }

  #checkDescription(symbol: ts.Symbol, name: string): void {
    if (symbol.getDocumentationComment(this.#checker).length === 0) this.#report(name, 'no description');
  }

  #checkDeclaration(declaration: ts.Declaration): void {
    if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return;
    for (const member of declaration.members) {
      if (isHidden(member)) continue;
      if (ts.isConstructorDeclaration(member)) this.#checkConstructor(member);
      else this.#checkMember(member);
    }
  }

  #checkConstructor(member: ts.ConstructorDeclaration): void {
    const signature = this.#checker.getSignatureFromDeclaration(member);
    if (signature !== undefined) this.#checkParameters(signature, `new ${this.#name}`);
  }

  #checkMember(member: ts.ClassElement | ts.TypeElement): void {
    const symbol = member.name && this.#checker.getSymbolAtLocation(member.name);
    if (symbol === undefined || symbol.name.startsWith('__@')) return;
    const name = `${this.#name}.${symbol.name}`;
    this.#checkDescription(symbol, name);
    if (!ts.isMethodDeclaration(member) && !ts.isMethodSignature(member)) return;
    const isSeen = !('body' in member && member.body !== undefined) || (symbol.declarations ?? []).length === 1;
    if (!isSeen) return; // what carries the overloads out
    const signature = this.#checker.getSignatureFromDeclaration(member);
    if (signature !== undefined) this.#checkSignature(signature, name);
  }

  #checkSignature(signature: ts.Signature, name: string): void {
    this.#checkParameters(signature, name);
    const type = this.#checker.typeToString(signature.getReturnType());
    const returns = signature.getJsDocTags().some((tag) => tag.name === 'returns' && tag.text !== undefined);
    if (!/^(void|never|Promise<void>)$/.test(type) && !returns) this.#report(name, 'no @returns');
  }

  #checkParameters(signature: ts.Signature, name: string): void {
    for (const parameter of signature.getParameters())
      if (parameter.getDocumentationComment(this.#checker).length === 0)
        this.#report(name, `no @param ${parameter.name}`);
  }
}

/** The names in a piece of code that the entries export, by entry; the own entry comes first. */
function importsOf(
  code: string,
  own: string,
  entryNames: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly string[]> {
  const order = [own, ...entryNames.keys()];
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertyAccessExpression(node.parent ?? node) && node.parent.getChildAt(2) === node;
    if (ts.isIdentifier(node) && !isMember) {
      const entry = order.find((name) => entryNames.get(name)?.has(node.text));
      if (entry !== undefined) found.set(node.text, entry);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true));
  const imports = new Map<string, string[]>();
  for (const [name, entry] of found) imports.set(entry, [...(imports.get(entry) ?? []), name]);
  return imports;
}

/** The model that `model` and `data` of an example are made of. */
const SCENE = `<mujoco model="example">
  <worldbody>
    <light name="lamp" pos="0 0 3"/>
    <camera name="side" pos="0 -2 1" xyaxes="1 0 0 0 .4 1"/>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="arm" pos="0 0 .5">
      <joint name="shoulder" axis="0 1 0" range="-90 90" damping=".1"/>
      <geom name="upper" type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <body name="forearm" pos=".3 0 0">
        <joint name="elbow" axis="0 1 0" damping=".1"/>
        <geom name="lower" type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <site name="hand" pos=".3 0 0" size=".05"/>
      </body>
    </body>
    <body name="ball" pos="0 .5 .099"><freejoint name="free"/><geom name="ball" size=".1"/></body>
  </worldbody>
  <actuator><motor name="shoulder" joint="shoulder"/><motor name="elbow" joint="elbow"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/><gyro name="gyro" site="hand"/></sensor>
  <keyframe><key name="bent" qpos="0 1 0 .5 .1 1 0 0 0"/></keyframe>
</mujoco>`;

/** Examples as functions of one module, in their order. */
export function exampleModule(examples: readonly Example[], isBrowser: boolean): string {
  const imports = new Map<string, Set<string>>([['qpos', new Set(['forward', 'loadModel', 'makeData'])]]);
  for (const example of examples)
    for (const [entry, names] of example.imports)
      imports.set(entry, new Set([...(imports.get(entry) ?? []), ...names]));
  const lines = [...imports].map(([entry, names]) => `import { ${[...names].join(', ')} } from '${entry}';`);
  const canvas = isBrowser ? 'declare const canvas: HTMLCanvasElement;\n' : '';
  const functions = examples.map(
    ({ code }) =>
      `async () => {\n  const model = loadModel(scene), data = makeData(model);\n  forward(model, data);\n{\n${code}\n}\n},`,
  );
  return `${lines.join('\n')}\n${canvas}const scene = ${JSON.stringify(SCENE)};\nexport const examples = [\n${functions.join('\n')}\n];\n`;
}

/** Writes modules to a folder; what TypeScript has to say about them, a line each. */
export function typeErrors(folder: string, modules: ReadonlyMap<string, string>): string[] {
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, text] of modules) fs.writeFileSync(file, text);
  const config = path.join(folder, 'tsconfig.json');
  fs.writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.check.json'),
      compilerOptions: EXAMPLE_OPTIONS,
      include: [],
      files: [...modules.keys()],
    }),
  );
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', config, '--pretty', 'false'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
