// What declarations of the dialect mean: types, working memory, and the layout of records.
import ts from 'typescript';

/** A construct that has no translation, and where it is. */
export class Untranslatable extends Error {}

const SCALARS = { i32: 'i', f64: 'f', boolean: 'b', void: 'v' };
const ARRAYS = { F64: 'f', I32: 'i', U8: 'i', F32: 'f' };
const MAKERS = { scratchF64: 'f', scratchI32: 'i' };

/**
 * What a type annotation stands for: `{ kind: 'scalar' | 'array' | 'record' | 'model' | 'data' }` with its type, element or class. Undefined
 * without one, or where it is something else.
 */
export function typeOf(node, classOf) {
  if (node === undefined) return undefined;
  const name = node.getText();
  if (name in SCALARS) return { kind: 'scalar', type: SCALARS[name] };
  if (name in ARRAYS) return { kind: 'array', el: ARRAYS[name] };
  if (name === 'Model') return { kind: 'model' };
  if (name === 'Data') return { kind: 'data' };
  const record = classOf(node);
  return record === undefined ? undefined : { kind: 'record', record };
}

/** The element type and the node of the length of `scratchF64(6)`; undefined for anything else. */
export function workingMemory(node) {
  if (node === undefined || !ts.isCallExpression(node)) return undefined;
  const el = MAKERS[node.expression.getText()];
  return el === undefined ? undefined : { el, length: node.arguments[0] };
}

/**
 * The fields of a record and where they are in it, in words: numbers and the addresses of borrowed arrays take one, arrays of fixed length
 * as many as they have elements.
 */
export function layoutOf(declaration, lengthOf) {
  const fields = new Map();
  let size = 0;
  for (const member of declaration.members) {
    const type = typeOf(member.type, () => undefined);
    const memory = workingMemory(member.initializer);
    const offset = size;
    size += memory === undefined ? 1 : lengthOf(memory.length);
    fields.set(member.name.getText(), { ...type, kind: type.kind === 'array' && memory ? 'fixed' : type.kind, offset });
  }
  return { fields, size };
}

const isAssignment = ({ kind }) => kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
/** Whether a node counts up or down. */
export const isStep = (node) =>
  (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
  (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken);

/** The symbols of all variables that a function assigns to. */
export function assignedIn(body, symbolOf) {
  const found = new Set();
  const visit = (node) => {
    const target =
      ts.isBinaryExpression(node) && isAssignment(node.operatorToken)
        ? node.left
        : isStep(node)
          ? node.operand
          : undefined;
    if (target !== undefined && ts.isIdentifier(target)) found.add(symbolOf(target));
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}
