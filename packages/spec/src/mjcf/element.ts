// Reading one element by its row of the schema: attributes, the rules between them, and which children may follow.

import { type Diagnostics, didYouMean, type ErrorCode, type Hint } from '../errors.ts';
import type { AttributesOf, Node } from '../spec/types.ts';
import { attributeLocation, locationOf, type XmlElement } from '../xml/document.ts';
import type { Attribute } from './attributes.ts';
import type { ReadContext } from './context.ts';
import type { Rule } from './element-row.ts';
import { numberHint, parseInts, parseReals, tokens } from './numbers.ts';
import { ELEMENTS, type RowName, row } from './schema.ts';

export type Read<K extends RowName> = Node<K> & AttributesOf<K>;

/** Reads the attributes of an element by the row `name`, or by `attributes` where only some of them are allowed. */
export function readElement<K extends RowName>(
  ctx: ReadContext,
  xml: XmlElement,
  name: K,
  attributes: Readonly<Record<string, Attribute>> = row(name).attributes,
): Read<K> {
  const element: Record<string, unknown> = { kind: undefined, source: locationOf(xml) };
  readAttributes(ctx, xml, attributes, element);
  const { required, rules } = row(name);
  for (const key of required) if (key in attributes) checkRequired(ctx, xml, key, attributes[key], element[key]);
  for (const rule of rules) checkRule(ctx, xml, rule);
  if (xml.children.length > 0 && isLeaf(name)) knownChildren(ctx, xml, name);
  element['kind'] = name;
  return element as unknown as Read<K>;
}

const isLeaf = (name: string): boolean => Object.keys(row(name).children).length === 0;

/** Reads what `attributes` allows into `element`; unknown attributes are errors. */
export function readAttributes(
  ctx: ReadContext,
  xml: XmlElement,
  attributes: Readonly<Record<string, Attribute>>,
  element: Record<string, unknown>,
): void {
  for (const key in xml.attributes) {
    const attribute = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (attribute === undefined) {
      reportUnknownAttribute(ctx, xml, key, attributes);
      continue;
    }
    const value = readValue(ctx.diagnostics, xml, key, attribute, xml.attributes[key] ?? '');
    if (value !== undefined) element[key] = value;
  }
}

function reportUnknownAttribute(
  ctx: ReadContext,
  xml: XmlElement,
  key: string,
  attributes: Readonly<Record<string, Attribute>>,
): void {
  if (ignoredAttribute(xml, key)) {
    reportAttribute(ctx.diagnostics, 'warning', 'unknown-attribute', `attribute '${key}' is ignored`, xml, key);
    return;
  }
  const elsewhere = key in row('geom').attributes || key in row('body').attributes;
  const fallback = elsewhere ? `'${key}' is not an attribute of ${xml.name}` : undefined;
  const hint = (): string | undefined => didYouMean(key, Object.keys(attributes)) ?? fallback;
  reportAttribute(ctx.diagnostics, 'error', 'unknown-attribute', `unknown attribute '${key}'`, xml, key, hint);
}

/** Namespaces of the root, and whatever is written on a frame or a replicate, pass without effect. */
const ignoredAttribute = (xml: XmlElement, key: string): boolean =>
  xml.name === 'mujoco' ? key.includes(':') : xml.name === 'frame' || xml.name === 'replicate';

function checkRequired(ctx: ReadContext, xml: XmlElement, key: string, attribute: Attribute, value: unknown): void {
  if (value !== undefined) return;
  // a value that is there and wrong has its own message
  const written = xml.attributes[key];
  if (written !== undefined && (written.trim() !== '' || attribute.type === 'text')) return;
  report(ctx, 'missing-attribute', `attribute '${key}' is required`, xml);
}

