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
export { copyState, dataFromOracle, modelFromOracle, relativeError, stateFields } from './transfer.ts';
