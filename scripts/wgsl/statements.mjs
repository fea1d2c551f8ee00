// Statements of the dialect as lines of WGSL.
import ts from 'typescript';
import { isStep } from './declarations.mjs';
import { apart, assignment, expression, step, textOf } from './expressions.mjs';
import { fixedPlace, load, member, placeOf } from './places.mjs';
import { constant, isConstant, isStable, SPACES, tagged, WGSL_TYPES } from './values.mjs';

const K = ts.SyntaxKind;

/** The lines of statements that follow each other. */
export function block(t, cx, statements) {
  const lines = [];
  for (let k = 0; k < statements.length; k++) {
    const s = statements[k];
    // what follows `if (known) return;` is left out of the text where the condition holds
    if (ts.isIfStatement(s) && s.elseStatement === undefined && leaves(s.thenStatement)) {
      const condition = known(t, cx, s.expression);
      if (condition !== undefined) {
        const rest = () => block(t, cx, statements.slice(k + 1));
        return [...lines, ...choice(condition, () => body(t, cx, s.thenStatement), rest)];
      }
    }
    lines.push(...statement(t, cx, s));
  }
  return lines;
}

/** What is known of a condition; undefined, and nothing done, where it depends on more than the model. */
function known(t, cx, node) {
  const [value, before] = apart(cx, () => expression(t, cx, node, 'b'));
  return before.length === 0 ? value.known : undefined;
}

/** One of two texts, by something known. */
function choice(condition, yes, no) {
  if (condition === true || typeof condition === 'number') return condition ? yes() : no();
  if (condition === false) return no();
  const [a, b] = [yes(), no()];
  if (a.length + b.length === 0) return [];
  return [`#if ${JSON.stringify(condition)}`, ...a, ...(b.length > 0 ? ['#else', ...b] : []), '#end'];
}

const body = (t, cx, node) => (ts.isBlock(node) ? block(t, cx, node.statements) : statement(t, cx, node));
const braced = (lines) => ['{', ...lines, '}'];

/** The lines of one statement, with those that its expressions need first. */
function statement(t, cx, s) {
  const [lines, before] = apart(cx, () => lone(t, cx, s));
  return [...before, ...lines];
}

function lone(t, cx, s) {
  if (ts.isBlock(s)) return braced(block(t, cx, s.statements));
  if (ts.isVariableStatement(s)) return declarations(t, cx, s.declarationList);
  if (ts.isExpressionStatement(s)) return effect(t, cx, s.expression);
  if (ts.isIfStatement(s)) return condition(t, cx, s);
  if (ts.isReturnStatement(s)) return returned(t, cx, s);
  if (ts.isForStatement(s)) return forLoop(t, cx, s);
  if (ts.isWhileStatement(s)) return loop(t, cx, s.expression, s.statement);
  if (ts.isDoStatement(s)) return doLoop(t, cx, s);
  if (ts.isSwitchStatement(s)) return selection(t, cx, s);
  if (ts.isEmptyStatement(s)) return [];
  if ((ts.isBreakStatement(s) || ts.isContinueStatement(s)) && s.label === undefined)
    return [ts.isBreakStatement(s) ? 'break;' : 'continue;'];
  return t.fail(s, `no translation of ${K[s.kind]}`);
}

/** Takes the statements that were collected. */
const flushed = (cx) => cx.before.splice(0);

/** An expression for its effect. */
function effect(t, cx, node) {
  if (ts.isParenthesizedExpression(node)) return effect(t, cx, node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === K.CommaToken)
    return [...effect(t, cx, node.left), ...effect(t, cx, node.right)];
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= K.FirstAssignment &&
    node.operatorToken.kind <= K.LastAssignment
  )
    assignment(t, cx, node);
  else if (isStep(node)) step(t, cx, fixedPlace(cx, placeOf(t, cx, node.operand)), node.operator, node);
  else expression(t, cx, node);
  return flushed(cx);
}

function declarations(t, cx, list) {
  const isConst = Boolean(list.flags & ts.NodeFlags.Const);
  return list.declarations.flatMap((d) =>
    ts.isObjectBindingPattern(d.name) ? takenApart(t, cx, d) : declaration(t, cx, d, isConst),
  );
}

/** `const { nv, qpos: q } = m;` */
function takenApart(t, cx, d) {
  const owner = expression(t, cx, d.initializer);
  return d.name.elements.flatMap((e) => {
    const name = (e.propertyName ?? e.name).getText();
    const field = fieldOf(t, cx, d, owner, name);
    return [...flushed(cx), ...bind(t, cx, e.name, field, false)];
  });
}

