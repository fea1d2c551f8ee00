import type { Attribute } from '../mjcf/attributes.ts';
import { decodeEntities } from '../xml/entities.ts';
import { childMeaning, type Meaning, meaningOf } from './grammar.ts';
import type { AttributeToken, Span } from './tokens.ts';
import type { Tree, TreeElement } from './tree.ts';

/** A name in the text: where it is given to an element, or where it is used. */
export interface NameUse {
  /** Kind of names: elements of different kinds may share a name. */
  readonly space: string;
  readonly name: string;
  readonly span: Span;
  readonly isDeclaration: boolean;
  readonly element: TreeElement;
}

/** The text of an attribute's value as the reader sees it. */
export const textOfValue = (text: string, { value }: AttributeToken): string =>
  value === undefined ? '' : decodeEntities(text.slice(value.from, value.to), () => {});

const attributeNamed = (text: string, element: TreeElement, name: string): AttributeToken | undefined =>
  element.start.attributes.find((a) => text.slice(a.name.from, a.name.to) === name);

/** The value of an attribute by its name, or undefined if it is not given. */
export function attributeValue(text: string, element: TreeElement, name: string): string | undefined {
  const attribute = attributeNamed(text, element, name);
  return attribute?.value === undefined ? undefined : textOfValue(text, attribute);
}

/** Attributes that name an object whose kind is in another attribute. */
const TYPED: Readonly<Record<string, string>> = { objname: 'objtype', refname: 'reftype' };

/** The kind of names that an attribute holds, or undefined if it holds none. */
export function spaceOf(text: string, element: TreeElement, meaning: Meaning, name: string): string | undefined {
  const attribute: Attribute | undefined = Object.hasOwn(meaning.attributes, name)
    ? meaning.attributes[name]
    : undefined;
  if (attribute === undefined) return undefined;
  if (attribute.type === 'names') return 'body';
  const type = TYPED[name] === undefined ? undefined : attributeValue(text, element, TYPED[name]);
  return type === 'xbody' ? 'body' : (type ?? attribute.namespace);
}

/** Whether an attribute gives the element its name. A URDF material without a colour refers to another. */
const declares = (element: TreeElement, meaning: Meaning, attribute: Attribute): boolean =>
  attribute.type === 'id' &&
  !(meaning.dialect === 'urdf' && meaning.name === 'material' && element.children.length === 0);

/** The names in one attribute. */
function* namesIn(text: string, element: TreeElement, meaning: Meaning, token: AttributeToken): Generator<NameUse> {
  const key = text.slice(token.name.from, token.name.to);
  const space = spaceOf(text, element, meaning, key);
  if (space === undefined || token.value === undefined || token.value.from === token.value.to) return;
  const attribute = meaning.attributes[key];
  if (attribute.type !== 'names') {
    const isDeclaration = declares(element, meaning, attribute);
    yield { space, name: textOfValue(text, token), span: token.value, isDeclaration, element };
    return;
  }
  for (const word of text.slice(token.value.from, token.value.to).matchAll(/\S+/g)) {
    const from = token.value.from + word.index;
    yield { space, name: word[0], span: { from, to: from + word[0].length }, isDeclaration: false, element };
  }
}

/** Every name in a text. */
export function namesOf({ text, root }: Tree): NameUse[] {
  const uses: NameUse[] = [];
  const meaning = root && meaningOf(root);
  const pending = meaning === undefined ? [] : [{ element: root as TreeElement, meaning }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const token of next.element.start.attributes) uses.push(...namesIn(text, next.element, next.meaning, token));
    for (let k = next.element.children.length - 1; k >= 0; k--) {
      const element = next.element.children[k];
      const inner = childMeaning(next.meaning, element.tag);
      if (inner !== undefined) pending.push({ element, meaning: inner });
    }
  }
  return uses;
}
