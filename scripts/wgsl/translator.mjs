// Translates functions of the dialect to WGSL. An array parameter becomes the address of its first element; a function is translated once
// for each combination of address spaces that its arrays come in, and `copy` from the model to the data is called `copy_DM`.
//
// The text names what only a model decides: `m_nv` for its scalars, `M_qpos0`, `D_qpos` and `S_force` for addresses. Lines `#if [...]`,
// `#else` and `#end` enclose what a model may do without (packages/webgpu/src/program).
import path from 'node:path';
import ts from 'typescript';
import { assignedIn, layoutOf, typeOf, Untranslatable, workingMemory } from './declarations.mjs';
import { expression } from './expressions.mjs';
import { placeOf } from './program.mjs';
import { block, leaves } from './statements.mjs';
import { converted, SPACES, WGSL_TYPES } from './values.mjs';

const isFunction = (node) => ts.isFunctionDeclaration(node) && node.body !== undefined;

export class Translator {
  /** Translated functions by name: `{ name, text, refusal }`. */
  instances = new Map();
  /** Words of scratch, by name. */
  scratch = new Map();
  /** Address spaces of the arrays that fields of records borrow, as assignments were seen, by `Class.field`. */
  borrowed = new Map();
  #names = new Map();
  #layouts = new Map();

  /**
   * @param program what `openProgram` returned
   * @param fields of Model and Data: `{ model, data }`, maps from names to `{ kind: 'array' | 'scalar', el }`
   * @param borrowed spaces that an earlier pass found
   */
  constructor(program, fields, borrowed = new Map()) {
    this.program = program;
    this.fields = fields;
    this.borrowedBefore = borrowed;
    this.#nameAll();
  }

  fail(node, message) {
    const text = node.getText().replace(/\s+/g, ' ').slice(0, 60);
    throw new Untranslatable(`${placeOf(this.program.folder, node)}: ${message}: ${text}`);
  }

  /** The symbol that an identifier stands for, through imports. */
  symbolOf = (node) => {
    const { checker } = this.program;
    const symbol = checker.getSymbolAtLocation(node);
    return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  };

  classOf = (typeNode) => {
    const declaration = ts.isTypeReferenceNode(typeNode)
      ? this.symbolOf(typeNode.typeName)?.valueDeclaration
      : undefined;
    return declaration !== undefined && ts.isClassDeclaration(declaration) ? declaration : undefined;
  };

  typeOf(node) {
    return typeOf(node, this.classOf);
  }

  /** Fields and size of a record. */
  layoutOf(record) {
    if (!this.#layouts.has(record))
      this.#layouts.set(
        record,
        layoutOf(record, (length) => this.constantOf(length)),
      );
    return this.#layouts.get(record);
  }

  /** The value of an expression of constants. */
  constantOf(node) {
    const context = { scope: new Map(), before: [], temporaries: 0 };
    const { known } = expression(this, context, node);
    if (typeof known !== 'number') this.fail(node, 'not a constant');
    return known;
  }

  /** Working memory of a module as an array or a record of scratch. */
  scratchOf(declaration) {
    const name = `S_${this.#names.get(declaration)}`;
    const { initializer } = declaration;
    const memory = workingMemory(initializer);
    if (memory !== undefined) {
      this.scratch.set(name, this.constantOf(memory.length));
      return { code: name, type: 'array', el: memory.el, space: SPACES.scratch, stable: true };
    }
    if (initializer === undefined || !ts.isNewExpression(initializer)) return undefined;
    const record = this.symbolOf(initializer.expression)?.valueDeclaration;
    this.scratch.set(name, this.layoutOf(record).size);
    return { code: name, type: 'record', record, stable: true };
  }

  /** The space of the arrays that a field borrows: one, or any. */
  borrowedSpace(key) {
    const found = this.borrowedBefore.get(key);
    if (found === undefined || found.size === 0) return SPACES.data;
    return found.size === 1 ? [...found][0] : SPACES.any;
  }

  /** Notes that a field borrows an array of this space. */
  borrow(key, space) {
    if (!this.borrowed.has(key)) this.borrowed.set(key, new Set());
    this.borrowed.get(key).add(space);
  }

