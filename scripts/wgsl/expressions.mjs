// Expressions of the dialect as WGSL. What has side effects, or cannot be part of a WGSL expression, becomes statements in `cx.before`.
import ts from 'typescript';
import { call } from './calls.mjs';
import { fixedPlace, load, member, placeOf, store } from './places.mjs';
import { both, constant, converted, isConstant, isStable, knownOf, SPACES, tagged, WGSL_TYPES } from './values.mjs';

const K = ts.SyntaxKind;
const ARITHMETIC = new Map([
  [K.PlusToken, '+'],
  [K.MinusToken, '-'],
  [K.AsteriskToken, '*'],
  [K.SlashToken, '/'],
  [K.PercentToken, '%'],
]);
const COMPARISON = new Map([
  [K.EqualsEqualsEqualsToken, '=='],
  [K.ExclamationEqualsEqualsToken, '!='],
  [K.LessThanToken, '<'],
  [K.LessThanEqualsToken, '<='],
  [K.GreaterThanToken, '>'],
  [K.GreaterThanEqualsToken, '>='],
]);
const BITS = new Map([
  [K.AmpersandToken, '&'],
  [K.BarToken, '|'],
  [K.CaretToken, '^'],
  [K.LessThanLessThanToken, '<<'],
  [K.GreaterThanGreaterThanToken, '>>'],
  [K.GreaterThanGreaterThanGreaterThanToken, '>>>'],
]);
const COMPOUND = new Map([
  [K.PlusEqualsToken, '+'],
  [K.MinusEqualsToken, '-'],
  [K.AsteriskEqualsToken, '*'],
  [K.SlashEqualsToken, '/'],
  [K.PercentEqualsToken, '%'],
  [K.AmpersandEqualsToken, '&'],
  [K.BarEqualsToken, '|'],
  [K.CaretEqualsToken, '^'],
  [K.LessThanLessThanEqualsToken, '<<'],
  [K.GreaterThanGreaterThanEqualsToken, '>>'],
]);

/** Values in the order in which they are written: those before one with statements of its own are computed before these. */
export function inOrder(cx, parts) {
  const values = [];
  for (const part of parts) {
    const mark = cx.before.length;
    const value = part();
    if (cx.before.length > mark) {
      const own = cx.before.splice(mark);
      for (let k = 0; k < values.length; k++) values[k] = settled(cx, values[k]);
      cx.before.push(...own);
    }
    values.push(value);
  }
  return values;
}

/** The value in a variable, unless nothing can change it. */
export function settled(cx, value) {
  if (isStable(value) || value.code === undefined || value.code === '') return value;
  const name = `t${cx.temporaries++}`;
  cx.before.push(`let ${name}: ${WGSL_TYPES[value.type]} = ${value.code};`);
  return { ...value, code: name, stable: true };
}

/** What `make` returns, and the statements that go before it. */
export function apart(cx, make) {
  const outer = cx.before;
  cx.before = [];
  const value = make();
  const before = cx.before;
  cx.before = outer;
  return [value, before];
}

/** A value as text of a type. */
export function textOf(t, value, type, node) {
  return converted(value, type) ?? t.fail(node, `a ${value.type} where a ${type} is needed`);
}

/** Translates an expression; `want` is the type that literals take where nothing else tells. */
export function expression(t, cx, node, want) {
  if (ts.isParenthesizedExpression(node)) return expression(t, cx, node.expression, want);
  if (ts.isAsExpression(node) || ts.isNonNullExpression(node)) return expression(t, cx, node.expression, want);
  if (ts.isNumericLiteral(node)) return number(node, want);
  if (node.kind === K.TrueKeyword || node.kind === K.FalseKeyword) return constant(node.kind === K.TrueKeyword, 'b');
  if (ts.isIdentifier(node)) return identifier(t, cx, node);
  if (ts.isPropertyAccessExpression(node)) return property(t, cx, node);
  if (ts.isElementAccessExpression(node)) return load(t, placeOf(t, cx, node));
  if (ts.isPrefixUnaryExpression(node)) return prefix(t, cx, node, want);
  if (ts.isPostfixUnaryExpression(node)) return postfix(t, cx, node);
  if (ts.isConditionalExpression(node)) return conditional(t, cx, node, want);
  if (ts.isBinaryExpression(node)) return binary(t, cx, node, want);
  if (ts.isCallExpression(node)) return call(t, cx, node);
  return t.fail(node, `no translation of ${K[node.kind]}`);
}

function number(node, want) {
  const text = node.getText().replaceAll('_', '');
  const isFloat = !/^0x/i.test(text) && (/[.]|e-/i.test(text) || Math.abs(Number(text)) > 0xffffffff);
  return constant(Number(text), isFloat || want === 'f' ? 'f' : 'i');
}