function checkRule(ctx: ReadContext, xml: XmlElement, rule: Rule): void {
  const has = (key: string): boolean => xml.attributes[key] !== undefined;
  const list = (bundles: readonly (readonly string[])[]): string => bundles.map((b) => `'${b.join(' ')}'`).join(', ');
  if (rule.type === 'exclusive') {
    const present = rule.bundles.filter((bundle) => bundle.some(has));
    if (present.length > 1) report(ctx, 'attribute-conflict', `only one of ${list(present)} may be given`, xml);
  } else if (rule.type === 'together') {
    const present = rule.bundles.filter((bundle) => bundle.every(has));
    if (present.length > 0 && present.length < rule.bundles.length) {
      report(ctx, 'attribute-conflict', `${list(rule.bundles)} must be given together`, xml);
    }
  } else if (!rule.bundles.some((bundle) => bundle.every(has))) {
    report(ctx, 'missing-attribute', `one of ${list(rule.bundles)} is required`, xml);
  }
}

/** The value of one attribute, or undefined when it is empty or wrong. */
export function readValue(
  diagnostics: Diagnostics,
  xml: XmlElement,
  key: string,
  attribute: Attribute,
  text: string,
): unknown {
  switch (attribute.type) {
    case 'int':
    case 'real':
    case 'float':
      return readNumbers(diagnostics, xml, key, attribute, text);
    case 'keyword': {
      const value = attribute.keywords?.find((k) => String(k) === text);
      if (value === undefined) reportKeyword(diagnostics, xml, key, attribute, text);
      return value;
    }
    case 'flags':
      return readFlags(diagnostics, xml, key, attribute, text);
    case 'chars':
      if (text.length < attribute.min || text.length > attribute.max) {
        const wanted = attribute.min === attribute.max ? `exactly ${attribute.max}` : `at most ${attribute.max}`;
        const message = `attribute '${key}' must have ${wanted} characters`;
        reportAttribute(diagnostics, 'error', 'bad-value', message, xml, key);
        return undefined;
      }
      return text;
    default:
      return text;
  }
}

const FEW = 16;

function readNumbers(
  diagnostics: Diagnostics,
  xml: XmlElement,
  key: string,
  attribute: Attribute,
  text: string,
): number | number[] | undefined {
  const values: number[] = [];
  const odd = attribute.type === 'int' ? parseInts(text, values) : parseReals(text, attribute.type === 'float', values);
  if (odd !== undefined && (odd.problem === 'format' || odd.problem === 'range')) {
    const what = attribute.type === 'int' ? 'a whole number' : 'a number';
    const message =
      odd.problem === 'format'
        ? `'${shorten(odd.token)}' in attribute '${key}' is not ${what}`
        : `number '${shorten(odd.token)}' in attribute '${key}' is too large or too small`;
    reportAttribute(diagnostics, 'error', 'bad-number', message, xml, key, numberHint(odd.token));
    return undefined;
  }
  // what the C library reads as a number, though it is none that a model should have
  if (odd !== undefined) {
    const message = `attribute '${key}' is ${odd.problem === 'nan' ? 'NaN' : 'infinite'}`;
    reportAttribute(diagnostics, 'warning', 'bad-number', message, xml, key, 'write a finite number');
  }
  if (values.length === 0) {
    if (attribute.filled) reportAttribute(diagnostics, 'error', 'bad-count', `attribute '${key}' is empty`, xml, key);
    return undefined;
  }
  if (values.length < attribute.min || values.length > attribute.max) {
    const range = attribute.min === attribute.max ? `${attribute.min}` : `${attribute.min} to ${attribute.max}`;
    const message = `attribute '${key}' has ${values.length} numbers, ${range} expected`;
    reportAttribute(diagnostics, 'error', 'bad-count', message, xml, key);
    return undefined;
  }
  if (!attribute.list) return values[0];
  return values.length < FEW ? values.slice() : values; // a copy has no room to grow, which would take more than the numbers
}

