// The tables of actuators: dispatch on dynamics, gain and bias for the kernel, keywords for the schema.
import { imports, predicate, switchFunction } from './kernel-text.mjs';

const head = `import type { f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
`;

/** Imports of the functions in some columns of rows, and of the constants of these rows. */
function importsOf(rows, prefix, columns, others = []) {
  const used = Object.entries(rows).filter(([, row]) => columns.some((c) => row[c] !== undefined));
  const functions = used.flatMap(([, row]) => columns.filter((c) => row[c]).map((c) => [row[c], `../${row.file}`]));
  const constants = used.map(([name]) => [`${prefix}_${name}`, '../../model/constants.ts']);
  return [...constants, ...functions, ...others];
}

/** A function of an actuator that calls what a column says for its type; `otherwise` for rows that say nothing. */
function dispatch({ doc, signature, on, rows, prefix, column, call, otherwise }) {
  const cases = Object.entries(rows).filter(([, row]) => row[column] !== undefined);
  return switchFunction(
    doc,
    signature,
    on,
    cases.map(([name, row]) => [`${prefix}_${name}`, call(row[column])]),
    otherwise,
  );
}

const returned = (name) => `return ${name}(m, d, a);`;

/** `kernel/actuation/generated/rates.ts` */
export function ratesTs({ dynamics }) {
  const { USER, ...others } = dynamics;
  const used = importsOf(others, 'DYN', ['rates'], [[USER.rates, `../${USER.file}`]]);
  return `import type { i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
${imports(used)}

${dispatch({
  doc: 'Sets the rates of the activations of an actuator.',
  signature: 'setRates(m: Model, d: Data, a: i32): void',
  on: 'm.actuator_dyntype[a]',
  rows: others,
  prefix: 'DYN',
  column: 'rates',
  call: (name) => `${name}(m, d, a);\n      return;`,
  otherwise: `${USER.rates}(m, d, a);`,
})}`;
}

/** `kernel/actuation/generated/next-activation.ts` */
export function nextActivationTs({ dynamics }) {
  return `${head}${imports(importsOf(dynamics, 'DYN', ['next'], [['eulerNext', '../filter.ts']]))}

${dispatch({
  doc: 'Activation `adr` of an actuator after one time step at the rate `rate`. @see mj_nextActivation',
  signature: 'nextActivation(m: Model, d: Data, a: i32, adr: i32, rate: f64): f64',
  on: 'm.actuator_dyntype[a]',
  rows: dynamics,
  prefix: 'DYN',
  column: 'next',
  call: (name) => `return ${name}(m, d, a, adr, rate);`,
  otherwise: 'return eulerNext(m, d, a, adr, rate);',
})}`;
}

/** `kernel/actuation/generated/gain.ts` */
export function gainTs({ gains }) {
  const rows = { rows: gains, prefix: 'GAIN', on: 'm.actuator_gaintype[a]', call: returned };
  return `${head}${imports(importsOf(gains, 'GAIN', ['value', 'force'], [['actuatorInput', '../input.ts']]))}

${dispatch({
  ...rows,
  doc: 'Force per unit of control or activation.',
  signature: 'actuatorGain(m: Model, d: Data, a: i32): f64',
  column: 'value',
  otherwise: 'return 0;',
})}
${dispatch({
  ...rows,
  doc: 'Force by control or activation.',
  signature: 'drivenForce(m: Model, d: Data, a: i32): f64',
  column: 'force',
  otherwise: 'return actuatorGain(m, d, a) * actuatorInput(m, d, a);',
})}`;
}

/** `kernel/actuation/generated/bias.ts` */
export function biasTs({ biases }) {
  return `${head}${imports(importsOf(biases, 'BIAS', ['value']))}

${dispatch({
  doc: 'Force without control.',
  signature: 'actuatorBias(m: Model, d: Data, a: i32): f64',
  on: 'm.actuator_biastype[a]',
  rows: biases,
  prefix: 'BIAS',
  column: 'value',
  call: returned,
  otherwise: 'return 0;',
})}`;
}

/** `kernel/actuation/generated/slopes.ts` */
export function slopesTs({ gains, biases }) {
  const slopes = (rows, prefix, word) =>
    ['Velocity', 'Length'].map((by) =>
      dispatch({
        doc: `d ${word} / d ${by.toLowerCase()}`,
        signature: `${prefix.toLowerCase()}By${by}(m: Model, d: Data, a: i32): f64`,
        on: `m.actuator_${prefix.toLowerCase()}type[a]`,
        rows,
        prefix,
        column: `by${by}`,
        call: returned,
        otherwise: 'return 0;',
      }),
    );
  const inMetric = (rows, prefix) =>
    Object.entries(rows)
      .filter(([, row]) => row.metric)
      .map(([name]) => `${prefix}_${name}`);
  const constants = [...inMetric(gains, 'GAIN'), ...inMetric(biases, 'BIAS')];
  const used = [
    ...importsOf(gains, 'GAIN', ['byVelocity', 'byLength']),
    ...importsOf(biases, 'BIAS', ['byVelocity', 'byLength']),
    ...constants.map((name) => [name, '../../model/constants.ts']),
  ];
  return `// @cold
${head}${imports(used)}

${[...slopes(gains, 'GAIN', 'force by control or activation'), ...slopes(biases, 'BIAS', 'bias')].join('\n')}
${predicate('Whether an actuator with such a gain can have a term in the metric of the discrete integrator.', 'gainInMetric', inMetric(gains, 'GAIN'))}
${predicate('Whether an actuator with such a bias can have a term in the metric of the discrete integrator.', 'biasInMetric', inMetric(biases, 'BIAS'))}`;
}
