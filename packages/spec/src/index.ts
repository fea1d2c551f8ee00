export { setAssetCache } from './assets/asset-cache.ts';
export { type CompileOptions, compile } from './compile/compile.ts';
export { setConst } from './compile/constants/set-const.ts';
export { loadModel } from './compile/load.ts';
export { type Recompiled, recompile } from './compile/recompile.ts';
export * from './mjcf.ts';
