import { ArgumentError, type Data, energyPos, energyVel, type Model, subtreeVel } from '@qpos/core';
import { type ContactList, makeContactList, readContacts } from '@qpos/viewer';
import { type NamedSyntax, type Operator, parseExpressions, type Syntax } from './syntax.ts';
import { unitOf } from './units.ts';

/** What must be computed before an expression can be evaluated. */
export type Need = 'forward' | 'energy' | 'contacts' | 'momentum';

/** One curve: what it is called, its unit, and where its number is after `evaluate`. */
export interface Curve {
  readonly label: string;
  readonly unit: string;
}

/** Expressions bound to a Data. `evaluate` computes all of them in the state that it is in; it allocates nothing. */
export interface Bound {
  readonly curves: readonly Curve[];
  /** What has to be computed in `data` first; empty where the state alone tells. */
  readonly needs: ReadonlySet<Need>;
  /** Writes a number for each curve, from `at` on. */
  evaluate(out: Float64Array, at: number): void;
}

const MOST_CURVES = 64;

/** The state itself, which is known without computing anything. */
const stateFields: ReadonlySet<string> = new Set([
  'time',
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'userdata',
  'plugin_state',
  'history',
  'qacc_warmstart',
]);

const scalars: readonly string[] = ['time', 'ncon', 'nefc', 'ne', 'nf', 'nl', 'nisland'];
const constants: Readonly<Record<string, number>> = { pi: Math.PI };
const contactSums: readonly string[] = ['contact_normal', 'contact_tangent'];

/** Values of a part of an expression, brought up to date by `run`. */
interface Value {
  readonly out: ArrayLike<number>;
  readonly run: () => void;
  readonly unit: string;
  readonly labels: readonly string[];
  /** Field that `out` is all of, or a part that begins at `from`. */
  readonly field?: string;
  readonly from?: number;
}

const nothing = (): void => {};

const elementwise: Readonly<Record<string, (x: number) => number>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  exp: Math.exp,
  log: Math.log,
  sign: Math.sign,
  deg: (x) => (x * 180) / Math.PI,
};

const reductions: Readonly<Record<string, (all: ArrayLike<number>) => number>> = {
  sum: (all) => fold(all, 0, (a, x) => a + x),
  mean: (all) => fold(all, 0, (a, x) => a + x) / all.length,
  norm: (all) => Math.sqrt(fold(all, 0, (a, x) => a + x * x)),
  min: (all) => fold(all, Number.POSITIVE_INFINITY, Math.min),
  max: (all) => fold(all, Number.NEGATIVE_INFINITY, Math.max),
};

const pairs: Readonly<Record<string, (a: number, b: number) => number>> = { atan2: Math.atan2 };

const operators: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
};

/** Names of the functions, for completion and help. */
export const functionNames: readonly string[] = [
  ...Object.keys(elementwise),
  ...Object.keys(reductions),
  ...Object.keys(pairs),
  'dot',
];

function fold(all: ArrayLike<number>, start: number, combine: (a: number, x: number) => number): number {
  let result = start;
  for (let k = 0; k < all.length; k++) result = combine(result, all[k] ?? 0);
  return result;
}

const axes = (n: number): readonly string[] | undefined =>
  n === 3 ? ['x', 'y', 'z'] : n === 4 ? ['w', 'x', 'y', 'z'] : undefined;

/** Labels of the elements of a field: letters for vectors and quaternions, else numbers. */
const labelsOf = (n: number, from = 0): readonly string[] =>
  n === 1 ? [''] : ((from === 0 ? axes(n) : undefined) ?? Array.from({ length: n }, (_, k) => String(from + k)));

const isNumbers = (x: unknown): x is ArrayLike<number> & ArrayBufferView =>
  ArrayBuffer.isView(x) && !(x instanceof DataView);

/** Fields that grow during a run have no place in curves. */
const growing = /^(efc_|iefc_|contact$|island_|ifrc_|iacc|efm_|solver$|warning$|map_)/;

