import { type FunctionText, partsOf, readFunction, type Statement } from './statements.ts';

// Drivers copy a function to each of its calls, and the search for contacts of convex shapes has 180,000 lines then, of 2,800 that are different. Here
// large functions become parts of one loop over a switch: a call sets the parameters and the place to return to, and goes on at the function's
// first part. No function calls itself, so that its variables can have a place of their own in one array. (As variables of the program they would be
// taken apart: a compiler that puts programs in static single assignment form merges each of them at each of the hundreds of parts.)

/** Functions of fewer lines than this are copied. */
const LEAST_LINES = 40;
/** Lines that stand for a call of a subroutine. */
const CALL_LINES = 4;
const CALLED = /\b(\w+_[DMSX]*)\(/g;
const CALL = /^(?:let (\w+): (\w+) = )?(\w+_[DMSX]*)\((.*)\);$/;
const DECLARATION = /^(?:let|var) (\w+): (\w+)(?: = (.*))?;$/;
const BREAK_IF = /^break if \((.*)\);$/;
const ASSIGNMENT = /^(\w+) = (.*);$/;
const IDENTIFIER = /\b[A-Za-z]\w*\b/g;

/** A program with subroutines. */
export interface Subroutines {
  /** Functions that are still functions, variables, and the function that runs it all. */
  readonly text: string;
  /** The call that runs it. */
  readonly call: string;
  /** Its lines when the functions are copied to their calls. */
  readonly lines: number;
  /** Words of the frame. */
  readonly frame: number;
}

/** The functions that become subroutines: what is large and called more than once, and everything that calls these. */
function chooseSubroutines(
  texts: ReadonlyMap<string, string>,
  entry: string,
): { readonly chosen: ReadonlySet<string>; readonly lines: (name: string) => number } {
  const calls = new Map<string, readonly string[]>();
  const sites = new Map<string, number>();
  for (const [name, text] of texts) {
    const found = [...text.slice(text.indexOf('{')).matchAll(CALLED)].map(([, called]) => called as string);
    calls.set(name, found);
    for (const called of found) sites.set(called, (sites.get(called) ?? 0) + 1);
  }
  const chosen = new Set([entry]);
  const known = new Map<string, number>();
  const lines = (name: string): number => {
    const before = known.get(name);
    if (before !== undefined) return before;
    let count = (texts.get(name) as string).split('\n').length;
    let jumps = false;
    for (const called of calls.get(name) as readonly string[]) {
      const inner = lines(called);
      jumps ||= chosen.has(called);
      count += chosen.has(called) ? CALL_LINES : inner;
    }
    if (jumps || (count >= LEAST_LINES && (sites.get(name) ?? 0) > 1)) chosen.add(name);
    known.set(name, count);
    return count;
  };
  lines(entry);
  return { chosen, lines };
}

/** A variable that outlives the parts of its function: where it is in the frame, and its type. */
interface Variable {
  readonly place: number;
  readonly type: string;
}

type Scope = ReadonlyMap<string, Variable>;

/** The value of a variable. */
function load({ place, type }: Variable): string {
  if (type === 'f32') return `bitcast<f32>(frame[${place}])`;
  return type === 'bool' ? `(frame[${place}] != 0)` : `frame[${place}]`;
}

/** The statement that gives a variable a value. */
function store({ place, type }: Variable, value: string): string {
  if (type === 'f32') return `frame[${place}] = bitcast<i32>(${value});`;
  return type === 'bool' ? `frame[${place}] = select(0, 1, ${value});` : `frame[${place}] = ${value};`;
}

/** Where `break` and `continue` go; undefined where they belong to a loop or switch that stays one. */
interface Targets {
  readonly leave?: number | undefined;
  readonly next?: number | undefined;
}

/** Splits `a, f(b, c)` at the commas that are not within brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let k = 0; k < text.length; k++) {
    if (text[k] === '(') depth++;
    else if (text[k] === ')') depth--;
    else if (text[k] === ',' && depth === 0) {
      parts.push(text.slice(start, k).trim());
      start = k + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? parts : [...parts, last];
}

/** Turns functions into the parts of a switch. */
class Lowering {
  readonly parts: string[][] = [];
  /** Words of the frame. */
  size = 0;
  readonly #functions: ReadonlyMap<string, FunctionText>;
  readonly #first = new Map<string, number>();
  readonly #parameters = new Map<string, readonly Variable[]>();
  readonly #returns = new Map<string, Variable>();
  readonly #results = new Map<string, Variable>();
  readonly #split = new Map<Statement, boolean>();
  #part: string[] = [];
  #name = '';

  constructor(functions: ReadonlyMap<string, FunctionText>) {
    this.#functions = functions;
    for (const { name, parameters, result } of functions.values()) {
      this.#first.set(name, this.#reserve());
      this.#returns.set(name, this.#variable('i32'));
      if (result !== undefined) this.#results.set(name, this.#variable(result));
      this.#parameters.set(
        name,
        parameters.map(([, type]) => this.#variable(type)),
      );
    }
    for (const f of functions.values()) this.#lower(f);
  }

  /** The part that a function begins with. */
  firstOf = (name: string): number => this.#first.get(name) as number;

  /** The statements that give a function its arguments. */
  argumentsOf(name: string, values: readonly string[]): string[] {
    return (this.#parameters.get(name) as readonly Variable[]).map((p, k) => store(p, values[k] as string));
  }

  /** The statement that tells a function where to go on after it. */
  returnTo = (name: string, part: number): string => store(this.#returns.get(name) as Variable, String(part));

  #variable = (type: string): Variable => ({ place: this.size++, type });

  #return(): string {
    return `pc = ${load(this.#returns.get(this.#name) as Variable)};`;
  }

  #reserve(): number {
    return this.parts.push([]) - 1;
  }

  #lower({ name, parameters, body }: FunctionText): void {
    this.#name = name;
    this.#begin(this.firstOf(name));
    const places = this.#parameters.get(name) as readonly Variable[];
    const scope = new Map(parameters.map(([p], k) => [p, places[k] as Variable]));
    if (this.#statements(body, scope, {})) this.#part.push(this.#return());
  }

  /** What follows is in this part. */
  #begin(part: number): void {
    this.#part = this.parts[part] as string[];
  }

  /** Goes on in another part. */
  #goTo(part: number): void {
    this.#part.push(`pc = ${part};`);
  }

  /** Whether a statement has to be taken apart: it calls a subroutine, or is a loop that returns. */
  #isSplit(s: Statement): boolean {
    const known = this.#split.get(s);
    if (known !== undefined) return known;
    const split =
      s.kind === 'line'
        ? this.#functions.has(CALL.exec(s.text)?.[3] ?? '')
        : partsOf(s).some((part) => part.some((inner) => this.#isSplit(inner))) || (s.kind === 'loop' && returns(s));
    this.#split.set(s, split);
    return split;
  }

  /** Lowers statements that follow each other; false if what comes after is never reached from them. */
  #statements(body: readonly Statement[], outer: Scope, targets: Targets): boolean {
    const scope = new Map(outer);
    // variables outlive a part if one begins within their scope
    const hoists = body.some((s) => this.#isSplit(s));
    for (const s of body) if (!this.#statement(s, scope, targets, hoists)) return false;
    return true;
  }

  #statement(s: Statement, scope: Map<string, Variable>, targets: Targets, hoists: boolean): boolean {
    if (!this.#isSplit(s)) return this.#whole(s, scope, targets, hoists);
    switch (s.kind) {
      case 'line':
        this.#call(s.text, scope);
        return true;
      case 'block':
        return this.#statements(s.body, scope, targets);
      case 'if':
        return this.#if(s, scope, targets);
      case 'loop':
        return this.#loop(s, scope);
      default:
        return this.#switch(s, scope, targets);
    }
  }

  /** A statement that stays as it is, but for names, and for jumps out of it. */
  #whole(s: Statement, scope: Map<string, Variable>, targets: Targets, hoists: boolean): boolean {
    if (s.kind === 'line') return this.#line(s.text, scope, targets, hoists);
    const inner = (body: readonly Statement[], within: Targets): void => {
      const own = new Map(scope);
      for (const part of body) this.#whole(part, own, within, false);
    };
    switch (s.kind) {
      case 'block':
        this.#part.push('{');
        inner(s.body, targets);
        break;
      case 'if':
        this.#part.push(`if (${renamed(s.test, scope)}) {`);
        inner(s.body, targets);
        if (s.otherwise.length > 0) {
          this.#part.push('} else {');
          inner(s.otherwise, targets);
        }
        break;
      case 'switch':
        this.#part.push(`switch (${renamed(s.value, scope)}) {`);
        for (const { label, body } of s.cases) {
          this.#part.push(`${label}: {`);
          inner(body, { ...targets, leave: undefined });
          this.#part.push('}');
        }
        break;
      default:
        this.#part.push('loop {', ...(s.test === undefined ? [] : [`if (!(${renamed(s.test, scope)})) { break; }`]));
        inner(s.body, {});
        if (s.step.length > 0) {
          this.#part.push('continuing {');
          inner(s.step, {});
          this.#part.push('}');
        }
    }
    this.#part.push('}');
    return true;
  }

  #line(text: string, scope: Map<string, Variable>, targets: Targets, hoists: boolean): boolean {
    const away = (jump: string): boolean => {
      this.#part.push(jump, 'continue;');
      return false;
    };
    const returned = /^return(?: (.*))?;$/.exec(text);
    if (returned !== null) {
      const result = this.#results.get(this.#name);
      if (result !== undefined) this.#part.push(store(result, renamed(returned[1] as string, scope)));
      return away(this.#return());
    }
    if (text === 'break;' && targets.leave !== undefined) return away(`pc = ${targets.leave};`);
    if (text === 'continue;' && targets.next !== undefined) return away(`pc = ${targets.next};`);
    const declared = DECLARATION.exec(text);
    if (declared === null || !hoists) {
      this.#part.push(this.#assigned(text, scope));
      if (declared !== null) scope.delete(declared[1] as string); // it hides one of the frame
      return true;
    }
    const [, name, type, value] = declared as unknown as [string, string, string, string?];
    const code = value === undefined ? `${type}()` : renamed(value, scope);
    this.#part.push(store(this.#hoist(name, type, scope), code));
    return true;
  }

  /** A line with the variables of the frame in it. */
  #assigned(text: string, scope: Scope): string {
    const [, name, value] = (ASSIGNMENT.exec(text) ?? []) as [string?, string?, string?];
    const target = scope.get(name ?? '');
    return target === undefined ? renamedLine(text, scope) : store(target, renamed(value as string, scope));
  }

  /** Gives a variable of a function a place in the frame. */
  #hoist(name: string, type: string, scope: Map<string, Variable>): Variable {
    const own = this.#variable(type);
    scope.set(name, own);
    return own;
  }

  #call(text: string, scope: Map<string, Variable>): void {
    const [, target, type, name, given] = CALL.exec(text) as unknown as [string, string?, string?, string?, string?];
    this.#part.push(...this.argumentsOf(name as string, splitArguments(renamed(given as string, scope))));
    const after = this.#reserve();
    this.#part.push(this.returnTo(name as string, after));
    this.#goTo(this.firstOf(name as string));
    this.#begin(after);
    if (target === undefined) return;
    const value = load(this.#results.get(name as string) as Variable);
    this.#part.push(store(this.#hoist(target, type as string, scope), value));
  }

  #if(s: Extract<Statement, { kind: 'if' }>, scope: Map<string, Variable>, targets: Targets): boolean {
    const [then, end] = [this.#reserve(), this.#reserve()];
    const otherwise = s.otherwise.length > 0 ? this.#reserve() : end;
    this.#part.push(`pc = select(${otherwise}, ${then}, ${renamed(s.test, scope)});`);
    this.#begin(then);
    let goesOn = s.otherwise.length === 0;
    if (this.#statements(s.body, scope, targets)) {
      this.#goTo(end);
      goesOn = true;
    }
    if (s.otherwise.length > 0) {
      this.#begin(otherwise);
      if (this.#statements(s.otherwise, scope, targets)) {
        this.#goTo(end);
        goesOn = true;
      }
    }
    this.#begin(end);
    return goesOn;
  }

  #loop(s: Extract<Statement, { kind: 'loop' }>, outer: Scope): boolean {
    const [head, next, end] = [this.#reserve(), this.#reserve(), this.#reserve()];
    const scope = new Map(outer);
    this.#goTo(head);
    this.#begin(head);
    if (s.test !== undefined) {
      const body = this.#reserve();
      this.#part.push(`pc = select(${end}, ${body}, ${renamed(s.test, scope)});`);
      this.#begin(body);
    }
    // the step sees the variables of the round
    let goesOn = true;
    for (const inner of s.body) if (goesOn) goesOn = this.#statement(inner, scope, { leave: end, next }, true);
    if (goesOn) this.#goTo(next);
    this.#begin(next);
    let again = true;
    for (const inner of s.step) {
      const test = inner.kind === 'line' ? BREAK_IF.exec(inner.text)?.[1] : undefined;
      if (test === undefined) this.#statement(inner, scope, {}, true);
      else {
        this.#part.push(`pc = select(${head}, ${end}, ${renamed(test, scope)});`);
        again = false;
      }
    }
    if (again) this.#goTo(head);
    this.#begin(end);
    return true;
  }

  #switch(s: Extract<Statement, { kind: 'switch' }>, scope: Map<string, Variable>, targets: Targets): boolean {
    const end = this.#reserve();
    const parts = s.cases.map(() => this.#reserve());
    const lines = s.cases.map(({ label }, k) => `${label}: { pc = ${parts[k]}; }`);
    this.#part.push(`switch (${renamed(s.value, scope)}) {`, ...lines, '}');
    s.cases.forEach(({ body }, k) => {
      this.#begin(parts[k] as number);
      if (this.#statements(body, scope, { ...targets, leave: end })) this.#goTo(end);
    });
    this.#begin(end);
    return true;
  }
}

