export { bytesPerCall, bytesPerCallApart } from './compare/allocation.ts';
export { compareData, compareModel } from './compare/compare.ts';
export { compareConstraints, constraintData, type Difference, difference } from './compare/constraints.ts';
export { type ContactPart, contactsFromOracle, oracleContactPart } from './compare/contacts.ts';
export { makeDrive } from './compare/drive.ts';
export { type DrivenTwin, drivenTwin, modelTexts } from './compare/driven-twin.ts';
export { everyNth, extent, inFull } from './compare/extent.ts';
export { differences, lazyFields, makeTwin, randomTwin, smoothFields, type Twin } from './compare/smooth-fields.ts';
export { toleranceOf } from './compare/tolerance.ts';
export { flexModels } from './flex/models.ts';
export { type CorpusEntry, corpusFolder, entryFiles, hasCorpus, readManifest } from './models/corpus.ts';
export { makeRandom, type Random, randomState, randomTree } from './models/random-tree.ts';
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
  startOracle,
} from './oracle/oracle.ts';
export {
  copySleep,
  copyState,
  dataFromOracle,
  modelFromOracle,
  modelFromXml,
  relativeError,
  stateFields,
} from './oracle/transfer.ts';
export { type OracleStatistics, oracleStatistics, rowsFromOracle, solverCase } from './solver/solver-rows.ts';
