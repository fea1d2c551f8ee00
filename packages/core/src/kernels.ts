/** Every function that the compiled set offers to the world outside: the exports of the WASM module. */
export { crb } from './inertia/crb.ts';
