import { type Data, type Model, makeData, poseFields } from '@qpos/core';
import { randomState, randomTree } from '../models/random-tree.ts';
import type { Oracle, OracleStruct } from '../oracle/oracle.ts';
import { callOracle, loadOracleXml } from '../oracle/oracle.ts';
import { copyState, modelFromOracle, relativeError, sleepFields } from '../oracle/transfer.ts';

/** Fields that the smooth part of `forward` writes. */
export const smoothFields = [
  ...poseFields,
  'subtree_com',
  'cdof',
  'cinert',
  'crb',
  'M',
  'qLD',
  'qLDiagInv',
  ...sleepFields,
  'cvel',
  'cdof_dot',
  'qfrc_bias',
  'qfrc_spring',
  'qfrc_damper',
  'qfrc_gravcomp',
  'qfrc_fluid',
  'qfrc_adhesion',
  'qfrc_passive',
  'qfrc_actuator',
  'qfrc_smooth',
  'qacc_smooth',
  'qacc',
  'qfrc_constraint',
  'energy',
  'qpos',
  'qvel',
  'act',
  'qacc_warmstart',
] as const;

/** Fields that lazy evaluations write after `forward`. */
export const lazyFields = ['subtree_linvel', 'subtree_angmom', 'cacc', 'cfrc_int', 'cfrc_ext'] as const;

/** Fields of our Data that differ from the oracle's by more than `tolerance`, relative, with the difference. */
export function differences(
  ours: Data,
  reference: OracleStruct,
  fields: readonly string[],
  tolerance: number,
): string[] {
  return fields.flatMap((name) => {
    const error = relativeError(
      (ours as unknown as Record<string, Float64Array>)[name] as Float64Array,
      reference[name] as Float64Array,
    );
    return error <= tolerance ? [] : [`${name}: ${error.toExponential(2)}`];
  });
}

/** One mechanism in both engines, in the same state. */
export interface Twin {
  readonly oracleModel: OracleStruct;
  readonly oracleData: OracleStruct;
  readonly model: Model;
  readonly data: Data;
  /** Calls a function of the oracle on its model and data. */
  call(name: string, ...args: unknown[]): unknown;
  release(): void;
}

/** Options (`model.opt`) by name; enable flags add to those of the model. */
export type TwinOptions = Readonly<Record<string, number>>;

/** Loads MJCF in the oracle, sets some of its options, and makes the same model and data here. */
export function makeTwin(oracle: Oracle, xml: string, options: TwinOptions = {}): Twin {
  const { model: oracleModel, data: oracleData } = loadOracleXml(oracle, xml);
  const opt = oracleModel['opt'] as { enableflags: number };
  Object.assign(opt, options, { enableflags: opt.enableflags | (options['enableflags'] ?? 0) });
  const model = modelFromOracle(oracleModel);
  return {
    oracleModel,
    oracleData,
    model,
    data: makeData(model),
    call: (name, ...args) => callOracle(oracle, name, oracleModel, oracleData, ...args),
    release() {
      oracleData.delete();
      oracleModel.delete();
    },
  };
}

/** A random mechanism in a random state. */
export function randomTwin(oracle: Oracle, seed: number, bodies = 12): Twin {
  const twin = makeTwin(oracle, randomTree(seed, bodies));
  randomState(seed, twin.oracleData);
  copyState(twin.oracleData, twin.data);
  return twin;
}