/** Fields of Data that can be plotted, for completion. */
export function expressionFields(data: Data): string[] {
  const names: string[] = [];
  for (let at: object | null = data; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  const fields = data as unknown as Record<string, unknown>;
  const numbers = names.filter((name) => /^[a-zA-Z]\w*$/.test(name) && !growing.test(name) && isNumbers(fields[name]));
  return [...new Set([...scalars, ...contactSums, ...numbers])].filter(
    (name) => !isNumbers(fields[name]) || (fields[name] as ArrayLike<number>).length > 0,
  );
}

/** Whether a member of a sensor is a part of its data, which needs no name. */
const isSensorPart = (type: string, name: string): boolean => type === 'sensor' && /^[wxyz]$/.test(name);

class Binder {
  readonly #model: Model;
  readonly #data: Data;
  readonly #contacts: ContactList;
  readonly needs = new Set<Need>();

  constructor(model: Model, data: Data, contacts: ContactList) {
    this.#model = model;
    this.#data = data;
    this.#contacts = contacts;
  }

  bind(syntax: Syntax): Value {
    switch (syntax.kind) {
      case 'number':
        return { out: [syntax.value], run: nothing, unit: '', labels: [''] };
      case 'name':
        return this.#name(syntax.name);
      case 'object':
        if (syntax.type === 'sensor') return this.#member(syntax.type, syntax.key, 'data');
        throw new ArgumentError(
          `what of ${syntax.type}(${syntax.key}) is meant?`,
          'bad-argument',
          `write a field after it, as in ${syntax.type}(${syntax.key}).${syntax.type === 'joint' ? 'qpos' : 'xpos'}`,
        );
      case 'member':
        return syntax.of.kind === 'object' && !isSensorPart(syntax.of.type, syntax.name)
          ? this.#member(syntax.of.type, syntax.of.key, syntax.name)
          : this.#component(this.bind(syntax.of), syntax.name);
      case 'slice':
        return this.#slice(this.bind(syntax.of), syntax.from, syntax.to);
      case 'negative': {
        const of = this.bind(syntax.of);
        return map([of], (x) => -x, of.unit);
      }
      case 'binary':
        return this.#binary(syntax.operator, this.bind(syntax.left), this.bind(syntax.right));
      case 'call':
        return this.#call(
          syntax.name,
          syntax.args.map((arg) => this.bind(arg)),
        );
    }
  }

  #name(name: string): Value {
    if (Object.hasOwn(constants, name)) return { out: [constants[name] ?? 0], run: nothing, unit: '', labels: [''] };
    const sum = contactSums.indexOf(name);
    if (sum >= 0) return this.#contactSum(sum);
    const found = (this.#data as unknown as Record<string, unknown>)[name];
    const known = /^[a-zA-Z]\w*$/.test(name) && !growing.test(name);
    if (known && typeof found === 'number' && scalars.includes(name)) {
      this.#need(name);
      const out = new Float64Array(1);
      const data = this.#data as unknown as Record<string, number>;
      const run = (): void => {
        out[0] = data[name] ?? 0;
      };
      return { out, run, unit: unitOf(this.#model, name, 0, 1), labels: [''] };
    }
    if (!known || !isNumbers(found))
      throw new ArgumentError(
        `there is no '${name}'`,
        'unknown-name',
        'give a field of Data such as qpos or sensordata',
      );
    if (found.length === 0) throw new ArgumentError(`the model has no ${name}`, 'unknown-name');
    this.#need(name);
    const unit = unitOf(this.#model, name, 0, found.length);
    return { out: found, run: nothing, unit, labels: labelsOf(found.length), field: name, from: 0 };
  }

  #need(field: string): void {
    if (stateFields.has(field)) return;
    this.needs.add('forward');
    if (field === 'energy') this.needs.add('energy');
    if (/^subtree_(linvel|angmom)$/.test(field)) this.needs.add('momentum');
  }

  /** Normal and tangential forces of all contacts together. */
  #contactSum(which: number): Value {
    this.needs.add('forward');
    this.needs.add('contacts');
    const out = new Float64Array(1);
    const contacts = this.#contacts;
    const run = (): void => {
      let sum = 0;
      for (let c = 0; c < contacts.count; c++) {
        const { force } = contacts;
        sum += which === 0 ? force[6 * c] : Math.hypot(force[6 * c + 1], force[6 * c + 2]);
      }
      out[0] = sum;
    };
    return { out, run, unit: 'N', labels: [''] };
  }

  #member(type: string, key: string | number, name: string): Value {
    const data = this.#data as unknown as Record<string, (key: string | number) => Record<string, unknown>>;
    const object = data[type]?.call(this.#data, key) ?? {};
    const found = object[name];
    const known = Object.keys(object).filter((k) => k !== 'id' && k !== 'name');
    if (!Object.hasOwn(object, name) || (typeof found !== 'number' && !isNumbers(found)))
      throw new ArgumentError(`a ${type} has no '${name}'`, 'unknown-name', `it has ${known.slice(0, 12).join(', ')}`);
    const { field, from } = this.#origin(name, type, found, object);
    this.#need(field);
    if (typeof found === 'number') {
      const out = new Float64Array(1);
      const run = (): void => {
        out[0] = object[name] as number;
      };
      return { out, run, unit: unitOf(this.#model, field, from, from + 1), labels: [''] };
    }
    const unit = unitOf(this.#model, field, from, from + found.length);
    return { out: found, run: nothing, unit, labels: labelsOf(found.length), field, from };
  }

  /** Which field of Data a member of an object is, and from which element on. */
  #origin(
    name: string,
    type: string,
    value: unknown,
    object: Record<string, unknown>,
  ): { field: string; from: number } {
    const prefixes: Readonly<Record<string, string>> = { tendon: 'ten_', camera: 'cam_', equality: 'eq_' };
    const fields = this.#data as unknown as Record<string, unknown>;
    const candidates = [
      name,
      `${prefixes[type] ?? `${type}_`}${name}`,
      type === 'sensor' && name === 'data' ? 'sensordata' : '',
    ];
    const field = candidates.find((candidate) => isNumbers(fields[candidate])) ?? name;
    const array = fields[field];
    if (isNumbers(value) && isNumbers(array))
      return { field, from: (value.byteOffset - array.byteOffset) / (array.byteLength / Math.max(1, array.length)) };
    return {
      field,
      from: type === 'actuator' ? this.#model.actuator_outadr[Number(object['id'])] : Number(object['id']),
    };
  }

  #component(of: Value, name: string): Value {
    const at = of.labels.indexOf(name);
    if (at < 0 || of.labels.length === 1)
      throw new ArgumentError(`'.${name}' is not a part of it`, 'unknown-name', `it has ${of.labels.join(', ')}`);
    return this.#slice(of, at, at + 1);
  }

  #slice(of: Value, from: number, to: number): Value {
    const { out: all, field } = of;
    if (from >= to || to > all.length)
      throw new ArgumentError(`[${from}${to === from + 1 ? '' : `:${to}`}] is outside of ${all.length} values`);
    const first = (of.from ?? 0) + from;
    const unit = field === undefined ? of.unit : unitOf(this.#model, field, first, first + to - from);
    const labels = labelsOf(to - from, from);
    if (isNumbers(all)) {
      const view = (all as unknown as Float64Array).subarray(from, to);
      return { out: view, run: of.run, unit, labels, ...(field === undefined ? {} : { field, from: first }) };
    }
    const out = new Float64Array(to - from);
    const run = (): void => {
      of.run();
      for (let k = 0; k < out.length; k++) out[k] = all[from + k] ?? 0;
    };
    return { out, run, unit, labels };
  }

  #binary(operator: Operator, left: Value, right: Value): Value {
    const sameUnit = left.unit === right.unit ? left.unit : '';
    const scaled = left.unit === '' ? right.unit : right.unit === '' ? left.unit : '';
    const unit =
      operator === '+' || operator === '-'
        ? sameUnit
        : operator === '*'
          ? scaled
          : operator === '/' && right.unit === ''
            ? left.unit
            : '';
    return map([left, right], operators[operator], unit);
  }

  #call(name: string, args: readonly Value[]): Value {
    const exactly = (n: number): void => {
      if (args.length !== n)
        throw new ArgumentError(`${name} takes ${n} ${n === 1 ? 'value' : 'values'}, not ${args.length}`);
    };
    const [first, second] = args as readonly [Value, Value];
    const one = Object.hasOwn(elementwise, name) ? elementwise[name] : undefined;
    if (one !== undefined) {
      exactly(1);
      return map(
        [first],
        one,
        name === 'abs'
          ? first.unit
          : name === 'deg' && first.unit.startsWith('rad')
            ? first.unit.replace('rad', '°')
            : '',
      );
    }
    const two = Object.hasOwn(pairs, name) ? pairs[name] : undefined;
    if (two !== undefined) {
      exactly(2);
      return map([first, second], two, name === 'atan2' ? 'rad' : '');
    }
    if (name === 'dot') {
      exactly(2);
      return this.#call('sum', [this.#binary('*', first, second)]);
    }
    const reduce = Object.hasOwn(reductions, name) ? reductions[name] : undefined;
    if (reduce === undefined)
      throw new ArgumentError(
        `there is no function '${name}'`,
        'unknown-name',
        `it is one of ${functionNames.join(', ')}`,
      );
    const all = new Float64Array(args.reduce((n, { out }) => n + out.length, 0));
    const out = new Float64Array(1);
    const run = (): void => {
      let at = 0;
      for (const arg of args) {
        arg.run();
        for (let k = 0; k < arg.out.length; k++) all[at++] = arg.out[k] ?? 0;
      }
      out[0] = reduce(all);
    };
    const unit = args.every((arg) => arg.unit === first.unit) ? first.unit : '';
    return { out, run, unit, labels: [''] };
  }
}

