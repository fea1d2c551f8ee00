/** Every library of the package, for `import * as parts from '@qpos/parts'`; names are unique across them. */
export * from './bodies/index.ts';
export * from './cables/index.ts';
export { PartsError, type PartsErrorCode } from './errors.ts';
export * from './joints/index.ts';
export * from './muscles/index.ts';
export { partsPlugins } from './plugins.ts';
export * from './sensors/index.ts';
export * from './soft/index.ts';
