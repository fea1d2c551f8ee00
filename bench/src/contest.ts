import {
  callOracle,
  loadOracleXml,
  makeDrive,
  modelFromOracle,
  type Oracle,
  type OracleStruct,
} from '@qpos/conformance';
import { type Data, type Model, makeData, resetData, step } from '@qpos/core';
import type { Scene } from './scenes.ts';

/** A scene loaded in both engines, at the same state. */
export interface Contest {
  readonly oracle: Oracle;
  readonly theirs: { readonly model: OracleStruct; readonly data: OracleStruct };
  readonly ours: { readonly model: Model; readonly data: Data };
  /** One step of the oracle, driven and restarted as the scene says. */
  stepTheirs(): void;
  stepOurs(): void;
}

/** Loads a scene in both engines; both get the oracle's compiled model, so that the stages are compared and nothing else. */
export function makeContest(oracle: Oracle, scene: Scene): Contest {
  const theirs = loadOracleXml(oracle, scene.xml);
  const model = modelFromOracle(theirs.model);
  const data = makeData(model);
  const driveTheirs = scene.driven ? makeDrive(theirs.model) : undefined;
  const driveOurs = scene.driven ? makeDrive(model) : undefined;
  const mjStep = oracle.mj['mj_step'] as (m: OracleStruct, d: OracleStruct) => void;
  const stepTheirs = (): void => {
    driveTheirs?.(theirs.data);
    mjStep(theirs.model, theirs.data);
    if ((theirs.data['time'] as number) > scene.duration) callOracle(oracle, 'mj_resetData', theirs.model, theirs.data);
  };
  const stepOurs = (): void => {
    driveOurs?.(data);
    step(model, data);
    if (data.time > scene.duration) resetData(model, data);
  };
  for (let k = 0; k < scene.settle; k++) {
    stepTheirs();
    stepOurs();
  }
  return { oracle, theirs, ours: { model, data }, stepTheirs, stepOurs };
}