function readFlags(
  diagnostics: Diagnostics,
  xml: XmlElement,
  key: string,
  attribute: Attribute,
  text: string,
): string[] | undefined {
  const words = tokens(text);
  for (const [i, word] of words.entries()) {
    if (!attribute.keywords?.includes(word)) {
      reportKeyword(diagnostics, xml, key, attribute, word);
      return undefined;
    }
    if (words.indexOf(word) !== i) {
      reportAttribute(diagnostics, 'error', 'bad-keyword', `keyword '${word}' is repeated`, xml, key);
      return undefined;
    }
  }
  return words.length === 0 ? undefined : words;
}

function reportKeyword(
  diagnostics: Diagnostics,
  xml: XmlElement,
  key: string,
  attribute: Attribute,
  text: string,
): void {
  const keywords = attribute.keywords?.map(String) ?? [];
  const hint = (): string => didYouMean(text.trim(), keywords) ?? `one of: ${keywords.join(', ')}`;
  const message = `invalid keyword '${shorten(text)}' in attribute '${key}'`;
  reportAttribute(diagnostics, 'error', 'bad-keyword', message, xml, key, hint);
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text);

/** Reports a problem of an element at its tag. */
export function report(ctx: ReadContext, code: ErrorCode, message: string, xml: XmlElement, hint?: Hint): void {
  ctx.diagnostics.error(code, message, located(xml, locationOf(xml)), hint);
}

/** Reports a problem of an attribute where the attribute is written. */
export function reportAttribute(
  diagnostics: Diagnostics,
  severity: 'error' | 'warning',
  code: ErrorCode,
  message: string,
  xml: XmlElement,
  key: string,
  hint?: Hint,
): void {
  const source = diagnostics.isFull ? locationOf(xml) : attributeLocation(xml, key);
  diagnostics[severity](code, message, located(xml, source), hint);
}

const located = (xml: XmlElement, source: ReturnType<typeof locationOf>) => ({
  kind: xml.name,
  name: xml.attributes['name'],
  source,
});

/** The children of an element that its row knows, in document order; the others are reported. */
export function knownChildren(ctx: ReadContext, xml: XmlElement, name: RowName): XmlElement[] {
  const { children } = row(name);
  const counts = new Map<string, number>();
  return xml.children.filter((child) => {
    const rule = Object.hasOwn(children, child.name) ? children[child.name] : undefined;
    if (rule === undefined) {
      reportUnknownElement(ctx, child, xml.name, Object.keys(children));
      return false;
    }
    if (rule.card !== '*') {
      const count = (counts.get(child.name) ?? 0) + 1;
      counts.set(child.name, count);
      if (count === 2) report(ctx, 'repeated-element', `'${child.name}' may appear once in ${xml.name}`, child);
    }
    return true;
  });
}

export function reportUnknownElement(ctx: ReadContext, xml: XmlElement, parent: string, known: string[]): void {
  const hint = (): string | undefined => didYouMean(xml.name, known) ?? homeOf(xml.name);
  report(ctx, 'unknown-element', `element '${xml.name}' is not known in '${parent}'`, xml, hint);
}

/** Where an element of this name would be allowed. */
function homeOf(tag: string): string | undefined {
  const homes = Object.keys(ELEMENTS).filter((name) => name !== 'default' && Object.hasOwn(row(name).children, tag));
  return homes.length > 0 ? `'${tag}' belongs in ${homes.slice(0, 3).join(', ')}` : undefined;
}

/** Reports an element that MuJoCo does not know, unless extensions are allowed. */
export function checkExtension(ctx: ReadContext, xml: XmlElement): void {
  if (ctx.extensions) return;
  report(ctx, 'unknown-element', `unknown element '${xml.name}'`, xml, "set the option 'extensions' to allow it");
}

/** The row of a child by its tag. */
export function childRow(parent: RowName, tag: string): RowName {
  return (row(parent).children[tag]?.row ?? tag) as RowName;
}
