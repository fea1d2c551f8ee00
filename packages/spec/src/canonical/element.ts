import { attributeNumber, sixDigits } from './numbers.ts';

type Numbers = ArrayLike<number>;

/** How a list of numbers is compared with its default. */
export interface Comparison {
  /** Numbers that the model keeps in 32 bits. */
  readonly single?: boolean;
  /** Numbers at the end that are those of the default are left out. */
  readonly trim?: boolean;
}

const EPSILON = 2 ** -52;
const SINGLE_EPSILON = 2 ** -23;

function areSame(a: Numbers, b: Numbers, n: number, epsilon: number): boolean {
  for (let k = 0; k < n; k++) if (!(Math.abs(a[k] - b[k]) <= epsilon)) return false;
  return true;
}

/** An element of a document in the canonical form: what equals its default is not written. */
export class CanonicalElement {
  readonly tag: string;
  readonly attributes: [string, string][] = [];
  readonly children: CanonicalElement[] = [];
  comment: string | undefined;
  /** What is in it instead of children. */
  cdata: string | undefined;

  /** Whether numbers have all their digits, not six. */
  readonly #isExact: boolean;

  constructor(tag: string, isExact = false) {
    this.tag = tag;
    this.#isExact = isExact;
  }

  get isEmpty(): boolean {
    return this.attributes.length === 0 && this.children.length === 0;
  }

  add(tag: string): CanonicalElement {
    const child = new CanonicalElement(tag, this.#isExact);
    this.children.push(child);
    return child;
  }

  /** Adds a child, unless `write` leaves it empty. */
  addFilled(tag: string, write: (child: CanonicalElement) => void): void {
    const child = new CanonicalElement(tag, this.#isExact);
    write(child);
    if (!child.isEmpty) this.children.push(child);
  }

  /** A text; an empty one is not written. */
  text(name: string, value: string | undefined): void {
    if (value !== undefined && value !== '') this.attributes.push([name, value]);
  }

  /** A keyword, a flag or a whole number. */
  value(name: string, value: string | number | boolean, byDefault?: string | number | boolean): void {
    if (value !== byDefault) this.attributes.push([name, String(value)]);
  }

  /** Numbers that are not all those of the default. NaN stands for a number that was not given. */
  numbers(name: string, given: Numbers | number, byDefault?: Numbers | number, how: Comparison = {}): void {
    const list = asList(given, how.single);
    if (list.some(Number.isNaN)) return;
    let n = list.length;
    if (byDefault !== undefined) {
      const other = asList(byDefault, how.single);
      if (areSame(list, other, n, how.single ? SINGLE_EPSILON : EPSILON)) return;
      if (how.trim) while (n > 0 && list[n - 1] === other[n - 1]) n--;
    }
    const format = this.#isExact ? String : attributeNumber;
    this.text(name, list.slice(0, n).map(format).join(' '));
  }

  /** Data, however long: each number with six digits. */
  data(name: string, given: Numbers | undefined): void {
    if (given !== undefined) this.text(name, this.digits(given));
  }

  /** Numbers one after the other, however many. */
  digits(numbers: Numbers): string {
    return Array.from(numbers, this.#isExact ? String : sixDigits).join(' ');
  }

  /** Numbers that are written unless all of them are zero, or those of a class. */
  userValues(values: Numbers, byDefault?: Numbers): void {
    const list = Array.from(values);
    if (list.some((x, k) => x !== (byDefault?.[k] ?? 0))) this.numbers('user', list);
  }
}

function asList(x: Numbers | number, single = false): number[] {
  const list = typeof x === 'number' ? [x] : Array.from(x);
  return single ? list.map(Math.fround) : list;
}

/** Starts of the tags that a line without text comes before. */
const SECTIONS =
  /^ *<(actuator|asset|compiler|contact>|custom|default>|deformable|equality|extension|keyframe|option|sensor|size|statistic|tendon|visual|worldbody)/;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (c) => ESCAPES[c] ?? c);

/** The text of a document. */
export function documentText(root: CanonicalElement): string {
  const lines: string[] = [];
  let isFirst = true;
  const push = (line: string): void => {
    if (SECTIONS.test(line)) {
      if (!isFirst) lines.push('');
      isFirst = false;
    }
    lines.push(line);
  };
  const print = (e: CanonicalElement, indent: string): void => {
    const attributes = e.attributes.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join('');
    if (e.cdata !== undefined) {
      push(`${indent}<${e.tag}${attributes}><![CDATA[${e.cdata}]]></${e.tag}>`);
      return;
    }
    if (e.children.length === 0 && e.comment === undefined) {
      push(`${indent}<${e.tag}${attributes}/>`);
      return;
    }
    push(`${indent}<${e.tag}${attributes}>`);
    if (e.comment !== undefined) lines.push(`${indent}  <!--${e.comment}-->`);
    for (const child of e.children) print(child, `${indent}  `);
    lines.push(`${indent}</${e.tag}>`);
  };
  print(root, '');
  return `${lines.join('\n')}\n`;
}
