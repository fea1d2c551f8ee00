// Places that hold a value: variables, elements of arrays, fields of Data and of records.
import ts from 'typescript';
import { expression, inOrder } from './expressions.mjs';
import { addressOf, converted, loadOf, SPACES, storeOf, tagged } from './values.mjs';

/** What an expression that can be assigned to stands for. */
export function placeOf(t, cx, node) {
  if (ts.isParenthesizedExpression(node)) return placeOf(t, cx, node.expression);
  if (ts.isIdentifier(node)) return variable(t, cx, node);
  if (ts.isElementAccessExpression(node)) return element(t, cx, node);
  if (ts.isPropertyAccessExpression(node)) return member(t, cx, node);
  return t.fail(node, 'cannot be assigned to');
}

function variable(t, cx, node) {
  const value = cx.scope.get(t.symbolOf(node));
  if (value === undefined || value.stable) t.fail(node, 'cannot be assigned to');
  return { kind: 'variable', ...value };
}

function element(t, cx, node) {
  const [array, index] = inOrder(cx, [
    () => expression(t, cx, node.expression),
    () => expression(t, cx, node.argumentExpression, 'i'),
  ]);
  if (array.type !== 'array') t.fail(node, 'an index of no array');
  if (index.type !== 'i') t.fail(node, 'an index that is no integer');
  const from = array.space === SPACES.model && array.el === 'i' ? array.field : undefined;
  return { kind: 'cell', type: array.el, space: array.space, address: addressOf(array.code, index.code), from };
}

/** A field of Data or of a record. */
export function member(t, cx, node) {
  const owner = expression(t, cx, node.expression);
  const name = node.name.text;
  if (owner.type === 'data') {
    const field = t.fields.data.get(name);
    if (field?.kind !== 'scalar') t.fail(node, 'no number of Data');
    return { kind: 'cell', type: field.el, space: SPACES.data, address: `D_${name}` };
  }
  if (owner.type !== 'record') t.fail(node, 'a property of what is no record');
  const field = t.layoutOf(owner.record).fields.get(name);
  if (field === undefined) t.fail(node, 'no field of the record');
  const address = addressOf(owner.code, String(field.offset));
  if (field.kind === 'scalar') return { kind: 'cell', type: field.type, space: SPACES.scratch, address };
  if (field.kind === 'fixed') return { kind: 'fixed', el: field.el, address };
  return { kind: 'borrowed', el: field.el, key: `${t.nameOf(owner.record)}.${name}`, address };
}

/** The value in a place. */
export function load(t, place) {
  switch (place.kind) {
    case 'variable':
      return place;
    case 'cell': {
      const { space, type, address, from } = place;
      if (type === 'b') return { code: `(${loadOf(space, 'i', address)} != 0)`, type };
      return { code: loadOf(space, type, address), type, ...(from !== undefined && { from }) };
    }
    case 'fixed':
      return { code: `(${place.address})`, type: 'array', el: place.el, space: SPACES.scratch };
    default: {
      const space = t.borrowedSpace(place.key);
      return { code: loadOf(SPACES.scratch, 'i', place.address), type: 'array', el: place.el, space };
    }
  }
}

/** The statement that puts a value in a place. */
export function store(t, place, value, node) {
  if (place.kind === 'borrowed') {
    if (value.type !== 'array') t.fail(node, 'no array');
    if (value.empty) return storeOf(SPACES.scratch, 'i', place.address, '0');
    t.borrow(place.key, value.space);
    const array = t.borrowedSpace(place.key) === SPACES.any ? tagged(value) : value;
    return storeOf(SPACES.scratch, 'i', place.address, array.code);
  }
  if (place.type === 'array') {
    if (value.type !== 'array') t.fail(node, 'no array');
    if (place.space !== SPACES.any && value.space !== place.space) t.fail(node, 'an array of another address space');
    return `${place.code} = ${place.space === SPACES.any ? tagged(value).code : value.code};`;
  }
  if (place.kind === 'fixed') return t.fail(node, 'an array of fixed length cannot be assigned to');
  const code = converted(value, place.type);
  if (code === undefined) t.fail(node, `a ${value.type} where a ${place.type} is needed`);
  if (place.kind === 'variable') return `${place.code} = ${code};`;
  if (place.space === SPACES.model) t.fail(node, 'the model cannot be written to');
  if (place.type === 'b') return storeOf(place.space, 'i', place.address, `select(0, 1, ${code})`);
  return storeOf(place.space, place.type, place.address, code);
}

/** The same place with its address in a variable, so that it can be read and written without computing it twice. */
export function fixedPlace(cx, place) {
  if (place.kind !== 'cell' || /^\w+( \+ \d+)?$/.test(place.address)) return place;
  const name = `t${cx.temporaries++}`;
  cx.before.push(`let ${name}: i32 = ${place.address};`);
  return { ...place, address: name };
}
