import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { numericSources } from './contracts.ts';

interface Stages {
  readonly stageTable: readonly { readonly name: string }[];
}
const { stageTable } = (await import(path.join(root, 'packages/core/src/host/stages.ts'))) as Stages;
const names = stageTable.map(({ name }) => name);

/** What the pipeline calls and the table leaves out, by what it is about. */
const BESIDES = {
  checks: ['checkPos', 'checkVel', 'checkAcc', 'compareFwdInv'],
  sleep: ['wakeByTendon', 'wakeTouched', 'wakeByEquality', 'updateSleep'],
  energy: ['energyPos', 'energyVel', 'clearEnergy'],
  'the discrete integrator': [
    'integratesDiscretely',
    'metricPosition',
    'metricVelocity',
    'metricActuation',
    'regulariseRows',
    'accelerateFreeBodies',
    'hasSheets',
    'leaveConstraints',
  ],
  callbacks: ['hostCallback', 'beginTimer', 'endTimer'],
};

/** The functions of the pipeline's files. */
function pipelineFunctions(sources: ReadonlyMap<string, string>): Map<string, ts.FunctionDeclaration> {
  const functions = new Map<string, ts.FunctionDeclaration>();
  for (const [file, text] of sources) {
    if (!file.startsWith('pipeline/')) continue;
    for (const node of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements)
      if (ts.isFunctionDeclaration(node) && node.name !== undefined) functions.set(node.name.text, node);
  }
  return functions;
}

/** What a function of the pipeline calls, in order, with the calls of the pipeline's own functions in their place. */
function callsOf(name: string, functions: ReadonlyMap<string, ts.FunctionDeclaration>): string[] {
  const calls: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const callee = node.expression.getText();
    const isOwn = functions.has(callee) && !names.includes(callee) && !BESIDES.checks.includes(callee);
    if (callee === 'integrateSkip') calls.push('integrate');
    else calls.push(...(isOwn ? callsOf(callee, functions) : [callee]));
  };
  const { body } = functions.get(name) as ts.FunctionDeclaration;
  if (body !== undefined) visit(body);
  return calls;
}

describe('the table of stages', () => {
  const calls = callsOf('stepSkip', pipelineFunctions(numericSources()));

  test('has the stages of a step in the order of kernel/pipeline', () => {
    const besides = Object.values(BESIDES).flat();
    const ordered = [...new Set(calls)].filter((name) => !besides.includes(name)); // some come again, after others have woken up
    expect(ordered).toEqual(names);
  });

  test('leaves nothing out that the pipeline does not do', () => {
    expect(
      Object.values(BESIDES)
        .flat()
        .filter((name) => !calls.includes(name)),
    ).toEqual([]);
  });
});