  /**
   * A function for arrays in the given spaces, one for each array parameter.
   *
   * @returns its name, and what it returns
   */
  instanceOf(declaration, spaces) {
    const suffix = spaces.length > 0 ? `_${spaces.join('')}` : '_';
    const name = `${this.#names.get(declaration)}${suffix}`;
    if (!this.instances.has(name)) {
      const instance = { name, declaration, text: undefined, refusal: undefined };
      this.instances.set(name, instance);
      this.#translate(instance, spaces);
    }
    return { name, result: this.#resultOf(name, declaration) };
  }

  #resultOf(name, declaration) {
    const type = this.typeOf(declaration.type);
    if (type === undefined) return { type: 'v' };
    if (type.kind === 'scalar') return { type: type.type };
    if (type.kind === 'record') return { type: 'record', record: type.record };
    const spaces = this.borrowedBefore.get(`return ${name}`) ?? new Set();
    return { type: 'array', el: type.el, space: spaces.size === 1 ? [...spaces][0] : SPACES.any };
  }

  #translate(instance, spaces) {
    const { declaration } = instance;
    try {
      instance.text = this.#text(instance, declaration, [...spaces]);
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      instance.refusal = error.message;
    }
  }

  #text(instance, declaration, spaces) {
    const assigned = assignedIn(declaration.body, this.symbolOf);
    const result = this.#resultOf(instance.name, declaration);
    const context = { scope: new Map(), before: [], temporaries: 0, assigned, result, instance };
    const parameters = [];
    const copies = [];
    for (const p of declaration.parameters) {
      const symbol = this.symbolOf(p.name);
      const type = this.typeOf(p.type);
      const name = `${p.name.text}_`;
      if (type === undefined) this.fail(p, 'a parameter of no type of the dialect');
      if (type.kind === 'model' || type.kind === 'data') {
        context.scope.set(symbol, { type: type.kind });
        continue;
      }
      const value =
        type.kind === 'array'
          ? { type: 'array', el: type.el, space: spaces.shift() }
          : type.kind === 'record'
            ? { type: 'record', record: type.record }
            : { type: type.type };
      const isVariable = assigned.has(symbol);
      if (isVariable && type.kind !== 'scalar') this.fail(p, 'an array parameter that is assigned to');
      parameters.push(`${isVariable ? `${name}0` : name}: ${WGSL_TYPES[value.type]}`);
      if (isVariable) copies.push(`var ${name}: ${WGSL_TYPES[value.type]} = ${name}0;`);
      context.scope.set(symbol, { ...value, code: name, stable: !isVariable });
    }
    const lines = [...copies, ...block(this, context, declaration.body.statements)];
    if (result.type === 'v') return `fn ${instance.name}(${parameters.join(', ')}) {\n${lines.join('\n')}\n}`;
    const last = converted({ code: '0', type: 'i', known: 0 }, result.type) ?? '0';
    const end = declaration.body.statements.at(-1);
    if (end === undefined || !leaves(end)) lines.push(`return ${last};`);
    return `fn ${instance.name}(${parameters.join(', ')}) -> ${WGSL_TYPES[result.type]} {\n${lines.join('\n')}\n}`;
  }

  /** Gives every function and every working memory a name of its own: its own where that is unique, else with that of its file. */
  #nameAll() {
    const taken = new Map();
    for (const file of this.program.sources)
      for (const statement of file.statements) {
        const found = isFunction(statement)
          ? [statement]
          : ts.isVariableStatement(statement)
            ? statement.declarationList.declarations
            : ts.isClassDeclaration(statement)
              ? [statement]
              : [];
        for (const declaration of found) {
          const plain = declaration.name.getText();
          const kind = isFunction(declaration) ? 'fn ' : 'S_';
          taken.set(kind + plain, [...(taken.get(kind + plain) ?? []), declaration]);
        }
      }
    for (const declarations of taken.values())
      for (const declaration of declarations) {
        const file = path.relative(this.program.folder, declaration.getSourceFile().fileName);
        const where = file.replace(/\.ts$/, '').replace(/\W+(\w?)/g, (_, c) => c.toUpperCase());
        const plain = declaration.name.getText();
        this.#names.set(declaration, declarations.length === 1 ? plain : `${plain}_${where}`);
      }
  }

  /** Every function of the program. */
  functions() {
    return this.program.sources.flatMap((file) => file.statements.filter(isFunction));
  }

  nameOf(declaration) {
    return this.#names.get(declaration);
  }
}
