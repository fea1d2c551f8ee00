/** Tests of the solvers start from the constraint rows that the oracle made, so that they say nothing about other stages. */
import { type Data, type Model, makeData } from '@qpos/core';
import { dataArrays } from '../../../packages/core/src/host/model/generated/layout.ts';
import { COUNT_NA, COUNT_NEFC, COUNT_NJ, COUNT_NY } from '../../../packages/core/src/kernel/model/classes.ts';
import { contactsFromOracle } from '../compare/contacts.ts';
import { setCounter } from '../oracle/counters.ts';
import { callOracle, loadOracleXml, type Oracle, type OracleStruct } from '../oracle/oracle.ts';
import { dataFromOracle, modelFromOracle } from '../oracle/transfer.ts';

/** Copies everything that the oracle's Data holds, rows, islands and contacts included. */
export function rowsFromOracle(source: OracleStruct, target: Data): void {
  const count = (name: string): number => Number(source[name]);
  const { block } = target as unknown as { block: { grow(size: number, count: number): void } };
  const dynamic: [string, number][] = [
    ['nefc', COUNT_NEFC],
    ['nJ', COUNT_NJ],
    ['nY', COUNT_NY],
    ['nA', COUNT_NA],
  ];
  for (const [name, size] of dynamic) block.grow(size, count(name));
  for (const name of [
    'ne',
    'nf',
    'nl',
    'nefc',
    'nJ',
    'nY',
    'nA',
    'nisland',
    'nidof',
    'nv_awake',
    'ntree_awake',
    'nbody_awake',
    'nparent_awake',
    'efm_active',
  ])
    setCounter(target, name, count(name));
  contactsFromOracle(source, target);
  dataFromOracle(source, target);
  listColumns(target);
}

/** A field of working memory, which the public interface does not show. */
function scratch(target: Data, name: string): Int32Array {
  return target.valid(dataArrays.findIndex((row) => row.name === name)) as Int32Array;
}

/** Lists the columns of each constraint, as `makeConstraint` does; a dense Jacobian does not have them. */
function listColumns(d: Data): void {
  const nnz = scratch(d, 'efcRowNnz');
  const list = scratch(d, 'efcRowColumns');
  const { nv, opt } = d.model;
  const sparse = opt.jacobian === 1 || (opt.jacobian === 2 && nv >= 60);
  for (let first = 0; first < d.nefc; ) {
    let end = first + 1;
    while (end < d.nefc && d.efc_type[end] === d.efc_type[first] && d.efc_id[end] === d.efc_id[first]) end++;
    let count = 0;
    if (!sparse)
      for (let i = 0; i < nv; i++)
        for (let r = first; r < end; r++)
          if (d.efc_J[r * nv + i] !== 0) {
            d.efc_J_colind[first * nv + count++] = i;
            break;
          }
    for (let r = first; r < end; r++) {
      nnz[r] = sparse ? (d.efc_J_rownnz[r] as number) : count;
      list[r] = sparse ? (d.efc_J_rowadr[r] as number) : first * nv;
    }
    first = end;
  }
}

/** A model in both engines, the oracle's after `steps` steps and a forward pass, ours with a copy of all that it computed. */
export function solverCase(
  oracle: Oracle,
  xml: string,
  steps: number,
): { model: OracleStruct; data: OracleStruct; m: Model; d: Data } {
  const { model, data } = loadOracleXml(oracle, xml);
  for (let i = 0; i < steps; i++) callOracle(oracle, 'mj_step', model, data);
  callOracle(oracle, 'mj_forward', model, data);
  const m = modelFromOracle(model);
  const d = makeData(m);
  rowsFromOracle(data, d);
  return { model, data, m, d };
}

export interface OracleStatistics {
  improvement: number;
  gradient: number;
  lineslope: number;
  nactive: number;
  nchange: number;
  neval: number;
  nupdate: number;
}

/** Statistics of one iteration of one island in the oracle. */
export function oracleStatistics(source: OracleStruct, island: number, iter: number): OracleStatistics {
  const vector = source['solver'] as { get(i: number): OracleStruct };
  return vector.get(200 * island + iter) as unknown as OracleStatistics;
}
