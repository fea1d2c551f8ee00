import { enums } from '@qpos/core';

/** The warnings at which an environment starts over. */
const { BADQPOS: FIRST_BAD, BADQACC: LAST_BAD } = enums.Warning;

/**
 * Programs beside those of the step. Rows are the words [base, base + width) of each environment, one environment after the other, as a
 * learner wants them; on the device they are interleaved.
 */
const shared = `
struct Task { n: i32, base: i32, width: i32, carried: i32 }
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
@group(0) @binding(1) var<storage, read_write> rows: array<i32>;
@group(0) @binding(2) var<storage, read> chosen: array<i32>;
@group(0) @binding(3) var<storage, read> first: array<i32>;
@group(0) @binding(4) var<uniform> task: Task;
`;

const perEnvironment = (body: string): string => `${shared}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let e = i32(id.x);
  if (e >= task.n) { return; }
  ${body}
}`;

export const transfers = {
  /** Copies words of each environment to rows. */
  gather: perEnvironment(
    `for (var k = 0; k < task.width; k++) { rows[e * task.width + k] = data[(task.base + k) * task.n + e]; }`,
  ),
  /** Copies rows to words of the chosen environments. */
  scatter: perEnvironment(`if (chosen[e] == 0) { return; }
  for (var k = 0; k < task.width; k++) { data[(task.base + k) * task.n + e] = rows[e * task.width + k]; }`),
  /** Gives the chosen environments their first words. */
  restart: perEnvironment(`if (chosen[e] == 0) { return; }
  for (var k = 0; k < task.width; k++) { data[k * task.n + e] = first[k]; }`),
  /** Begins a call: what has failed starts over, and warnings, which are the rows here, are forgotten. */
  begin: perEnvironment(`var failed = false;
  for (var k = ${FIRST_BAD}; k <= ${LAST_BAD}; k++) { failed = failed || data[(task.base + k) * task.n + e] > 0; }
  if (failed) { for (var k = 0; k < task.carried; k++) { data[k * task.n + e] = first[k]; } }
  for (var k = 0; k < task.width; k++) { data[(task.base + k) * task.n + e] = 0; }`),
} as const;

export type Transfer = keyof typeof transfers;