/** Applies a function to the elements of one or two values; a single number goes with each element of the other. */
function map(
  of: readonly [Value] | readonly [Value, Value],
  apply: (a: number, b: number) => number,
  unit: string,
): Value {
  const [a, b = a] = of;
  const n = Math.max(a.out.length, b.out.length);
  if ((a.out.length !== n && a.out.length !== 1) || (b.out.length !== n && b.out.length !== 1))
    throw new ArgumentError(`${a.out.length} and ${b.out.length} values cannot be combined`);
  const out = new Float64Array(n);
  const run = (): void => {
    a.run();
    if (b !== a) b.run();
    for (let k = 0; k < n; k++)
      out[k] = apply(a.out[a.out.length === 1 ? 0 : k] ?? 0, b.out[b.out.length === 1 ? 0 : k] ?? 0);
  };
  return { out, run, unit, labels: a.out.length === n ? a.labels : b.labels };
}

const curvesOf = ({ name, text }: NamedSyntax, { labels, unit }: Value, alone: boolean): Curve[] =>
  labels.map((label) => {
    const base = name ?? (alone && label !== '' ? '' : text);
    return { label: [base, label].filter((part) => part !== '').join(' '), unit };
  });

/**
 * Binds the expressions of a text to a Data: fields (`qpos`, `xpos[3:6]`), objects (`body(torso).xpos.z`, `sensor(gyro)`), arithmetic and
 * functions, separated by commas, each perhaps named (`potential = energy[0]`).
 */
export function bindExpressions(text: string, model: Model, data: Data, contacts = makeContactList()): Bound {
  const binder = new Binder(model, data, contacts);
  const parsed = parseExpressions(text);
  const values = parsed.map(({ syntax }) => binder.bind(syntax));
  const curves = parsed.flatMap((named, k) => curvesOf(named, values[k] as Value, parsed.length === 1));
  if (curves.length > MOST_CURVES)
    throw new ArgumentError(
      `these are ${curves.length} curves; a plot has at most ${MOST_CURVES}`,
      'bad-argument',
      'choose some of them, as in qpos[0:8]',
    );
  return {
    curves,
    needs: binder.needs,
    evaluate: (out, at) => {
      for (const { out: from, run } of values) {
        run();
        for (let k = 0; k < from.length; k++) out[at++] = from[k] ?? 0;
      }
    },
  };
}

/** Computes what expressions need, in a Data that `forward` has been called on. */
export function prepare(model: Model, data: Data, needs: ReadonlySet<Need>, contacts: ContactList): void {
  if (needs.has('energy')) {
    energyPos(model, data);
    energyVel(model, data);
  }
  if (needs.has('momentum')) subtreeVel(model, data);
  if (needs.has('contacts')) readContacts(model, data, contacts);
}
