export { bytesPerCall } from './allocation.ts';
export { compareData, compareModel } from './compare.ts';
export { compareConstraints, constraintData, type Difference, difference } from './constraints.ts';
export { type ContactPart, contactsFromOracle, oracleContactPart } from './contacts.ts';
export { type CorpusEntry, corpusFolder, entryFiles, hasCorpus, readManifest } from './corpus.ts';
export { makeDrive } from './drive.ts';
export {
  callOracle,
  guarded,
  loadInOracle,
  loadOracle,
  loadOracleXml,
  type Oracle,
  OracleError,
  type OracleStruct,
  oracleArray,
} from './oracle.ts';
export { makeRandom, type Random, randomState, randomTree } from './random-tree.ts';
export { differences, lazyFields, makeTwin, randomTwin, smoothFields, type Twin } from './smooth-fields.ts';
export { type OracleStatistics, oracleStatistics, rowsFromOracle, solverCase } from './solver-rows.ts';
export { toleranceOf } from './tolerance.ts';
export { copySleep, copyState, dataFromOracle, modelFromOracle, relativeError, stateFields } from './transfer.ts';
