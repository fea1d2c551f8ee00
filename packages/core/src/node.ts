// The bundle that Node loads: with the module of the numeric core as a file (`#module-bytes` in package.json).
export * from './index.ts';
