import { operators, type Value } from './operators.ts';

/** An expression over scalars of a model, by their names, and values in its arrays: `['has', 'geom_type', 6]`. */
export type Condition = number | boolean | string | Operation;
interface Operation extends ReadonlyArray<Condition> {}

/** What conditions ask about a model. */
export interface Facts {
  scalar(name: string): number;
  has(field: string, value: number): boolean;
}

/** The value of a condition for a model. */
export function evaluate(condition: Condition, facts: Facts): Value {
  if (typeof condition === 'string') return facts.scalar(condition);
  if (typeof condition !== 'object') return condition;
  const [operator, a, b, c] = condition as readonly [string, Condition, Condition, Condition];
  switch (operator) {
    case 'has':
      return facts.has(a as string, b as number);
    case '&&':
      return Boolean(evaluate(a, facts)) && Boolean(evaluate(b, facts));
    case '||':
      return Boolean(evaluate(a, facts)) || Boolean(evaluate(b, facts));
    case '!':
      return !evaluate(a, facts);
    case '?':
      return evaluate(evaluate(a, facts) ? b : c, facts);
    case 'neg':
      return -evaluate(a, facts);
    case '~':
      return ~evaluate(a, facts);
  }
  const operation = operators[operator];
  if (operation === undefined) throw new Error(`no operator ${operator}`);
  return operation(Number(evaluate(a, facts)), Number(evaluate(b, facts)));
}

/** The lines of a text that a model needs. */
export function select(text: string, facts: Facts): string {
  const kept: string[] = [];
  const open: boolean[] = []; // whether the lines of each `#if` around are kept
  for (const line of text.split('\n')) {
    if (line.startsWith('#if '))
      open.push(!open.includes(false) && Boolean(evaluate(JSON.parse(line.slice(4)) as Condition, facts)));
    else if (line === '#else') open.push(!open.pop());
    else if (line === '#end') open.pop();
    else if (!open.includes(false)) kept.push(line);
  }
  return kept.join('\n');
}