function identifier(t, cx, node) {
  const symbol = t.symbolOf(node);
  const value = cx.scope.get(symbol);
  if (value !== undefined) return value;
  if (node.text === 'Infinity') return constant(Number.POSITIVE_INFINITY, 'f');
  if (node.text === 'NaN') return { code: 'nan()', type: 'f' };
  if (node.text.startsWith('EMPTY_')) return { code: '0', type: 'array', space: SPACES.data, empty: true };
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) t.fail(node, 'unknown name');
  if (!(declaration.parent.flags & ts.NodeFlags.Const)) t.fail(node, 'a variable of the module');
  const memory = t.scratchOf(declaration);
  if (memory !== undefined) return memory;
  const type = t.typeOf(declaration.type)?.type;
  const outside = { scope: new Map(), before: [], temporaries: 0 };
  const found = expression(t, outside, declaration.initializer, type);
  if (!isConstant(found)) t.fail(node, 'a constant of the module that is none');
  return constant(found.known, type ?? found.type);
}

function property(t, cx, node) {
  const name = node.name.text;
  if (node.expression.getText() === 'Math') return name === 'PI' ? constant(Math.PI, 'f') : t.fail(node, 'Math');
  const owner = expression(t, cx, node.expression);
  if (owner.type !== 'model' && owner.type !== 'data') return load(t, member(t, cx, node));
  const field = t.fields[owner.type].get(name) ?? t.fail(node, `no field of ${owner.type}`);
  if (field.kind === 'array') {
    const space = SPACES[owner.type];
    return { code: `${space}_${name}`, type: 'array', el: field.el, space, field: name, stable: true };
  }
  if (owner.type === 'data')
    return field.always === undefined ? load(t, member(t, cx, node)) : constant(field.always, field.el);
  return { code: `m_${name}`, type: field.el, known: name };
}

function prefix(t, cx, node, want) {
  const { operator, operand } = node;
  if (operator === K.PlusPlusToken || operator === K.MinusMinusToken) {
    const place = fixedPlace(cx, placeOf(t, cx, operand));
    step(t, cx, place, operator, node);
    return load(t, place);
  }
  if (operator === K.PlusToken) return expression(t, cx, operand, want);
  const value = expression(t, cx, operand, operator === K.ExclamationToken ? 'b' : want);
  if (operator === K.ExclamationToken) {
    const code = `!(${textOf(t, value, 'b', node)})`;
    if (isConstant(value)) return constant(!value.known, 'b');
    return { code, type: 'b', ...(value.known !== undefined && { known: ['!', value.known] }) };
  }
  if (isConstant(value)) return constant(operator === K.MinusToken ? -value.known : ~value.known, value.type);
  const known = value.known === undefined ? {} : { known: [operator === K.MinusToken ? 'neg' : '~', value.known] };
  return { code: `(${operator === K.MinusToken ? '-' : '~'}${value.code})`, type: value.type, ...known };
}

/** `i++` for its effect. */
export function step(t, cx, place, operator, node) {
  const sign = operator === K.PlusPlusToken ? '+' : '-';
  const { code, type } = load(t, place);
  cx.before.push(store(t, place, { code: `${code} ${sign} ${type === 'f' ? '1.0' : '1'}`, type }, node));
}

function postfix(t, cx, node) {
  const place = fixedPlace(cx, placeOf(t, cx, node.operand));
  const old = settled(cx, { ...load(t, place), stable: false });
  step(t, cx, place, node.operator, node);
  return old;
}

function conditional(t, cx, node, want) {
  const condition = expression(t, cx, node.condition, 'b');
  if (isConstant(condition)) return expression(t, cx, condition.known ? node.whenTrue : node.whenFalse, want);
  const test = textOf(t, condition, 'b', node);
  const [yes, beforeYes] = apart(cx, () => expression(t, cx, node.whenTrue, want));
  const [no, beforeNo] = apart(cx, () => expression(t, cx, node.whenFalse, want));
  const isArray = yes.type === 'array' && no.type === 'array';
  const arrays = !isArray || yes.space === no.space ? [yes, no] : [tagged(yes), tagged(no)];
  const type = isArray ? 'array' : (want ?? (yes.type === no.type ? yes.type : 'f'));
  const { el, space } = isArray ? arrays[0] : {};
  const [a, b] = isArray ? arrays.map(({ code }) => code) : [textOf(t, yes, type, node), textOf(t, no, type, node)];
  const known =
    condition.known === undefined || yes.known === undefined || no.known === undefined
      ? {}
      : { known: ['?', condition.known, yes.known, no.known] };
  if (beforeYes.length + beforeNo.length === 0 && !hasCall(a) && !hasCall(b))
    return { code: `select(${b}, ${a}, ${test})`, type, el, space, ...known };
  const name = `t${cx.temporaries++}`;
  cx.before.push(`var ${name}: ${WGSL_TYPES[type]};`);
  const branches = [...beforeYes, `${name} = ${a};`];
  const others = [...beforeNo, `${name} = ${b};`];
  cx.before.push(
    ...(condition.known === undefined
      ? [`if (${test}) {`, ...branches, '} else {', ...others, '}']
      : [`#if ${JSON.stringify(condition.known)}`, ...branches, '#else', ...others, '#end']),
  );
  return { code: name, type, el, space, stable: true };
}