/** The value of a field by its name. */
function fieldOf(t, cx, node, owner, name) {
  if (owner.type === 'record') {
    const access = { expression: node.initializer, name: { text: name }, getText: () => node.getText() };
    return load(t, member(t, cx, access));
  }
  const field = t.fields[owner.type]?.get(name) ?? t.fail(node, `no field '${name}'`);
  const space = SPACES[owner.type];
  if (field.kind === 'array')
    return { code: `${space}_${name}`, type: 'array', el: field.el, space, field: name, stable: true };
  if (owner.type === 'model') return { code: `m_${name}`, type: field.el, known: name };
  if (field.always !== undefined) return constant(field.always, field.el);
  return load(t, { kind: 'cell', type: field.el, space, address: `D_${name}` });
}

function declaration(t, cx, d, isConst) {
  const type = t.typeOf(d.type);
  const isVariable = !isConst && cx.assigned.has(t.symbolOf(d.name));
  if (d.initializer === undefined) {
    if (type?.kind !== 'scalar') t.fail(d, 'a variable without a value');
    cx.scope.set(t.symbolOf(d.name), { type: type.type, code: `${d.name.text}_` });
    return [`var ${d.name.text}_: ${WGSL_TYPES[type.type]};`];
  }
  const value = expression(t, cx, d.initializer, type?.type);
  const typed =
    type?.kind === 'scalar' && value.type !== type.type
      ? {
          code: textOf(t, value, type.type, d),
          type: type.type,
          ...(isConstant(value) && constant(value.known, type.type)),
        }
      : value;
  return [...flushed(cx), ...bind(t, cx, d.name, typed, isVariable)];
}

/** Gives a value a name. */
function bind(t, cx, name, value, isVariable) {
  const symbol = t.symbolOf(name);
  if (value.type === 'v') t.fail(name, 'no value');
  if (!isVariable && isStable(value)) {
    cx.scope.set(symbol, value);
    return [];
  }
  const code = `${name.text}_`;
  const kept = isVariable && value.type === 'array' ? tagged(value) : value;
  const { type, el, space, record, onlyIf, from } = kept;
  const told = isVariable ? {} : { stable: true, ...(onlyIf && { onlyIf }), ...(from && { from }) };
  cx.scope.set(symbol, { type, el, space, record, code, ...told });
  return [`${isVariable ? 'var' : 'let'} ${code}: ${WGSL_TYPES[type]} = ${kept.code};`];
}

function condition(t, cx, s) {
  const value = expression(t, cx, s.expression, 'b');
  const otherwise = () => (s.elseStatement === undefined ? [] : body(t, cx, s.elseStatement));
  const then = () => body(t, cx, s.thenStatement);
  const before = flushed(cx);
  if (value.known !== undefined)
    return [
      ...before,
      ...choice(
        value.known,
        () => braced(then()),
        () => braced(otherwise()),
      ),
    ];
  const test = textOf(t, value, 'b', s);
  const whole = () => {
    const no = otherwise();
    return [`if (${test}) {`, ...then(), ...(no.length > 0 ? ['} else {', ...no] : []), '}'];
  };
  if (value.onlyIf === undefined) return [...before, ...whole()];
  return [
    ...choice(
      value.onlyIf,
      () => [...before, ...whole()],
      () => braced(otherwise()),
    ),
  ];
}

function returned(t, cx, s) {
  if (s.expression === undefined) return ['return;'];
  const { result, instance } = cx;
  const value = expression(t, cx, s.expression, result.type);
  const before = flushed(cx);
  if (result.type === 'v') return [...before, 'return;'];
  if (result.type === 'array') {
    if (value.type !== 'array') t.fail(s, 'no array');
    t.borrow(`return ${instance.name}`, value.space);
    return [...before, `return ${result.space === SPACES.any ? tagged(value).code : value.code};`];
  }
  if (result.type === 'record') return [...before, `return ${value.code};`];
  return [...before, `return ${textOf(t, value, result.type, s)};`];
}

/** The bound of `for (let i = 0; i < m.nv; i++)`, if the model tells how often it runs. */
function bound(t, cx, s) {
  if (s.condition === undefined || !ts.isBinaryExpression(s.condition)) return undefined;
  if (s.condition.operatorToken.kind !== K.LessThanToken) return undefined;
  const [first] = s.initializer && ts.isVariableDeclarationList(s.initializer) ? s.initializer.declarations : [];
  if (first?.initializer === undefined || first.name.getText() !== s.condition.left.getText()) return undefined;
  const limit = known(t, cx, s.condition.right);
  const start = known(t, cx, first.initializer);
  if (typeof start !== 'number' || limit === undefined || typeof limit === 'number') return undefined;
  return ['<', start, limit];
}

