import fs from 'node:fs';
import { type Findings, verdicts } from '../compare/examine.ts';
import { expectedFailures } from '../models/exceptions.ts';

interface Rejected {
  readonly path: string;
  readonly typed: boolean;
  readonly error: string;
  readonly defect: boolean;
}

const share = (n: number, of: number): string => `${n}/${of}${of > 0 ? ` (${((100 * n) / of).toFixed(1)} %)` : ''}`;

/** What tendons, actuators and sensors compute. */
const ACTUATION_FIELDS = [
  'ten_length',
  'ten_velocity',
  'ten_J',
  'actuator_length',
  'actuator_velocity',
  'actuator_moment',
  'actuator_force',
  'qfrc_actuator',
  'act_dot',
  'sensordata',
];

/** How many models pass in each category. */
function summary(results: readonly Findings[], rejected: readonly Rejected[]): [string, string][] {
  const loaded = results.filter(verdicts.load).length;
  const rows: [string, string][] = Object.entries(verdicts).map(([name, ok]) => {
    const passed = results.filter(ok).length;
    const ofLoaded =
      name === 'load' || loaded === results.length ? '' : `, of those that load ${share(passed, loaded)}`;
    return [name, share(passed, results.length) + ofLoaded];
  });
  const plain = rejected.filter((r) => !r.defect);
  rows.push([
    'rejected with a typed error, as the oracle rejects',
    share(plain.filter((r) => r.typed).length, plain.length),
  ]);
  const ran = results.filter((f) => f.load && f.runError === undefined);
  const equal = ran.filter((f) => !ACTUATION_FIELDS.some((field) => field in f.forward));
  rows.push(['tendons, actuators and sensors of the models that run', share(equal.length, ran.length)]);
  const iterations = ran.reduce((s, f) => s + f.iterations, 0) / Math.max(1, ran.length);
  rows.push(['mean difference of solver iterations', iterations.toFixed(2)]);
  return rows;
}

/** Per field: in how many models it differs, and by how much at worst. */
function fieldTable(results: readonly Findings[], part: 'model' | 'forward'): [string, number, number][] {
  const fields = new Map<string, { count: number; worst: number }>();
  for (const f of results)
    for (const [name, e] of Object.entries(f[part])) {
      const row = fields.get(name) ?? { count: 0, worst: 0 };
      row.count++;
      row.worst = Math.max(row.worst, e ?? Number.POSITIVE_INFINITY);
      fields.set(name, row);
    }
  return [...fields]
    .map(([name, { count, worst }]) => [name, count, worst] as [string, number, number])
    .sort((a, b) => b[1] - a[1]);
}

/** Per feature: how many of the models that have it agree in everything. */
function featureTable(results: readonly Findings[]): [string, number, number][] {
  const features = new Map<string, [number, number]>();
  for (const f of results)
    for (const name of f.features) {
      const row = features.get(name) ?? [0, 0];
      row[1]++;
      if (verdicts.forward(f) && verdicts.step(f)) row[0]++;
      features.set(name, row);
    }
  return [...features]
    .map(([name, [ok, all]]) => [name, ok, all] as [string, number, number])
    .sort((a, b) => a[1] / a[2] - b[1] / b[2] || b[2] - a[2]);
}

/** Tables on the terminal. */
export function printTables(results: readonly Findings[], rejected: readonly Rejected[]): void {
  console.log(`${results.length} models`);
  for (const [name, value] of summary(results, rejected)) console.log(`  ${name.padEnd(52)} ${value}`);
  for (const part of ['model', 'forward'] as const) {
    const rows = fieldTable(results, part);
    if (rows.length === 0) continue;
    console.log(`\nfields of ${part === 'model' ? 'Model' : 'Data after forward'} that differ (models, worst)`);
    for (const [name, count, worst] of rows.slice(0, 25))
      console.log(`  ${name.padEnd(28)} ${String(count).padStart(4)}  ${worst.toExponential(1)}`);
  }
  const weak = featureTable(results).filter(([, ok, all]) => ok < all);
  if (weak.length > 0) {
    console.log('\nfeatures with models that differ in forward or step (agree / have it)');
    for (const [name, ok, all] of weak.slice(0, 25)) console.log(`  ${name.padEnd(32)} ${ok}/${all}`);
  }
}

/** Rows of this stiffness leave the others of a sum or a factor less than two digits. */
const STIFFEST = 1e14;

/** Why a model differs, as far as the findings tell. */
function causeOf(f: Findings): string {
  if (f.error !== undefined || f.runError !== undefined) return 'fails';
  const known = expectedFailures(f.path).model;
  if (known !== undefined && !verdicts.model(f) && verdicts.forward(f) && verdicts.step(f)) return known;
  if (verdicts.model(f) && verdicts.forward(f) && verdicts.step(f))
    return 'chaotic: every compared state and step agrees, a free run amplifies the last bit';
  if (f.stiffest >= STIFFEST)
    return `ill-conditioned: a contact that no dof can open has stiffness ${f.stiffest.toExponential(0)}; forces cancel to rounding`;
  return 'open';
}

/** What went wrong, with the model's path as the report names it. */
function message(f: Findings): string {
  const words = (f.error ?? f.runError ?? '').split(' ');
  return words.map((w) => (w.includes(f.path) ? w.slice(w.indexOf(f.path)) : w)).join(' ');
}

/** PARITY.md: the scoreboard, and every model that differs. */
export function writeReport(file: string, results: readonly Findings[], rejected: readonly Rejected[]): void {
  const lines = [
    '# Parity with MuJoCo 3.14.0',
    '',
    'Generated by `npm run parity -- --report`: every field of Model and Data against the official build, in one process.',
    '',
  ];
  lines.push(
    '| check | models |',
    '|---|---|',
    ...summary(results, rejected).map(([name, value]) => `| ${name} | ${value} |`),
    '',
  );
  const different = results.filter((f) => Object.values(verdicts).some((ok) => !ok(f)));
  lines.push(
    `## Models that differ (${different.length})`,
    '',
    '| model | cause | where | fields, worst first |',
    '|---|---|---|---|',
  );
  for (const f of different) {
    const where = Object.entries(verdicts)
      .filter(([, ok]) => !ok(f))
      .map(([name]) => name)
      .join(', ');
    const fields = [...Object.entries(f.model), ...Object.entries(f.forward)]
      .sort((a, b) => (b[1] ?? Number.POSITIVE_INFINITY) - (a[1] ?? Number.POSITIVE_INFINITY))
      .slice(0, 6)
      .map(([name, e]) => `${name} ${e === null ? 'shape' : e.toExponential(1)}`);
    const run =
      f.step > 0 || f.trajectory > 0
        ? [`step ${f.step?.toExponential(1)}`, `run ${f.trajectory?.toExponential(1)}`]
        : [];
    lines.push(
      `| ${f.path} | ${causeOf(f)} | ${where} | ${[message(f), ...fields, ...run].filter(Boolean).join('; ').replaceAll('|', '/')} |`,
    );
  }
  const accepted = rejected.filter((r) => !r.typed);
  if (accepted.length > 0) {
    lines.push(
      '',
      '## Models that the oracle rejects and we do not, or not with a typed error',
      '',
      '| model | ours |',
      '|---|---|',
    );
    for (const r of accepted)
      lines.push(`| ${r.path} | ${r.error.replaceAll('|', '/')}${r.defect ? ' (a defect of the oracle)' : ''} |`);
  }
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
}
