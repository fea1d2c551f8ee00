/** Every library of the package, for `import * as parts from '@qpos/parts'`; names are unique across them. */
export * from './bodies/index.ts';
export { PartsError, type PartsErrorCode } from './errors.ts';
export * from './joints/index.ts';
export * from './sensors/index.ts';
