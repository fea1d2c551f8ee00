// What code may put into a Spec is checked as reading checks what is in a file: kinds, values, and that nothing contains itself.

import { ArgumentError } from '@qpos/core/errors';
import { type Diagnostics, didYouMean } from '../errors.ts';
import type { Attribute } from '../mjcf/attributes.ts';
import { ELEMENTS, row } from '../mjcf/schema.ts';
import type { Spec, SpecElement } from './types.ts';

/** Members that are no parts of the model: where an element was read, and what its references mean. */
const ASIDE: ReadonlySet<string> = new Set(['source', 'scope']);

const isObject = (x: unknown): x is object => typeof x === 'object' && x !== null && !ArrayBuffer.isView(x);

/** Whether there may be elements in a value: in a list of numbers there are none. */
const hasElements = (x: unknown): x is object => isObject(x) && !(Array.isArray(x) && !isObject(x[0]));

/** Refuses what is not a Spec. */
export function requireSpec(spec: Spec): void {
  if (!Array.isArray(spec?.worldbody?.children)) throw new ArgumentError('a Spec is needed');
}

/** Reports what a reader would not have let into a Spec. Throws at once if an element contains itself. */
export function checkSpec(spec: Spec, diagnostics: Diagnostics): void {
  const path: { readonly object: object; readonly inner: Iterator<object> }[] = [];
  const open = new Set<object>();
  const enter = (object: object): void => {
    if (open.has(object)) diagnostics.fatal('bad-value', 'the element contains itself', object as SpecElement);
    if ('kind' in object) checkElement(object as SpecElement, diagnostics);
    open.add(object);
    path.push({ object, inner: insideOf(object) });
  };
  enter(spec);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.inner.next();
    if (!next.done) enter(next.value);
    else open.delete((path.pop() as typeof top).object);
  }
}

function* insideOf(object: object): Iterator<object> {
  for (const [key, value] of Object.entries(object)) if (hasElements(value) && !ASIDE.has(key)) yield value;
}

function checkElement(element: SpecElement, diagnostics: Diagnostics): void {
  if (!Object.hasOwn(ELEMENTS, element.kind)) {
    const hint = (): string | undefined => didYouMean(element.kind, Object.keys(ELEMENTS));
    diagnostics.error('unknown-element', `there is no element of kind '${element.kind}'`, element, hint);
    return;
  }
  const { attributes } = row(element.kind);
  for (const [key, value] of Object.entries(element)) {
    const attribute = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (attribute === undefined || value === undefined || key === 'kind') continue;
    const wanted = mismatch(attribute, value);
    if (wanted === undefined) continue;
    const hint = (): string | undefined =>
      typeof value === 'string' ? didYouMean(value, attribute.keywords?.map(String) ?? []) : undefined;
    diagnostics.error('bad-value', `attribute '${key}' must be ${wanted}`, element, hint);
  }
}

/** What a value should be that it is not. */
function mismatch({ type, min, max, list, keywords }: Attribute, value: unknown): string | undefined {
  switch (type) {
    case 'int':
    case 'real':
    case 'float': {
      const isNumber = type === 'int' ? Number.isInteger : (x: unknown) => typeof x === 'number';
      const what = type === 'int' ? 'whole number' : 'number';
      if (!list) return isNumber(value) ? undefined : `a ${what}`;
      const fits = isList(value) && value.length <= max && (value.length >= min || value.length === 0);
      return fits && Array.from(value).every(isNumber) ? undefined : `a list of ${range(min, max)} ${what}s`;
    }
    case 'keyword':
      return keywords?.includes(value as string) ? undefined : `one of ${keywords?.join(', ')}`;
    case 'flags':
      return isList(value) && Array.from(value).every((x) => keywords?.includes(x as string))
        ? undefined
        : `a list of some of ${keywords?.join(', ')}`;
    default:
      return typeof value === 'string' ? undefined : 'a string';
  }
}

const isList = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || ArrayBuffer.isView(value);

function range(min: number, max: number): string {
  if (min === max) return `${min}`;
  return max === Number.POSITIVE_INFINITY ? `${min} or more` : `${min} to ${max}`;
}
