// Calls: functions of the dialect, of `Math`, and of the kernels.
import ts from 'typescript';
import { apart, expression, inOrder, textOf } from './expressions.mjs';
import { WGSL_TYPES } from './values.mjs';

/** `Math` that is exact in WGSL, or nearly so. */
const MATH = new Set(['abs', 'sqrt', 'floor', 'ceil']);

/** Functions of dialect.ts: the type of the result, and its text. */
const DIALECT = {
  idiv: ['i', (a, b) => `(${a} / ${b})`],
  toInt: ['i', (x) => `i32(${x})`],
  toF64: ['f', (i) => `f32(${i})`],
  fround: ['f', (x) => x],
  isNaN64: ['b', (x) => `isNaN(${x})`],
  imul: ['i', (a, b) => `(${a} * ${b})`],
  ltU32: ['b', (a, b) => `(u32(${a}) < u32(${b}))`],
  remU32: ['i', (a, b) => `i32(u32(${a}) % u32(${b}))`],
};

export function call(t, cx, node) {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'Math') return ofMath(t, cx, node);
  if (!ts.isIdentifier(callee)) t.fail(node, 'a call of no function');
  const declaration = t.symbolOf(callee)?.valueDeclaration;
  if (declaration === undefined || !ts.isFunctionDeclaration(declaration)) t.fail(node, 'a call of no function');
  if (declaration.getSourceFile().fileName.endsWith('/dialect.ts')) return ofDialect(t, cx, node, declaration);
  const given = inOrder(
    cx,
    node.arguments.map((argument, k) => () => {
      const parameter = t.typeOf(declaration.parameters[k].type);
      return expression(t, cx, argument, parameter?.type);
    }),
  );
  return folded(t, declaration, given) ?? ofKernel(t, cx, node, declaration, given);
}

function ofMath(t, cx, node) {
  const name = node.expression.name.text;
  if (!MATH.has(name)) t.fail(node, 'not the same everywhere');
  const x = expression(t, cx, node.arguments[0], 'f');
  return { code: `${name}(${textOf(t, x, 'f', node)})`, type: 'f' };
}

function ofDialect(t, cx, node, declaration) {
  const found = DIALECT[declaration.name.text];
  if (found === undefined) t.fail(node, 'has no counterpart in single precision');
  const [type, text] = found;
  const types = declaration.parameters.map((p) => t.typeOf(p.type).type);
  const given = inOrder(
    cx,
    node.arguments.map((argument, k) => () => expression(t, cx, argument, types[k])),
  );
  return { code: text(...given.map((value, k) => textOf(t, value, types[k], node))), type };
}

/**
 * A function that is one `return` of something known, or false unless something known holds, as its value: `integratesDiscretely(m)`.
 * Undefined for all others.
 */
function folded(t, declaration, given) {
  const [only, ...more] = declaration.body.statements;
  if (more.length > 0 || only === undefined || !ts.isReturnStatement(only) || only.expression === undefined)
    return undefined;
  const scope = new Map();
  declaration.parameters.forEach((p, k) => {
    scope.set(t.symbolOf(p.name), given[k]);
  });
  const inner = { scope, before: [], temporaries: 0, assigned: new Set() };
  const type = t.typeOf(declaration.type)?.type;
  if (type !== 'b' && type !== 'i' && type !== 'f') return undefined;
  const [value, before] = apart(inner, () => attempt(() => expression(t, inner, only.expression, type)));
  if (value === undefined || before.length > 0 || value.type !== type) return undefined;
  return value.known !== undefined || value.onlyIf !== undefined ? value : undefined;
}

/** What `make` returns, or undefined where it throws: the call itself will tell why. */
function attempt(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function ofKernel(t, cx, node, declaration, given) {
  const types = declaration.parameters.map((p) => t.typeOf(p.type));
  const spaces = [];
  const codes = [];
  given.forEach((value, k) => {
    const type = types[k];
    if (type === undefined) t.fail(node, 'a parameter of no type of the dialect');
    if (type.kind === 'model' || type.kind === 'data') return;
    if (type.kind === 'scalar') {
      codes.push(textOf(t, value, type.type, node));
      return;
    }
    if (value.type !== type.kind) t.fail(node, `no ${type.kind}`);
    if (type.kind === 'array') spaces.push(value.space);
    codes.push(value.code);
  });
  const { name, result } = t.instanceOf(declaration, spaces);
  const code = `${name}(${codes.join(', ')})`;
  if (result.type === 'v') {
    cx.before.push(`${code};`);
    return { code: '', type: 'v' };
  }
  // a call may change what is read before it
  const temporary = `t${cx.temporaries++}`;
  cx.before.push(`let ${temporary}: ${WGSL_TYPES[result.type]} = ${code};`);
  return { ...result, code: temporary, stable: true };
}