/** Whether text calls functions, among them those that read memory, whose address may be wrong unless the condition holds. */
const hasCall = (code) => /\w\(/.test(code.replace(/\b(?:f32|i32|u32|select|bitcast<\w+>)\(/g, ''));

function binary(t, cx, node, want) {
  const { kind } = node.operatorToken;
  if (kind >= K.FirstAssignment && kind <= K.LastAssignment) return assignment(t, cx, node);
  if (kind === K.AmpersandAmpersandToken || kind === K.BarBarToken) return logical(t, cx, node);
  const operator = ARITHMETIC.get(kind) ?? COMPARISON.get(kind) ?? BITS.get(kind);
  if (operator === undefined) t.fail(node, 'no such operator');
  const wanted = BITS.has(kind) ? 'i' : COMPARISON.has(kind) ? undefined : want;
  const [a, b] = inOrder(cx, [() => expression(t, cx, node.left, wanted), () => expression(t, cx, node.right, wanted)]);
  if (a.type === 'array') return sameArray(t, a, b, operator, node);
  return combined(t, a, b, operator, node);
}

/** Whether two arrays are the same. */
function sameArray(t, a, b, operator, node) {
  if (!['==', '!='].includes(operator) || b.type !== 'array') t.fail(node, 'arithmetic with arrays');
  const [x, y] = a.space === b.space ? [a, b] : [tagged(a), tagged(b)];
  return { code: `(${x.code} ${operator} ${y.code})`, type: 'b' };
}

/** `a operator b` of two numbers. */
function combined(t, a, b, operator, node) {
  const isComparison = [...COMPARISON.values()].includes(operator);
  const isBits = [...BITS.values()].includes(operator);
  const type = a.type === 'f' || b.type === 'f' ? 'f' : a.type === 'b' && b.type === 'b' ? 'b' : 'i';
  if (isBits && type === 'f') t.fail(node, 'bits of a number that is no integer');
  if (operator === '/' && type !== 'f') t.fail(node, 'a quotient of integers, which idiv is for');
  const known = knownOf(operator, a.known, b.known);
  if (typeof known === 'number' || typeof known === 'boolean') return constant(known, isComparison ? 'b' : type);
  const [x, y] = [textOf(t, a, type, node), textOf(t, b, type, node)];
  const onlyIf = operator === '==' && a.from !== undefined && isConstant(b) ? { onlyIf: ['has', a.from, b.known] } : {};
  const result = { type: isComparison ? 'b' : type, ...(known !== undefined && { known }), ...onlyIf };
  if (operator === '>>>') return { ...result, code: `i32(u32(${x}) >> u32(${y}))` };
  if (operator === '<<' || operator === '>>') return { ...result, code: `(${x} ${operator} u32(${y}))` };
  return { ...result, code: `(${x} ${operator} ${y})` };
}

function logical(t, cx, node) {
  const isAnd = node.operatorToken.kind === K.AmpersandAmpersandToken;
  const operator = isAnd ? '&&' : '||';
  const a = expression(t, cx, node.left, 'b');
  if (isConstant(a)) return Boolean(a.known) === isAnd ? expression(t, cx, node.right, 'b') : constant(!isAnd, 'b');
  const x = textOf(t, a, 'b', node);
  const [b, before] = apart(cx, () => expression(t, cx, node.right, 'b'));
  if (isConstant(b) && Boolean(b.known) === isAnd) return a;
  const y = textOf(t, b, 'b', node);
  const [needA, needB] = [a.known ?? a.onlyIf, b.known ?? b.onlyIf];
  const onlyIf = isAnd ? both(needA, needB) : needA && needB ? ['||', needA, needB] : undefined;
  const known = a.known !== undefined && b.known !== undefined ? { known: [operator, a.known, b.known] } : {};
  const rest = { type: 'b', ...known, ...(onlyIf !== undefined && { onlyIf }) };
  if (before.length === 0) return { ...rest, code: `(${x} ${operator} ${y})` };
  const name = `t${cx.temporaries++}`;
  cx.before.push(`var ${name}: bool = ${x};`, `if (${isAnd ? name : `!${name}`}) {`, ...before, `${name} = ${y};`, '}');
  return { ...rest, code: name, stable: true };
}

/** An assignment; its value is that of its left side. */
export function assignment(t, cx, node) {
  const target = placeOf(t, cx, node.left);
  if (node.operatorToken.kind === K.EqualsToken) {
    const [value, before] = apart(cx, () => expression(t, cx, node.right, target.type));
    const place = before.length > 0 ? fixedPlace(cx, target) : target;
    cx.before.push(...before, store(t, place, value, node));
    return load(t, place);
  }
  const operator = COMPOUND.get(node.operatorToken.kind) ?? t.fail(node, 'no such operator');
  const place = fixedPlace(cx, target);
  const [old, value] = inOrder(cx, [() => load(t, place), () => expression(t, cx, node.right, place.type)]);
  cx.before.push(store(t, place, combined(t, old, value, operator, node), node));
  return load(t, place);
}