function forLoop(t, cx, s) {
  const runs = bound(t, cx, s);
  const lines = () => {
    const start =
      s.initializer === undefined
        ? []
        : ts.isVariableDeclarationList(s.initializer)
          ? declarations(t, cx, s.initializer)
          : effect(t, cx, s.initializer);
    const first = [...flushed(cx), ...start];
    const [step] = apart(cx, () => (s.incrementor === undefined ? [] : effect(t, cx, s.incrementor)));
    return braced([...first, ...loop(t, cx, s.condition, s.statement, step)]);
  };
  return runs === undefined ? lines() : choice(runs, lines, () => []);
}

/** A loop that tests before each round. */
function loop(t, cx, test, inner, step = []) {
  const [value, before] =
    test === undefined ? [constant(true, 'b'), []] : apart(cx, () => expression(t, cx, test, 'b'));
  const code = textOf(t, value, 'b', test ?? inner);
  const lines = body(t, cx, inner);
  const [single] = step;
  if (before.length === 0 && step.length <= 1 && !/^#|^let|^var/.test(single ?? ''))
    return [`for (; ${code}; ${(single ?? '').replace(/;$/, '')}) {`, ...lines, '}'];
  const next = step.length > 0 ? ['continuing {', ...step, '}'] : [];
  return ['loop {', ...before, `if (!(${code})) { break; }`, ...braced(lines), ...next, '}'];
}

/** A loop that tests after each round. */
function doLoop(t, cx, s) {
  const lines = body(t, cx, s.statement);
  const [value, before] = apart(cx, () => expression(t, cx, s.expression, 'b'));
  return [
    'loop {',
    ...braced(lines),
    'continuing {',
    ...before,
    `break if (!(${textOf(t, value, 'b', s)}));`,
    '}',
    '}',
  ];
}

function selection(t, cx, s) {
  const value = expression(t, cx, s.expression, 'i');
  const before = flushed(cx);
  const lines = [];
  let labels = [];
  const { clauses } = s.caseBlock;
  clauses.forEach((clause, k) => {
    labels.push(ts.isDefaultClause(clause) ? 'default' : String(caseValue(t, cx, clause)));
    const isLast = k === clauses.length - 1;
    if (clause.statements.length === 0 && !isLast) return;
    const last = clause.statements.at(-1);
    if (!isLast && !(last && leaves(last))) t.fail(clause, 'a case that goes on in the next');
    const inner = last && ts.isBreakStatement(last) ? clause.statements.slice(0, -1) : clause.statements;
    const head = labels.length === 1 && labels[0] === 'default' ? 'default' : `case ${labels.join(', ')}`;
    const text = [`${head}: {`, ...block(t, cx, inner), '}'];
    const [one, ...others] = labels.includes('default') || value.from === undefined ? [] : labels;
    const has = (label) => ['has', value.from, Number(label)];
    lines.push(
      ...(one === undefined
        ? text
        : choice(
            others.reduce((a, b) => ['||', a, has(b)], has(one)),
            () => text,
            () => [],
          )),
    );
    labels = [];
  });
  if (!clauses.some(ts.isDefaultClause)) lines.push('default: {}');
  return [...before, `switch (${textOf(t, value, 'i', s)}) {`, ...lines, '}'];
}

function caseValue(t, cx, clause) {
  const { known: value } = expression(t, cx, clause.expression, 'i');
  return typeof value === 'number' ? value : t.fail(clause, 'a case that is no constant');
}

/** Whether a statement never lets the next one run. */
export function leaves(s) {
  if (ts.isBreakStatement(s) || ts.isReturnStatement(s) || ts.isContinueStatement(s)) return true;
  if (ts.isBlock(s)) return s.statements.length > 0 && leaves(s.statements.at(-1));
  if (ts.isIfStatement(s)) return s.elseStatement !== undefined && leaves(s.thenStatement) && leaves(s.elseStatement);
  if (!ts.isSwitchStatement(s)) return false;
  const { clauses } = s.caseBlock;
  const ends = (c, k) =>
    c.statements.length === 0 ? k < clauses.length - 1 : ts.isReturnStatement(c.statements.at(-1));
  return clauses.some(ts.isDefaultClause) && clauses.every(ends);
}