/** Whether a statement returns from its function somewhere. */
const returns = (s: Statement): boolean =>
  s.kind === 'line' ? s.text.startsWith('return') : partsOf(s).some((part) => part.some(returns));

/** Text with the variables of the frame in the place of those of a function. */
const renamed = (text: string, scope: Scope): string =>
  text.replace(IDENTIFIER, (name) => {
    const variable = scope.get(name);
    return variable === undefined ? name : load(variable);
  });

/** The same for a line, but for the variable that it declares. */
const renamedLine = (text: string, scope: Scope): string => {
  const head = /^(?:let|var) \w+: \w+/.exec(text)?.[0] ?? '';
  return head + renamed(text.slice(head.length), scope);
};

/**
 * Turns the large functions of a program into subroutines.
 *
 * @param texts The text of each function that the entry reaches.
 * @param call The call of the function that runs.
 */
export function withSubroutines(texts: ReadonlyMap<string, string>, call: string): Subroutines {
  const entry = call.slice(0, call.indexOf('('));
  const given = splitArguments(call.slice(entry.length + 1, -1));
  const { chosen, lines } = chooseSubroutines(texts, entry);
  const functions = new Map([...chosen].map((name) => [name, readFunction(texts.get(name) as string)]));
  const lowering = new Lowering(functions);
  const rest = [...texts].filter(([name]) => !chosen.has(name)).map(([, text]) => text);
  const end = lowering.parts.length;
  const run = [
    'fn run_() {',
    ...lowering.argumentsOf(entry, given),
    'frame[min(environment, 0)] = 0;', // by an address that is not known, so that the array stays one
    lowering.returnTo(entry, end),
    `pc = ${lowering.firstOf(entry)};`,
    'loop {',
    `if (pc == ${end}) { break; }`,
    'switch (pc) {',
    ...lowering.parts.flatMap((part, k) => [`case ${k}: {`, ...part, '}']),
    'default: {}',
    '}',
    '}',
    '}',
  ];
  return {
    text: [`var<private> frame: array<i32, ${lowering.size}>;`, 'var<private> pc: i32;', ...rest, ...run].join('\n'),
    call: 'run_()',
    frame: lowering.size,
    lines: [...chosen].reduce((sum, name) => sum + lines(name), 0),
  };
}
