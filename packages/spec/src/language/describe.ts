import type { Attribute } from '../mjcf/attributes.ts';
import { attributeText, elementText } from './documentation/index.ts';
import type { Meaning } from './grammar.ts';

const NUMBERS: Readonly<Record<string, string>> = { int: 'whole number', real: 'number', float: 'number' };

/** What an attribute holds, in a few words: `3 numbers`, `name of a joint`, `hinge, slide or ball`. */
export function typeText(a: Attribute): string {
  const number = NUMBERS[a.type];
  if (number !== undefined) return a.list ? `${countText(a)} ${number}s` : number;
  const words = (a.keywords ?? []).map(String);
  switch (a.type) {
    case 'keyword':
      return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '');
    case 'flags':
      return `any of ${words.join(', ')}`;
    case 'ref':
      return a.namespace === 'default' ? 'name of a default class' : `name of a ${a.namespace}`;
    case 'id':
      return 'name';
    case 'names':
      return 'names of bodies';
    case 'file':
      return 'path of a file';
    case 'chars':
      return a.min === a.max ? `${a.max} characters` : `up to ${a.max} characters`;
    default:
      return 'text';
  }
}

function countText({ min, max }: Attribute): string {
  if (!Number.isFinite(max)) return min === 0 ? 'any number of' : `at least ${min}`;
  return min === max ? String(max) : `${min} to ${max}`;
}

/** An attribute with what it holds: `size: 1 to 3 numbers, required`. */
export const attributeTitle = (key: string, a: Attribute): string =>
  `${key}: ${typeText(a)}${a.required ? ', required' : ''}`;

export const attributeDoc = (meaning: Meaning, key: string): string =>
  attributeText(meaning.dialect, meaning.name, key) ?? '';

export const elementDoc = (meaning: Meaning): string => elementText(meaning.dialect, meaning.name) ?? '';
