/** A statement of a function as the translator writes it: a line, or lines around others. */
export type Statement = Line | Block | If | Loop | Switch;

interface Line {
  readonly kind: 'line';
  readonly text: string;
}

interface Block {
  readonly kind: 'block';
  readonly body: readonly Statement[];
}

interface If {
  readonly kind: 'if';
  readonly test: string;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

/** A loop that tests before each round, if it has a test, and steps after each. */
interface Loop {
  readonly kind: 'loop';
  readonly test: string | undefined;
  readonly body: readonly Statement[];
  readonly step: readonly Statement[];
}

interface Switch {
  readonly kind: 'switch';
  readonly value: string;
  readonly cases: readonly { readonly label: string; readonly body: readonly Statement[] }[];
}

/** A function of a program. */
export interface FunctionText {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, type: string])[];
  readonly result: string | undefined;
  readonly body: readonly Statement[];
}

const HEAD = /^fn (\w+)\((.*?)\)(?: -> (\w+))? \{/;
const IF = /^if \((.*)\) \{$/;
const ONE_LINE_IF = /^if \((.*)\) \{ (.*;) \}$/;
const FOR = /^for \(; (.*); (.*)\) \{$/;
const SWITCH = /^switch \((.*)\) \{$/;
const CASE = /^(case .*?|default): \{(\})?$/;

/** Reads statements from line to line. */
class Reader {
  readonly #lines: readonly string[];
  #next: number;

  constructor(lines: readonly string[], first: number) {
    this.#lines = lines;
    this.#next = first;
  }

  /** Statements up to a line that begins with `}`; that line is left in `end`. */
  statements(): { readonly body: Statement[]; readonly end: string } {
    const body: Statement[] = [];
    for (;;) {
      const line = this.#lines[this.#next++] as string;
      if (line.startsWith('}')) return { body, end: line };
      body.push(this.#statement(line));
    }
  }

  #statement(line: string): Statement {
    if (line === '{') return { kind: 'block', body: this.statements().body };
    const oneLine = ONE_LINE_IF.exec(line);
    if (oneLine !== null)
      return {
        kind: 'if',
        test: oneLine[1] as string,
        body: [{ kind: 'line', text: oneLine[2] as string }],
        otherwise: [],
      };
    const test = IF.exec(line)?.[1];
    if (test !== undefined) {
      const { body, end } = this.statements();
      return { kind: 'if', test, body, otherwise: end === '} else {' ? this.statements().body : [] };
    }
    const head = FOR.exec(line);
    if (head !== null) {
      const step = head[2] as string;
      return {
        kind: 'loop',
        test: head[1] as string,
        body: this.statements().body,
        step: step === '' ? [] : [{ kind: 'line', text: `${step};` }],
      };
    }
    if (line === 'loop {') return this.#loop();
    const value = SWITCH.exec(line)?.[1];
    if (value !== undefined) return this.#switch(value);
    return { kind: 'line', text: line };
  }

  /** `loop { ... continuing { ... } }` */
  #loop(): Statement {
    const body: Statement[] = [];
    for (;;) {
      const line = this.#lines[this.#next++] as string;
      if (line === '}') return { kind: 'loop', test: undefined, body, step: [] };
      if (line !== 'continuing {') {
        body.push(this.#statement(line));
        continue;
      }
      const step = this.statements().body;
      this.#next++; // the brace of the loop
      return { kind: 'loop', test: undefined, body, step };
    }
  }

  #switch(value: string): Statement {
    const cases: { label: string; body: readonly Statement[] }[] = [];
    for (;;) {
      const line = this.#lines[this.#next++] as string;
      const found = CASE.exec(line);
      if (found === null) return { kind: 'switch', value, cases };
      cases.push({ label: found[1] as string, body: found[2] === undefined ? this.statements().body : [] });
    }
  }
}

/** Reads the text of a function. */
export function readFunction(text: string): FunctionText {
  const lines = text.split('\n');
  const [, name, parameters, result] = HEAD.exec(lines[0] as string) as unknown as [string, string, string, string?];
  const pairs = parameters === '' ? [] : parameters.split(', ').map((p) => p.split(': ') as [string, string]);
  // a function that does nothing is one line
  const body = lines.length === 1 ? readStub(lines[0] as string) : new Reader(lines, 1).statements().body;
  return { name, parameters: pairs, result, body };
}

const readStub = (line: string): Statement[] => {
  const inner = line.slice(line.indexOf('{') + 1, line.lastIndexOf('}')).trim();
  return inner === '' ? [] : [{ kind: 'line', text: inner }];
};

/** The statements inside of a statement. */
export function partsOf(s: Statement): readonly (readonly Statement[])[] {
  switch (s.kind) {
    case 'line':
      return [];
    case 'if':
      return [s.body, s.otherwise];
    case 'loop':
      return [s.body, s.step];
    case 'switch':
      return s.cases.map(({ body }) => body);
    default:
      return [s.body];
  }
}
