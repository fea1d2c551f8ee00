import { ArgumentError } from '@qpos/core';

/** An expression as it was written, before it is bound to a model. */
export type Syntax =
  | { readonly kind: 'number'; readonly value: number }
  /** A field of Data, a scalar of it or a constant. */
  | { readonly kind: 'name'; readonly name: string }
  /** An object by its kind and its name or index, as in `body(torso)`; what is meant of it follows as a member. */
  | { readonly kind: 'object'; readonly type: string; readonly key: string | number }
  | { readonly kind: 'member'; readonly of: Syntax; readonly name: string }
  | { readonly kind: 'slice'; readonly of: Syntax; readonly from: number; readonly to: number }
  | { readonly kind: 'negative'; readonly of: Syntax }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Syntax[] };

export type Operator = '+' | '-' | '*' | '/' | '^';

/** One of several expressions, with the name that its curve was given. */
export interface NamedSyntax {
  readonly name: string | undefined;
  readonly text: string;
  readonly syntax: Syntax;
}

/** Kinds of objects that can be named: `body(torso).xpos`. */
export const objectKinds: readonly string[] = [
  'body',
  'joint',
  'geom',
  'site',
  'camera',
  'light',
  'equality',
  'tendon',
  'actuator',
  'sensor',
];

const LONGEST = 2000;
const DEEPEST = 64;
const TOKEN =
  /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([A-Za-z_]\w*)|"([^"]*)"|'([^']*)'|([-+*/^()[\]:,.=]))/iy;

interface Token {
  readonly type: 'number' | 'name' | 'text' | 'sign' | 'end';
  readonly text: string;
  /** Where it begins and ends. */
  readonly at: number;
  readonly end: number;
}

function tokenize(text: string): Token[] {
  if (text.length > LONGEST) throw new ArgumentError(`an expression has at most ${LONGEST} characters`);
  const tokens: Token[] = [];
  let end = 0;
  while (text.slice(end).trim() !== '') {
    TOKEN.lastIndex = end;
    const match = TOKEN.exec(text);
    if (match === null)
      throw new ArgumentError(`'${text.slice(end).trim().charAt(0)}' at ${end + 1} is not understood`);
    const [whole, number, name, double, single, sign] = match;
    const type = number !== undefined ? 'number' : name !== undefined ? 'name' : sign !== undefined ? 'sign' : 'text';
    const content = number ?? name ?? double ?? single ?? sign ?? '';
    end = TOKEN.lastIndex;
    tokens.push({ type, text: content, at: end - whole.trimStart().length, end });
  }
  tokens.push({ type: 'end', text: '', at: text.length, end: text.length });
  return tokens;
}

/** Reads expressions from left to right. */
class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  /** `a, name = b, ...` */
  list(): NamedSyntax[] {
    const all: NamedSyntax[] = [];
    do {
      const name = this.#name();
      const { at } = this.#peek;
      const syntax = this.#sum();
      all.push({ name, text: this.#text.slice(at, this.#tokens[this.#next - 1]?.end).trim(), syntax });
    } while (this.#take(','));
    if (this.#peek.type !== 'end') this.#fail(`'${this.#peek.text}' is not expected`);
    return all;
  }

  get #peek(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #fail(problem: string): never {
    throw new ArgumentError(`${problem} at ${this.#peek.at + 1}`);
  }

  #take(sign: string): boolean {
    const { type, text } = this.#peek;
    if (type !== 'sign' || text !== sign) return false;
    this.#next++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) this.#fail(`'${sign}' is missing`);
  }

  /** `name =` or `"long name" =` before an expression. */
  #name(): string | undefined {
    const [name, sign] = this.#tokens.slice(this.#next, this.#next + 2);
    if ((name?.type !== 'name' && name?.type !== 'text') || sign?.text !== '=' || sign.type !== 'sign')
      return undefined;
    this.#next += 2;
    return name.text;
  }

  #sum(): Syntax {
    if (++this.#depth > DEEPEST) this.#fail('the expression is nested too deeply');
    let left = this.#product();
    for (;;) {
      const operator = this.#take('+') ? '+' : this.#take('-') ? '-' : undefined;
      if (operator === undefined) break;
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
    this.#depth--;
    return left;
  }

  #product(): Syntax {
    let left = this.#signed();
    for (;;) {
      const operator = this.#take('*') ? '*' : this.#take('/') ? '/' : undefined;
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: this.#signed() };
    }
  }

  #signed(): Syntax {
    if (!this.#take('-')) return this.#power();
    if (++this.#depth > DEEPEST) this.#fail('the expression is nested too deeply');
    const of = this.#signed();
    this.#depth--;
    return { kind: 'negative', of };
  }

  #power(): Syntax {
    const left = this.#postfix();
    return this.#take('^') ? { kind: 'binary', operator: '^', left, right: this.#signed() } : left;
  }

  #postfix(): Syntax {
    let of = this.#primary();
    for (;;) {
      if (this.#take('[')) {
        const from = this.#index();
        const to = this.#take(':') ? this.#index() : from + 1;
        this.#expect(']');
        of = { kind: 'slice', of, from, to };
      } else if (this.#take('.')) {
        const { type, text } = this.#peek;
        if (type !== 'name') this.#fail('the name of a member is missing');
        this.#next++;
        of = { kind: 'member', of, name: text };
      } else return of;
    }
  }

  #index(): number {
    const { type, text } = this.#peek;
    if (type !== 'number' || !/^\d+$/.test(text)) this.#fail('an index is missing');
    this.#next++;
    return Number(text);
  }

  #primary(): Syntax {
    const { type, text } = this.#peek;
    if (this.#take('(')) {
      const inside = this.#sum();
      this.#expect(')');
      return inside;
    }
    if (type !== 'number' && type !== 'name')
      this.#fail(type === 'end' ? 'a value is missing' : `'${text}' is not a value`);
    this.#next++;
    if (type === 'number') return { kind: 'number', value: Number(text) };
    if (!this.#take('(')) return { kind: 'name', name: text };
    return objectKinds.includes(text) ? this.#object(text) : this.#call(text);
  }

  /** `torso`, `"left/hand"` or `3`, then `)`. */
  #object(type: string): Syntax {
    const { type: token, text, at } = this.#peek;
    if (token === 'text' || token === 'number') this.#next++;
    else while (this.#peek.type !== 'end' && this.#peek.text !== ')') this.#next++;
    const key = token === 'text' ? text : this.#text.slice(at, this.#peek.at).trim();
    this.#expect(')');
    return { kind: 'object', type, key: token === 'number' && /^\d+$/.test(key) ? Number(key) : key };
  }

  #call(name: string): Syntax {
    const args: Syntax[] = [];
    do args.push(this.#sum());
    while (this.#take(','));
    this.#expect(')');
    return { kind: 'call', name, args };
  }
}

/** The expressions of a text such as `potential = energy[0], norm(body(torso).xpos)`; an ArgumentError says what cannot be read, and where. */
export const parseExpressions = (text: string): NamedSyntax[] => new Parser(text).list();
